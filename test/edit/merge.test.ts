/**
 * A pull from a base is a three-way merge of values: what only one side has changed is as that side
 * has it, and the rest is a conflict.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { pullGame } from "../../src/edit/pull.ts";
import { defined } from "../../src/ground/collections.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  sortKeys,
} from "../../src/ground/json.ts";
import type { Address, DesiredGame } from "../../src/model/model.ts";
import { causesOf } from "../../src/plan/cause.ts";
import { plannedChange } from "../plan/planning.ts";
import { baseOf, type GameText, liveGame } from "../support/games.ts";
import { runs } from "../support/runs.ts";
import { loadTexts, parseTexts } from "../support/sources.ts";
import { gameTexts } from "./game-texts.ts";

/** A field of a kind, with the other members of the only resource. */
interface Place {
  readonly key: string;
  readonly address: Address;
  readonly field: string;
  readonly others: JsonObject;
}

const CUSTOM_DATA: Place = {
  key: "rewards",
  address: "reward/egg",
  field: "custom_data",
  others: { name: "Egg" },
};
const CONDITIONS: Place = {
  key: "criteria",
  address: "criterion/egg",
  field: "conditions",
  others: { name: "Egg", custom_action_id: "slay" },
};

function gameWith({ key, field, others }: Place, value: Json): GameText {
  const resource = { custom_id: "egg", ...others, ...(value === null ? {} : { [field]: value }) };
  return { actions: [{ custom_id: "slay", name: "Slay" }], [key]: [resource] };
}

function read(text: string): DesiredGame {
  const { value, diagnostics } = loadTexts([{ file: "game.yaml", text }], catalog);
  if (value === undefined) throw new Error(diagnostics.map(({ detail }) => detail).join("\n"));
  return value;
}

type Prefer = "live" | "files" | undefined;
interface Sides {
  readonly base?: Json;
  readonly mine: Json;
  readonly live: Json;
}

/** The value of the field after a pull, or the paths of its conflicts. */
function pulled(
  place: Place,
  { base, mine, live }: Sides,
  prefer: Prefer,
): Json | readonly string[] {
  const text = `${jsonText(gameWith(place, mine), 2)}\n`;
  const desired = read(text);
  const texts = gameTexts({ manifests: parseTexts([{ file: "game.yaml", text }]) });
  const from = base === undefined ? undefined : { game: read(jsonText(gameWith(place, base))) };
  const input = {
    ...texts,
    desired,
    live: liveGame(gameWith(place, live)),
    ...defined({ base: from, prefer }),
  };
  const { value, diagnostics } = pullGame(input, catalog);
  if (value === undefined) {
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["pull-conflict"]));
    return diagnostics.map(({ detail }) => /^\S+ (.*?): live /s.exec(detail)?.[1] ?? detail);
  }
  const after = read(value.files[0]?.after ?? text);
  const { plan, identification } = plannedChange(after, input.live, { prune: true });
  const { steps } = plan;
  if (from === undefined) expect(steps).toEqual([]);
  else {
    // The plan judges what is left by the same comparison.
    const causes = causesOf(
      { steps },
      { desired: after, live: input.live, base: baseOf(from.game), identification },
      catalog,
    );
    expect(causes.totals.drift).toBe(0);
    if (prefer !== "files") expect(causes.totals.conflict).toBe(0);
  }
  return after.resources.get(place.address)?.body[place.field] ?? null;
}

/** A service may answer an empty object as an empty list. */
function form(value: Json | undefined): string {
  if (value === undefined) return "absent";
  const plain = (inner: Json): Json => {
    if (Array.isArray(inner)) return inner.map(plain);
    if (!isJsonObject(inner)) return inner;
    const members = Object.entries(inner).map(([name, member]) => [name, plain(member)] as const);
    return members.length === 0 ? [] : Object.fromEntries(members);
  };
  return jsonText(sortKeys(plain(value)));
}

/**
 * What the merge must give, written for the eye: the value, and the paths at which both sides have
 * changed it differently.
 */
