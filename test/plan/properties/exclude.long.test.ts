/** What `--exclude` leaves out, on random manifests with moves and removals. fast-check prints the seed of a failure. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { addressOf } from "../../../src/model/catalog-lookup.ts";
import { reachable } from "../../../src/model/graph.ts";
import type { Address, DesiredGame, LiveGame, Plan, Step } from "../../../src/model/model.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { arbitraryGame, arbitraryManifests } from "../../support/arbitrary-game.ts";
import { carryOut, carryOutTaking } from "../../support/carry-out.ts";
import { DOCUMENTED_ACCESS, desiredGame, EXTENDED_ACCESS, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import { expectSound } from "./sound.ts";

const RUNS = runs(400);

const situation = fc.record({
  desired: arbitraryManifests({ allKinds: true }).map(({ resources, entries }) =>
    // What is removed by name may leave a reference behind where nothing is declared.
    desiredGame(resources, { moved: entries.moved }),
  ),
  live: fc
    .tuple(arbitraryGame({ allKinds: true }), fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS))
    .map(([game, access]) => liveGame(game, access)),
  prune: fc.boolean(),
  picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 2 }),
});

interface Selection {
  readonly prune: boolean;
  readonly excluded?: readonly Address[];
  readonly targets?: readonly Address[];
}

function plan(desired: DesiredGame, live: LiveGame, { prune, excluded = [], targets = [] }: Selection) {
  return makePlan(TARGET, desired, live, catalog, { prune, targets, excluded, scalars: "native" }, shortHash).value;
}

function pick(desired: DesiredGame, live: LiveGame, picks: readonly number[]): readonly Address[] {
  const all = [...new Set([...desired.resources.keys(), ...live.resources.keys()])];
  return [...new Set(picks.flatMap((each) => all[each % all.length] ?? []))];
}

function resourceOf({ address, replaces }: Step): Address {
  return replaces ?? address;
}

/** Both ids of a resource that is renamed. */
function idsOf({ action, address, fields, replaces }: Step): readonly Address[] {
  const id = fields.find(({ path }) => path === "/custom_id")?.before;
  const isRename = action === "rename" && replaces === undefined && typeof id === "string";
  return isRename ? [address, addressOf(address.split("/")[0] ?? "", id)] : [address];
}

/** The definition: what is excluded, what needs it, and what is replaced together with it, each resource as a whole. */
function meantBy({ steps }: Plan, excluded: readonly Address[]): ReadonlySet<string> {
  const ofResource = (address: Address): readonly Step[] => steps.filter((step) => resourceOf(step) === address);
  const chosen = reachable(
    steps.filter((step) => [...idsOf(step), resourceOf(step)].some((each) => excluded.includes(each))),
    (step) => [
      ...ofResource(resourceOf(step)),
      ...steps.filter(({ needs, fallback_of = [] }) => [...needs, ...fallback_of].includes(step.id)),
      ...steps.filter(({ id }) => step.fallback_of?.includes(id) === true),
    ],
  );
  return new Set([...chosen].map(({ id }) => id));
}

/** Carries the steps out, each state sound if the states of the whole plan are. */
function carryOutSoundly(
  live: LiveGame,
  steps: readonly Step[],
  whole: Plan | undefined,
  how: typeof carryOut,
): LiveGame {
  try {
    how(live, whole?.steps ?? [], expectSound);
  } catch {
    return how(live, steps);
  }
  return how(live, steps, expectSound);
}

describe("a plan with --exclude", () => {
  it("has all steps but those of the excluded and of what needs them, with the same requests", () => {
    let leftOut = 0;
    fc.assert(
      fc.property(situation, ({ desired, live, prune, picks }) => {
        const excluded = pick(desired, live, picks);
        const whole = plan(desired, live, { prune });
        const made = plan(desired, live, { prune, excluded });
        expect(made === undefined).toBe(whole === undefined);
        if (made === undefined || whole === undefined) return;
        const ids = new Set(made.steps.map(({ id }) => id));
        const left = whole.steps.filter(({ id }) => !ids.has(id));
        const bare = ({ hazards: _, ...step }: Step) => step;
        expect(made.steps.map(bare)).toEqual(whole.steps.filter(({ id }) => ids.has(id)).map(bare));
        expect(new Set(left.map(({ id }) => id))).toEqual(meantBy(whole, excluded));
        const said = made.kept.flatMap(({ address, reason }) => (reason.endsWith("excluded") ? [address] : []));
        expect(new Set(said)).toEqual(new Set(left.map(resourceOf)));
        if (left.length > 0 && made.steps.length > 0) leftOut += 1;
      }),
      RUNS,
    );
    expect(leftOut).toBeGreaterThan((RUNS.numRuns ?? 0) / 10);
  });

  it("can be carried out, leaves the excluded as they are, and then has nothing to do", () => {
    let rare = 0;
    fc.assert(
      fc.property(situation, ({ desired, live, prune, picks }) => {
        const excluded = pick(desired, live, picks);
        const selection = { prune, excluded };
        const made = plan(desired, live, selection);
        if (made === undefined) return;
        const whole = plan(desired, live, { prune });
        for (const how of [carryOut, carryOutTaking]) {
          const after = carryOutSoundly(live, made.steps, whole, how);
          for (const address of excluded) expect(own(after, address)).toEqual(own(live, address));
          // A deletion may wait for more than it needs. Then it comes next, and nothing else does.
          const leftOut = made.kept.flatMap(({ address, reason }) => (reason === "needs-excluded" ? [address] : []));
          const next = plan(desired, after, selection);
          expect(next?.steps.filter((step) => !leftOut.includes(resourceOf(step)))).toEqual([]);
          rare += next?.steps.length === 0 ? 0 : 1;
          const rest = plan(desired, after, { prune });
          if (rest !== undefined) expect(plan(desired, carryOut(after, rest.steps), { prune })?.steps).toEqual([]);
        }
      }),
      RUNS,
    );
    expect(rare).toBeLessThanOrEqual((RUNS.numRuns ?? 0) / 100);
  });

  it("comes after --target: what is left is in the plan with each of the two", () => {
    fc.assert(
      fc.property(situation, fc.nat(1000), ({ desired, live, prune, picks }, other) => {
        const excluded = pick(desired, live, picks);
        const targets = pick(desired, live, [other]).filter((address) => !excluded.includes(address));
        const both = plan(desired, live, { prune, excluded, targets });
        if (both === undefined) return;
        for (const one of [{ excluded }, { targets }]) {
          const ids = plan(desired, live, { prune, ...one })?.steps.map(({ id }) => id);
          expect(both.steps.filter(({ id }) => !ids?.includes(id)).map(({ id }) => id)).toEqual([]);
        }
        const after = carryOut(live, both.steps);
        // A target that the plan has deleted is unknown to the next one.
        expect(plan(desired, after, { prune, excluded, targets })?.steps ?? []).toEqual([]);
      }),
      RUNS,
    );
  });
});

/** What a resource has of its own: references may get the new id of what they lead to. */
function own(game: LiveGame, address: Address) {
  const { body, custom_id } = game.resources.get(address) ?? {};
  return { custom_id, name: body?.name, description: body?.description };
}
