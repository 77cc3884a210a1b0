/**
 * Decides whether a page of HTML is harmless: it has the elements and attributes of laurel's own,
 * leads nowhere, and runs only laurel's own scripts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect } from "vitest";

const ELEMENTS = new Set(
  [
    "html head meta title style body main header section div span p a h1 h2 h3 strong code pre br ul li table caption thead tbody",
    "tr th td details summary label input select option button del ins mark bdi svg defs marker path g rect foreignObject title",
  ].flatMap((names) => names.split(" ")),
);
const ATTRIBUTES =
  /^(?:lang|charset|http-equiv|content|name|id|class|hidden|scope|role|tabindex|type|autocomplete|placeholder|value|href|dir|data-(?:change|title|hazards|cause|impacts|of|ends|at|do)|aria-(?:label|labelledby|hidden|keyshortcuts)|viewbox|width|height|markerwidth|markerheight|markerunits|marker-end|refx|refy|orient|d|rx|x|y|transform)$/i;

const PAGES = new URL("../../templates/pages/", import.meta.url);

/** The scripts of laurel's pages, which no text from outside is ever a part of. */
export const OWN_SCRIPTS: readonly string[] = readdirSync(PAGES)
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(new URL(name, PAGES), "utf8"));

export function expectHarmlessPage(page: string): void {
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    expect(node.nodeName).not.toBe("#comment");
    if (!("tagName" in node)) return;
    if (node.tagName === "script") {
      expect(node.attrs).toEqual([]);
      expect(OWN_SCRIPTS).toContain(
        node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""),
      );
      return;
    }
    expect(ELEMENTS).toContain(node.tagName);
    for (const { name, value } of node.attrs) {
      expect(name).toMatch(ATTRIBUTES);
      if (name === "href") expect(value).toMatch(/^#[\w/.~%!'()*-]+$/);
    }
    for (const child of node.childNodes) visit(child);
  };
  for (const child of parse(page).childNodes) if (child.nodeName !== "#documentType") visit(child);
  expect(page).toContain("default-src 'none'");
}
