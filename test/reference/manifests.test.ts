/** The manifests that the reference shows are valid, and complete where they say so. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import * as examples from "../../scripts/reference/manifest-examples.ts";
import { catalog } from "../../src/catalog/index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/ground/json.ts";
import { load } from "../support/load.ts";
import { loadTexts } from "../support/sources.ts";

const { KIND_EXAMPLES, OVERRIDE, ...general } = examples;

it.each(catalog)(
  "the examples of $name are valid, have the required fields, and all fields",
  (kind) => {
    const { minimal = "", full = "" } = KIND_EXAMPLES[kind.name] ?? {};
    const keys = (text: string): readonly string[] => {
      load(text);
      const [first] = (parse(text) as Record<string, readonly object[]>)[kind.plural] ?? [];
      return Object.keys(first ?? {});
    };
    const required = kind.fields.filter((field) => field.required === true);
    expect(keys(minimal)).toEqual(required.map(({ name }) => name));
    expect(keys(full).toSorted()).toEqual(
      [...kind.fields, ...kind.links].map(({ name }) => name).toSorted(),
    );
  },
);

it.each(Object.entries(general))("the example %s is valid", (_name, text) => {
  load(String(text));
});

it("the example as JSON is valid", () => {
  const path = join(import.meta.dirname, "../../scripts/reference/examples/manifest.json");
  expect(load(readFileSync(path, "utf8"), "game.json").resources.size).toBeGreaterThan(0);
});

it("the override changes a resource of the example before it", () => {
  const file = "overrides/testers.yaml";
  const { value, diagnostics } = loadTexts(
    [{ file: "game.yaml", text: examples.IN_PLACE }],
    catalog,
    [{ file, text: OVERRIDE }],
  );
  expect(diagnostics).toEqual([]);
  const bodies: readonly Json[] = [...(value?.resources.values() ?? [])].map(
    ({ body }) => body as JsonObject,
  );
  expect(bodies.some((body) => isJsonObject(body) && body.rule === "gte:1")).toBe(true);
});
