/**
 * The example game shows every feature of manifests. That it is sound: validate, lint and its
 * scenarios.
 */

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { CONDITION_FORMS } from "../../src/catalog/conditions.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Json, JsonObject } from "../../src/ground/json.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import { readGameFolder } from "../support/disk.ts";
import { loadAll } from "../support/load.ts";
import { givenText } from "../support/sources.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "examples/dungeon");
const { manifests } = await readGameFolder(
  { manifests: join(FOLDER, "game") },
  { cwd: FOLDER, env: {} },
);
const game = loadAll(manifests.map(givenText));
const files = manifests.map(({ name }) => name);
const documents = manifests.flatMap(({ text }) =>
  parseAllDocuments(text).map((parsed) => parsed.toJS() as JsonObject),
);
const all = (name: string) => [...game.resources.values()].filter(({ kind }) => kind === name);
const valuesOf = (kind: string, field: string) =>
  all(kind).flatMap(({ body }) => (body[field] === null ? [] : [body[field] as Json]));
const wordsOf = (kind: string, field: string) =>
  new Set(valuesOf(kind, field).map((text) => `${text}`.split(":")[0]));

/** Where another resource is named, as `kind.field definition` or `kind.field id`. */
function placesIn(name: string, resource: JsonObject): readonly string[] {
  const { fields, links } = kindNamed(catalog, name);
  const places = [
    ...fields.flatMap((field) => (field.type === "reference" ? [field] : [])),
    ...links,
  ];
  return places.flatMap((place) =>
    [resource[place.name] ?? []].flat().flatMap((value) => {
      const isId = typeof value === "string";
      return [
        `${name}.${place.name} ${isId ? "id" : "definition"}`,
        ...(isId ? [] : placesIn(place.to, value as JsonObject)),
      ];
    }),
  );
}

describe("the files", () => {
  it("lie in at least two folders, one is JSON and one holds several documents", () => {
    expect(new Set(files.map(dirname)).size).toBeGreaterThanOrEqual(3);
    expect(files.filter((file) => file.endsWith(".json"))).not.toEqual([]);
    expect(documents.length).toBeGreaterThan(files.length);
  });

  it("are all listed in the page for designers, and nothing else is", () => {
    const listed = readFileSync(join(FOLDER, "README.md"), "utf8").matchAll(
      /^\| `(game\/[^`]+)` \|/gm,
    );
    expect([...listed].map(([, file]) => file).sort()).toEqual(files);
  });

  it("start with a line that points editors to the schema by the right relative path", () => {
    for (const file of ["laurel.yaml", ...files.filter((name) => !name.endsWith(".json"))]) {
      const [first = ""] = readFileSync(join(FOLDER, file), "utf8").split("\n");
      const target = resolve(
        dirname(join(FOLDER, file)),
        first.replace("# yaml-language-server: $schema=", ""),
      );
      const schema = file === "laurel.yaml" ? "project" : "manifest";
      expect(target, file).toBe(join(ROOT, `schemas/${schema}.schema.json`));
    }
  });
});

describe("the features shown", () => {
  it("are definitions in place and plain references at every place that the catalog has", () => {
    const shown = catalog.flatMap(({ name, plural }) =>
      documents.flatMap((parsed) =>
        ((parsed[plural] ?? []) as readonly JsonObject[]).flatMap((one) => placesIn(name, one)),
      ),
    );
    const places = catalog.flatMap(({ name, fields, links }) =>
      [...fields.filter(({ type }) => type === "reference"), ...links].flatMap((place) =>
        ["id", "definition"].map((form) => `${name}.${place.name} ${form}`),
      ),
    );
    expect([...new Set(shown)].sort()).toEqual(places.sort());
  });

  it("are every criterion type, rule operator and streak interval, and every choice but disabled ones", () => {
    expect(wordsOf("criterion", "rule")).toEqual(new Set(["eq", "gt", "gte", "lt", "lte"]));
    expect(wordsOf("criterion", "streak")).toEqual(new Set(["days", "hours"]));
    for (const { name, fields } of catalog) {
      for (const field of fields) {
        if (field.type !== "choice") continue;
        const choices = field.choices
          .map(({ value }) => value)
          .filter((value) => value !== "session");
        expect(wordsOf(name, field.name), `${name}.${field.name}`).toEqual(new Set(choices));
      }
    }
  });

  it("are conditions of every name, with references to the player, and on groups", () => {
    const text = JSON.stringify([
      valuesOf("criterion", "conditions"),
      valuesOf("criteria_group", "conditions"),
    ]);
    for (const name of Object.keys(CONDITION_FORMS)) expect(text).toContain(`"${name}:`);
    for (const words of ["{player.", '"operator":"or"']) expect(text).toContain(words);
    expect(valuesOf("criteria_group", "conditions")).not.toEqual([]);
  });

  it("are secrets, points from 0 to 1000, custom data, names beyond ASCII and texts of several lines", () => {
    expect(valuesOf("achievement", "is_secret")).toContain(true);
    const points = valuesOf("achievement", "points").map(Number);
    expect([Math.min(...points), Math.max(...points)]).toEqual([0, 1000]);
    for (const kind of ["action", "reward", "achievement", "leaderboard"])
      expect(valuesOf(kind, "custom_data"), kind).not.toEqual([]);
    const texts = (field: string) =>
      catalog.flatMap(({ name }) => valuesOf(name, field)).join("\u0000");
    expect(texts("name")).toMatch(/[^\p{ASCII}]/u);
    expect(texts("description")).toMatch(/\p{Extended_Pictographic}[\s\S]*\n/u);
  });
});
