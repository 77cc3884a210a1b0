/** Causes as values: the algebra on random games, and the shapes of plans that are hard to bring about otherwise. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Desired, DesiredGame, LiveGame, Moved } from "../../../src/model/model.ts";
import { type Base, type ChangeCause, causesOf, type PlanCauses } from "../../../src/plan/cause.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { arbitraryGame, arbitraryManifests } from "../../support/arbitrary-game.ts";
import {
  DOCUMENTED_ACCESS,
  desiredGame,
  EXTENDED_ACCESS,
  type GameText,
  liveGame,
  shortHash,
  TARGET,
} from "../../support/games.ts";
import { runs } from "../../support/runs.ts";

const RUNS = runs(200, 60);
const accesses = fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS);
const game = arbitraryGame({ allKinds: true });
const manifests = arbitraryManifests({ allKinds: true });

function baseOf(written: GameText | undefined, moved: readonly Moved[] = []): Base {
  const named = { ref: "main", commit: "0".repeat(40) };
  return written === undefined ? named : { ...named, game: { ...desiredGame(written), moved } };
}

/** The causes of the plan from both sides; nothing where there is no plan because a name is taken. */
function causesFor(desired: DesiredGame, live: LiveGame, base: Base, prune = true) {
  const options = { prune, targets: [], scalars: "native" } as const;
  const plan = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options).value;
  return plan === undefined ? undefined : { plan, causes: causesOf(plan, { desired, live, base }, catalog) };
}

const stepCauses = ({ steps }: PlanCauses): readonly ChangeCause[] => [...steps.values()].map(({ cause }) => cause);
const allCauses = (causes: PlanCauses): ReadonlySet<ChangeCause> =>
  new Set([...causes.steps.values()].flatMap(({ cause, fields }) => [cause, ...fields.map((field) => field.cause)]));

describe("causes", () => {
  it("are exactly one for each step and each changed field, and the totals count the steps", () => {
    fc.assert(
      fc.property(
        game,
        game,
        fc.option(game, { nil: undefined }),
        accesses,
        fc.boolean(),
        (now, live, then, access, prune) => {
          const found = causesFor(desiredGame(now), liveGame(live, access), baseOf(then), prune);
          if (found === undefined) return;
          const { plan, causes } = found;
          expect([...causes.steps.keys()]).toEqual(plan.steps.map(({ id }) => id));
          for (const step of plan.steps) {
            const own = causes.steps.get(step.id);
            expect(own?.fields.length).toBe(step.fields.length);
            for (const { cause } of own?.fields ?? []) expect(["pending", "drift", "conflict"]).toContain(cause);
          }
          const { pending, drift, conflict } = causes.totals;
          expect(pending + drift + conflict).toBe(plan.steps.length);
          for (const cause of ["pending", "drift", "conflict"] as const)
            expect(causes.totals[cause]).toBe(stepCauses(causes).filter((each) => each === cause).length);
        },
      ),
      RUNS,
    );
  });

  it("are all pending when the live game is as the base says", () => {
    fc.assert(
      fc.property(manifests, game, accesses, ({ resources, entries }, then, access) => {
        const found = causesFor(desiredGame(resources, entries), liveGame(then, access), baseOf(then));
        if (found !== undefined) expect([...allCauses(found.causes)].filter((each) => each !== "pending")).toEqual([]);
      }),
      RUNS,
    );
  });

  it("are all drift when the branch changes nothing", () => {
    fc.assert(
      fc.property(manifests, game, accesses, ({ resources, entries }, live, access) => {
        const now = desiredGame(resources, entries);
        const found = causesFor(now, liveGame(live, access), { ...baseOf(undefined), game: now });
        if (found !== undefined) expect([...allCauses(found.causes)].filter((each) => each !== "drift")).toEqual([]);
      }),
      RUNS,
    );
  });

  it("are all pending when the base does not have the game", () => {
    fc.assert(
      fc.property(game, game, (now, live) => {
        const found = causesFor(desiredGame(now), liveGame(live), baseOf(undefined));
        if (found !== undefined) expect([...allCauses(found.causes)].filter((each) => each !== "pending")).toEqual([]);
      }),
      RUNS,
    );
  });
});

