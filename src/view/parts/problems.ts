/** Problems and findings as parts of documents: the problem, its place, and the help. */

import { grouped } from "../../ground/collections.ts";
import { counted, nameText } from "../../ground/words.ts";
import type { Severity } from "../../model/codes.ts";
import {
  type Diagnostic,
  diagnostic,
  type Help,
  type Label,
  MOST_SHOWN,
  sortDiagnostics,
} from "../../model/diagnostics.ts";

import type { Span } from "../../model/source.ts";
import { MASK_OF_NO_GAME, type Masked, maskGeneral } from "../mask/mask.ts";
import type { Callout, Content, Document, Entry, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";
import { safeText } from "../render/safe-text.ts";

/** Sentences of one problem on a page; some name every resource that they are about. */
const SENTENCES = 20;

/** Makes the entry of a problem: its sentences, then the help. */
function problemEntry(problem: Masked<Diagnostic>): Entry {
  const { summary, code, game, address, primary, detail, help } = problem;
  const [first, ...rest] = detail.split("\n").filter((sentence) => sentence !== "");
  const left = rest.length - SENTENCES;
  return {
    ...(left > 0 && { saidBy: "nothing" }),
    text: [
      game !== undefined && [doc.code(game), " "],
      [doc.strong(summary), " (", doc.code(code), ")"],
      primary && [" at ", doc.code(`${primary.span.source.name}:${primary.span.start.line}`)],
      address !== undefined && [" (", doc.code(address), ")"],
      `: ${first ?? ""}`,
    ],
    blocks: doc.list("sentence", [
      ...rest.slice(0, SENTENCES),
      left > 0 && `and ${counted(left, "more sentence")}`,
      ...help.map(helpEntry),
    ]),
  };
}

function helpEntry(help: Help): Words | Entry {
  if (typeof help === "string") return `help: ${help}`;
  const lines = help.command.split("\n");
  const isShell = help.command.startsWith("laurel ");
  if (lines.length === 1 && !isShell) return [`help: ${help.text} `, doc.code(help.command)];
  return {
    text: `help: ${help.text}`,
    blocks: doc.listing(lines, { language: isShell ? "sh" : "yaml" }),
  };
}

/** Writes help as lines. Commands to copy are indented. */
export function helpLines(help: readonly Help[]): readonly string[] {
  return help.flatMap((hint) =>
    typeof hint === "string"
      ? [hint]
      : [hint.text, ...hint.command.split("\n").map((line) => `  ${line}`)],
  );
}

export function problemEntries(problems: readonly Masked<Diagnostic>[]): readonly Entry[] {
  return limitProblems(problems).map(problemEntry);
}

export function problemCallout(
  role: Severity,
  title: string,
  problems: readonly Masked<Diagnostic>[],
): Callout {
  const blocks = doc.list(role, problemEntries(problems));
  return {
    type: "callout",
    role,
    rank: role === "error" ? doc.RANKS.problem : doc.RANKS.warning,
    title,
    blocks,
  };
}

/** Makes a box of the errors, then a box of the warnings. */
export function problemCallouts(problems: readonly Masked<Diagnostic>[]): Content {
  return (["error", "warning"] as const).map((severity) => {
    const mine = problems.filter((problem) => problem.severity === severity);
    return problemCallout(severity, counted(mine.length, severity), mine);
  });
}

/** Puts the problems at the beginning of a page. Text shows them elsewhere. */
export function withProblems(
  document: Document,
  problems: readonly Masked<Diagnostic>[],
): Document {
  return { ...document, blocks: [document.lead, problemCallouts(problems), document.blocks] };
}

/** A problem that several games may share. */
export interface SharedProblem extends Masked<Diagnostic> {
  /** Games in their order; empty if the run has one game. */
  readonly games?: readonly string[];
}

/**
 * Merges problems that differ only in their game (an unset token, for example) into the first of
 * them.
 */
export function mergeProblems(
  diagnostics: readonly Masked<Diagnostic>[],
): readonly SharedProblem[] {
  const shared = grouped(diagnostics, (problem) =>
    problem.game === undefined ? problem : writeContent(problem),
  );
  return [...shared.values()].flatMap((all): readonly SharedProblem[] => {
    const games = [...new Set(all.flatMap(({ game }) => game ?? []))];
    if (games.length <= 1) return all.map((problem) => ({ ...problem, games })).slice(0, 1);
    return all.map(({ game, ...problem }) => ({ ...problem, games })).slice(0, 1);
  });
}

/** Writes a problem without its game as one text, to compare it. */
function writeContent({ code, detail, address, primary, others, help, about }: Diagnostic): string {
  const labels = [...(primary === undefined ? [] : [primary]), ...others];
  const places = labels.map(({ span, text, quotes }) => [placeText(span), text, quotes]);
  return JSON.stringify([code, detail, address, places, help, about]);
}

/**
 * Limits problems for people: sorted, at most `MOST_SHOWN`, errors before warnings, and a last one
 * that counts the others.
 */
export function limitProblems(problems: readonly SharedProblem[]): readonly SharedProblem[] {
  const sorted = sortDiagnostics(problems);
  const errors = sorted.filter(({ severity }) => severity === "error").length;
  const rest = sorted.length - MOST_SHOWN;
  if (rest <= 0) return sorted;
  const left = { error: MOST_SHOWN, warning: Math.max(0, MOST_SHOWN - errors) };
  const listed = sorted.filter(({ severity }) => {
    left[severity] -= 1;
    return left[severity] >= 0;
  });
  const words = `${counted(rest, "more problem")} ${rest === 1 ? "is" : "are"} not shown.`;
  const help = ["fix those that are shown, and run again"];
  const more = diagnostic("more-problems", words, { help });
  return [...listed, ...maskGeneral([more], MASK_OF_NO_GAME).all];
}

/**
 * Writes a problem for forms without a layout: the problem, then the help, then further places, on
 * one line each.
 */
export function messageLines(problem: Masked<Diagnostic>): readonly string[] {
  const { game, address, detail, help, others } = problem;
  const about = [game, address].flatMap((name) => (name === undefined ? [] : [nameText(name)]));
  const places = others.map(({ span, text }) => `${placeText(span)}: ${text}`);
  return [
    [...about, detail].join(": "),
    ...helpLines(help).map((line) => `help: ${line}`),
    ...places,
  ]
    .flatMap((text) => text.split("\n"))
    .map(safeText);
}

/** Returns the further places that a message lists, and a line that counts the others. */
export function limitPlaces(others: readonly Label[]): {
  readonly shown: readonly Label[];
  readonly left: readonly string[];
} {
  const left = others.length - MOST_SHOWN;
  if (left <= 0) return { shown: others, left: [] };
  return { shown: others.slice(0, MOST_SHOWN), left: [`and ${counted(left, "more place")}`] };
}

/** Writes a place: `a.yaml:12:3`, `"my game.yaml":12:3`. */
export function placeText({ source, start }: Span): string {
  return `${nameText(source.name)}:${start.line}:${start.column}`;
}
