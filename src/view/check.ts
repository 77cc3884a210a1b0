/** The results of `validate` and `lint`, and the rules of `lint`. */
import type { NamedRule } from "../analysis/lint/rule.ts";
import { both, counted } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Content, Document } from "./render/document.ts";
import * as doc from "./render/document.ts";

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
}

/** A line for each valid game; none where the manifests have errors. */
export function validateDocument(valid: readonly ValidGame[], isValid: boolean): Document {
  return {
    title: isValid ? "The manifests are valid" : "The manifests are not valid",
    isUntitledText: true,
    command: "laurel validate",
    blocks: isValid && valid.map(validBlock),
  };
}

function validBlock({ game, resources, overridden }: ValidGame): Content {
  const overrides = overridden.length === 0 ? "" : `, and overrides for ${both(overridden)}`;
  const line = [
    doc.painted("Valid:", "create"),
    " game ",
    doc.code(game),
    `, ${counted(resources, "resource")}${overrides}.`,
  ];
  return doc.paragraph(line, { isTight: true });
}

export function lintDocument(linted: readonly GameFindings[]): Document {
  return { title: "Lint", isUntitledText: true, command: "laurel lint", blocks: linted.map(lintedBlocks) };
}

/** One line for a clean game; otherwise a line that counts, and one for each rule, the most frequent first. */
function lintedBlocks({ game, resources, findings }: GameFindings): Content {
  const lead = findings.length === 0 ? doc.painted("Clean:", "create") : doc.painted("Found:", "warning");
  const found = findings.length === 0 ? "." : `, ${counted(findings.length, "finding")}:`;
  const rows = [...grouped(findings, (each) => each.code)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, { length }]) => [String(length), name]);
  const line = [lead, " game ", doc.code(game), `, ${counted(resources, "resource")}${found}`];
  return [doc.paragraph(line, { isTight: true }), doc.onText({ ...doc.table("rule", ["", ""], rows), isTight: true })];
}

/** What the rule is about, and both examples. */
export function ruleDocument({ code, severity, summary, explanation, bad, good, project }: NamedRule): Document {
  const example = (title: string, text: string | undefined): Content =>
    text !== undefined && [doc.paragraph(`${title}:`, { role: "muted" }), doc.listing(text.trimEnd().split("\n"))];
  return {
    title: [doc.painted(`${severity}[${code}]`, severity), `: ${summary}`],
    blocks: [
      doc.paragraph(explanation),
      example("With this in the project file", project),
      example("Found", bad),
      example("Not found", good),
      doc.paragraph([
        "To disable it: ",
        doc.code(`lint: { rules: { ${code}: off } }`, "muted"),
        " in the project file",
      ]),
    ],
  };
}
