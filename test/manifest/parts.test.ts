/** The value of a part is made once: every stage that reads the part gets the same object. */
import { describe, expect, it } from "vitest";
import { parseText } from "../../src/manifest/parse.ts";
import { mapPart, memberNamed, type Part, partAt, partsIn } from "../../src/manifest/parts.ts";

function rootOf(file: string, text: string): Part {
  const [root, ...others] = parseText(file, text).documents;
  if (root === undefined || others.length > 0) throw new Error("expected one document");
  return root;
}

/** Every part in the tree, with the value that its collection has in its place. */
function valuesIn(part: Part): readonly (readonly [own: unknown, inCollection: unknown])[] {
  const shared = Object.values(part.value ?? {});
  return part.type === "scalar"
    ? []
    : partsIn(part).flatMap((inner, index) => [
        [inner.value, shared[index]] as const,
        ...valuesIn(inner),
      ]);
}

describe.each([
  [
    "a.yaml",
    "list:\n  - { a: 1.0, b: [x, { c: null }] }\n  - text\nmap: { deep: { deeper: true } }\n",
  ],
  [
    "a.json",
    '{"list": [{"a": 1.0, "b": ["x", {"c": null}]}, "text"], "map": {"deep": {"deeper": true}}}',
  ],
])("the value of a collection in %s", (file, text) => {
  it("contains the values of its parts themselves, not copies", () => {
    const pairs = valuesIn(rootOf(file, text));
    expect(pairs).toHaveLength(11);
    for (const [own, inCollection] of pairs) expect(inCollection).toBe(own);
  });
});

describe("the value of a mapping", () => {
  it("is shared by all aliases of it", () => {
    const root = rootOf("a.yaml", "one: &a { deep: [1] }\nother: *a\n");
    expect(partAt(root, "/other").value).toBe(partAt(root, "/one").value);
  });

  it("has the first of two members with one name, as the part does", () => {
    const one = rootOf("a.yaml", "a: 1\nb: 2\n");
    const other = rootOf("b.yaml", "a: 3\n");
    if (one.type !== "map" || other.type !== "map") throw new Error("expected mappings");
    const both = mapPart(one, [...one.members, ...other.members]);
    expect(both.value).toEqual({ a: 1, b: 2 });
    expect(memberNamed(both, "a")?.value.value).toBe(1);
  });

  it("has no member named __proto__", () => {
    const map = rootOf("a.yaml", "proto: { polluted: true }\na: 1\n");
    if (map.type !== "map") throw new Error("expected a mapping");
    const members = map.members.map((member) =>
      member.name === "proto" ? { ...member, name: "__proto__" } : member,
    );
    const { value } = mapPart(map, members);
    expect(Object.keys(value)).toEqual(["a"]);
    expect(value.polluted).toBeUndefined();
  });
});