const reward = (custom_id: string, more: Readonly<Record<string, Json>> = {}) => ({ custom_id, name: "R", ...more });
const egg = (more: Readonly<Record<string, Json>> = {}): GameText => ({ rewards: [reward("egg", more)] });
const data = (custom_data: Json): GameText => egg({ custom_data });
const action = (custom_id: string, name: string) => ({ custom_id, name });
const moved = (from: string, to: string): Moved => {
  return { kind: "action", from, to, origin: { file: "m.yaml", line: 1, column: 1 } };
};

interface Sides {
  readonly base: GameText;
  readonly live: GameText;
  readonly desired: GameText;
  readonly entries?: readonly Moved[];
}

/** The causes of steps, and of fields as `step /field`. */
function causesBetween({ base, live, desired, entries = [] }: Sides): Readonly<Record<string, ChangeCause>> {
  const found = causesFor({ ...desiredGame(desired), moved: entries }, liveGame(live), baseOf(base));
  if (found === undefined) throw new Error("there is no plan");
  const all = found.plan.steps.flatMap(({ id, fields }): [string, ChangeCause][] => {
    const causes = found.causes.steps.get(id);
    const ofFields = fields.map(({ path }, index) => [`${id} ${path}`, causes?.fields[index]?.cause] as const);
    return [[id, causes?.cause], ...ofFields] as [string, ChangeCause][];
  });
  return Object.fromEntries(all);
}

/** Where either side is as the base says, the properties above say all. */
describe("where both sides have changed", () => {
  const [none, other] = [{ rewards: [] }, reward("a")];
  const old = egg({ description: "old" });
  const byHand = egg({ description: "by hand" });
  const beside = ({ rewards = [] }: GameText): GameText => ({ rewards: [...rewards, other] });
  const several = (name: string, description: string, icon: string, size: number): GameText =>
    egg({ name, description, custom_data: { icon, size } });

  it.each<[string, GameText, GameText, GameText, Readonly<Record<string, ChangeCause>>]>([
    ["one field", old, byHand, egg({ description: "new" }), { "update reward/egg": "conflict" }],
    [
      "several fields, of which the step has the gravest",
      several("Egg", "old", "a", 1),
      several("Egg", "by hand", "a", 3),
      several("Dragon egg", "old", "b", 2),
      {
        "update reward/egg": "conflict",
        "update reward/egg /name": "pending",
        "update reward/egg /description": "drift",
        "update reward/egg /custom_data/icon": "pending",
        "update reward/egg /custom_data/size": "conflict",
      },
    ],
    [
      "one deleted by hand that the branch changes",
      egg({ name: "Old" }),
      none,
      egg(),
      {
        "create reward/egg": "conflict",
        "create reward/egg /custom_id": "drift",
        "create reward/egg /name": "conflict",
      },
    ],
    ["one deleted by hand that the branch sets to a default", old, none, egg(), { "create reward/egg": "conflict" }],
    [
      "one removed, changed by hand",
      beside(old),
      beside(byHand),
      { rewards: [other] },
      { "delete reward/egg": "conflict" },
    ],
    [
      "one removed, set to a default by hand",
      beside(old),
      beside(egg()),
      { rewards: [other] },
      { "delete reward/egg": "conflict" },
    ],
    ["one made by hand that the branch declares otherwise", none, old, egg(), { "update reward/egg": "conflict" }],
    [
      "a kind that the base does not manage",
      { actions: [] },
      beside(old),
      { actions: [], rewards: [reward("a", { name: "B" })] },
      { "update reward/a": "pending", "delete reward/egg": "pending" },
    ],
    [
      "what the base did not have in data",
      data(null),
      data({ a: 1 }),
      data({ a: 1, b: 2 }),
      { "update reward/egg /custom_data/b": "pending" },
    ],
    [
      "a name with signs",
      data({ a: 1, "x/~y": 1 }),
      data({ a: 1 }),
      data({ a: 1, "x/~y": 1 }),
      { "update reward/egg /custom_data/x~1~0y": "drift" },
    ],
    [
      "something of another form",
      data("text"),
      data({ a: 1 }),
      data({ a: 2 }),
      { "update reward/egg /custom_data/a": "conflict" },
    ],
    [
      "a member that every object has",
      data({ a: 1 }),
      data({ a: 1 }),
      data({ a: 1, constructor: 1 }),
      { "update reward/egg /custom_data/constructor": "pending" },
    ],
  ])("%s", (_, base, live, desired, expected) => {
    expect(causesBetween({ base, live, desired })).toMatchObject(expected);
  });

  it("nothing is a change that both have made alike", () => {
    expect(causesBetween({ base: old, live: byHand, desired: byHand })).toEqual({});
  });

  it("a replacement has the cause of the field that makes it necessary, in each of its steps", () => {
    const board = (ordering: string, score_preference: string) => ({
      leaderboards: [{ custom_id: "l", name: "L", type: "custom", ordering, score_preference }],
    });
    const base = board("larger-is-better", "prefer-higher");
    const desired = board("smaller-is-better", "prefer-higher");
    expect(new Set(Object.values(causesBetween({ base, live: base, desired })))).toEqual(new Set(["pending"]));
    const mixed = causesFor(desiredGame(desired), liveGame(board("larger-is-better", "prefer-last")), baseOf(base));
    expect(mixed?.causes.totals).toMatchObject({ pending: 0, conflict: 0 });
  });
});

