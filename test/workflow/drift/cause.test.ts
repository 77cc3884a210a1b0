/**
 * Causes as values: the algebra on random games, and the shapes of plans that are hard to bring
 * about otherwise.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { Json } from "../../../src/ground/json.ts";
import type { Desired, DesiredGame, LiveGame, Moved, Plan } from "../../../src/model/model.ts";
import { type ChangeCause, causesOf, type PlanCauses } from "../../../src/plan/cause.ts";
import { fourWay } from "../../../src/plan/differences.ts";
import type { Base } from "../../../src/plan/earlier.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { arbitraryGame, arbitraryManifests } from "../../support/arbitrary-game.ts";
import {
  baseOf,
  DOCUMENTED_ACCESS,
  desiredGame,
  EXTENDED_ACCESS,
  type GameText,
  liveGame,
  shortHash,
  TARGET,
} from "../../support/games.ts";
import { runs } from "../../support/runs.ts";

const RUNS = runs(100, 30);
const accesses = fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS);
const game = arbitraryGame({ allKinds: true });
/**
 * Most games with entries contradict the live game and are refused, so that half of the games have
 * none.
 */
const manifests = fc.oneof(
  arbitraryManifests({ allKinds: true }),
  game.map((resources) => ({ resources, entries: { moved: [], removed: [] } })),
);

/**
 * The causes of the plan from both sides; nothing where there is no plan because a name is taken.
 */
function causesFor(desired: DesiredGame, live: LiveGame, base: Base, prune = true) {
  const options = { prune, dialect: DEFAULT_DIALECT } as const;
  const { value } = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options);
  if (value === undefined) return undefined;
  const { plan, identification } = value;
  return { plan, causes: causesOf(plan, { desired, live, base, identification }, catalog) };
}

function allCauses({ steps }: PlanCauses): readonly ChangeCause[] {
  return [
    ...new Set(
      [...steps.values()].flatMap(({ cause, fields }) => [
        cause,
        ...fields.map((each) => each.cause),
      ]),
    ),
  ];
}

/** Counts the steps by cause, and expects a cause for each changed field. */
function countCauses({ steps }: Plan, causes: PlanCauses): PlanCauses["totals"] {
  const counts = { pending: 0, behind: 0, drift: 0, conflict: 0 };
  for (const { id, fields } of steps) {
    const step = causes.steps.get(id);
    if (step !== undefined) counts[step.cause] += 1;
    expect(step?.fields.length).toBe(fields.length);
    for (const { cause } of step?.fields ?? []) expect(Object.keys(counts)).toContain(cause);
  }
  return counts;
}

describe("causes", () => {
  it("are exactly one for each step and each changed field, and the totals count the steps", () => {
    const then = fc.option(game, { nil: undefined });
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(game, game, then, accesses, fc.boolean(), (now, live, then, access, prune) => {
        const base = baseOf(then && desiredGame(then));
        const found = causesFor(desiredGame(now), liveGame(live, access), base, prune);
        if (found === undefined) return;
        const { plan, causes } = found;
        expect([...causes.steps.keys()]).toEqual(plan.steps.map(({ id }) => id));
        expect(causes.totals).toEqual(countCauses(plan, causes));
        for (const [cause, count] of Object.entries(causes.totals))
          seen.set(cause, (seen.get(cause) ?? 0) + count);
      }),
      RUNS,
    );
    for (const cause of ["pending", "drift", "conflict"])
      expect(seen.get(cause), cause).toBeGreaterThan(3);
  });

  /** A branch, another game, and what is then live and at the base. */
  it.each<
    [
      string,
      ChangeCause,
      (branch: DesiredGame, other: GameText) => readonly [GameText, DesiredGame?, DesiredGame?],
    ]
  >([
    ["the live game is as the base says", "pending", (_, other) => [other, desiredGame(other)]],
    ["the branch changes nothing", "drift", (branch, other) => [other, branch]],
    ["the base does not have the game", "pending", (_, other) => [other]],
    [
      "the branch changes nothing and the tip is live",
      "behind",
      (branch, other) => [other, branch, desiredGame(other)],
    ],
  ])("when %s are all %s", (_, cause, sides) => {
    let seen = 0;
    fc.assert(
      fc.property(manifests, game, accesses, ({ resources, entries }, other, access) => {
        const branch = desiredGame(resources, entries);
        const [live, base, tip] = sides(branch, other);
        const found = causesFor(branch, liveGame(live, access), baseOf(base, tip));
        const causes = found === undefined ? [] : allCauses(found.causes);
        seen += causes.length;
        expect(causes.filter((each) => each !== cause)).toEqual([]);
      }),
      RUNS,
    );
    expect(seen).toBeGreaterThan(RUNS.numRuns * 0.3);
  });
});

