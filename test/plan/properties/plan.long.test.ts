/** The algebra of planning, on random pairs of games. fast-check prints the seed of a failure. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { DesiredGame, LiveGame, Plan, Step } from "../../../src/model/model.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { carryOut, carryOutTaking } from "../../support/carry-out.ts";
import { DOCUMENTED_ACCESS, desiredGame, EXTENDED_ACCESS, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import { expectSound } from "./sound.ts";

const RUNS = runs(300);

const situation = fc.record({
  desired: arbitraryGame({ allKinds: true }).map(desiredGame),
  live: fc
    .tuple(arbitraryGame({ allKinds: true }), fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS))
    .map(([game, access]) => liveGame(game, access)),
  prune: fc.boolean(),
});

function plan(desired: DesiredGame, live: LiveGame, prune: boolean): Plan | undefined {
  const made = makePlan(TARGET, desired, live, catalog, { prune, targets: [], scalars: "native" }, shortHash);
  // Without pruning, a live resource may keep a name or the one standard board: then there is no plan.
  if (made.value === undefined)
    expect(made.diagnostics.map(({ code, detail }) => (isKnownLimit(detail) ? "taken-name" : code))).toContain(
      "taken-name",
    );
  if (prune && made.value === undefined && made.diagnostics.every(({ detail }) => !isKnownLimit(detail))) {
    expect(liveHolders(desired, live)).toBe(true);
  }
  return made.value;
}

/** What is replaced and something new that holds it by a link that cannot be changed can need each other. */
function isKnownLimit(detail: string): boolean {
  const isCircle = detail.startsWith("These steps need each other") && detail.includes("(replaced)");
  return isCircle || detail.startsWith("What is left of a replacement that was broken off");
}

/** Whether some undeclared resource stays although pruning is on, because something that stays refers to it. */
function liveHolders(desired: DesiredGame, live: LiveGame): boolean {
  const made = [...live.resources.values()].filter(({ address }) => !desired.resources.has(address));
  return made.length > 0;
}

describe("planning", () => {
  it("converges: carried out, the plan leaves nothing to do", () => {
    fc.assert(
      fc.property(situation, ({ desired, live, prune }) => {
        const made = plan(desired, live, prune);
        if (made === undefined) return;
        expect(plan(desired, carryOut(live, made.steps), prune)?.steps).toEqual([]);
        expect(plan(desired, carryOutTaking(live, made.steps), prune)?.steps).toEqual([]);
      }),
      RUNS,
    );
  });

  it("is idle: a game planned against itself has no steps", () => {
    fc.assert(
      fc.property(arbitraryGame({ allKinds: false }), fc.boolean(), (game, prune) => {
        expect(plan(desiredGame(game), liveGame(game), prune)?.steps).toEqual([]);
      }),
      RUNS,
    );
  });

  it("is ordered: at every moment references exist and unique values are unique", () => {
    fc.assert(
      fc.property(situation, ({ desired, live, prune }) => {
        const made = plan(desired, live, prune);
        if (made === undefined) return;
        expectNeedsFirst(made.steps);
        carryOut(live, made.steps, expectSound);
        carryOutTaking(live, made.steps, expectSound);
      }),
      RUNS,
    );
  });

  it("is ordered in any order that respects the needs, as steps may run side by side", () => {
    fc.assert(
      fc.property(situation, fc.infiniteStream(fc.nat(1000)), ({ desired, live, prune }, picks) => {
        const made = plan(desired, live, prune);
        if (made === undefined) return;
        let state = live;
        const left = [...made.steps];
        const done = new Set<string>();
        while (left.length > 0) {
          const ready = left.filter(({ needs }) => needs.every((need) => done.has(need)));
          const step = ready[(picks.next().value ?? 0) % ready.length] as Step;
          left.splice(left.indexOf(step), 1);
          done.add(step.id);
          state = carryOut(state, [step]);
          expectSound(state, step);
        }
      }),
      RUNS,
    );
  });

  it("is finished by another run, wherever one dies, and leaves nothing behind", () => {
    fc.assert(
      fc.property(situation, fc.nat(1000), ({ desired, live, prune }, pick) => {
        const made = plan(desired, live, prune);
        if (made === undefined) return;
        const died = carryOut(live, made.steps.slice(0, pick % (made.steps.length + 1)));
        const again = plan(desired, died, prune);
        if (again === undefined) return;
        const ended = carryOut(died, again.steps, expectSound);
        expect(plan(desired, ended, prune)?.steps).toEqual([]);
        expect([...ended.resources.keys()].filter((address) => address.includes("~laurel"))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("does not depend on the order of its input, to the byte", () => {
    fc.assert(
      fc.property(situation, fc.integer(), ({ desired, live, prune }, seed) => {
        const shuffled = { ...desired, resources: shuffle(desired.resources, seed) };
        const other = { ...live, resources: shuffle(live.resources, seed + 1) };
        expect(JSON.stringify(plan(shuffled, other, prune))).toBe(JSON.stringify(plan(desired, live, prune)));
      }),
      RUNS,
    );
  });

  it("touches nothing undeclared without pruning, and nothing at all of a kind that is not managed", () => {
    fc.assert(
      fc.property(
        arbitraryGame({ allKinds: false }).map(desiredGame),
        arbitraryGame({ allKinds: true }).map((game) => liveGame(game)),
        fc.boolean(),
        (desired, live, prune) => {
          const made = makePlan(TARGET, desired, live, catalog, { prune, targets: [], scalars: "native" }, shortHash);
          for (const { action, address, replaces } of made.value?.steps ?? []) {
            if (replaces !== undefined) continue;
            const kind = address.split("/")[0] ?? "";
            expect(desired.managed).toContain(kind);
            if (!prune) expect(desired.resources.has(address)).toBe(true);
            if (action === "delete") expect(desired.resources.has(address)).toBe(false);
          }
        },
      ),
      RUNS,
    );
  });

  it("plans for a target only that and what it needs, and what it plans can be carried out", () => {
    fc.assert(
      fc.property(situation, fc.nat(1000), ({ desired, live, prune }, pick) => {
        const addresses = [...desired.resources.keys()];
        const target = addresses[pick % Math.max(addresses.length, 1)];
        if (target === undefined) return;
        const options = { prune, targets: [target], scalars: "native" } as const;
        const made = makePlan(TARGET, desired, live, catalog, options, shortHash).value;
        if (made === undefined) return;
        const state = carryOut(live, made.steps, expectSound);
        const again = makePlan(TARGET, desired, state, catalog, options, shortHash).value;
        expect(again?.steps).toEqual([]);
      }),
      RUNS,
    );
  });
});

function expectNeedsFirst(steps: readonly Step[]): void {
  const seen = new Set<string>();
  for (const { id, needs } of steps) {
    expect(needs.filter((need) => !seen.has(need))).toEqual([]);
    seen.add(id);
  }
  expect(seen.size).toBe(steps.length);
}

function shuffle<Key, Value>(map: ReadonlyMap<Key, Value>, seed: number): ReadonlyMap<Key, Value> {
  const entries = [...map];
  let state = seed | 0;
  for (let place = entries.length - 1; place > 0; place -= 1) {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    const other = Math.abs(state) % (place + 1);
    [entries[place], entries[other]] = [entries[other] as [Key, Value], entries[place] as [Key, Value]];
  }
  return new Map(entries);
}
