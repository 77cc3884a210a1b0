/** The catalog is honest: everything else believes it. */

import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT } from "../../src/catalog/dialect.ts";
import { catalog } from "../../src/catalog/index.ts";
import { canonicalForm } from "../../src/model/normalise.ts";
import { encodeCreate } from "../../src/plan/encode.ts";
import { loadTexts } from "../support/sources.ts";

const kinds = catalog.map((kind) => [kind.name, kind] as const);

describe.each(kinds)("the kind %s", (_, kind) => {
  it("refers only to kinds that stand before it, or to itself", () => {
    const before = catalog.slice(0, catalog.indexOf(kind)).map(({ name }) => name);
    const fields = kind.fields.flatMap((field) => (field.type === "reference" ? [field.to] : []));
    expect(fields.filter((to) => !before.includes(to))).toEqual([]);
    expect(kind.links.filter(({ to }) => to !== kind.name && !before.includes(to))).toEqual([]);
    expect(
      kind.links.filter(({ to, acyclic }) => (to === kind.name) !== (acyclic === true)),
    ).toEqual([]);
  });

  it("has names of its own for fields and links, and the id first", () => {
    const names = [...kind.fields, ...kind.links].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(kind.fields[0]).toMatchObject({ name: "custom_id", type: "id", required: true });
    expect(kind.fields.filter(({ type }) => type === "id")).toHaveLength(1);
    for (const outdated of Object.keys(kind.outdatedFields ?? {}))
      expect(names).not.toContain(outdated);
  });

  it("explains itself, every field, every choice and every link in a sentence", () => {
    const choices = kind.fields.flatMap((field) => (field.type === "choice" ? field.choices : []));
    for (const { summary } of [kind, ...kind.fields, ...kind.links])
      expect(summary).toMatch(/^[A-Z].+\.$/s);
    for (const { summary } of choices) expect(summary.length).toBeGreaterThan(5);
  });

  it("has a default for every field that may be left out, and none for those that may not", () => {
    for (const field of kind.fields)
      expect([field.name, field.default !== undefined]).toEqual([
        field.name,
        field.required !== true,
      ]);
  });

  it("has defaults that its own rules accept, and that mean the same as leaving the field out", () => {
    const required = Object.fromEntries(
      kind.fields
        .filter((field) => field.required)
        .map(({ name, type, examples }) => [
          name,
          type === "text" ? "A name" : (examples?.[0] ?? "x"),
        ]),
    );
    const written = Object.fromEntries(
      kind.fields
        .filter((field) => !field.required)
        .map((field) => [field.name, field.default ?? null]),
    );
    const text = JSON.stringify({ [kind.plural]: [{ ...required, ...written }] });
    const { value, diagnostics } = loadTexts([{ file: "a.json", text }], catalog);
    expect(diagnostics.filter(({ code }) => code !== "dangling-reference")).toEqual([]);
    const bare = canonicalForm(kind, required).body;
    expect(canonicalForm(kind, { ...required, ...written }).body).toEqual(bare);
    if (value !== undefined) expect([...value.resources.values()][0]?.body).toEqual(bare);
    expect(encodeCreate(kind, { body: bare, links: {} }, DEFAULT_DIALECT)).toMatchObject({
      custom_id: required.custom_id,
    });
  });

  it("has examples that its own rules accept", () => {
    const required = kind.fields.filter((field) => field.required);
    const words = required.map(({ name }) => [name, name === "name" ? "A name" : "an-id"]);
    for (const { name, examples = [] } of kind.fields) {
      for (const example of examples) {
        const text = JSON.stringify({
          [kind.plural]: [{ ...Object.fromEntries(words), [name]: example }],
        });
        const { diagnostics } = loadTexts([{ file: "a.json", text }], catalog);
        const errors = diagnostics
          .filter(({ severity }) => severity === "error")
          .map(({ code }) => code);
        expect(errors.filter((code) => code !== "dangling-reference")).toEqual([]);
      }
    }
  });

  it("has paths without slashes at the ends", () => {
    for (const path of [kind.path, ...kind.links.flatMap(({ endpoint }) => endpoint?.path ?? [])])
      expect(path).toMatch(/^[a-z-]+$/);
    if (kind.createPath !== undefined) expect(kind.createPath.replace(/\/$/, "")).toBe(kind.path);
  });
});

describe("the catalog", () => {
  it.each(["name", "plural", "path", "label"] as const)(
    "has no two kinds with the same %s",
    (member) => {
      expect(new Set(catalog.map((kind) => kind[member])).size).toBe(catalog.length);
    },
  );
});

it("explains in manifests what to write instead of an inline definition, which only requests have", () => {
  const inline = catalog.flatMap((kind) =>
    kind.fields.flatMap((field) =>
      field.type === "reference" && field.inlineMember ? [{ kind, field }] : [],
    ),
  );
  expect(inline.map(({ field }) => field.inlineMember)).toEqual(["criteria_group"]);
  for (const { kind, field } of inline) {
    expect(field.required).not.toBe(true);
    const entry = { custom_id: "x", name: "X", [field.inlineMember ?? ""]: { criteria: [] } };
    const text = JSON.stringify({ [kind.plural]: [entry] });
    const helps = loadTexts([{ file: "a.json", text }], catalog).diagnostics.flatMap(
      ({ help }) => help,
    );
    expect(helps.map(String)).toEqual([
      expect.stringContaining(`the group under \`${field.name}\``),
    ]);
  }
});
