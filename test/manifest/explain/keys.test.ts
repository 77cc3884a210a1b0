/**
 * What to write for an unknown key, a missing key, and an id with other characters: each way by
 * itself.
 */
import { describe, expect, it } from "vitest";
import { idHelp, idInAddress, plainId } from "../../../src/manifest/explain/id-help.ts";
import {
  explainMissingKeys,
  fixOfMissingKey,
  nameAlone,
} from "../../../src/manifest/explain/missing-keys.ts";
import type { Place } from "../../../src/manifest/explain/places.ts";
import {
  completeKey,
  suggestKey,
  translateKey,
} from "../../../src/manifest/explain/unknown-keys.ts";
import { valueIn } from "./schema-errors.ts";

/** A definition of a reward in the place of an id, with the keys that it lacks. */
function definition(text: string, more: Partial<Place> = {}): Place {
  const part = valueIn(text);
  const schema = { title: "reward", properties: { name: { "x-fix": "write a name" }, points: {} } };
  return {
    pointer: "/k",
    names: ["k"],
    part,
    isChoice: true,
    errors: [],
    schema,
    unknown: [],
    missing: ["name"],
    ...more,
  };
}

describe("an unknown key", () => {
  it.each([
    ["action", ["custom_action_id", "name"], "custom_action_id"],
    ["actionId", ["custom_action_id", "action_name"], "custom_action_id"],
    ["id", ["custom_action_id", "game_id"], "game_id"],
    ["id", ["player_id", "game_id"], undefined],
    ["other", ["name"], undefined],
    ["--", ["name"], undefined],
  ])("%s among %j is completed to %s", (name, known, expected) => {
    expect(completeKey(name, known)).toEqual(
      expected === undefined ? [] : [`did you mean "${expected}"?`],
    );
  });

  it("can be another word for a key", () => {
    const schema = { "x-also": { title: "name" } };
    expect(translateKey({ schema }, "title")).toEqual(['did you mean "name"?']);
    expect(translateKey({ schema }, "toString")).toEqual([]);
    expect(translateKey({ schema: {} }, "title")).toEqual([]);
  });

  it.each([
    ["name\u200b", "the invisible character U+200B is here; delete it"],
    ["nmae", 'did you mean "name"?'],
    ["worth", undefined],
  ])("%j is first of all explained by %s", (name, expected) => {
    expect(suggestKey(definition("k: { a: 1 }\n"), name)[0]).toBe(expected);
  });
});

describe("a missing key", () => {
  it("makes a definition that is nothing but an id a reference", () => {
    const help = "to name a reward that is defined elsewhere, write its id alone: gold";
    expect(nameAlone(definition("k: { custom_id: gold }\n"))).toBe(help);
    expect(nameAlone(definition("k: { custom_id: gold }\n", { isChoice: false }))).toBeUndefined();
    expect(nameAlone(definition("k: { custom_id: gold, points: 1 }\n"))).toBeUndefined();
    expect(nameAlone(definition("k: { custom_id: [gold] }\n"))).toBeUndefined();
  });

  it("is explained by the schema, if it is the only one", () => {
    expect(fixOfMissingKey(definition("k: {}\n"))).toBe("write a name");
    expect(fixOfMissingKey(definition("k: {}\n", { missing: ["name", "points"] }))).toBeUndefined();
    expect(fixOfMissingKey(definition("k: {}\n", { missing: ["points"] }))).toBeUndefined();
  });

  it.each([
    [
      "k: { custom_id: gold }\n",
      ["name"],
      "to name a reward that is defined elsewhere, write its id alone: gold",
    ],
    ["k: {}\n", ["name"], "write a name"],
    ["k: {}\n", ["name", "points"], "write name: … and points: …"],
  ])("of %j, %j, is explained by the first of these that fits", (text, missing, help) => {
    expect(explainMissingKeys(definition(text, { missing }))).toBe(help);
  });
});

describe("a text that cannot be an id", () => {
  it.each([
    ["reward/gold", "write gold"],
    ["https://a/b", undefined],
    ["gold", undefined],
  ])("%s may be an address: %s", (text, help) => {
    expect(idInAddress(text)).toBe(help);
  });

  it.each([
    ["Größter Held", 'use letters, digits and _ . ~ - only, for example "Gro-ter-Held"'],
    ["a b!", 'use letters, digits and _ . ~ - only, for example "a-b"'],
    ["héros", 'use letters, digits and _ . ~ - only, for example "heros"'],
    ["日本", "use letters, digits and _ . ~ - only"],
  ])("%s is written in plain characters: %s", (text, help) => {
    expect(plainId(text)).toBe(help);
  });

  it.each([
    ["x~laurel-moving", "choose another id; laurel uses such ids during an apply"],
    ["..", '".." means a folder in a URL'],
    ["a\u00a0b", "the invisible character U+00A0 is here; write a space instead"],
    ["reward/gold", "write gold"],
    ["a b", 'use letters, digits and _ . ~ - only, for example "a-b"'],
  ])("%j is explained by the first of these that fits: %s", (text, help) => {
    expect(idHelp(text)).toBe(help);
  });
});
