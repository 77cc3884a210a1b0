/**
 * Comments in manifests that switch rules off: `# laurel-ignore CODE, CODE -- reason` for the line that it stands on or
 * above, or for the whole resource that begins there; `# laurel-ignore-file CODE` for the file.
 */

import type { YamlComment } from "../../manifest/parse-yaml.ts";
import { problemAt } from "../../manifest/problem.ts";
import { grouped } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { isLintCode, LINT_NAMES, type LintCode } from "../../model/lint-codes.ts";
import type { DesiredGame, Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";

/** What every such comment holds: texts without it need not be looked at. */
export const IGNORE_WORD = "laurel-ignore";

/** One rule that a comment names. */
export interface Ignore {
  readonly code: LintCode;
  readonly span: Span;
  /** The line that it is about; absent for the whole file. */
  readonly line?: number;
}

export interface Ignores {
  readonly all: readonly Ignore[];
  /** Comments that name no rule. */
  readonly diagnostics: readonly Diagnostic[];
}

export const NO_IGNORES: Ignores = { all: [], diagnostics: [] };

/** Reads the comments of one file. */
export function ignoresIn(comments: readonly YamlComment[]): Ignores {
  const alone = new Set(comments.filter(({ isAlone }) => isAlone).map(({ span }) => span.start.line));
  const all: Ignore[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { text, span, isAlone } of comments) {
    const [, whole, words] = /^#\s*laurel-ignore(-file)?(?![\w-])(.*)$/s.exec(text) ?? [];
    if (words === undefined) continue;
    let line = span.start.line;
    // Several comments may stand above one line.
    if (isAlone) while (alone.has(line)) line += 1;
    const codes = (words.split(/(?:^|\s)--(?:\s|$)/)[0] ?? "").split(/[,\s]+/).filter((code) => code !== "");
    if (codes.length === 0) diagnostics.push(unknown(span, "no rule is named", ["write the rule's code behind it"]));
    for (const code of codes) {
      if (!isLintCode(code)) {
        diagnostics.push(unknown(span, `no rule is called "${code}"`, didYouMean(code, LINT_NAMES)));
      } else all.push(whole === undefined ? { code, span, line } : { code, span });
    }
  }
  return { all, diagnostics };
}

function unknown(span: Span, text: string, help: readonly string[]): Diagnostic {
  return problemAt("unknown-ignore", span, text, {
    help: help.length > 0 ? help : ["the rules are listed by laurel lint --list; a reason stands behind --"],
  });
}

export interface Sifted {
  /** What no comment switches off. */
  readonly left: readonly Diagnostic[];
  /** Comments that switched something off. */
  readonly used: ReadonlySet<Ignore>;
}

/** Takes out what comments switch off. */
export function sift(
  findings: readonly Diagnostic[],
  ignores: readonly Ignore[],
  resources: DesiredGame["resources"],
): Sifted {
  const byPlace = grouped(ignores, ({ code, span, line }) => keyOf(code, span.file, line));
  const used = new Set<Ignore>();
  const left = findings.filter((found) => {
    const matching = placesOf(found, resources).flatMap(
      ([file, line]) => byPlace.get(keyOf(found.code, file, line)) ?? [],
    );
    for (const each of matching) used.add(each);
    return matching.length === 0;
  });
  return { left, used };
}

function keyOf(code: string, file: string, line: number | undefined): string {
  return `${code} ${line ?? "all"} ${file}`;
}

/** Where a comment about the finding may stand: its file, its line, and the line that its resource begins on. */
function placesOf(
  { primary, address }: Diagnostic,
  resources: DesiredGame["resources"],
): readonly (readonly [file: string, line?: number])[] {
  const origin = address === undefined ? undefined : resources.get(address)?.origin;
  return [
    ...(primary === undefined ? [] : ([[primary.span.file], [primary.span.file, primary.span.start.line]] as const)),
    ...(origin === undefined ? [] : ([[origin.file, origin.line]] as const)),
  ];
}

/** The finding that a comment switches nothing off. */
export function idleIgnore({ code, span }: Ignore): Diagnostic {
  const help = ["remove it, or move it to the line of the finding or above it"];
  return problemAt("idle-ignore", span, `"${code}" finds nothing here`, { help });
}
