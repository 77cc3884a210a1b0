/** A plan reads enough to be the plan that everything would make, and no more. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findUnearnable } from "../../src/analysis/impact/plan-impact.ts";
import { DEFAULT_DIALECT } from "../../src/catalog/dialect.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Kind, Link } from "../../src/catalog/types.ts";
import type { JsonObject } from "../../src/ground/json.ts";
import { kindNamed, linkNamed } from "../../src/model/catalog-lookup.ts";
import type { DesiredGame, Live, LiveGame, ReadLists } from "../../src/model/model.ts";
import { makePlan } from "../../src/plan/plan.ts";
import { readsForPlan } from "../../src/plan/reads-needed.ts";
import { arbitraryGame, arbitraryManifests } from "../support/arbitrary-game.ts";
import { DEFAULT_PLAY } from "../support/defaults.ts";
import {
  accessIn,
  desiredGame,
  type Entries,
  type GameText,
  liveGame,
  type ShownAccess,
  shortHash,
  TARGET,
} from "../support/games.ts";
import { runs } from "../support/runs.ts";
import { nameOf } from "./planning.ts";

function linkOf(kind: string, name: string): Link {
  const link = linkNamed(kindNamed(catalog, kind), name);
  if (link === undefined) throw new Error(`no link "${name}"`);
  return link;
}

const reads = (desired: DesiredGame, prune = false) => readsForPlan({ desired, catalog, prune });

describe("the first lists", () => {
  it("are what the manifests manage or declare, and the kinds that they refer into", () => {
    const desired = desiredGame({ criteria: [{ custom_id: "c", custom_action_id: "live-only" }] });
    expect(reads(desired).kinds).toEqual(["action", "criterion"]);
  });

  it("have the links only of what is declared, or could be pruned", () => {
    const desired = desiredGame({ achievements: [{ custom_id: "mine" }] });
    const asked = (prune: boolean) =>
      (["achievement/mine", "achievement/other", "action/a"] as const).filter((address) =>
        reads(desired, prune).linksOf(nameOf(address), linkOf("action", "reactions")),
      );
    expect(asked(false)).toEqual(["achievement/mine"]);
    expect(asked(true)).toEqual(["achievement/mine", "achievement/other"]);
  });
});

describe("the second lists", () => {
  const PARTS = {
    actions: [{ custom_id: "a" }],
    criteria: [{ custom_id: "c", custom_action_id: "a" }],
  };
  const secondLists = (
    written: GameText,
    live: GameText,
    { prune = false, ...entries }: Wish = {},
  ) =>
    reads(desiredGame(written, entries), prune).more?.(liveGame(live, accessIn("separate lists")));
  interface Wish extends Entries {
    readonly prune?: boolean;
  }

  it("are those of kinds that refer to what is pruned, with their links into such kinds", () => {
    const wanted = secondLists({ criteria: [], actions: [] }, PARTS, { prune: true });
    expect(wanted?.kinds).toEqual(expect.arrayContaining(["criteria_group", "achievement"]));
    expect(
      wanted?.linksOf(nameOf("criteria_group/any"), linkOf("criteria_group", "criteria")),
    ).toBe(true);
    const rewards = linkOf("achievement", "rewards");
    expect(
      wanted?.linksOf(nameOf("achievement/any"), rewards),
      "rewards say nothing of an action that goes",
    ).toBe(false);
  });

  it.each<[string, GameText, Wish, readonly string[]]>([
    ["nothing differs", PARTS, {}, []],
    [
      "something is created",
      { ...PARTS, actions: [{ custom_id: "a" }, { custom_id: "b" }] },
      {},
      [],
    ],
    [
      "something that is not pruned is undeclared",
      { actions: [], criteria: PARTS.criteria },
      {},
      [],
    ],
    [
      "what differs is left alone",
      { actions: [{ custom_id: "a", name: "New", ignore: ["name"] }], criteria: [] },
      {},
      [],
    ],
    [
      "what differs is only created",
      { actions: [{ custom_id: "a", name: "New", create_only: true }] },
      {},
      [],
    ],
    [
      "a value differs",
      { ...PARTS, actions: [{ custom_id: "a", name: "New" }] },
      {},
      ["criteria_group", "achievement"],
    ],
    [
      "only groups may hold it",
      { criteria: [{ ...PARTS.criteria[0], name: "New" }] },
      {},
      ["criteria_group", "achievement"],
    ],
    ["nothing refers to it", { achievements: [{ custom_id: "x", points: 5 }] }, {}, []],
    [
      "it gets another id",
      { ...PARTS, criteria: [{ custom_id: "d", name: "Name of c", custom_action_id: "a" }] },
      { moved: [{ kind: "criterion", from: "c", to: "d" }] },
      ["criteria_group", "achievement"],
    ],
    [
      "it is removed",
      { ...PARTS, criteria: [] },
      { removed: [{ kind: "criterion", custom_id: "c", reason: "It is over." }] },
      ["criteria_group", "achievement"],
    ],
  ])("are these where %s", (_, written, wish, kinds) => {
    const live = { ...PARTS, achievements: [{ custom_id: "x" }] };
    expect(secondLists(written, live, wish)?.kinds.filter((kind) => kind !== "action")).toEqual(
      kinds,
    );
  });

  it("have the links of undeclared resources that may hold a replaced one", () => {
    const holder = { custom_id: "u", reactions: ["a"] };
    const live = { actions: [{ custom_id: "b" }, { custom_id: "a", reactions: ["b"] }, holder] };
    const reactions = linkOf("action", "reactions");
    const isAsked = (reactionsOfA: readonly string[]) => {
      const actions: readonly JsonObject[] = [
        { custom_id: "b", name: "New" },
        { custom_id: "a", reactions: reactionsOfA },
      ];
      const wanted = secondLists({ actions }, live);
      return (
        wanted?.kinds.includes("action") === true && wanted.linksOf(nameOf("action/u"), reactions)
      );
    };
    expect([isAsked(["b"]), isAsked([])]).toEqual([false, true]);
  });

  it("are those after a mark that an unfinished run has left", () => {
    const live = { ...PARTS, actions: [...PARTS.actions, { custom_id: "b~laurel-moving" }] };
    expect(secondLists({ actions: PARTS.actions }, live)?.kinds).toContain("criterion");
  });
});

describe("kinds of which the service has to show hidden records", () => {
  const groups: GameText = { criteria_groups: [{ custom_id: "g" }] };
  const shown: GameText = { achievements: [{ custom_id: "x" }] };
  const removed = [{ kind: "criteria_group", custom_id: "g", reason: "It is over." }];

  it.each<[string, readonly string[], GameText, GameText, Entries & { readonly prune?: boolean }]>([
    [
      "a group is pruned",
      ["achievement"],
      { criteria_groups: [] },
      { ...groups, ...shown },
      { prune: true },
    ],
    [
      "there is no achievement",
      ["achievement"],
      { criteria_groups: [] },
      { ...groups, achievements: [] },
      { prune: true },
    ],
    [
      "a group is removed",
      ["achievement"],
      { criteria_groups: [] },
      { ...groups, ...shown },
      { removed },
    ],
    ["nothing is pruned", [], { criteria_groups: [] }, { ...groups, ...shown }, {}],
    [
      "a group is changed",
      [],
      { criteria_groups: [{ custom_id: "g", name: "New" }] },
      { ...groups, ...shown },
      {},
    ],
    [
      "no achievement refers to it",
      [],
      { actions: [] },
      { actions: [{ custom_id: "a" }], ...shown },
      { prune: true },
    ],
    [
      "a hidden one is shown",
      [],
      { criteria_groups: [] },
      { ...groups, achievements: [{ custom_id: "s", is_secret: true }] },
      { prune: true },
    ],
  ])("are these where %s", (_, kinds, written, live, { prune = false, ...entries }) => {
    const game = liveGame(live);
    expect(reads(desiredGame(written, entries), prune).mustShowHidden?.(game)).toEqual(kinds);
    const refused = { ...game, unseen: new Set(["achievement"]) };
    expect(reads(desiredGame(written, entries), prune).mustShowHidden?.(refused)).toEqual([]);
  });
});

describe("whether members may have to be written", () => {
  const criteria = linkOf("criteria_group", "criteria");
  const rewards = linkOf("achievement", "rewards");
  const may = (
    written: GameText,
    live: GameText,
    [kind, link]: readonly [string, Link],
    moved: NonNullable<Entries["moved"]> = [],
  ) => {
    const resources = [...liveGame(live).resources.values()].filter((each) => each.kind === kind);
    return reads(desiredGame(written, { moved })).mayWrite?.(
      kindNamed(catalog, kind),
      link,
      resources,
    );
  };
  const group = { custom_id: "g", criteria: ["c"] };
  const groups = (...criteria_groups: readonly JsonObject[]): GameText => ({
    criteria_groups,
  });
  const badges = (...achievements: readonly JsonObject[]): GameText => ({
    achievements,
  });

  it.each<[string, boolean, GameText, GameText]>([
    ["other members are declared", true, groups(group), groups({ custom_id: "g" })],
    ["the same members are declared", false, groups(group), groups(group)],
    [
      "a new resource brings them along",
      false,
      groups(group, { ...group, custom_id: "new" }),
      groups(group),
    ],
    ["nothing is declared", false, {}, groups(group)],
    [
      "they are left alone",
      false,
      groups({ ...group, ignore: ["criteria"] }),
      groups({ custom_id: "g" }),
    ],
    [
      "the group is only created",
      false,
      groups({ ...group, create_only: true }),
      groups({ custom_id: "g" }),
    ],
  ])("of groups, where %s: %s", (_, expected, written, live) => {
    expect(may(written, live, ["criteria_group", criteria])).toBe(expected);
  });

  it("of a resource that gets another id, and of one whose members do, because lists that are alike can differ", () => {
    const holder = (from: string) => [{ kind: "criteria_group", from, to: "h" }];
    const member = (from: string) => [{ kind: "criterion", from, to: "d" }];
    const isAsked = (moved: ReturnType<typeof holder>) =>
      may(groups(group), groups(group), ["criteria_group", criteria], moved);
    expect([holder("g"), holder("gone"), member("c"), member("gone")].map(isAsked)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("of none, where nothing has members", () => {
    const empty = groups({ custom_id: "g" });
    expect(
      may(
        empty,
        empty,
        ["criteria_group", criteria],
        [{ kind: "criteria_group", from: "g", to: "h" }],
      ),
    ).toBe(false);
  });

  it("of any, where an unfinished run has left a mark", () => {
    const live = groups(group, { custom_id: "h~laurel-moving" });
    expect(may(groups(group), live, ["criteria_group", criteria])).toBe(true);
  });

  it("of a new achievement whose rewards are attached", () => {
    expect(may(badges({ custom_id: "x" }), {}, ["achievement", rewards])).toBe(false);
    expect(may(badges({ custom_id: "x", rewards: ["r"] }), {}, ["achievement", rewards])).toBe(
      true,
    );
  });
});

/** The part of a game that a reading of these lists shows. */
function partOf(
  whole: LiveGame,
  access: ReadonlyMap<string, ShownAccess>,
  ...lists: readonly ReadLists[]
): LiveGame {
  const isAsked = (record: Live, name: string): boolean =>
    access.get(`${record.kind}.${name}`)?.shown !== "endpoint" ||
    lists.some(({ linksOf }) => linksOf(record, linkOf(record.kind, name)));
  const read = new Set(lists.flatMap(({ kinds }) => kinds));
  const resources = [...whole.resources.values()]
    .filter(({ kind }) => read.has(kind))
    .map((record) => ({
      ...record,
      links: Object.fromEntries(
        Object.entries(record.links).filter(([name]) => isAsked(record, name)),
      ),
    }));
  return {
    ...whole,
    read,
    resources: new Map(resources.map((record) => [record.address, record])),
  };
}

