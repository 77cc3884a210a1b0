/** Causes as values: the algebra on random games, and the shapes of plans that are hard to bring about otherwise. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Desired, DesiredGame, LiveGame, Moved, Plan } from "../../../src/model/model.ts";
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

const RUNS = runs(200);
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
const described = (description: string): GameText => ({ rewards: [reward("egg", { description })] });
const custom = (name: string, description: string, custom_data: Json): GameText => ({
  rewards: [{ custom_id: "egg", name, description, custom_data }],
});
const holding = (...members: readonly string[]): GameText => ({
  rewards: [reward("a"), reward("b", { name: "B" })],
  achievements: [{ custom_id: "x", name: "X", rewards: members }],
});
const names = (a: string, b: string): GameText => ({ rewards: [reward("a", { name: a }), reward("b", { name: b })] });

/** Causes by step, and by step and field. */
function causesByName({ plan, causes }: { plan: Plan; causes: PlanCauses }): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    plan.steps.flatMap(({ id, fields }) => {
      const own = causes.steps.get(id);
      return [[id, own?.cause], ...fields.map(({ path }, index) => [`${id} ${path}`, own?.fields[index]?.cause])];
    }),
  );
}

describe("the table of causes", () => {
  const none: GameText = { rewards: [] };
  const egg: GameText = { rewards: [reward("egg")] };
  const old = described("old");
  const other = reward("a");
  const withOther = ({ rewards = [] }: GameText): GameText => ({ rewards: [...rewards, other] });

  it.each<[string, GameText, GameText, GameText, Readonly<Record<string, ChangeCause>>]>([
    ["a field that the branch changes", old, old, described("new"), { "update reward/egg /description": "pending" }],
    ["a field changed by hand", old, described("by hand"), old, { "update reward/egg /description": "drift" }],
    ["one that both change", old, described("by hand"), described("new"), { "update reward/egg": "conflict" }],
    ["one that both change alike", old, described("new"), described("new"), {}],
    [
      "several fields, of which the step has the gravest",
      custom("Egg", "old", { icon: "a", size: 1 }),
      custom("Egg", "by hand", { icon: "a", size: 3 }),
      custom("Dragon egg", "old", { icon: "b", size: 2 }),
      {
        "update reward/egg": "conflict",
        "update reward/egg /name": "pending",
        "update reward/egg /description": "drift",
        "update reward/egg /custom_data/icon": "pending",
        "update reward/egg /custom_data/size": "conflict",
      },
    ],
    ["a new resource", none, none, egg, { "create reward/egg": "pending", "create reward/egg /name": "pending" }],
    ["one deleted by hand", egg, none, egg, { "create reward/egg": "drift" }],
    [
      "one deleted by hand that the branch changes",
      { rewards: [reward("egg", { name: "Old" })] },
      none,
      egg,
      {
        "create reward/egg": "conflict",
        "create reward/egg /custom_id": "drift",
        "create reward/egg /name": "conflict",
      },
    ],
    ["one deleted by hand that the branch sets to a default", old, none, egg, { "create reward/egg": "conflict" }],
    [
      "one that the branch removes",
      withOther(old),
      withOther(old),
      { rewards: [other] },
      { "delete reward/egg": "pending" },
    ],
    [
      "one that the branch removes, changed by hand",
      withOther(old),
      withOther(described("by hand")),
      { rewards: [other] },
      { "delete reward/egg": "conflict" },
    ],
    [
      "one that the branch removes, set to a default by hand",
      withOther(old),
      withOther(described("")),
      { rewards: [other] },
      { "delete reward/egg": "conflict" },
    ],
    [
      "one made by hand, pruned",
      { rewards: [other] },
      withOther(old),
      { rewards: [other] },
      { "delete reward/egg": "drift" },
    ],
    ["one made by hand that the branch declares otherwise", none, old, egg, { "update reward/egg": "conflict" }],
    [
      "a kind that the base does not manage",
      { actions: [] },
      withOther(old),
      { actions: [], rewards: [reward("a", { name: "B" })] },
      { "update reward/a": "pending", "delete reward/egg": "pending" },
    ],
    ["a new member", holding(), holding(), holding("a"), { "attach achievement/x rewards a": "pending" }],
    [
      "a member taken away by hand",
      holding("a"),
      holding(),
      holding("a"),
      { "attach achievement/x rewards a": "drift" },
    ],
    ["a member left out", holding("a"), holding("a"), holding(), { "detach achievement/x rewards a": "pending" }],
    ["a member added by hand", holding(), holding("a"), holding(), { "detach achievement/x rewards a": "drift" }],
    [
      "a member replaced by hand",
      holding("a"),
      holding("b"),
      holding("a"),
      { "attach achievement/x rewards a": "drift", "detach achievement/x rewards b": "drift" },
    ],
    [
      "a member of what was deleted by hand",
      holding("a"),
      { rewards: holding().rewards ?? [] },
      holding("a"),
      { "create achievement/x": "drift", "attach achievement/x rewards a": "drift" },
    ],
  ])("%s", (_, base, live, desired, expected) => {
    const found = causesFor(desiredGame(desired), liveGame(live), baseOf(base));
    if (found === undefined) throw new Error("there is no plan");
    const causes = causesByName(found);
    expect(causes).toMatchObject(expected);
    const steps = Object.keys(expected).filter((name) => !name.includes(" /"));
    expect(steps.length === 0 || found.plan.steps.length === steps.length).toBe(true);
    if (Object.keys(expected).length === 0) expect(causes).toEqual({});
  });

  it.each([
    ["pending", "the branch", names("A", "B"), names("A", "B"), names("B", "A")],
    ["drift", "somebody", names("A", "B"), names("B", "A"), names("A", "B")],
  ] as const)("steps that only serve another one are %s when %s swaps two names", (cause, _, base, live, desired) => {
    const found = causesFor(desiredGame(desired), liveGame(live), baseOf(base));
    expect(found?.plan.steps).toHaveLength(3);
    expect(stepCauses(found?.causes as PlanCauses)).toEqual([cause, cause, cause]);
  });
});

