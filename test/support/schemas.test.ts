/** The schemas as the tests use them refuse every member that they do not describe. */
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../src/ground/json.ts";
import { sarifProblems } from "../view/findings/sarif-schema.ts";
import { SCHEMAS, schemaProblems, schemaValidator } from "./schemas.ts";

const RESULTS = [
  "plan",
  "apply",
  "pull",
  "mv",
  "test",
  "economy",
  "graph",
  "changelog",
  "rankings",
  "diagnostics",
] as const;

/** Every schema of an object within a schema. */
function objectsIn(schema: Json): readonly JsonObject[] {
  if (Array.isArray(schema)) return schema.flatMap(objectsIn);
  if (!isJsonObject(schema)) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  return isJsonObject(schema.properties) ? [schema, ...inner] : inner;
}

/** Names of members that may be any object. */
function openIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(openIn);
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, member]) => {
    const isOpen = isJsonObject(member) && member.type === "object" && !("properties" in member);
    return isOpen ? [name] : openIn(member);
  });
}

describe.each(RESULTS)("the schema of %s", (name) => {
  it("describes objects, each of which says that it is one, so that it can be closed", () => {
    const objects = objectsIn(SCHEMAS[name]);
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.filter(({ type }) => type !== "object")).toEqual([]);
  });

  it("has the definitions that it refers to, and no others", () => {
    const { $defs } = SCHEMAS[name];
    const references = JSON.stringify(SCHEMAS[name]).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g);
    const used = new Set([...references].map(([, definition]) => definition));
    expect(used).toEqual(new Set(Object.keys(isJsonObject($defs) ? $defs : {})));
  });

  it("leaves only objects of the game open", () => {
    const open = openIn(SCHEMAS[name]);
    expect(open.filter((member) => !["body", "expected"].includes(member))).toEqual([]);
  });

  it("refuses an empty object and another document", () => {
    expect(schemaProblems(SCHEMAS[name], "{}")).not.toEqual([]);
    expect(schemaProblems(SCHEMAS[name], '{ "format": 1, "other": [] }')).not.toEqual([]);
  });
});

it("members that a schema does not describe are refused at any depth", () => {
  const inner = { type: "object", properties: { a: { type: "string" } } };
  const isValid = schemaValidator({
    type: "object",
    properties: { list: { type: "array", items: inner } },
  });
  expect(isValid({ list: [{ a: "x" }] })).toBe(true);
  expect(isValid({ list: [{ a: "x", b: "y" }] })).toBe(false);
  expect(isValid({ list: [], more: 1 })).toBe(false);
});

const RESULT = { ruleId: "a", message: { text: "b" } };
const sarif = (result: object): object => ({
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "laurel" } }, results: [result] }],
});

it.each([
  ["no version", { runs: [] }],
  ["another version", { ...sarif(RESULT), version: "2.0.0" }],
  ["a result without a message", sarif({ ruleId: "a" })],
  ["a level that does not exist", sarif({ ...RESULT, level: "fatal" })],
  [
    "a line 0",
    sarif({ ...RESULT, locations: [{ physicalLocation: { region: { startLine: 0 } } }] }),
  ],
  [
    "a path with a blank",
    sarif({ ...RESULT, locations: [{ physicalLocation: { artifactLocation: { uri: "a b" } } }] }),
  ],
])("SARIF with %s is refused", (_, document) => {
  expect(sarifProblems(document)).not.toEqual([]);
});

it("valid SARIF is not refused", () => {
  expect(sarifProblems(sarif(RESULT))).toEqual([]);
});
