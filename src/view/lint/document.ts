/** The results of `validate` and `lint`, and the rules of `lint`. */
import type { NamedRule } from "../../analysis/lint/rule.ts";
import { both, counted } from "../../ground/words.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Content, Document, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";

export interface ValidGame {
  readonly game: string;
  readonly resources: number;
  /** Environments whose overrides were checked too. */
  readonly overridden: readonly string[];
}

export interface GameFindings extends Pick<ValidGame, "game" | "resources"> {
  readonly findings: readonly Diagnostic[];
}

/** Writes a line for each valid game, and no line if the manifests have errors. */
export function validateDocument(valid: readonly ValidGame[], isValid: boolean): Document {
  const lines = valid.map((game) => {
    const overrides =
      game.overridden.length === 0 ? "" : `, and overrides for ${both(game.overridden)}`;
    return gameLine(doc.paint("Valid:", "create"), game, `${overrides}.`);
  });
  return {
    title: isValid ? "The manifests are valid" : "The manifests are not valid",
    isUntitledText: true,
    command: "laurel validate",
    blocks: isValid && lines,
  };
}

function gameLine(
  lead: Words,
  { game, resources }: Pick<ValidGame, "game" | "resources">,
  end: string,
): Content {
  return doc.paragraph(
    [lead, " game ", doc.code(game), `, ${counted(resources, "resource")}${end}`],
    {
      isTight: true,
    },
  );
}

/** Writes a line for each game. Every form shows the findings among the problems. */
export function lintDocument(linted: readonly GameFindings[]): Document {
  const blocks = linted.map((game) => {
    if (game.findings.length === 0) return gameLine(doc.paint("Clean:", "create"), game, ".");
    return gameLine(
      doc.paint("Found:", "warning"),
      game,
      `, ${counted(game.findings.length, "finding")}.`,
    );
  });
  return { title: "Lint", isUntitledText: true, command: "laurel lint", blocks };
}

/** Explains a rule with both examples. */
export function ruleDocument({
  code,
  severity,
  summary,
  explanation,
  bad,
  good,
  project,
}: NamedRule): Document {
  const example = (title: string, text: string | undefined): Content =>
    text !== undefined && [
      doc.paragraph(`${title}:`, { role: "muted" }),
      doc.listing(text.trimEnd().split("\n")),
    ];
  return {
    title: [doc.paint(`${severity}[${code}]`, severity), `: ${summary}`],
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