describe("renames since the base", () => {
  const moved = (from: string, to: string): Moved => ({
    kind: "action",
    from,
    to,
    origin: { file: "m.yaml", line: 1, column: 1 },
  });
  const causesByStep = (
    now: GameText,
    live: GameText,
    then: GameText,
    entries: readonly Moved[],
    known: readonly Moved[] = [],
  ) => {
    const found = causesFor({ ...desiredGame(now), moved: entries }, liveGame(live), baseOf(then, known));
    if (found === undefined) throw new Error("there is no plan");
    return Object.fromEntries([...found.causes.steps].map(([id, { cause }]) => [id, cause]));
  };
  const named = (id: string, name: string) => ({ custom_id: id, name });

  it("that the branch declares are pending, and so is nothing else about the resource", () => {
    const [now, then] = [{ actions: [named("b", "One")] }, { actions: [named("a", "One")] }];
    expect(causesByStep(now, then, then, [moved("a", "b")])).toEqual({ "rename action/b": "pending" });
  });

  it("that the base has declared already are drift", () => {
    const now = { actions: [named("b", "One")] };
    const live = { actions: [named("a", "One")] };
    expect(causesByStep(now, live, now, [moved("a", "b")], [moved("a", "b")])).toEqual({ "rename action/b": "drift" });
  });

  it("keep apart what was changed by hand", () => {
    const now = { actions: [named("b", "One")] };
    const found = causesFor(
      { ...desiredGame(now), moved: [moved("a", "b")] },
      liveGame({ actions: [named("a", "By hand")] }),
      baseOf({ actions: [named("a", "One")] }),
    );
    const [step] = found?.causes.steps.values() ?? [];
    expect(found?.plan.steps[0]?.fields.map(({ path }, index) => [path, step?.fields[index]?.cause])).toEqual([
      ["/custom_id", "pending"],
      ["/name", "drift"],
    ]);
  });

  it("through two entries, and swaps, are pending", () => {
    const chain = [moved("a", "b"), moved("b", "c")];
    expect(
      causesByStep(
        { actions: [named("c", "One")] },
        { actions: [named("a", "One")] },
        { actions: [named("a", "One")] },
        chain,
      ),
    ).toEqual({
      "rename action/c": "pending",
    });
    const then = { actions: [named("a", "One"), named("b", "Two")] };
    const now = { actions: [named("b", "One"), named("a", "Two")] };
    const swap = causesByStep(now, then, then, [moved("a", "b"), moved("b", "a")]);
    expect(new Set(Object.values(swap))).toEqual(new Set(["pending"]));
  });

  it("do not make references look changed", () => {
    const criterion = (action: string, rule: string) => ({ custom_id: "c", name: "C", custom_action_id: action, rule });
    const then = { actions: [named("a", "One")], criteria: [criterion("a", "gte:1")] };
    const now = { actions: [named("b", "One")], criteria: [criterion("b", "gte:1")] };
    const live = { actions: [named("a", "One")], criteria: [criterion("a", "gte:5")] };
    expect(causesByStep(now, live, then, [moved("a", "b")])).toEqual({
      "rename action/b": "pending",
      "update criterion/c": "drift",
    });
  });
});

