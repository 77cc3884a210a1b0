import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { manifestSchema, overridesSchema } from "../../scripts/reference/manifest-schema.ts";
import { catalog } from "../../src/catalog/index.ts";
import { readGameFolder } from "../../src/files/manifests.ts";
import { readTextFile } from "../../src/files/read.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import { EDITOR_KEYWORDS } from "../../src/manifest/editor-words.ts";
import { isJsonObject, type JsonObject } from "../../src/model/json.ts";
import { projectSchema } from "../../src/project/project-schema.ts";

const example = join(import.meta.dirname, "../../examples/dungeon");

function valid(schema: JsonObject, value: unknown): boolean {
  const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true });
  ajv.addVocabulary([...EDITOR_KEYWORDS]);
  return ajv.validate(schema, value);
}

describe("the schema of manifests", () => {
  const schema = manifestSchema(catalog);

  it("accepts every manifest of the example, which loads without a problem", async () => {
    const { manifests: files } = await readGameFolder({ manifests: join(example, "game") }, example);
    expect(loadDesired(files, catalog).diagnostics).toEqual([]);
    for (const { text } of files) {
      const documents = parseAllDocuments(text);
      for (const document of Array.isArray(documents) ? documents : [])
        expect(valid(schema, document.toJS())).toBe(true);
    }
  });

  it("takes a definition wherever an id may stand", () => {
    for (const kind of catalog) {
      const references = kind.fields.flatMap((field) => (field.type === "reference" ? [[field.name, field.to]] : []));
      const definition = (name: string): JsonObject => {
        const required = catalog.find((each) => each.name === name)?.fields.filter((field) => field.required) ?? [];
        return Object.fromEntries(required.map((field) => [field.name, "x"]));
      };
      for (const [name, to] of references as [string, string][]) {
        const value = { [kind.plural]: [{ ...definition(kind.name), [name]: definition(to) }] };
        expect(valid(schema, value)).toBe(true);
      }
      for (const link of kind.links) {
        const value = { [kind.plural]: [{ ...definition(kind.name), [link.name]: ["x", definition(link.to)] }] };
        expect(valid(schema, value)).toBe(true);
      }
    }
  });

  it("refuses unknown members, bad ids and values that are not among the choices", () => {
    for (const resource of [
      { custom_id: "a", name: "A", nmae: "A" },
      { custom_id: "a b", name: "A" },
      { custom_id: "..", name: "A" },
      { custom_id: "a" },
      { custom_id: "a", name: "A", type: "standart" },
    ]) {
      expect(valid(schema, { leaderboards: [resource] })).toBe(false);
    }
  });

  it("describes every field and link, and gives each default that is not empty", () => {
    for (const kind of catalog) {
      const { definitions } = schema;
      const properties = isJsonObject(definitions) ? (definitions[kind.name] as JsonObject).properties : undefined;
      for (const each of [...kind.fields, ...kind.links]) {
        const property = isJsonObject(properties) ? (properties[each.name] as JsonObject) : {};
        expect(property.description).toContain(each.summary);
        if ("default" in each && each.default) expect(property.default).toEqual(each.default);
      }
    }
  });
});

describe("laurel and the published schemas accept the same documents", () => {
  const WHOLE = "custom_id: a, name: A";
  const cases: readonly (readonly [file: "manifest" | "overrides", text: string, isAccepted: boolean])[] = [
    ...(["null", "~", '""', "{}", "5"] as const).map((value) => ["manifest", `actions: ${value}`, false] as const),
    ["manifest", "actions: []", true],
    ["manifest", "action: []", false],
    ["manifest", `actions: [{ ${WHOLE}, description: null, custom_data: null, reactions: null }]`, true],
    ["manifest", `actions: [{ ${WHOLE}, description: "", ignore: null, create_only: null }]`, true],
    ["manifest", `actions: [{ ${WHOLE}, nam: B }]`, false],
    ["manifest", "actions: [{ custom_id: a, name: null }]", false],
    ["manifest", 'actions: [{ custom_id: a, name: " " }]', false],
    ["manifest", 'actions: [{ custom_id: "", name: A }]', false],
    ["manifest", `actions: [{ custom_id: a, name: ${"x".repeat(255)} }]`, true],
    ["manifest", `actions: [{ custom_id: a, name: ${"x".repeat(256)} }]`, false],
    ["manifest", `actions: [{ ${WHOLE}, ignore: [custom_id] }]`, false],
    ["manifest", `actions: [{ ${WHOLE}, ignore: [name, name] }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, points: null, is_secret: null, custom_criteria_group_id: null }]`, true],
    ["manifest", `achievements: [{ ${WHOLE}, points: "" }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, points: 1.5 }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, points: -1 }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, custom_criteria_group_id: "" }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, rewards: [{ custom_id: r, name: R }] }]`, true],
    ["manifest", `achievements: [{ ${WHOLE}, rewards: [{ custom_id: r }] }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, rewards: [null] }]`, false],
    ["manifest", `criteria_groups: [{ ${WHOLE}, conditions: null }]`, true],
    ["manifest", `criteria_groups: [{ ${WHOLE}, operator: null }]`, false],
    ["manifest", `criteria_groups: [{ ${WHOLE}, operator: "" }]`, false],
    ["manifest", `criteria_groups: [{ ${WHOLE}, conditions: {} }]`, false],
    ["manifest", `criteria_groups: [{ ${WHOLE}, conditions: { groups: [] } }]`, true],
    ["manifest", 'moved: [{ kind: reward, from: a, to: "" }]', false],
    ["manifest", `actions: [{ ${WHOLE} }]\nremoved: [{ kind: reward, custom_id: a, reason: Old, keep: null }]`, true],
    ["overrides", `actions: [{ ${WHOLE}, description: null }]`, true],
    ["overrides", "actions: [{ name: A }]", false],
    ["overrides", "actions: [{ custom_id: a, name: null }]", false],
    ["overrides", "achievements: [{ custom_id: a, rewards: [{ custom_id: r, name: R }] }]", false],
    ["overrides", "moved: []", false],
  ];
  const DECLARED = `actions: [{ ${WHOLE} }]\nachievements: [{ ${WHOLE} }]\n`;
  const schemas = { manifest: manifestSchema(catalog), overrides: overridesSchema(catalog) };

  it.each(cases)("%s: %s", (file, text, isAccepted) => {
    const [document] = parseAllDocuments(text);
    expect(valid(schemas[file], document?.toJS())).toBe(isAccepted);
    const own = [{ file: "game.yaml", text }];
    const { diagnostics } =
      file === "manifest"
        ? loadDesired(own, catalog)
        : loadDesired([{ file: "all.yaml", text: DECLARED }], catalog, own);
    expect(diagnostics.map(({ detail }) => detail)).toHaveLength(isAccepted ? 0 : 1);
  });
});

describe("both schemas", () => {
  it("are of draft-07, which every editor understands, and of nothing later", () => {
    for (const schema of [manifestSchema(catalog), projectSchema()]) {
      expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
      const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true });
      ajv.addVocabulary([...EDITOR_KEYWORDS]);
      // Keywords of later drafts are unknown to this validator, which refuses them.
      expect(() => ajv.compile(schema)).not.toThrow();
      expect(ajv.validateSchema(schema)).toBe(true);
    }
  });

  it("the project's accepts the example's project file", async () => {
    const { value } = await readTextFile(join(example, "laurel.yaml"), example);
    const [document] = parseAllDocuments(value?.text ?? "");
    expect(valid(projectSchema(), document?.toJS())).toBe(true);
  });
});
