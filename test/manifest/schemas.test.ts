import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { manifestSchema } from "../../scripts/reference/manifest-schema.ts";
import { catalog } from "../../src/catalog/index.ts";
import { readManifests } from "../../src/files/manifests.ts";
import { readTextFile } from "../../src/files/read.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import { isJsonObject, type JsonObject } from "../../src/model/json.ts";
import { EDITOR_KEYWORDS } from "../../src/model/schema/editor.ts";
import { projectSchema } from "../../src/project/project-schema.ts";

const example = join(import.meta.dirname, "../../examples/dungeon");

function valid(schema: JsonObject, value: unknown): boolean {
  const ajv = new Ajv({ strict: true, strictRequired: false });
  ajv.addVocabulary([...EDITOR_KEYWORDS]);
  return ajv.validate(schema, value);
}

describe("the schema of manifests", () => {
  const schema = manifestSchema(catalog);

  it("accepts every manifest of the example, which loads without a problem", async () => {
    const { value: files } = await readManifests({ manifests: join(example, "game") }, example);
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

describe("both schemas", () => {
  it("are of draft-07, which every editor understands, and of nothing later", () => {
    for (const schema of [manifestSchema(catalog), projectSchema()]) {
      expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
      const ajv = new Ajv({ strict: true, strictRequired: false });
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
