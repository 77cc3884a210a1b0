/** Results as the versioned JSON documents that `documents.ts` defines. */

import type { GameChangelog } from "../../analysis/impact/changelog.ts";
import type { RenamedResource } from "../../edit/rename.ts";
import { defined } from "../../model/collections.ts";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import type { ApplyResult } from "../../model/events.ts";
import type { Span } from "../../model/model.ts";
import type { ChangedGames } from "../../project/changed.ts";
import type { GraphToShow } from "../graph/graph-view.ts";
import { helpLines, shownDiagnostics } from "../problems.ts";
import type { ShownPull } from "../pull.ts";
import { fileDiffText } from "../render/difference.ts";
import { FORMAT, renderJsonDocument } from "../render/json-document.ts";
import type { ReportedGame } from "../report/report.ts";
import type { DiagnosticJson } from "./document-schema.ts";
import type {
  ApplyDocument,
  ApplyResultJson,
  ChangelogDocument,
  DiagnosticsDocument,
  EconomyDocument,
  GraphDocument,
  PullDocument,
  RankingsDocument,
  RenameDocument,
} from "./documents.ts";

/** The document of commands whose whole result is diagnostics. */
export function renderDiagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument<DiagnosticsDocument>({
    format: FORMAT,
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** Diagnostics in the order in which every form shows them. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): readonly DiagnosticJson[] {
  return shownDiagnostics(sortDiagnostics(diagnostics)).map(diagnosticJson);
}

/** Line and column count from 1, the end lies behind the place. */
export function diagnosticJson(diagnostic: Diagnostic): DiagnosticJson {
  const { code, severity, summary, detail, game, address, primary, others, help, more } = diagnostic;
  return {
    code,
    severity,
    summary,
    detail,
    ...defined({ game, address }),
    ...(primary === undefined ? {} : placeOf(primary.span)),
    ...(others.length === 0 ? {} : { others: others.map(({ span, text }) => ({ ...placeOf(span), text })) }),
    help: helpLines(help),
    ...defined({ more }),
  };
}

function placeOf({ file, start, end }: Span) {
  return { file, line: start.line, column: start.column, end_line: end.line, end_column: end.column };
}

/** `diagnostics`: problems that belong to no result, such as a plan that was refused. */
export function renderApplyJson(
  results: readonly ApplyResult[],
  diagnostics: readonly Diagnostic[],
  changed?: ChangedGames,
): string {
  return renderJsonDocument<ApplyDocument>({
    format: FORMAT,
    results: results.map(applyResultJson),
    ...defined({ changed }),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** One result, as the document has it and the end of the progress lines. */
export function applyResultJson(result: ApplyResult): ApplyResultJson {
  return {
    ...result,
    steps: result.steps.map(({ diagnostic, ...step }) => {
      return { ...step, ...defined({ diagnostic: diagnostic && diagnosticJson(diagnostic) }) };
    }),
    diagnostics: diagnosticsJson(result.diagnostics),
  };
}

export function renderRankingsJson(answer: Omit<RankingsDocument, "format">): string {
  return renderJsonDocument<RankingsDocument>({ format: FORMAT, ...answer });
}

export function renderGraphJson(games: readonly GraphToShow[], diagnostics: readonly Diagnostic[]): string {
  const graphs = games.map(({ game, graph }) => ({ game, ...graph }));
  return renderJsonDocument<GraphDocument>({ format: FORMAT, graphs, diagnostics: diagnosticsJson(diagnostics) });
}

export function renderReportJson(games: readonly ReportedGame[], diagnostics: readonly Diagnostic[]): string {
  const reports = games.map(({ game, economy }) => ({ game, ...economy }));
  return renderJsonDocument<EconomyDocument>({ format: FORMAT, reports, diagnostics: diagnosticsJson(diagnostics) });
}

export function renderChangelogJson(games: readonly GameChangelog[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument<ChangelogDocument>({ format: FORMAT, games, diagnostics: diagnosticsJson(diagnostics) });
}

export function renderPullJson(
  pulls: readonly ShownPull[],
  written: boolean,
  diagnostics: readonly Diagnostic[],
): string {
  return renderJsonDocument<PullDocument>({
    format: FORMAT,
    pulls: pulls.map(({ target: { game, environment }, resources, waiting, notVerified, files }) => ({
      ...{ game, environment, resources, waiting, not_verified: notVerified },
      files: files.map((each) => ({ file: each.file, diff: fileDiffText(each) })),
    })),
    written,
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** `renamed`: undefined where nothing could be renamed; `diagnostics` then say why. */
export function renderRenameJson(renamed: RenamedResource | undefined, diagnostics: readonly Diagnostic[]): string {
  const problems = diagnosticsJson(diagnostics);
  if (renamed === undefined) return renderJsonDocument<RenameDocument>({ format: FORMAT, diagnostics: problems });
  const { games, from, to, moved, written } = renamed;
  const files = renamed.files.map((each) => ({ file: each.file, diff: fileDiffText(each) }));
  const rename = { games, from, to, moved, written, files };
  return renderJsonDocument<RenameDocument>({ format: FORMAT, rename, diagnostics: problems });
}
