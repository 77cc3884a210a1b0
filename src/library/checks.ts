/** What can be said of a game without a service: lint, scenarios, the points economy, and the graph. All of it is pure. */

import type { EconomyDocument, GraphDocument, TestDocument } from "../../schemas/documents.js";
import { graphOf } from "../analysis/graph/graph.ts";
import { plannedGraph } from "../analysis/graph/planned.ts";
import { ignoresOf, isOfProgram, lint as lintDesign, type RunnableRule } from "../analysis/lint/lint.ts";
import { type LintFinding, lintedGame } from "../analysis/lint/rule.ts";
import { economyOf } from "../analysis/report/economy.ts";
import { totalsOf } from "../analysis/scenarios/results.ts";
import { testGame } from "../analysis/scenarios/test-game.ts";
import { catalog } from "../catalog/index.ts";
import { fixTexts, type TextsByFile } from "../manifest/fix-texts.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { quoted } from "../manifest/wording.ts";
import type { Severity } from "../model/codes.ts";
import { type CheckFinding, type Diagnostic, diagnostic, hasErrors, sortDiagnostics } from "../model/diagnostics.ts";
import type { LintCode } from "../model/lint-codes.ts";
import type { Address, Plan, Pointer, ScalarChange } from "../model/model.ts";
import { reportJson } from "../view/report/economy-json.ts";
import { testedGameJson } from "../view/scenarios/test-json.ts";
import type { Game } from "./game.ts";
import { contextOf } from "./handles.ts";

/** Something that a rule of your own found. */
export interface CustomFinding {
  readonly address: Address;
  /** JSON pointer into the resource, such as `/name`. Default: the whole resource. */
  readonly pointer?: Pointer;
  /** What is wrong, as a sentence without capital and full stop. */
  readonly text: string;
  /** What to do about it. */
  readonly help?: readonly string[];
  /** Changes in the manifests that solve it, which findings then have as edits. */
  readonly fixes?: readonly CustomFix[];
}

/** What a rule of your own would change. Left out where the text is not one that can be changed in place. */
export interface CustomFix {
  /** What it does, in the imperative. */
  readonly title: string;
  /** Whether it is certainly meant. Default: no. */
  readonly isSafe?: boolean;
  /** JSON pointer into the resource. Default: that of the finding. */
  readonly pointer?: Pointer;
  /** What to write there in place of a plain value or a key, or that the member, element or resource is to go. */
  readonly change: ScalarChange;
}

/** A rule of your own. Comments in manifests switch it off like any other: `# laurel-ignore studio/icons`. */
export interface CustomRule {
  /** With a slash, such as `studio/icons`: codes without one are laurel's. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, the same for every finding. */
  readonly summary: string;
  readonly check: (game: Game) => readonly CustomFinding[];
}

export interface LintOptions {
  /** Only these rules of laurel. Default: all that the project has not switched off. */
  readonly only?: readonly LintCode[];
  /** Rules of your own, which run besides. */
  readonly rules?: readonly CustomRule[];
}

/** Design mistakes in a game, by file and line. Pure. */
export function lint(game: Game, { only = [], rules = [] }: LintOptions = {}): readonly CheckFinding[] {
  const { design, lint: settings, sources } = contextOf(game);
  const added = rules.map((rule): RunnableRule => {
    if (!isOfProgram(rule.code)) throw new Error(`the code of a rule has the form owner/name, found "${rule.code}"`);
    const { code, severity, summary } = rule;
    const check = (): readonly LintFinding[] =>
      rule.check(game).map(({ address, pointer = "", text, help = [], fixes = [] }) => ({
        ...{ address, pointer, text, help },
        fixes: fixes.map((fix) => ({
          title: fix.title,
          isSafe: fix.isSafe ?? false,
          changes: [{ address, pointer: fix.pointer ?? pointer, change: fix.change }],
        })),
      }));
    return { code, severity, summary, check };
  });
  return sortDiagnostics(lintDesign(lintedGame(design, game, settings), ignoresOf(sources), only, added));
}

export interface FixingOptions {
  /** Whether to apply fixes that may change what players get, or that delete something. Default: no. */
  readonly includesUnsafe?: boolean;
}

/** TextsByFile after their fixes. */
export interface Fixed {
  readonly files: readonly ManifestText[];
  /** How many problems were fixed. */
  readonly count: number;
  /** What is left. */
  readonly findings: readonly CheckFinding[];
}

/**
 * Applies the fixes of what `check` finds in texts, such as `validate` or `lint` of the game that they are, until none is
 * left. A fix with which there would be a new error is not applied. Pure.
 */
export function applyFixes(
  files: readonly ManifestText[],
  check: (files: readonly ManifestText[]) => readonly CheckFinding[],
  { includesUnsafe = false }: FixingOptions = {},
): Fixed {
  const filesOf = (texts: TextsByFile): readonly ManifestText[] => [...texts].map(([file, text]) => ({ file, text }));
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const fixed = fixTexts(texts, (each) => ({ diagnostics: check(filesOf(each)) }), includesUnsafe);
  return { files: filesOf(fixed.texts), count: fixed.count, findings: fixed.found.diagnostics };
}

/** How the scenarios of a game ended, as in `laurel test --format json`. */
export type GameTestJson = TestDocument["games"][number];

export interface Tested {
  /** Whether there are scenarios, all of them are as expected, and none has an error. */
  readonly passed: boolean;
  readonly summary: TestDocument["summary"];
  readonly game: GameTestJson;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plays the scenarios of a game. Pure. `filter`: only those with one of these in their name or file. */
export function test(game: Game, { filter = [] }: { readonly filter?: readonly string[] } = {}): Tested {
  // Durations are in no result.
  const { game: tested, ...read } = testGame(game.name, contextOf(game).design, game.scenarios, filter, () => 0);
  const { scenarios, failed, recorded } = totalsOf([tested]);
  const isIdle = scenarios === 0 && !hasErrors(read.diagnostics);
  const none = `The game ${quoted(game.name)} has no ${read.found > 0 ? "scenario that the filter selects" : "scenarios"}.`;
  const diagnostics = isIdle ? [...read.diagnostics, diagnostic("no-scenarios", none)] : read.diagnostics;
  return {
    passed: failed === 0 && !hasErrors(diagnostics),
    summary: { scenarios, passed: scenarios - failed, failed, recorded },
    game: testedGameJson(tested),
    diagnostics,
  };
}

/** The points economy of a game, as in `laurel report --format json`. */
export type GameReportJson = EconomyDocument["reports"][number];

/** The points economy of a game, and the cheapest way to earn each achievement. Pure. */
export function report(game: Game): GameReportJson {
  return reportJson({ game: game.name, economy: economyOf(contextOf(game).design) });
}

/** The graph of a game, as in `laurel graph --format json`. */
export type GameGraphJson = GraphDocument["graphs"][number];

/** What leads to what in a game; with a plan, also what the plan changes. Pure. */
export function graph(game: Game, plan?: Plan): GameGraphJson {
  const { design } = contextOf(game);
  if (plan === undefined) return { game: game.name, ...graphOf(design) };
  const { environment, digest } = plan;
  return { game: game.name, plan: { environment, digest }, ...plannedGraph(design, plan, catalog) };
}
