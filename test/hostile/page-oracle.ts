/** What makes a page of HTML harmless: it has the elements and attributes of laurel's own, leads nowhere, and runs one script. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect } from "vitest";
import { ROOT } from "../docs/reader.ts";

const ELEMENTS = new Set(
  [
    "html head meta title style body script main header section div span p a h1 h2 h3 strong code pre br ul li table caption thead tbody",
    "tr th td details summary label input select option button del ins mark bdi svg defs marker path g rect foreignObject title",
  ].flatMap((names) => names.split(" ")),
);
const ATTRIBUTES =
  /^(?:lang|charset|http-equiv|content|name|id|class|hidden|scope|role|tabindex|type|autocomplete|placeholder|value|href|dir|data-(?:change|title|hazards|cause|impacts|of|ends|at|do)|aria-(?:label|labelledby|hidden|keyshortcuts)|viewbox|width|height|markerwidth|markerheight|markerunits|marker-end|refx|refy|orient|d|rx|x|y|transform)$/i;

/** `files`: those in `templates/pages` that the page's script consists of. */
export function expectHarmlessPage(page: string, ...files: readonly string[]): void {
  const scripts: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    expect(node.nodeName).not.toBe("#comment");
    if (!("tagName" in node)) return;
    expect(ELEMENTS).toContain(node.tagName);
    for (const { name, value } of node.attrs) {
      expect(name).toMatch(ATTRIBUTES);
      if (name === "href") expect(value).toMatch(/^#[\w/.~%!'()*-]+$/);
    }
    if (node.tagName === "script")
      scripts.push(node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""));
    for (const child of node.childNodes) visit(child);
  };
  for (const child of parse(page).childNodes) if (child.nodeName !== "#documentType") visit(child);
  const script = files.map((file) => readFileSync(join(ROOT, "templates/pages", file), "utf8")).join("");
  expect(scripts).toEqual(script === "" ? [] : [script]);
  expect(page).toContain("default-src 'none'");
}
