/** The algebra of planning, on random pairs of games and services of every shape. fast-check prints the seed of a failure. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
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
      fc.property(situation, fc.func(fc.nat()), ({ desired, service, prune }, place) => {
        const live = service.live();
        const mixed = <Game extends DesiredGame | LiveGame>(game: Game): Game => {
          const entries = [...game.resources].sort(([one], [other]) => place(one) - place(other));
          return { ...game, resources: new Map<string, unknown>(entries) };
        };
        const [shuffled, other] = [mixed(desired), mixed(live)];
        expect(JSON.stringify(plan(shuffled, other, prune))).toBe(JSON.stringify(plan(desired, live, prune)));
      }),
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

function expectNeedsFirst(steps: readonly Step[]): void {
  const seen = new Set<string>();
  for (const { id, needs } of steps) {
    expect(needs.filter((need) => !seen.has(need))).toEqual([]);
    seen.add(id);
  }
  expect(seen.size).toBe(steps.length);
}
