/** The results of `validate` and `lint`, and the rules of `lint`. */
import type { NamedRule } from "../analysis/lint/rule.ts";
import type { Secrets } from "../analysis/secrets.ts";
import { both, counted } from "../manifest/wording.ts";
import type { FailureOutcome } from "../model/codes.ts";
import { grouped, sum } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { outcomeOf } from "../model/events.ts";
import { type Concealment, concealAll } from "./concealment.ts";
import { problemCallouts } from "./problems.ts";
import { type Block, code, type Document, painted, paragraph, type Words } from "./render/document.ts";

interface CountedGame {
  readonly game: string;
  readonly resources: number;
}

export interface ValidGame extends CountedGame {
  /** Environments whose overrides were checked too. */
  readonly overridden: readonly string[];
}

export interface LintedGameSummary extends CountedGame {
  readonly findings: readonly Diagnostic[];
}

/** `hides`: for pages, which have the problems in them; text has one line for each valid game. */
export function validateDocument(
  diagnostics: readonly Diagnostic[],
  valid: readonly ValidGame[],
  hides?: Concealment,
): Document {
  if (hides === undefined)
    return { title: "", blocks: outcomeOf(diagnostics) === undefined ? valid.map(validBlock) : [] };
  const outcome = outcomeOf(diagnostics);
  const problems = concealAll(diagnostics, undefined, hides);
  const title = `The manifests ${VERDICTS[outcome ?? "done"]}`;
  const counts = countsOf(problems);
  return page(
    counts === "" ? title : `${title}: ${counts}`,
    "laurel validate",
    problems,
    outcome === undefined ? valid : [],
  );
}

const VERDICTS: Readonly<Record<FailureOutcome | "done", string>> = {
  done: "are valid",
  invalid: "are not valid",
  usage: "were not checked",
  failed: "were not checked",
  refused: "were not checked",
};

function validBlock({ game, resources, overridden }: ValidGame): Block {
  const overrides = overridden.length === 0 ? "" : `, and overrides for ${both(overridden)}`;
  return paragraph([painted("Valid:", "create"), ` game "${game}", ${counted(resources, "resource")}${overrides}.`], {
    isTight: true,
  });
}

/** The findings, with what is secret about the games that they are in. `general`: problems that are no findings. */
export function lintDocument(
  general: readonly Diagnostic[],
  linted: readonly (LintedGameSummary & { readonly secrets?: Secrets })[],
  hides?: Concealment,
): Document {
  if (hides === undefined) return { title: "", blocks: linted.flatMap(lintedBlocks) };
  const problems = [
    ...concealAll(general, undefined, hides),
    ...linted.flatMap(({ findings, secrets }) => concealAll(findings, secrets, hides)),
  ];
  return page(`Lint found ${countsOf(problems) || "no problems"}`, "laurel lint", problems, linted);
}

/** One line for a clean game; otherwise a line that counts, and one for each rule, the most frequent first. */
function lintedBlocks({ game, resources, findings }: LintedGameSummary): readonly Block[] {
  const named = `game "${game}", ${counted(resources, "resource")}`;
  if (findings.length === 0) return [paragraph([painted("Clean:", "create"), ` ${named}.`], { isTight: true })];
  const rows = [...grouped(findings, (each) => each.code)]
    .map(([name, { length }]) => [name, length] as const)
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([name, count]) => ({ cells: [String(count), name] }));
  const lead = paragraph([painted("Found:", "warning"), ` ${named}, ${counted(findings.length, "finding")}:`], {
    isTight: true,
  });
  return [
    lead,
    {
      type: "table",
      noun: "rule",
      caption: "Rules",
      columns: [{ title: "", isNumber: true }, { title: "" }],
      rows,
      isTight: true,
    },
  ];
}

/** `2 errors and 1 warning`; empty without any. */
function countsOf(problems: readonly Diagnostic[]): string {
  return both(problemCallouts(problems).map(({ title }) => String(title)));
}

function page(
  title: string,
  command: string,
  problems: readonly Diagnostic[],
  games: readonly CountedGame[],
): Document {
  const [only] = games.length === 1 ? games : [];
  const resources = counted(sum(games.map((game) => game.resources)), "resource");
  const line: Words =
    only === undefined
      ? `${counted(games.length, "game")}, ${resources}.`
      : ["Game ", code(only.game), `, ${resources}.`];
  return { title, command, blocks: [...(games.length === 0 ? [] : [paragraph(line)]), ...problemCallouts(problems)] };
}

/** What the rule is about, and both examples. */
export function ruleDocument({ code: name, severity, summary, explanation, bad, good, project }: NamedRule): Document {
  const sections = [
    ...(project === undefined ? [] : [["With this in the project file", project] as const]),
    ["Found", bad] as const,
    ["Not found", good] as const,
  ];
  return {
    title: [painted(`${severity}[${name}]`, severity), `: ${summary}`],
    blocks: [
      paragraph(explanation),
      ...sections.flatMap(([title, text]): readonly Block[] => [
        paragraph(`${title}:`, { role: "muted" }),
        { type: "code", lines: text.trimEnd().split("\n") },
      ]),
      paragraph(["To disable it: ", code(`lint: { rules: { ${name}: off } }`, "muted"), " in the project file"]),
    ],
  };
}