describe("a replacement", () => {
  const board = (ordering: string, score_preference: string) => ({
    leaderboards: [{ custom_id: "l", name: "L", type: "custom", ordering, score_preference }],
  });
  const old = board("larger-is-better", "prefer-higher");

  it("has the cause of the field that makes it necessary, in each of its steps", () => {
    const now = board("smaller-is-better", "prefer-higher");
    const pending = causesFor(desiredGame(now), liveGame(old), baseOf(old));
    expect(new Set(stepCauses(pending?.causes as PlanCauses))).toEqual(new Set(["pending"]));
    expect(pending?.plan.steps.length).toBeGreaterThan(2);
    const drift = causesFor(desiredGame(now), liveGame(old), baseOf(now));
    expect(new Set(stepCauses(drift?.causes as PlanCauses))).toEqual(new Set(["drift"]));
    const third = board("larger-is-better", "prefer-last");
    const mixed = causesFor(desiredGame(now), liveGame(third), baseOf(old));
    expect(mixed?.causes.totals).toMatchObject({ pending: 0, conflict: 0 });
  });
});

describe("what the base left to the admin panel", () => {
  const reward = (more: Record<string, Json>): GameText => ({ rewards: [{ custom_id: "r", name: "R", ...more }] });
  const left = (more: Partial<Desired>): Base => {
    const base = baseOf(reward({ description: "old" }));
    const resources = [...(base.game as DesiredGame).resources].map(
      ([address, each]) => [address, { ...each, ...more }] as const,
    );
    return { ...base, game: { ...(base.game as DesiredGame), resources: new Map(resources) } };
  };

  it("has not drifted: the branch that takes it back changes it", () => {
    const live = liveGame(reward({ description: "by hand" }));
    for (const more of [{ ignore: ["description"] }, { create_only: true }]) {
      for (const now of [{ description: "old" }, { description: "new" }]) {
        const found = causesFor(desiredGame(reward(now)), live, left(more));
        expect([...allCauses(found?.causes as PlanCauses)]).toEqual(["pending"]);
      }
      const deleted = causesFor(desiredGame({ rewards: [] }), live, left(more));
      expect([...allCauses(deleted?.causes as PlanCauses)]).toEqual(["pending"]);
    }
  });

  it("is drift like everything else when somebody deleted it", () => {
    const found = causesFor(desiredGame(reward({ description: "old" })), liveGame({}), left({ create_only: true }));
    expect([...allCauses(found?.causes as PlanCauses)]).toEqual(["drift"]);
  });
});

describe("values inside of values", () => {
  const reward = (custom_data: Json): GameText => ({ rewards: [{ custom_id: "r", name: "R", custom_data }] });
  const fieldCauses = (base: Json, live: Json, now: Json) => {
    const found = causesFor(desiredGame(reward(now)), liveGame(reward(live)), baseOf(reward(base)));
    const [causes] = found?.causes.steps.values() ?? [];
    return Object.fromEntries(
      (found?.plan.steps[0]?.fields ?? []).map(({ path }, index) => [path, causes?.fields[index]?.cause]),
    );
  };

  it("are compared member by member", () => {
    expect(fieldCauses({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 })).toEqual({
      "/custom_data/a": "drift",
      "/custom_data/b": "pending",
    });
  });

  it("that the base did not have are not there", () => {
    expect(fieldCauses(null, { a: 1 }, { a: 1, b: 2 })).toEqual({ "/custom_data/b": "pending" });
    expect(fieldCauses({ a: 1, "x/~y": 1 }, { a: 1 }, { a: 1, "x/~y": 1 })).toEqual({ "/custom_data/x~1~0y": "drift" });
  });

  it("are a conflict where the base had something of another form", () => {
    expect(fieldCauses("text", { a: 1 }, { a: 2 })).toEqual({ "/custom_data/a": "conflict" });
  });

  it("may be called like members that every object has", () => {
    expect(fieldCauses({ a: 1 }, { a: 1 }, { a: 1, constructor: 1 })).toEqual({
      "/custom_data/constructor": "pending",
    });
  });
});