const action = (custom_id: string, name: string) => ({ custom_id, name });
const moved = (from: string, to: string): Moved => {
  return { kind: "action", from, to, origin: { file: "m.yaml", line: 1, column: 1 } };
};

type Sides = Readonly<Record<"base" | "live" | "desired", GameText>> & {
  readonly entries?: readonly Moved[];
};

/** The causes of steps, and of fields as `step /field`. */
function causesBetween({
  base,
  live,
  desired,
  entries = [],
}: Sides): Readonly<Record<string, ChangeCause>> {
  const branch = { ...desiredGame(desired), moved: entries };
  const found = causesFor(branch, liveGame(live), baseOf(desiredGame(base)));
  if (found === undefined) throw new Error("there is no plan");
  const all = found.plan.steps.flatMap(({ id, fields }): [string, ChangeCause][] => {
    const causes = found.causes.steps.get(id);
    const ofFields = fields.map(
      ({ path }, index) => [`${id} ${path}`, causes?.fields[index]?.cause] as const,
    );
    return [[id, causes?.cause], ...ofFields] as [string, ChangeCause][];
  });
  return Object.fromEntries(all);
}

/** Where either side is as the base says, the properties above say all. */
describe("where both sides have changed", () => {
  type Values = Readonly<Record<string, Json>>;
  const old = { description: "old" };
  const byHand = { description: "by hand" };
  const data = (custom_data: Json): Values => ({ custom_data });
  /**
   * What the base, the live game and the branch have of a reward, if it is there; and the causes of
   * its step, and of fields.
   */
  const stories: readonly (readonly [
    Values | undefined,
    Values | undefined,
    Values | undefined,
    Values,
  ])[] = [
    [
      { name: "Egg", ...old, custom_data: { icon: "a", size: 1 } },
      { name: "Egg by hand", ...byHand, custom_data: { icon: "a", size: 3 } },
      { name: "Egg by hand", ...old, custom_data: { icon: "b", size: 2 } },
      {
        update: "conflict",
        "update /description": "drift",
        "update /custom_data/icon": "pending",
        "update /custom_data/size": "conflict",
      },
    ],
    // Deleted by hand, and changed by the branch; set to a default by it.
    [old, undefined, { description: "new" }, { create: "conflict", "create /custom_id": "drift" }],
    [old, undefined, {}, { create: "conflict" }],
    // Removed by the branch, and changed by hand; set to a default by hand.
    [old, byHand, undefined, { delete: "conflict" }],
    [old, {}, undefined, { delete: "conflict" }],
    // Made by hand, and declared otherwise; changed by both alike.
    [undefined, old, {}, { update: "conflict" }],
    [old, byHand, byHand, {}],
    // Data: without it at the base, with signs in a name, of another form, and a member that every
    // object has.
    [data(null), data({ a: 1 }), data({ a: 1, b: 2 }), { "update /custom_data/b": "pending" }],
    [
      data({ a: 1, "x/~y": 1 }),
      data({ a: 1 }),
      data({ a: 1, "x/~y": 1 }),
      { "update /custom_data/x~1~0y": "drift" },
    ],
    [data("text"), data({ a: 1 }), data({ a: 2 }), { "update /custom_data/a": "conflict" }],
    [
      data({ a: 1 }),
      data({ a: 1 }),
      data({ a: 1, constructor: 1 }),
      { "update /custom_data/constructor": "pending" },
    ],
  ];
  const rewards = (side: 0 | 1 | 2): GameText => ({
    rewards: stories.flatMap((story, index) => {
      return story[side] === undefined
        ? []
        : [{ custom_id: `r${index}`, name: `R${index}`, ...story[side] }];
    }),
  });
  const causes = causesBetween({ base: rewards(0), live: rewards(1), desired: rewards(2) });

  it.each(stories.map((story, index) => [...story, index] as const))(
    "%j, %j, %j: %j",
    (_, __, ___, expected, index) => {
      const own = Object.entries(causes).filter(
        ([step]) => step.split(" ")[1] === `reward/r${index}`,
      );
      const named = own.map(([step, cause]) => [step.replace(` reward/r${index}`, ""), cause]);
      if (Object.keys(expected).length === 0) expect(named).toEqual([]);
      else expect(Object.fromEntries(named)).toMatchObject(expected);
    },
  );

  it("a kind that the base does not manage is pending", () => {
    const live = { rewards: [action("a", "A"), action("egg", "Egg")] };
    const sides = {
      base: { actions: [] },
      live,
      desired: { actions: [], rewards: [action("a", "B")] },
    };
    expect(causesBetween(sides)).toMatchObject({
      "update reward/a": "pending",
      "delete reward/egg": "pending",
    });
  });

  it("a replacement has the cause of the field that makes it necessary, in each of its steps", () => {
    const board = (ordering: string, score_preference: string) => ({
      leaderboards: [{ custom_id: "l", name: "L", type: "custom", ordering, score_preference }],
    });
    const base = board("larger-is-better", "prefer-higher");
    const desired = board("smaller-is-better", "prefer-higher");
    expect(new Set(Object.values(causesBetween({ base, live: base, desired })))).toEqual(
      new Set(["pending"]),
    );
    const live = liveGame(board("larger-is-better", "prefer-last"));
    const mixed = causesFor(desiredGame(desired), live, baseOf(desiredGame(base)));
    expect(mixed?.causes.totals).toMatchObject({ pending: 0, conflict: 0 });
  });
});

