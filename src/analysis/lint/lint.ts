/**
 * Runs the rules on a game, with the severities of its project, and drops what comments in the manifests switch off:
 * `# laurel-ignore CODE, CODE -- reason` for its line or the one below, or for the whole resource that begins there;
 * `# laurel-ignore-file CODE` for the file.
 */

import { type YamlComment, yamlComments } from "../../manifest/parse-yaml.ts";
import { problemAt, sentence } from "../../manifest/problem.ts";
import { grouped } from "../../model/collections.ts";
import { type Diagnostic, type Fix, problem } from "../../model/diagnostics.ts";
import type { PlacedEdit } from "../../model/edits.ts";
import { isLintCode, LINT_CODES, LINT_NAMES, type LintCode } from "../../model/lint-codes.ts";
import type { DesiredGame, Span } from "../../model/model.ts";
import { didYouMean, meantName } from "../../model/nearest.ts";
import type { RuleLevel } from "../../project/lint-limits.ts";
import type { LintSettings } from "../../project/lint-settings.ts";
import { isJsonFile, type SourceText } from "../../text/parts.ts";
import { editBetween, fixOf } from "../../text/text-edits.ts";
import { folded } from "./fold.ts";
import type { LintedGame, LintFinding, LintRule, RuleFix, RulePart } from "./rule.ts";
import { RULES } from "./rules.ts";

/** What is needed to run a rule. Rules of a program's own have a `/` in their code. */
export type RunnableRule = Pick<LintRule, "code" | "severity" | "summary" | "check" | "isPairwise" | "after">;

/**
 * What the rules find. `only`: the rules to run; a rule that is named there runs although the project has it off, with its
 * own severity. `added`: rules that run besides.
 */
export function lint(
  game: LintedGame,
  ignores: Ignores,
  only: readonly LintCode[] = [],
  added: readonly RunnableRule[] = [],
): readonly Diagnostic[] {
  const { settings, desired } = game;
  const own = only.length > 0 ? only : LINT_NAMES.filter((code) => levelOf(code, settings) !== "off");
  const chosen = new Set<string>([...own, ...added.map(({ code }) => code)]);
  const found = withoutRepeats(
    [...RULES, ...added].flatMap((rule) => {
      const findings = chosen.has(rule.code) && rule.check !== undefined ? rule.check(game) : [];
      return findings.map((finding) => ({ rule, finding, diagnostic: diagnosticOf(rule, finding, game) }));
    }),
  );
  const { left, used } = withoutIgnored(found, ignores.all, desired.resources);
  const isIdle = (each: Ignore): boolean => chosen.has(each.code) && !used.has(each);
  const idle = ignores.all.filter(isIdle).map(idleIgnore);
  const shown = [...grouped(left, ({ rule }) => rule)].flatMap(([rule, ofRule]) => {
    const findings = folded(
      rule,
      ofRule.map(({ finding }) => finding),
    );
    return findings.map((each) => diagnosticOf(rule, each, game));
  });
  return [
    ...shown,
    ...(chosen.has("unknown-ignore") ? ignores.diagnostics : []),
    ...(chosen.has("idle-ignore") ? idle : []),
  ].map((each) => withSeverity(each, settings));
}

/** What a rule found, and as it is shown. */
interface Found {
  readonly rule: RunnableRule;
  readonly finding: LintFinding;
  readonly diagnostic: Diagnostic;
}

/** Without what a rule finds where one that says the same has found something already. */
function withoutRepeats(found: readonly Found[]): readonly Found[] {
  const keyOf = (code: string, { primary }: Diagnostic): string =>
    `${code} ${primary?.span.file}:${primary?.span.start.line}:${primary?.span.start.column}`;
  const places = new Set(found.map(({ rule, diagnostic }) => keyOf(rule.code, diagnostic)));
  return found.filter(
    ({ rule, diagnostic }) => !(rule.after ?? []).some((code) => places.has(keyOf(code, diagnostic))),
  );
}

function diagnosticOf(rule: RunnableRule, finding: LintFinding, { desired }: LintedGame): Diagnostic {
  const { code, severity, summary } = rule;
  const spanOf = (where: RulePart | { readonly span: Span }): Span => {
    if ("span" in where) return where.span;
    const source = desired.sources.get(where.address);
    if (source === undefined) throw new Error(`${where.address} is declared nowhere`);
    return source.locate(where.pointer, where.isKey === true ? "key" : "value");
  };
  const { text, others = [], help = [], fixes = [] } = finding;
  const labels = others.map((each) => ({ span: spanOf(each), text: each.text }));
  const address = "span" in finding ? undefined : finding.address;
  const primary = { span: spanOf(finding), text };
  return problem({ code: code as LintCode, severity, summary }, sentence(text), {
    address,
    primary,
    others: labels,
    help,
    fixes: fixes.flatMap((fix) => placedFix(fix, desired)),
  });
}

/** The fix with its edits, unless one of its changes needs more than that. */
function placedFix({ title, isSafe, changes }: RuleFix, { sources }: LintedGame["desired"]): readonly Fix[] {
  const each = changes.map(({ address, pointer, change }) => sources.get(address)?.edit(pointer, change));
  return each.every((edits) => edits !== undefined) ? fixOf(title, isSafe, each.flat()) : [];
}

function levelOf(code: LintCode, { rules }: LintSettings): RuleLevel {
  return rules[code] ?? LINT_CODES[code].severity;
}

function withSeverity(found: Diagnostic, { rules }: LintSettings): Diagnostic {
  const level = rules[found.code as LintCode] ?? found.severity;
  return level === "off" || level === found.severity ? found : { ...found, severity: level };
}

