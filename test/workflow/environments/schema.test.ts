/** The schema of overrides, as editors read it. */
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { overridesSchema } from "../../../scripts/reference/manifest-schema.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { EDITOR_KEYWORDS } from "../../../src/manifest/editor-words.ts";

const ajv = new Ajv({ strict: true, allErrors: true });
ajv.addVocabulary([...EDITOR_KEYWORDS]);
const isOverrides = ajv.compile(overridesSchema(catalog) as object);

describe("the schema of overrides", () => {
  it.each([
    ["criteria: [{ custom_id: ten, rule: gte:1 }]"],
    ["criteria: [{ custom_id: ten, rule: null, streak: null, conditions: null }]"],
    ["achievements: [{ custom_id: slayer, points: null, rewards: [egg], custom_criteria_group_id: group }]"],
    ["achievements: [{ custom_id: slayer, rewards: null, custom_criteria_group_id: null, ignore: null }]"],
    ["actions: [{ custom_id: slay, custom_data: null }]"],
    ["{}"],
  ])("takes %s", (text) => {
    isOverrides(parse(text));
    expect(isOverrides.errors ?? []).toEqual([]);
  });

  it.each([
    ["criteria: [{ rule: gte:1 }]"],
    ["criteria: [{ custom_id: ten, rul: gte:1 }]"],
    ["criteria: [{ custom_id: ten, rule: 1 }]"],
    ["criteria: [{ custom_id: ten, name: null }]"],
    ["achievements: [{ custom_id: slayer, rewards: [{ custom_id: cup, name: Cup }] }]"],
    ["achievements: [{ custom_id: slayer, custom_criteria_group_id: { custom_id: g, name: G } }]"],
    ["moved: []"],
  ])("does not take %s", (text) => {
    expect(isOverrides(parse(text))).toBe(false);
  });

  it("describes every field, and offers the choices of one with their words", () => {
    const { definitions } = overridesSchema(catalog) as { definitions: Record<string, { properties: object }> };
    for (const kind of catalog) {
      const properties = Object.entries(definitions[kind.name]?.properties ?? {});
      expect(properties.map(([name]) => name)).toEqual(
        expect.arrayContaining([...kind.fields, ...kind.links].map(({ name }) => name)),
      );
      for (const [, schema] of properties) expect(schema.description).toEqual(expect.any(String));
    }
    expect(JSON.stringify(definitions)).toContain("enumDescriptions");
  });
});
