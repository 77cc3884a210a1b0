/** Another id at places of a file: how it is quoted, and what stays. */
import { describe, expect, it } from "vitest";
import { Edited, type NewValue } from "../../src/edit/new-values.ts";
import { rewriteText } from "../../src/edit/rewrite.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { type Part, partsIn } from "../../src/manifest/parts.ts";

/** `/a` names a value, `/a?` a key. */
function renamed(text: string, places: readonly string[], to = "new", file = "f.yaml"): string {
  const parsed = parseText(file, text);
  const after = (part: Part, pointer: string): NewValue => {
    if (places.includes(pointer)) return to;
    const { items } = new Edited(part);
    const renamedItems = partsIn(part).map((inner, index) => {
      const name = items[index]?.name;
      const below = `${pointer}/${name ?? index}`;
      return { index, name: places.includes(`${below}?`) ? to : name, value: after(inner, below) };
    });
    return part.type === "scalar" ? part.value : new Edited(part, renamedItems);
  };
  const targets = parsed.documents.map((root) => after(root, ""));
  return rewriteText(parsed, targets).source.text;
}

describe("an id", () => {
  it.each([
    ["a plain text", "id: old # c\n", "id: new # c\n"],
    ["single quotes", "id:   'old'\n", "id:   'new'\n"],
    ["double quotes", 'id: "old"  # c\n', 'id: "new"  # c\n'],
    ["an escape", 'id: "\\x6fld"\n', 'id: "new"\n'],
    ["an anchor", "id: &a old\nother: *a\n", "id: &a new\nother: old\n"],
    ["a tag", "id: !!str old\n", "id: !!str new\n"],
    ["a text below its key", "id:\n  old\nx: 1\n", "id:\n  new\nx: 1\n"],
    ["a folded text", "id: >-\n  old\n# c\nx: 1\n", "id: >-\n  new\n# c\nx: 1\n"],
    [
      "a comment about a text in block style",
      "id: >- # c\n  old\nx: 1\n",
      "id: >- # c\n  new\nx: 1\n",
    ],
    ["a literal text at the end", "x: 1\nid: |-\n  old\n", "x: 1\nid: |-\n  new\n"],
    ["line ends of Windows", "x: 1\r\nid: old\r\ny: 2\r\n", "x: 1\r\nid: new\r\ny: 2\r\n"],
    ["no line break at the end", "x: old\nid: old", "x: old\nid: new"],
    ["brackets", "{x: old,id: old}\n", "{x: old,id: new}\n"],
    ["an explicit key", "? id\n: old\n", "? id\n: new\n"],
  ])("written with %s keeps everything around it", (_, before, after) => {
    expect(renamed(before, ["/id"])).toBe(after);
  });

  it.each([
    ["old: 1 # c\n", "new: 1 # c\n"],
    ["'old' : 1\n", "'new' : 1\n"],
    ['{"old":1}\n', '{"new":1}\n'],
    ["x: &a {k: 1}\nold: *a\n", "x: &a {k: 1}\nnew: *a\n"],
  ])("is renamed as a key: %j", (before, after) => {
    expect(renamed(before, ["/old?"])).toBe(after);
  });

  it("as a key and below that key is renamed in one go", () => {
    expect(renamed("old: { old: [old] }\n", ["/old?", "/old/old?", "/old/old/0"])).toBe(
      "new: { new: [new] }\n",
    );
  });

  it.each([
    "1",
    "1e3",
    "0x1F",
    "true",
    "null",
    "~",
    "-",
    "on",
    "1_000",
    "2026-01-01",
    ".5",
    "=",
    "---",
  ])("that reads as something else, such as %s, is quoted", (to) => {
    expect(renamed("id: old\nlist: [old]\n", ["/id", "/list/0"], to)).toMatch(
      /^id: .+\nlist: \[.+\]\n$/,
    );
  });

  it("in JSON stays JSON", () => {
    const before = '{\n\t"id": "old", "list": ["old"],\n\t"old": 1\n}\n';
    const after = '{\n\t"id": "true", "list": ["old"],\n\t"true": 1\n}\n';
    expect(renamed(before, ["/id", "/old?"], "true", "f.json")).toBe(after);
  });
});

describe("an id behind an alias", () => {
  it("is renamed where the anchor is, if all aliases mean the id", () => {
    expect(renamed("id: &a old\nlist: [*a, x]\n", ["/id", "/list/0"])).toBe(
      "id: &a new\nlist: [*a, x]\n",
    );
  });

  it("is written out where only some of them do", () => {
    const before = "name: &a old # the name\nlist: [*a, *a]\nid: *a # the id\n";
    const after = "name: &a old # the name\nlist: [*a, new]\nid: new # the id\n";
    expect(renamed(before, ["/list/1", "/id"])).toBe(after);
  });

  it("in an aliased list is renamed once", () => {
    const before = "one: &l [old, x]\ntwo: *l\n";
    expect(renamed(before, ["/one/0", "/two/0"])).toBe("one: &l [new, x]\ntwo: *l\n");
    expect(renamed(before, ["/two/0"])).toBe("one: &l [old, x]\ntwo: [new, x]\n");
  });

  it.each([
    ["x: &a old\ny: [*a, { k: *a }]\n", "x: &a new\ny: [old, { k: old }]\n"],
    ["x: &a old\ny:\n- *a\n- - *a\n", "x: &a new\ny:\n- old\n- - old\n"],
  ])("is written out wherever the alias is: %j", (before, after) => {
    expect(renamed(before, ["/x"])).toBe(after);
  });

  it("as a key of an aliased mapping, too", () => {
    const before = "one: &m { old: 1 }\ntwo: *m\n";
    expect(renamed(before, ["/one/old?", "/two/old?"])).toBe("one: &m { new: 1 }\ntwo: *m\n");
    expect(renamed(before, ["/one/old?"])).toBe("one: &m { new: 1 }\ntwo: { old: 1 }\n");
  });
});