describe("renames since the base", () => {
  it("keep apart what was changed by hand", () => {
    const [base, live] = [{ actions: [action("a", "One")] }, { actions: [action("a", "By hand")] }];
    const desired = { actions: [action("b", "One")] };
    expect(causesBetween({ base, live, desired, entries: [moved("a", "b")] })).toMatchObject({
      "rename action/b /custom_id": "pending",
      "rename action/b /name": "drift",
    });
  });

  it("through two entries, and swaps, are pending", () => {
    const [one, two] = [{ actions: [action("a", "One")] }, { actions: [action("a", "One"), action("b", "Two")] }];
    const chain = { base: one, live: one, desired: { actions: [action("c", "One")] } };
    const swap = { base: two, live: two, desired: { actions: [action("b", "One"), action("a", "Two")] } };
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
    const sides = { base: game("a", "gte:1"), live: game("a", "gte:5"), desired: game("b", "gte:1") };
    expect(causesBetween({ ...sides, entries: [moved("a", "b")] })).toMatchObject({
      "rename action/b": "pending",
      "update criterion/c": "drift",
    });
  });
});

describe("what the base left to the admin panel", () => {
  const left = (more: Partial<Desired>): Base => {
    const base = baseOf(egg({ description: "old" }));
    const game = base.game as DesiredGame;
    const resources = [...game.resources].map(([address, each]) => [address, { ...each, ...more }] as const);
    return { ...base, game: { ...game, resources: new Map(resources) } };
  };

  it("has not drifted: the branch that takes it back changes it", () => {
    const live = liveGame(egg({ description: "by hand" }));
    for (const more of [{ ignore: ["description"] }, { create_only: true }]) {
      for (const now of [egg({ description: "old" }), egg({ description: "new" }), { rewards: [] }]) {
        const found = causesFor(desiredGame(now), live, left(more));
        expect([...allCauses(found?.causes as PlanCauses)]).toEqual(["pending"]);
      }
    }
  });

  it("is drift like everything else when somebody deleted it", () => {
    const found = causesFor(desiredGame(egg({ description: "old" })), liveGame({}), left({ create_only: true }));
    expect([...allCauses(found?.causes as PlanCauses)]).toEqual(["drift"]);
  });
});
