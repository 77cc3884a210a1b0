/** The algebra of planning, on random pairs of games and services of every shape. fast-check prints the seed of a failure. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { kindAt, referenceFields } from "../../../src/model/catalog-lookup.ts";
import type { Checked } from "../../../src/model/diagnostics.ts";
import type { DesiredGame, LiveGame, Plan, Step } from "../../../src/model/model.ts";
import { makePlan, type PlanOptions } from "../../../src/plan/plan.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { desiredGame, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { CREATE_ONLY, ModelService, send } from "../../support/model-service.ts";
import { runs } from "../../support/runs.ts";
import { SERVICES } from "../../support/service-shapes.ts";

const RUNS = runs(300);

/** The service refuses what a strict one does: every step is one that it takes, with what is there at that moment. */
const situation = fc.record({
  desired: arbitraryGame({ allKinds: true }).map(desiredGame),
  service: fc
    .tuple(
      arbitraryGame({ allKinds: true }),
      fc.constantFrom(...Object.values(SERVICES)),
      fc.constantFrom(...CREATE_ONLY),
    )
    .map(([game, shape, createOnly]) => new ModelService(shape, createOnly).fill(game)),
  prune: fc.boolean(),
});

function plan(desired: DesiredGame, live: LiveGame, prune: boolean): Plan | undefined {
  const made = planWith(desired, live, prune);
  if (made.value !== undefined) return made.value;
  // A live resource that stays may keep a name or the one standard board: then there is no plan.
  const stays = [...live.resources.keys()].some((address) => !desired.resources.has(address));
  const codes = made.diagnostics.map(({ code, detail }) => (isKnownLimit(detail) ? "taken-name" : code));
  expect(codes).toContain("taken-name");
  if (prune && made.diagnostics.every(({ detail }) => !isKnownLimit(detail))) expect(stays).toBe(true);
  return undefined;
}

function planWith(
  desired: DesiredGame,
  live: LiveGame,
  prune: boolean,
  targets: PlanOptions["targets"] = [],
): Checked<Plan> {
  return makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, { prune, targets, scalars: "native" });
}

/** What is replaced and something new that holds it by a link that cannot be changed can need each other. */
function isKnownLimit(detail: string): boolean {
  const isCircle = detail.startsWith("These steps need each other") && detail.includes("(replaced)");
  return isCircle || /^What (is left of|an interrupted) .*replacement/.test(detail);
}

describe("planning", () => {
  it("converges in any order that respects the needs, as steps may be sent side by side", () => {
    fc.assert(
      fc.property(situation, fc.infiniteStream(fc.nat(1000)), ({ desired, service, prune }, picks) => {
        const made = plan(desired, service.live(), prune);
        if (made === undefined) return;
        expectNeedsFirst(made.steps);
        send(service, made.steps, { pick: (ready) => ready[(picks.next().value ?? 0) % ready.length] as Step });
        expect(plan(desired, service.live(), prune)?.steps).toEqual([]);
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

  it("does not depend on the order of its input, to the byte", () => {
    fc.assert(
      fc.property(situation, fc.integer(), ({ desired, service, prune }, seed) => {
        const live = service.live();
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
          const made = planWith(desired, live, prune);
          const steps = made.value?.steps ?? [];
          const replaced = new Set(steps.flatMap(({ replaces }) => replaces ?? []));
          for (const step of steps.filter(({ replaces }) => replaces === undefined)) {
            // What referred to something that is replaced refers to the new one; nothing else of it changes.
            if (isFollowing(step, replaced)) continue;
            const { action, address } = step;
            expect(desired.managed).toContain(address.split("/")[0]);
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
      fc.property(situation, fc.nat(1000), ({ desired, service, prune }, pick) => {
        const addresses = [...desired.resources.keys()];
        const target = addresses[pick % Math.max(addresses.length, 1)];
        if (target === undefined) return;
        const made = planWith(desired, service.live(), prune, [target]).value;
        if (made === undefined) return;
        send(service, made.steps);
        expect(planWith(desired, service.live(), prune, [target]).value?.steps).toEqual([]);
      }),
      RUNS,
    );
  });
});

function isFollowing({ address, action, fields, link }: Step, replaced: ReadonlySet<string>): boolean {
  const kind = kindAt(catalog, address);
  const targets = new Map([...referenceFields(kind), ...kind.links].map(({ name, to }) => [name, to]));
  const names = link === undefined ? fields.map(({ path }) => path.slice(1)) : [link.name];
  const isReplaced = (name: string): boolean => [...replaced].some((each) => each.startsWith(`${targets.get(name)}/`));
  return ["update", "attach", "detach"].includes(action) && names.every(isReplaced);
}

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