it("makes the plan that everything would make", () => {
  const sides = fc.record({
    live: arbitraryGame({ allKinds: true }),
    manifests: arbitraryManifests({ allKinds: true }),
    managed: fc.subarray([...catalog], { minLength: 1 }),
    shape: fc.constantFrom(
      "extended",
      "separate lists",
      "documented",
      "ids in the record, and link endpoints",
    ),
    prune: fc.boolean(),
    // Random sides have little in common, so that in most games one kind differs and the others are
    // as they are live.
    settled: fc.option(fc.nat(catalog.length - 1), { freq: 5, nil: undefined }),
  });
  let plans = 0;
  let seconds = 0;
  fc.assert(
    fc.property(
      sides,
      ({ live, manifests: { resources, entries }, managed, shape, prune, settled }) => {
        const access = accessIn(shape);
        const other = settled === undefined ? undefined : managed[settled % managed.length];
        const isNew = (kind: Kind): boolean => other === undefined || kind === other;
        const written = Object.fromEntries(
          managed.map((kind) => [kind.plural, (isNew(kind) ? resources : live)[kind.plural] ?? []]),
        );
        const isOf = ({ kind }: { readonly kind: string }): boolean =>
          managed.some((each) => each.name === kind && isNew(each));
        const fitting = {
          moved: entries.moved.filter(isOf),
          removed: entries.removed.filter(isOf),
        };
        const desired = desiredGame(written, fitting);
        const whole = liveGame(live, access);
        const scope = reads(desired, prune);
        const more = scope.more?.(partOf(whole, access, scope));
        const part = partOf(whole, access, scope, ...(more === undefined ? [] : [more]));
        const planFrom = (game: LiveGame) => {
          const input = { target: TARGET, desired, live: game, catalog, hash: shortHash };
          const options = {
            prune,
            dialect: DEFAULT_DIALECT,
            findUnearnable: findUnearnable(desired, DEFAULT_PLAY),
          } as const;
          const { value, diagnostics } = makePlan(input, options);
          const codes = diagnostics
            .filter(({ severity }) => severity === "error")
            .map(({ code }) => code);
          return { codes, steps: value?.plan.steps, kept: value?.plan.kept };
        };
        const made = planFrom(part);
        expect(made).toEqual(planFrom(whole));
        if (made.steps !== undefined && made.steps.length > 0) plans += 1;
        if (more !== undefined && more.kinds.length > 0) seconds += 1;
      },
    ),
    runs(2000, 150),
  );
  expect(plans).toBeGreaterThan(10);
  expect(seconds).toBeGreaterThan(10);
});
