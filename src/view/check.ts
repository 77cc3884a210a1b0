/** The results of `validate` and `lint`, and the rules of `lint`. */
import type { NamedRule } from "../analysis/lint/rule.ts";
import { secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { both, counted } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { type Concealment, concealAll } from "./concealment.ts";
import { problemCallouts } from "./problems.ts";
import { type Block, code, type Document, onForm, painted, paragraph, table } from "./render/document.ts";

export interface ValidGame {
  readonly game: string;
  readonly resources: number;
  /** Environments whose overrides were checked too. */
  readonly overridden: readonly string[];
}

export interface GameFindings {
  readonly game: string;
  readonly resources: number;
  readonly findings: readonly Diagnostic[];
  readonly desired: DesiredGame;
}

/** A line for each valid game. `hides`: for pages, which have the problems in them. */
export function validateDocument(
  diagnostics: readonly Diagnostic[],
  valid: readonly ValidGame[],
  hides?: Concealment,
): Document {
  const problems = problemCallouts(concealAll(diagnostics, undefined, hides));
  const title = hasErrors(diagnostics) ? "The manifests are not valid" : "The manifests are valid";
  return {
    title: hides === undefined ? "" : title,
    command: "laurel validate",
    blocks: [...(hasErrors(diagnostics) ? [] : valid.map(validBlock)), ...onForm("page", problems)],
  };
}

function validBlock({ game, resources, overridden }: ValidGame): Block {
  const overrides = overridden.length === 0 ? "" : `, and overrides for ${both(overridden)}`;
  const line = [painted("Valid:", "create"), " game ", code(game), `, ${counted(resources, "resource")}${overrides}.`];
  return paragraph(line, { isTight: true });
}

/** `diagnostics`: problems of the run, and all findings. The declaration of a resource says whether findings in it are secret. */
export function lintDocument(
  diagnostics: readonly Diagnostic[],
  linted: readonly GameFindings[],
  hides?: Concealment,
): Document {
  const found = new Set(linted.flatMap(({ findings }) => findings));
  const general = diagnostics.filter((each) => !found.has(each));
  const problems = () => [
    ...concealAll(general, undefined, hides),
    ...linted.flatMap(({ findings, desired }) => concealAll(findings, secretsOf({ desired }, catalog), hides)),
  ];
  return {
    title: hides === undefined ? "" : "Lint",
    command: "laurel lint",
    blocks: [...linted.flatMap(lintedBlocks), ...(hides === undefined ? [] : problemCallouts(problems()))],
  };
}

/** One line for a clean game; otherwise a line that counts, and one for each rule, the most frequent first. */
function lintedBlocks({ game, resources, findings }: GameFindings): readonly Block[] {
  const lead = findings.length === 0 ? painted("Clean:", "create") : painted("Found:", "warning");
  const found = findings.length === 0 ? "." : `, ${counted(findings.length, "finding")}:`;
  const rows = [...grouped(findings, (each) => each.code)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, { length }]) => [String(length), name]);
  const rules = { ...table("rule", ["", ""], rows), isTight: true };
  const line = [lead, " game ", code(game), `, ${counted(resources, "resource")}${found}`];
  return [paragraph(line, { isTight: true }), ...(rows.length === 0 ? [] : onForm("text", [rules]))];
}

/** What the rule is about, and both examples. */
export function ruleDocument({ code: name, severity, summary, explanation, bad, good, project }: NamedRule): Document {
  const examples = { "With this in the project file": project, Found: bad, "Not found": good };
  return {
    title: [painted(`${severity}[${name}]`, severity), `: ${summary}`],
    blocks: [
      paragraph(explanation),
      ...Object.entries(examples).flatMap(([title, text]): readonly Block[] =>
        text === undefined
          ? []
          : [paragraph(`${title}:`, { role: "muted" }), { type: "code", lines: text.trimEnd().split("\n") }],
      ),
      paragraph(["To disable it: ", code(`lint: { rules: { ${name}: off } }`, "muted"), " in the project file"]),
    ],
  };
}