/** Texts without this word have no such comments. */
const IGNORE_WORD = "laurel-ignore";

/** A rule that a comment names. */
interface Ignore {
  readonly code: string;
  readonly span: Span;
  /** The line that it applies to; absent for the whole file. */
  readonly line?: number;
  /** How to take the code out of the comment, and a comment without another code out of the text. */
  readonly remove: () => readonly PlacedEdit[];
}

export interface Ignores {
  readonly all: readonly Ignore[];
  /** Comments that name no rule. */
  readonly diagnostics: readonly Diagnostic[];
}

export const NO_IGNORES: Ignores = { all: [], diagnostics: [] };

/** What comments switch off. Few texts have such comments, and only these are searched. JSON has none. */
export function ignoresOf(sources: readonly SourceText[]): Ignores {
  const each = sources
    .filter(({ file, text }) => text.includes(IGNORE_WORD) && !isJsonFile(file))
    .map((source) => ignoresIn(yamlComments(source), source));
  return { all: each.flatMap(({ all }) => all), diagnostics: each.flatMap(({ diagnostics }) => diagnostics) };
}

/** Reads the comments of one file. */
export function ignoresIn(comments: readonly YamlComment[], source: SourceText): Ignores {
  const alone = new Set(comments.filter(({ isAlone }) => isAlone).map(({ span }) => span.start.line));
  const all: Ignore[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { text, span, isAlone } of comments) {
    const [, whole, words] = /^#\s*laurel-ignore(-file)?(?![\w-])(.*)$/s.exec(text) ?? [];
    if (words === undefined) continue;
    let line = span.start.line;
    // Several comments may be above one line.
    if (isAlone) while (alone.has(line)) line += 1;
    const named = words.split(/(?:^|\s)--(?:\s|$)/)[0] ?? "";
    const first = span.start.offset + text.length - words.length;
    const codes = [...named.matchAll(/[^,\s]+/g)].map((found) => ({ code: found[0], at: first + found.index }));
    if (codes.length === 0) diagnostics.push(unknown(span, "no rule is named", ["write the rule's code after it"]));
    for (const { code, at } of codes) {
      if (!isLintCode(code) && !isOfProgram(code)) {
        const meant = meantName(code, LINT_NAMES, false);
        const edits = meant && [editBetween(source, at, at + code.length, meant.name)];
        const fixes = fixOf(`write ${meant?.name}`, meant?.isCertain === true, edits);
        diagnostics.push(unknown(span, `no rule is called "${code}"`, didYouMean(code, LINT_NAMES), fixes));
      } else {
        const remove = (): readonly PlacedEdit[] =>
          codes.length > 1 ? withoutCode(source, at, code, at === codes[0]?.at) : withoutComment(source, span, isAlone);
        all.push({ code, span, ...(whole === undefined ? { line } : {}), remove });
      }
    }
  }
  return { all, diagnostics };
}

/** Whether a program gives the rule: the command cannot know whether it exists. */
export function isOfProgram(code: string): boolean {
  return /^[^/]+\/[^/]+$/.test(code);
}

/** With what separates it from the code before, or the first from the next. */
function withoutCode(source: SourceText, at: number, code: string, isFirst: boolean): readonly PlacedEdit[] {
  const end = at + code.length;
  const before = isFirst ? "" : (/[,\s]+$/.exec(source.text.slice(0, at))?.[0] ?? "");
  const behind = isFirst ? (/^[,\s]+/.exec(source.text.slice(end))?.[0] ?? "") : "";
  return [editBetween(source, at - before.length, end + behind.length, "")];
}

/** With its line, where it is alone there. */
function withoutComment(source: SourceText, { start, end }: Span, isAlone: boolean): readonly PlacedEdit[] {
  const { text, lineStarts } = source;
  if (isAlone) {
    const from = lineStarts[start.line - 1] ?? 0;
    return [editBetween(source, from, lineStarts[start.line] ?? text.length, "")];
  }
  const from = text.slice(0, start.offset).trimEnd().length;
  return [editBetween(source, from, end.offset, "")];
}

function unknown(span: Span, text: string, help: readonly string[], fixes: readonly Fix[] = []): Diagnostic {
  return problemAt("unknown-ignore", span, text, {
    fixes,
    help: help.length > 0 ? help : ["laurel lint --list shows the rules; put a reason behind --"],
  });
}

/** `left`: what no comment switches off; `used`: comments that switched something off. */
function withoutIgnored(
  all: readonly Found[],
  ignores: readonly Ignore[],
  resources: DesiredGame["resources"],
): { readonly left: readonly Found[]; readonly used: ReadonlySet<Ignore> } {
  const byPlace = grouped(ignores, ({ code, span, line }) => keyOf(code, span.file, line));
  const used = new Set<Ignore>();
  const left = all.filter(({ diagnostic }) => {
    const places = placesOf(diagnostic, resources);
    const matching = places.flatMap(([file, line]) => byPlace.get(keyOf(diagnostic.code, file, line)) ?? []);
    for (const each of matching) used.add(each);
    return matching.length === 0;
  });
  return { left, used };
}

function keyOf(code: string, file: string, line: number | undefined): string {
  return `${code} ${line ?? "all"} ${file}`;
}

/** Where a comment about the finding may be: in its file, on its line, or on the line where its resource begins. */
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

function idleIgnore({ code, span, remove }: Ignore): Diagnostic {
  const help = ["remove it, or move it to the line of the finding or above it"];
  const fixes = fixOf("remove it", true, remove());
  return problemAt("idle-ignore", span, `"${code}" finds nothing here`, { help, fixes });
}
