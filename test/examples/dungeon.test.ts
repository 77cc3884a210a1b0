/** The example game shows every feature of manifests, and is as large as a real game. That it is sound: validate, lint and its scenarios. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { catalog } from "../../src/catalog/index.ts";
import { readGameFolder } from "../../src/files/manifests.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { loadAll } from "../support/load.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "examples/dungeon");
const { manifests } = await readGameFolder({ manifests: join(FOLDER, "game") }, FOLDER);
const game = loadAll(manifests);
const files = manifests.map(({ file }) => file);
const documents = manifests.flatMap(({ text }) => parseAllDocuments(text).map((parsed) => parsed.toJS() as JsonObject));
const all = (name: string) => [...game.resources.values()].filter(({ kind }) => kind === name);
const valuesOf = (kind: string, field: string) =>
  all(kind).flatMap(({ body }) => (body[field] === null ? [] : [body[field] as Json]));
const wordsOf = (kind: string, field: string) => new Set(valuesOf(kind, field).map((text) => `${text}`.split(":")[0]));

/** Where another resource is named, as `kind.field definition` or `kind.field id`. */
function placesIn(name: string, resource: JsonObject): readonly string[] {
  const { fields, links } = kindNamed(catalog, name);
  const places = [...fields.flatMap((field) => (field.type === "reference" ? [field] : [])), ...links];
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

/** All that can be reached through a link, by each of the ways. */
function below(kind: string, link: string, id: string): readonly string[] {
  const members = game.resources.get(`${kind}/${id}`)?.links[link] ?? [];
  return members.flatMap((member) => [member, ...below(kind, link, member)]);
}

/** The number of steps on the longest way down. */
function depthBelow(kind: string, link: string, id: string): number {
  const members = game.resources.get(`${kind}/${id}`)?.links[link] ?? [];
  return Math.max(0, ...members.map((next) => 1 + depthBelow(kind, link, next)));
}

describe("the files", () => {
  it("lie in at least two folders, one is JSON and one holds several documents", () => {
    expect(new Set(files.map(dirname)).size).toBeGreaterThanOrEqual(3);
    expect(files.filter((file) => file.endsWith(".json"))).not.toEqual([]);
    expect(documents.length).toBeGreaterThan(files.length);
  });

  it("are all listed in the page for designers, and nothing else is", () => {
    const listed = readFileSync(join(FOLDER, "README.md"), "utf8").matchAll(/^\| `(game\/[^`]+)` \|/gm);
    expect([...listed].map(([, file]) => file).sort()).toEqual(files);
  });

  it("start with a line that points editors to the schema by the right relative path", () => {
    for (const file of ["laurel.yaml", ...files.filter((name) => !name.endsWith(".json"))]) {
      const [first = ""] = readFileSync(join(FOLDER, file), "utf8").split("\n");
      const target = resolve(dirname(join(FOLDER, file)), first.replace("# yaml-language-server: $schema=", ""));
      const schema = file === "laurel.yaml" ? "project" : "manifest";
      expect(target, file).toBe(join(ROOT, `schemas/${schema}.schema.json`));
    }
  });
});

it("the size is that of a real game, with reaction chains three deep and groups nested three deep", () => {
  const least = { action: 40, criterion: 40, criteria_group: 18, reward: 12, achievement: 28, leaderboard: 4 };
  for (const [kind, count] of Object.entries(least)) expect(all(kind).length, kind).toBeGreaterThanOrEqual(count);
  const deepest = (kind: string, link: string) =>
    Math.max(...all(kind).map(({ custom_id }) => depthBelow(kind, link, custom_id)));
  expect(deepest("action", "reactions")).toBeGreaterThanOrEqual(3);
  // Three groups inside each other are two steps down.
  expect(deepest("criteria_group", "criteria_groups")).toBeGreaterThanOrEqual(2);
  // By two paths, an action could count another one twice.
  for (const { custom_id } of all("action")) {
    const reached = below("action", "reactions", custom_id);
    expect(new Set(reached).size).toBe(reached.length);
  }
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
        const choices = field.choices.map(({ value }) => value).filter((value) => value !== "session");
        expect(wordsOf(name, field.name), `${name}.${field.name}`).toEqual(new Set(choices));
      }
    }
  });

  it.each([
    /"activityData:[\w.]+,eq,[A-Za-z0-9]+"/,
    /"activityData:[\w.]+,gte,[0-9]+"/,
    /"activityData:[\w.]+,eq,\{player\.[\w.]+\}"/,
    /"dayOfMonth:last"/,
    /"dayOfMonth:[0-9]+"/,
    /"month:[0-9]+"/,
    /"month:\{player\.[\w.]+\}"/,
    /"months:[0-9]+(,[0-9]+)+"/,
    // Within a day, and over midnight.
    /"betweenHours:[0-9],[0-9]"/,
    /"betweenHours:2\d,[4-9]"/,
    /"operator":"or","groups"|"groups":.*"operator":"or"\}/,
    /\{"conditions":\[[^\]]*\],"operator":"or"\}|\{"operator":"or","conditions"/,
  ])("are conditions such as %s", (pattern) => {
    expect(valuesOf("criteria_group", "conditions")).not.toEqual([]);
    expect(JSON.stringify([valuesOf("criterion", "conditions"), valuesOf("criteria_group", "conditions")])).toMatch(
      pattern,
    );
  });

  it("are secret achievements, points from 0 to 1000, custom data, and a speed run that keeps the best time", () => {
    expect(valuesOf("achievement", "is_secret").filter((flag) => flag === true).length).toBeGreaterThanOrEqual(4);
    const points = valuesOf("achievement", "points").map(Number);
    expect([Math.min(...points), Math.max(...points)]).toEqual([0, 1000]);
    for (const kind of ["action", "reward", "achievement", "leaderboard"])
      expect(valuesOf(kind, "custom_data"), kind).not.toEqual([]);
    expect(valuesOf("leaderboard", "type").filter((type) => type === "standard")).toHaveLength(1);
    const speedRuns = all("leaderboard").filter(({ body }) => body.ordering === "smaller-is-better");
    for (const { body } of speedRuns) expect(body).toMatchObject({ type: "custom", score_preference: "prefer-lower" });
  });

  it("are a name beyond ASCII, an emoji in a description and a text of several lines", () => {
    const texts = (field: string) => catalog.flatMap(({ name }) => valuesOf(name, field)).join("\u0000");
    expect(texts("name")).toMatch(/[^\p{ASCII}]/u);
    expect(texts("description")).toMatch(/\p{Extended_Pictographic}[\s\S]*\n/u);
    expect(manifests.filter(({ text }) => /description: [>|]/.test(text))).not.toEqual([]);
  });
});
