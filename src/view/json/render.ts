/** Results as the versioned JSON documents that `documents.ts` defines. */
import { defined } from "../../model/collections.ts";
import { type Diagnostic, shownDiagnostics, sortDiagnostics } from "../../model/diagnostics.ts";
import type { ApplyResult } from "../../model/events.ts";
import type { RankingRow, Span, Target } from "../../model/model.ts";
import type { DiagnosticJson } from "../../model/schema/document.ts";
import type { GameChangelog } from "../../plan/impact.ts";
import type { LiveDifference } from "../../plan/live-difference.ts";
import type { ChangedGames } from "../../project/changed.ts";
import type { GraphToShow } from "../graph/graph-view.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";
import type {
  ApplyDocument,
  ApplyResultJson,
  ChangelogDocument,
  ComparedGameEnd,
  DiagnosticsDocument,
  DiffDocument,
  ExportDocument,
  GraphDocument,
  RankingsDocument,
} from "./documents.ts";

/** The document of commands whose whole result is diagnostics. */
export function renderDiagnosticsJson(
  diagnostics: readonly Diagnostic[],
  changed?: ChangedGames,
  fixed?: number,
): string {
  return renderJsonDocument<DiagnosticsDocument>({
    format: FORMAT,
    ...defined({ changed }),
    diagnostics: diagnosticsJson(diagnostics),
    ...defined({ fixed }),
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
    help,
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

interface ExportedGame extends Pick<ExportDocument["exports"][number], "files"> {
  readonly target: Target;
}

export function renderExportJson(games: readonly ExportedGame[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument<ExportDocument>({
    format: FORMAT,
    exports: games.map(({ target: { game, environment, game_id }, files }) => ({
      game,
      environment,
      game_id,
      files: files.map(({ file, key, resources }) => ({ file, key, resources })),
    })),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** `games`: all that were requested. `diagnostics`: warnings, and why a difference is missing. */
export function renderLiveDifferencesJson(
  differences: readonly LiveDifference[],
  games: readonly ComparedGameEnd[],
  diagnostics: readonly Diagnostic[],
): string {
  return renderJsonDocument<DiffDocument>({
    format: FORMAT,
    diffs: differences.map(({ game, from, to, changes, alike, ...rest }) => ({
      game,
      from: liveGame(from),
      to: liveGame(to),
      summary: summaryOf({ changes, alike }),
      changes,
      ...rest,
    })),
    games,
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** How many resources there are of each sort. Expected ones are counted among the updates as well. */
export function summaryOf({ changes, alike }: Pick<LiveDifference, "changes" | "alike">) {
  const count = (action: string): number => changes.filter((change) => change.action === action).length;
  return {
    create: count("create"),
    update: count("update"),
    delete: count("delete"),
    expected: changes.filter(({ expected }) => expected).length,
    alike,
  };
}

function liveGame({ environment, base_url, game_id }: Target) {
  return { environment, base_url, game_id };
}

/** Ranks are as the service counts them: from zero. */
export function renderRankingsJson(
  question: Omit<RankingsDocument, "format" | "rankings">,
  rankings: readonly RankingRow[],
): string {
  return renderJsonDocument<RankingsDocument>({ format: FORMAT, ...question, rankings });
}

export function renderGraphJson(games: readonly GraphToShow[], diagnostics: readonly Diagnostic[]): string {
  const graphs = games.map(({ game, plan, graph }) => ({ game, ...defined({ plan }), ...graph }));
  return renderJsonDocument<GraphDocument>({ format: FORMAT, graphs, diagnostics: diagnosticsJson(diagnostics) });
}

export function renderChangelogJson(games: readonly GameChangelog[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument<ChangelogDocument>({ format: FORMAT, games, diagnostics: diagnosticsJson(diagnostics) });
}