describe("renames since the base", () => {
  it("keep apart what was changed by hand", () => {
    const base = { actions: [action("a", "One")] };
    const live = { actions: [action("a", "By hand")] };
    const desired = { actions: [action("b", "One")] };
    expect(causesBetween({ base, live, desired, entries: [moved("a", "b")] })).toMatchObject({
      "rename action/b /custom_id": "pending",
      "rename action/b /name": "drift",
    });
  });

  it("through two entries, and swaps, are pending", () => {
    const one = { actions: [action("a", "One")] };
    const two = { actions: [action("a", "One"), action("b", "Two")] };
    const chain = { base: one, live: one, desired: { actions: [action("c", "One")] } };
    const swap = {
      base: two,
      live: two,
      desired: { actions: [action("b", "One"), action("a", "Two")] },
    };
    const causes = [
      causesBetween({ ...chain, entries: [moved("a", "b"), moved("b", "c")] }),
      causesBetween({ ...swap, entries: [moved("a", "b"), moved("b", "a")] }),
    ];
    expect(new Set(causes.flatMap((each) => Object.values(each)))).toEqual(new Set(["pending"]));
  });

  it("do not make references look changed", () => {
    const game = (id: string, rule: string): GameText => ({
      actions: [action(id, "One")],
      criteria: [{ custom_id: "c", name: "C", custom_action_id: id, rule }],
    });
    const sides = {
      base: game("a", "gte:1"),
      live: game("a", "gte:5"),
      desired: game("b", "gte:1"),
    };
    expect(causesBetween({ ...sides, entries: [moved("a", "b")] })).toMatchObject({
      "rename action/b": "pending",
      "update criterion/c": "drift",
    });
  });
});

