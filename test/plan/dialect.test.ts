/** The bodies of requests in each dialect. */
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT, type Dialect } from "../../src/catalog/dialect.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Json, JsonObject } from "../../src/ground/json.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import { decodeRecord } from "../../src/model/codec.ts";
import { encodeCreate, encodeUpdate } from "../../src/plan/encode.ts";

const achievement = kindNamed(catalog, "achievement");
const VALUES: JsonObject = {
  custom_id: "a",
  name: "A",
  is_secret: true,
  points: 30,
  custom_data: { icon: "x" },
};

function created(dialect: Partial<Dialect>): JsonObject {
  const { custom_id, name, ...sent } = encodeCreate(
    achievement,
    { body: VALUES, links: {} },
    {
      ...DEFAULT_DIALECT,
      ...dialect,
    },
  );
  return sent;
}

/** The body of a PUT that changes some values of a record. */
function updated(raw: JsonObject, body: JsonObject, dialect: Partial<Dialect> = {}): JsonObject {
  return encodeUpdate(
    achievement,
    { raw, body, links: {} },
    { ...DEFAULT_DIALECT, update: "patch", ...dialect },
  );
}

describe("a creation", () => {
  const NATIVE = { is_secret: true, points: 30, custom_data: '{"icon":"x"}' };

  it.each<readonly [Partial<Dialect>, JsonObject]>([
    [{}, NATIVE],
    [{ booleans: "number" }, { ...NATIVE, is_secret: 1 }],
    [{ booleans: "word" }, { ...NATIVE, is_secret: "true" }],
    [{ numbers: "text" }, { ...NATIVE, points: "30" }],
    [
      { booleans: "number", numbers: "text" },
      { ...NATIVE, is_secret: "1", points: "30" },
    ],
    [
      { booleans: "word", numbers: "text" },
      { ...NATIVE, is_secret: "true", points: "30" },
    ],
    [{ custom_data: "json" }, { ...NATIVE, custom_data: { icon: "x" } }],
    [{ custom_data: { achievements: "json" } }, { ...NATIVE, custom_data: { icon: "x" } }],
    [{ custom_data: { rewards: "json" } }, NATIVE],
    [{ nulls: "omit" }, NATIVE],
  ])("in the dialect %o", (dialect, body) => {
    expect(created(dialect)).toEqual(body);
  });

  it.each(["native", "number", "word"] as const)(
    "has all digits of large numbers and false in the form %s",
    (booleans) => {
      const sent = encodeCreate(
        achievement,
        { body: { ...VALUES, is_secret: false, points: 0 }, links: {} },
        { ...DEFAULT_DIALECT, booleans, numbers: "text" },
      );
      expect([sent.is_secret, sent.points]).toEqual([
        { native: false, number: "0", word: "false" }[booleans],
        "0",
      ]);
    },
  );
});

describe("an update", () => {
  const raw = {
    custom_id: "a",
    name: "A",
    description: "Old",
    is_secret: "1",
    points: "30",
    custom_data: null,
  };

  it("sends what was read in the dialect of requests", () => {
    const sent = updated(raw, { name: "B" }, { booleans: "word", numbers: "native" });
    expect(sent).toMatchObject({ name: "B", is_secret: "true", points: 30, custom_data: null });
  });

  it("leaves nulls out where they are refused, and clears texts with an empty text", () => {
    const sent = updated(
      raw,
      { description: null, custom_criteria_group_id: null },
      { nulls: "omit" },
    );
    expect(sent).toMatchObject({ description: "", custom_criteria_group_id: "" });
    expect(sent).not.toHaveProperty("custom_data");
    expect(updated(raw, { description: null })).toMatchObject({
      description: null,
      custom_data: null,
    });
  });
});

describe("an update of a record with members that no catalog knows", () => {
  const leaderboard = kindNamed(catalog, "leaderboard");
  const times = { created_at: "2030-01-01T00:00:00Z", updated_at: "2030-01-02T00:00:00Z" };
  const extra = { icon: "cup.png", rank: null, tags: [{ a: 1 }] };
  const raw = {
    id: 7,
    custom_id: "a",
    name: "A",
    type: "custom",
    ordering: "smaller-is-better",
    ...extra,
    ...times,
  };
  const body = (update: Dialect["update"], more: Partial<Dialect> = {}): JsonObject =>
    encodeUpdate(
      leaderboard,
      { raw, body: { name: "B" }, links: {} },
      { ...DEFAULT_DIALECT, ...more, update },
    );

  it.each<[Dialect["update"], Partial<Dialect>, JsonObject]>([
    ["patch", {}, { custom_id: "a", name: "B" }],
    ["unknown", {}, { custom_id: "a", name: "B", type: "custom", ordering: "smaller-is-better" }],
    [
      "whole",
      {},
      { id: 7, custom_id: "a", name: "B", type: "custom", ordering: "smaller-is-better", ...extra },
    ],
    [
      "whole",
      { path_id: "id" },
      { custom_id: "a", name: "B", type: "custom", ordering: "smaller-is-better", ...extra },
    ],
  ])("has what PUT may reset (update: %s, %o)", (update, more, expected) => {
    expect(body(update, more)).toEqual(expected);
  });

  it("can be made without a copy of each record", () => {
    const decoding = decodeRecord(leaderboard, raw, { dataIsText: false });
    expect("record" in decoding && decoding.record.raw).toBe(raw);
  });
});

describe("a list of members that cannot be read", () => {
  const raw = { custom_id: "a", name: "A", rewards: [{ id: 7 }] };

  it("is sent back as it was read where PUT resets what it does not get, and nowhere else", () => {
    expect(updated(raw, { name: "B" }, { update: "whole" })).toMatchObject({
      rewards: [{ id: 7 }],
    });
    for (const update of ["patch", "unknown"] as const)
      expect(updated(raw, { name: "B" }, { update })).not.toHaveProperty("rewards");
  });
});

describe("custom_data that comes back as text", () => {
  const read = (custom_data: Json, dataIsText: boolean): Json | undefined => {
    const decoding = decodeRecord(
      achievement,
      { custom_id: "a", name: "A", custom_data },
      { dataIsText },
    );
    return "record" in decoding ? decoding.record.body.custom_data : undefined;
  };

  it("is read as JSON from a service that returns texts only", () => {
    expect(read('{"icon": "x"}', true)).toEqual({ icon: "x" });
    expect(read("5", true)).toBe(5);
    expect(read("no JSON", true)).toBe("no JSON");
    expect(read('{"icon": "x"}', false)).toBe('{"icon": "x"}');
  });
});
