/** The form of templates: what they make, and what is said of mistakes. */
import { describe, expect, it } from "vitest";
import { endlessWork } from "../../../src/ground/work.ts";

import { sourceFile } from "../../../src/model/source.ts";
import { renderTemplate, type Values } from "../../../src/view/codegen/template.ts";

const VALUES: Values = {
  title: "T",
  mark: "<&>",
  none: "",
  tags: "{{none}}{{#list}}",
  list: [
    { member: "a", inner: [{ deep: "1" }, { deep: "2" }] },
    { member: "b", inner: [] },
  ],
};

const renderOf = (template: string, values = VALUES) =>
  renderTemplate(sourceFile({ name: "x.mustache", text: template }), values, endlessWork());

function render(template: string): string {
  const { value = "", diagnostics } = renderOf(template);
  expect(diagnostics).toEqual([]);
  return value;
}

/** Sections within each other. */
const deep = (levels: number): string =>
  `${"{{#title}}".repeat(levels)}x${"{{/title}}".repeat(levels)}`;

function mistakes(template: string): readonly string[] {
  return renderOf(template).diagnostics.map(({ code, primary, help }) => {
    expect(code).toBe("invalid-template");
    return `${primary?.span.start.line}:${primary?.span.start.column} ${primary?.text} | ${help.join("; ")}`;
  });
}

describe("a template", () => {
  it.each([
    ["{{title}} {{ title }}!", "T T!"],
    ["{{#title}}yes{{/title}}{{^title}}no{{/title}}", "yes"],
    ["{{#list}}{{title}}{{member}};{{/list}}", "Ta;Tb;"],
    [
      "{{#list}}{{#inner}}{{member}}{{deep}} {{/inner}}{{^inner}}({{member}}){{/inner}}{{/list}}",
      "a1 a2 (b)",
    ],
    ["a\n{{! over\nlines }}\nb", "a\nb"],
    ["a\n  {{#list}}  \n- {{member}}\n\t{{/list}}\nb\n", "a\n- a\n- b\nb\n"],
    ["{{#list}}\n{{member}}\n{{/list}}", "a\nb\n"],
    ["{{{mark}}} {{&mark}} {{mark}}", "<&> <&> &lt;&amp;&gt;"],
    ["{{#list}}{{#member}}{{#title}}{{#title}}x{{/title}}{{/title}}{{/member}}{{/list}}", "xx"],
    [deep(30), "x"],
    ["{{! __proto__ }}{{! constructor }}", ""],
    // A value is never read as a template.
    ["{{tags}}", "{{none}}{{#list}}"],
  ])("%j gives %j", (template, text) => {
    expect(render(template)).toBe(text);
  });

  it.each([
    [
      "a\n {{tittle}}",
      [
        '2:2 unknown name "tittle" | did you mean "title"?; known here: title, mark, none, tags, list',
      ],
    ],
    [
      "{{constructor}}",
      ['1:1 unknown name "constructor" | known here: title, mark, none, tags, list'],
    ],
    ["{{}}", ["1:1 a tag needs a name | known here: title, mark, none, tags, list"]],
    ["{{list}}", ['1:1 "list" is a list; write {{#list}} … {{/list}} | ']],
    ["{{#list}}\n", ['2:1 unclosed section "list" | ']],
    ["x\n{{/list}}", ['2:1 unopened section "list" | ']],
    ["{{#list}}{{#inner}}{{/list}}{{/inner}}", ['1:20 unclosed section "inner" | ']],
    ["a {{title", ["1:3 unclosed tag | "]],
    ["{{> other}}", ["1:1 partials and other delimiters are not supported | "]],
    // A list within itself would grow with every level.
    [
      "{{#list}}{{#list}}{{member}}{{/list}}{{/list}}",
      ['1:10 unknown name "list" | known here: title, mark, none, tags, member, inner'],
    ],
    [deep(31), ["1:301 sections may be nested at most 30 deep | "]],
  ])("%j is refused", (template, expected) => {
    expect(mistakes(template)).toEqual(expected);
  });

  it("is read in a moment, however many tags have no end", () => {
    const began = performance.now();
    expect(mistakes("{{".repeat(100_000))).toHaveLength(1);
    expect(mistakes(`{{title}}${"{{#list ".repeat(50_000)}`)).toHaveLength(1);
    expect(mistakes(`{{${" ".repeat(100_000)}x}}`)).toHaveLength(1);
    expect(mistakes(deep(20_000))).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it("makes no more text than anybody compiles", () => {
    const list = Array.from({ length: 40_000 }, () => ({}));
    const { value: text, diagnostics } = renderOf(`{{#list}}${"x".repeat(1000)}{{/list}}`, {
      list,
    });
    expect(text).toBeUndefined();
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      "The template makes more than 32 MB of this game, which is the limit.",
    ]);
  });
});
