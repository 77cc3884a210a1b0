/**
 * Problems for a terminal. Every mistake with its place and words: test/cases-invalid. Hostile
 * texts: hostile.test.ts.
 */

import { describe, expect, it } from "vitest";
import { type Diagnostic, diagnostic, type Label, problemAt } from "../../src/model/diagnostics.ts";
import { sourceFile } from "../../src/model/source.ts";
import { plainStyle, type Style } from "../../src/view/render/document.ts";
import { renderDiagnosticsText } from "../support/diagnostics-text.ts";
import { span } from "./sample-plans.ts";

const TEXT = 'actions:\n  - custom_id: slay\n    name: "龍 slays"\n\tn_me: x\n';

/** Text with the role written around it. */
const markerStyle: Style = (role, words) => (words === "" ? "" : `[${role}]${words}[/]`);

/** The problem with its places in this text, where they are in `a.yaml`. */
function placed(problem: Diagnostic, file: string): Diagnostic {
  const source = sourceFile({ name: "a.yaml", text: file });
  const moved = (label: Label): Label =>
    label.span.source.name === "a.yaml" ? { ...label, span: { ...label.span, source } } : label;
  const { primary, others } = problem;
  return { ...problem, others: others.map(moved), ...(primary && { primary: moved(primary) }) };
}

function text(diagnostics: readonly Diagnostic[], style = plainStyle, file = TEXT): string {
  return renderDiagnosticsText(
    diagnostics.map((problem) => placed(problem, file)),
    { style },
  );
}

describe("diagnostics as text", () => {
  it("marks roles, shows places of two files, and says the detail only if it adds something", () => {
    const one = problemAt("duplicate-id", span(2, 16, 20), {
      label: 'another action has the id "slay"',
      address: "action/slay",
      others: [
        { span: span(1, 1, 8), text: "first given here" },
        { span: span(9, 2, 3, "b.yaml"), text: "and here" },
      ],
      help: ["choose another id"],
    });
    const two = diagnostic("step-failed", "The service said no.\nTwice.", {
      primary: { span: span(3, 5, 9), text: "declared here" },
      help: ["laurel plan\nlaurel apply"],
    });
    expect(text([one, two], markerStyle)).toMatchInlineSnapshot(`
      "[error]error[duplicate-id][/]: [strong]Duplicate custom_id[/]
      [muted]  -->[/] a.yaml:2:16[muted] (action/slay)[/]
      [muted]   | [/]
      [muted] 1 | [/]actions:
      [muted] 2 | [/]  - custom_id: slay
      [muted]   | [/]               [error]^^^^[/] [error]another action has the id "slay"[/]
      [muted]  :::[/] a.yaml:1:1 first given here
      [muted]  :::[/] b.yaml:9:2 and here
         [hint]= help:[/] choose another id

      [error]error[step-failed][/]: [strong]Step failed[/]
      [muted]  -->[/] a.yaml:3:5
      [muted]   | [/]
      [muted] 1 | [/]actions:
      [muted] 2 | [/]  - custom_id: slay
      [muted] 3 | [/]    name: "龍 slays"
      [muted]   | [/]    [error]^^^^[/] [error]declared here[/]
         [muted]= note:[/] The service said no.
                 Twice.
         [hint]= help:[/] laurel plan
                 laurel apply

      [error]2 errors[/] in 1 file.
      "
    `);
  });

  it("puts carets under wide characters and tabs by their width", () => {
    const wide = problemAt("invalid-value", span(3, 11, 14), { label: "wide" });
    expect(text([wide]).split("\n")[6]).toBe("   |           ^^^^ wide");
    const tab = problemAt("unknown-field", span(4, 2, 6), { label: "after a tab" });
    expect(text([tab]).split("\n").slice(5, 7)).toEqual([
      " 4 |     n_me: x",
      "   |     ^^^^ after a tab",
    ]);
  });

  it("shows two hundred and counts the rest, errors before warnings", () => {
    const warnings = Array.from({ length: 210 }, (_, index) =>
      problemAt("long-in-bytes", span(1, index + 1, index + 2), { label: "w" }),
    );
    const rendered = text([
      ...warnings,
      problemAt("unknown-field", span(3, 1, 2), { label: "the error" }),
    ]);
    expect(rendered).toContain("the error");
    expect(rendered.match(/^warning\[long-in-bytes\]/gm)).toHaveLength(199);
    expect(rendered).toContain("11 more problems are not shown.");
    expect(rendered.trimEnd().split("\n").at(-1)).toBe("1 error, 210 warnings in 1 file.");
  });

  it("hides the value of a token's key, and shows the names of variables", () => {
    const file =
      "service:\n  token: 7|abcdefghijklmnop\n  token_env: LAUREL_API_TOKEN_OF_MINE\n  x: 1\n";
    const rendered = text(
      [problemAt("unknown-field", span(4, 3, 4), { label: "x" })],
      plainStyle,
      file,
    );
    expect(rendered).not.toContain("abcdefghijklmnop");
    expect(rendered).toContain("LAUREL_API_TOKEN_OF_MINE");
  });
});