describe("references to a resource whose id another one has since the base", () => {
  /** `used`: the action that counts for the criterion. */
  const game = (ids: readonly string[], used: string): GameText => ({
    actions: ids.map((id) => action(id, id === "egg" ? "Egg" : "Other")),
    criteria: [{ custom_id: "c", name: "C", custom_action_id: used }],
  });
  const today = desiredGame(
    { ...game(["b"], "b"), actions: [action("b", "Hatched")] },
    { moved: [{ kind: "action", from: "a", to: "b" }] },
  );
  const causesWith = (live: GameText) =>
    causesFor(today, liveGame(live), baseOf(desiredGame(game(["a", "b"], "b"))))?.causes.steps.get(
      "update criterion/c",
    );

  it("are not what the manifests say now, although the id is the same", () => {
    // At the base, "b" was another action, which was deleted in between. Somebody has made the
    // criterion count a third one.
    const found = causesWith({ ...game(["a", "other"], "other") });
    expect(found).toEqual({ cause: "conflict", fields: [{ cause: "conflict", base: "b" }] });
  });
});

describe("what the base left to the admin panel", () => {
  const egg = (description: string): GameText => ({
    rewards: [{ custom_id: "egg", name: "Egg", description }],
  });
  const left = (policy: Partial<Desired>): Base => {
    const base = desiredGame(egg("old"));
    const resources = [...base.resources].map(
      ([address, each]) => [address, { ...each, ...policy }] as const,
    );
    return baseOf({ ...base, resources: new Map(resources) });
  };
  const causes = (desired: GameText, live: GameText, policy: Partial<Desired>) =>
    allCauses(causesFor(desiredGame(desired), liveGame(live), left(policy))?.causes as PlanCauses);

  it("has not drifted: the branch that takes it back changes it", () => {
    for (const policy of [{ ignore: ["description"] }, { create_only: true }])
      for (const now of [egg("old"), egg("new"), { rewards: [] }])
        expect(causes(now, egg("by hand"), policy)).toEqual(["pending"]);
  });

  it("is drift like everything else when somebody deleted it", () => {
    expect(causes(egg("old"), {}, { create_only: true })).toEqual(["drift"]);
  });
});

/**
 * Every way in which four versions can agree, as letters for the base, the tip, the live game and
 * the branch. Those in which the last two agree have no change.
 */
const CASES: Readonly<Record<string, ChangeCause>> = {
  aaab: "pending",
  abab: "pending",
  abac: "pending",
  abba: "behind",
  aaba: "drift",
  abca: "drift",
  aabc: "conflict",
  abbc: "conflict",
  abcb: "conflict",
  abcd: "conflict",
};

/** `[x, y, y, x]` is `abba`. */
function patternOf(versions: readonly unknown[]): string {
  const seen = [...new Set(versions)];
  return versions.map((version) => "abcd".charAt(seen.indexOf(version))).join("");
}