function merged(
  path: string,
  { base, mine, live }: Partial<Sides>,
  prefer: Prefer,
  conflicts: string[],
): Json | undefined {
  if (form(mine) === form(live) || form(base) === form(live)) return mine;
  if (form(base) === form(mine)) return live;
  if (!isJsonObject(mine) || !isJsonObject(live)) {
    conflicts.push(path);
    return prefer === "live" ? live : mine;
  }
  const names = [...new Set([...Object.keys(mine), ...Object.keys(live)])].sort();
  const members = names.flatMap((name) => {
    const own = (side: Json | undefined): Json | undefined =>
      isJsonObject(side) && Object.hasOwn(side, name) ? side[name] : undefined;
    const sides = defined({ base: own(base), mine: own(mine), live: own(live) });
    const shown = /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
    const value = merged(`${path}.${shown}`, sides, prefer, conflicts);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}

/** Without members, the value of a field is null. */
function rootOf(value: Json): Json {
  return form(value) === "[]" ? null : value;
}

function expectMerge(place: Place, { base: then, mine: here, live: there }: Sides): void {
  const sides = {
    mine: rootOf(here),
    live: rootOf(there),
    ...(then === undefined ? {} : { base: rootOf(then) }),
  };
  for (const prefer of [undefined, "live", "files"] as const) {
    const conflicts: string[] = [];
    const base = sides.base === undefined ? sides.mine : sides.base;
    const value = merged(place.field, { ...sides, base }, prefer, conflicts);
    const isOpen = prefer === undefined && conflicts.length > 0;
    const result = pulled(place, sides, prefer);
    const shown = jsonText({ ...sides, prefer: prefer ?? null });
    if (isOpen) expect(result, shown).toEqual(conflicts);
    else expect(form(result as Json), shown).toBe(form(rootOf(value ?? null)));
  }
}

const json = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Json>("sword", "shield", 1, 2, true, null, [], {}, [1], ["sword", { a: 1 }]),
    fc.dictionary(fc.constantFrom("item", "icon", "a~b/c", "constructor"), tie("json"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    fc.dictionary(fc.constantFrom("item", "icon"), tie("json"), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  ),
})).json;

/** Changed somewhere below, often by a little. */
const sides = fc
  .tuple(json, json, json, fc.nat(5))
  .map(([base, mine, live, way]): Required<Sides> => {
    const within = (value: Json): Json =>
      isJsonObject(base) && isJsonObject(value) ? { ...base, ...value } : value;
    const without = (value: Json): Json => {
      if (!isJsonObject(value)) return value;
      const [, ...rest] = Object.entries(value);
      return Object.fromEntries(rest);
    };
    if (way === 0) return { base, mine, live };
    if (way === 1) return { base, mine: base, live };
    if (way === 2) return { base, mine, live: base };
    if (way === 3) return { base, mine: within(mine), live: without(base) };
    return { base, mine: within(mine), live: within(live) };
  });

describe("a merge of three values", () => {
  it.each<readonly [string, Json, Json, Json]>([
    ["every old key is gone, and a later one is new", { icon: 1 }, { icon: 1 }, { item: 2 }],
    ["a text that both have made a mapping of", "sword", { item: "sword" }, { item: "shield" }],
    ["the same with another key of mine", "sword", { a: 1, item: "sword" }, { item: "shield" }],
    ["a mapping that is a text live", { item: 1 }, { item: 1, icon: 2 }, "sword"],
    ["a list that both have made a mapping of", ["sword"], { item: 1 }, { icon: 1 }],
    ["all that mine has is gone live", { icon: 1 }, { icon: 2 }, null],
    ["all that live has is gone in mine", { icon: 1 }, null, { icon: 2 }],
    ["both from nothing", null, { icon: 1 }, { item: 2 }],
    [
      "an inner mapping that is emptied and filled",
      { a: { icon: 1 } },
      { a: {} },
      { a: { icon: 1, item: 2 } },
    ],
    ["a member that is null", { a: null }, { a: 1 }, {}],
    [
      "a list in which both have changed another element",
      { a: [1, 2] },
      { a: [3, 2] },
      { a: [1, 4] },
    ],
  ])("%s", (_, base, mine, live) => {
    expectMerge(CUSTOM_DATA, { base, mine, live });
    expectMerge(CUSTOM_DATA, { mine, live });
  });

  it("is as one side has it where only that has changed it, and a conflict exactly where both have", () => {
    fc.assert(
      fc.property(sides, ({ base, mine, live }) => expectMerge(CUSTOM_DATA, { base, mine, live })),
      runs(1500, 300),
    );
  });

  it("is the live value where there is no base, whatever its form is", () => {
    fc.assert(
      fc.property(sides, ({ mine, live }) => expectMerge(CUSTOM_DATA, { mine, live })),
      runs(500, 100),
    );
  });

  it("is made of conditions by the same rule", () => {
    const group = fc.constantFrom<Json>(
      { conditions: ["month:1"] },
      { conditions: ["month:2"] },
      { operator: "or", conditions: ["month:1", "month:2"] },
    );
    const groups = fc.array(group, { minLength: 1, maxLength: 2 });
    const operator = fc.constantFrom<JsonObject>({}, { operator: "or" });
    const conditions = fc.oneof(
      fc.constant(null),
      fc.tuple(operator, groups).map(([member, list]): Json => ({ ...member, groups: list })),
    );
    fc.assert(
      fc.property(conditions, conditions, conditions, (base, mine, live) =>
        expectMerge(CONDITIONS, { base, mine, live }),
      ),
      runs(300, 60),
    );
  });
});
