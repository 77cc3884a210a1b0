/**
 * Errors of a schema that say nothing new are left out: each kind of repetition and each kind of
 * mistake by itself.
 */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/ground/json.ts";
import type { SchemaError } from "../../../src/manifest/checks.ts";
import {
  errorsOfMeantAlternative,
  leaveOutRepetitions,
  type Place,
} from "../../../src/manifest/explain/places.ts";
import * as causes from "../../../src/manifest/explain/root-causes.ts";
import { errorsOf, placesIn } from "./schema-errors.ts";

const TEXT: JsonObject = { type: "string" };

function mapping(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: "object", additionalProperties: false, properties, required };
}

const keywordsOf = (errors: readonly SchemaError[]): readonly string[] =>
  errors.map(({ keyword }) => keyword);

/** Pointers with their unknown and missing keys, before and after a function. */
function leftOut(
  leaveOut: (places: readonly Place[]) => readonly Place[],
  text: string,
  schema: JsonObject,
) {
  const places = placesIn(text, schema);
  const shown = (all: typeof places): readonly string[] =>
    all.map(
      ({ pointer, unknown, missing }) =>
        `${pointer} has ${unknown.join()}, lacks ${missing.join()}`,
    );
  return { before: shown(places), after: shown(leaveOut(places)) };
}

describe("leaveOutRepetitions", () => {
  it("keeps the error of `oneOf` without those of its sides", () => {
    const schema = { oneOf: [{ required: ["a"] }, { required: ["b"] }] };
    const errors = errorsOf("c: 1\n", schema);
    expect(keywordsOf(errors)).toEqual(["required", "required", "oneOf"]);
    expect(keywordsOf(leaveOutRepetitions(errors))).toEqual(["oneOf"]);
  });

  it("keeps the error of `propertyNames` without that of the name itself", () => {
    const errors = errorsOf("c: 1\n", { propertyNames: { enum: ["a"] } });
    expect(keywordsOf(errors)).toEqual(["enum", "propertyNames"]);
    expect(keywordsOf(leaveOutRepetitions(errors))).toEqual(["propertyNames"]);
  });
});

describe("errorsOfMeantAlternative", () => {
  const idOrDefinition: JsonObject = { anyOf: [TEXT, mapping({ a: TEXT }, ["a"])] };
  const at = (text: string, pointer: string): readonly SchemaError[] =>
    errorsOf(text, mapping({ k: idOrDefinition })).filter(
      ({ instancePath }) => instancePath === pointer,
    );

  it("keeps the errors of a definition for a mapping", () => {
    const errors = at("k: { b: 1 }\n", "/k");
    expect(new Set(keywordsOf(errors))).toEqual(
      new Set(["type", "required", "additionalProperties", "anyOf"]),
    );
    expect(new Set(keywordsOf(errorsOfMeantAlternative(errors, false)))).toEqual(
      new Set(["required", "additionalProperties"]),
    );
  });

  it("keeps the errors of all alternatives for a value that is none of them", () => {
    expect(keywordsOf(errorsOfMeantAlternative(at("k: 1\n", "/k"), false))).toEqual([
      "type",
      "type",
    ]);
  });

  it("keeps nothing for a definition whose only errors are inside it", () => {
    const errors = at("k: { a: 1 }\n", "/k");
    expect(keywordsOf(errors)).toEqual(["type", "anyOf"]);
    expect(errorsOfMeantAlternative(errors, true)).toEqual([]);
  });

  it("keeps the errors of a value without alternatives", () => {
    const errors = errorsOf("k: 1\n", mapping({ k: TEXT }));
    expect(errorsOfMeantAlternative(errors, false)).toEqual(errors);
  });
});

describe("preferUnknownKeys", () => {
  it("leaves out the missing keys of a mapping with unknown keys", () => {
    const { before, after } = leftOut(
      causes.preferUnknownKeys,
      "nmae: x\n",
      mapping({ name: TEXT }, ["name"]),
    );
    expect(before).toEqual([" has nmae, lacks name"]);
    expect(after).toEqual([" has nmae, lacks "]);
  });

  it("keeps the missing keys of other mappings", () => {
    const { before, after } = leftOut(
      causes.preferUnknownKeys,
      "{}\n",
      mapping({ name: TEXT }, ["name"]),
    );
    expect(before).toEqual([" has , lacks name"]);
    expect(after).toEqual(before);
  });
});

describe("leaveOutMisplacedKeys", () => {
  const schema = mapping({ inner: mapping({ name: TEXT, other: TEXT }, ["name", "other"]) });

  it("leaves out a missing key that an outer mapping has", () => {
    const { before, after } = leftOut(causes.leaveOutMisplacedKeys, "inner: {}\nname: x\n", schema);
    expect(new Set(before)).toEqual(
      new Set(["/inner has , lacks name,other", " has name, lacks "]),
    );
    expect(new Set(after)).toEqual(new Set(["/inner has , lacks other", " has name, lacks "]));
  });
});

describe("leaveOutSwallowedKeys", () => {
  const schema = mapping({ points: { type: "integer" }, name: TEXT }, ["name"]);

  it("leaves out the missing keys of a mapping whose text continues in the next line", () => {
    const { before, after } = leftOut(
      causes.leaveOutSwallowedKeys,
      "points: 1\n  name x\n",
      schema,
    );
    expect(new Set(before)).toEqual(new Set([" has , lacks name", "/points has , lacks "]));
    expect(new Set(after)).toEqual(new Set([" has , lacks ", "/points has , lacks "]));
  });

  it("keeps them if the text is in quotes", () => {
    const { before, after } = leftOut(
      causes.leaveOutSwallowedKeys,
      'points: "1\n  name x"\n',
      schema,
    );
    expect(after).toEqual(before);
  });
});

describe("leaveOutRepeatedKeys", () => {
  const schema = { type: "array", items: mapping({ name: TEXT }) };

  it("keeps the same strange keys at the first element only", () => {
    const { before, after } = leftOut(
      causes.leaveOutRepeatedKeys,
      "- { ab: 1, yz: 2 }\n- { ab: 1, yz: 2 }\n",
      schema,
    );
    expect(before).toEqual(["/0 has ab,yz, lacks ", "/1 has ab,yz, lacks "]);
    expect(after).toEqual(["/0 has ab,yz, lacks ", "/1 has , lacks "]);
  });

  it("keeps one strange key at each element", () => {
    const { before, after } = leftOut(
      causes.leaveOutRepeatedKeys,
      "- { yz: 2 }\n- { yz: 2 }\n",
      schema,
    );
    expect(after).toEqual(before);
  });
});

it("rootCauses leaves out the errors of all kinds of mistakes", () => {
  const schema = mapping({ inner: mapping({ name: TEXT }, ["name"]) }, ["inner", "needed"]);
  const causesOf = causes.rootCauses(placesIn("inner: {}\nname: x\n", schema));
  expect(causesOf.map(({ pointer, unknown, missing }) => [pointer, unknown, missing])).toEqual(
    expect.arrayContaining([
      ["", ["name"], []],
      ["/inner", [], []],
    ]),
  );
});