describe("a value at two commits, live and in the manifests", () => {
  const VALUES = [undefined, 10, 20, 30, 40] as const;
  const combinations = VALUES.flatMap((base) =>
    VALUES.flatMap((tip) =>
      VALUES.flatMap((live) => VALUES.map((desired) => [base, tip, live, desired] as const)),
    ),
  );

  it("has the cause of its case, whatever the values are", () => {
    const seen = new Set<string>();
    for (const [base, tip, live, desired] of combinations) {
      const pattern = patternOf([base, tip, live, desired]);
      seen.add(pattern);
      expect(fourWay({ base, tip }, live, desired), pattern).toBe(CASES[pattern] ?? "same");
    }
    // All partitions of four versions.
    expect(seen.size).toBe(15);
  });

  /** The causes of a plan with four games, whose parts are made of a value. */
  const causesWith = (
    four: readonly (number | undefined)[],
    gameWith: (value: number | undefined) => GameText,
  ) => {
    const [base, tip, live, desired] = four.map(gameWith);
    if (base === undefined || tip === undefined || live === undefined || desired === undefined)
      throw new Error();
    return causesFor(
      desiredGame(desired),
      liveGame(live),
      baseOf(desiredGame(base), desiredGame(tip)),
    );
  };
  const all = (
    four: readonly (number | undefined)[],
    gameWith: (value: number | undefined) => GameText,
  ) => {
    const found = causesWith(four, gameWith);
    return found === undefined ? [] : [...found.causes.steps.values()].map(({ cause }) => cause);
  };
  const field = (value: number | undefined): GameText => ({
    rewards: [
      { custom_id: "egg", name: "Egg", custom_data: value === undefined ? {} : { look: value } },
    ],
  });
  const reference = (value: number | undefined): GameText => ({
    actions: VALUES.map((id) => ({ custom_id: `a${id}`, name: `A${id}` })),
    criteria: [{ custom_id: "c", name: "C", custom_action_id: `a${value}` }],
  });
  const resource = (value: number | undefined): GameText => ({
    rewards: value === undefined ? [] : [{ custom_id: "egg", name: "Egg", custom_data: value }],
  });

  it.each([
    ["a member of a field", field],
    ["a reference", reference],
  ])("has it as %s", (_, gameWith) => {
    for (const four of combinations) {
      const cause = CASES[patternOf(four)];
      expect(all(four, gameWith), JSON.stringify(four)).toEqual(cause === undefined ? [] : [cause]);
    }
  });

  it("has it as a member of a link, of which there are two values", () => {
    const link = (value: number | undefined): GameText => ({
      rewards: [{ custom_id: "egg", name: "Egg" }],
      achievements: [
        {
          custom_id: "x",
          name: "X",
          description: "X.",
          rewards: value === undefined ? [] : ["egg"],
        },
      ],
    });
    for (const four of combinations.filter((values) =>
      values.every((value) => value === undefined || value === 10),
    )) {
      const cause = CASES[patternOf(four)];
      expect(all(four, link), JSON.stringify(four)).toEqual(cause === undefined ? [] : [cause]);
    }
  });

  /**
   * A resource that only the tip has given to the live game is behind, whatever its values are
   * there.
   */
  const causeOfResource = (four: readonly (number | undefined)[]): ChangeCause | undefined => {
    const [base, tip, live, desired] = four;
    const isOfTip =
      base === undefined && desired === undefined && tip !== undefined && live !== undefined;
    return isOfTip ? "behind" : CASES[patternOf(four)];
  };
  it("has it as a whole resource, which may be missing", () => {
    for (const four of combinations) {
      const cause = causeOfResource(four);
      // Where the resource itself is in all versions, its value decides.
      expect(all(four, resource), JSON.stringify(four)).toEqual(cause === undefined ? [] : [cause]);
    }
  });
});

it("what the tip no longer decides ends with a merge, so that it is behind", () => {
  const egg = (value: number): GameText => ({
    rewards: [{ custom_id: "egg", name: "Egg", custom_data: value }],
  });
  const mine = desiredGame(egg(10));
  const [declared] = mine.resources.values();
  if (declared === undefined) throw new Error("nothing is declared");
  const entry = { kind: "reward", custom_id: "egg", reason: "", origin: declared.origin };
  const tips: readonly DesiredGame[] = [
    { ...mine, resources: new Map([[declared.address, { ...declared, ignore: ["custom_data"] }]]) },
    { ...mine, resources: new Map([[declared.address, { ...declared, create_only: true }]]) },
    { ...mine, resources: new Map(), managed: new Set() },
    { ...mine, resources: new Map(), forgotten: [entry] },
  ];
  for (const tip of tips) {
    const found = causesFor(mine, liveGame(egg(20)), baseOf(mine, tip));
    expect(found && allCauses(found.causes)).toEqual(["behind"]);
  }
  const found = causesFor(mine, liveGame(egg(20)), baseOf(mine, desiredGame(egg(10))));
  expect(found && allCauses(found.causes)).toEqual(["drift"]);
});
