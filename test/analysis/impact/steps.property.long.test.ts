/** Impacts name steps and addresses of their plan. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { impactOfPlan } from "../../../src/analysis/impact/plan-impact.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { Address } from "../../../src/model/model.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { DEFAULT_PLAY } from "../../../src/project/game-settings.ts";
import { arbitraryGame, arbitraryManifests } from "../../support/arbitrary-game.ts";
import { desiredGame, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";

describe("the impact of a plan", () => {
  it("has only steps and addresses of the plan", () => {
    fc.assert(
      fc.property(
        arbitraryGame({ allKinds: true }),
        arbitraryManifests({ allKinds: false }),
        fc.boolean(),
        (was, is, prune) => {
          const live = liveGame(was);
          const desired = desiredGame(is.resources, is.entries);
          const options = { prune, targets: [], scalars: "native" } as const;
          const plan = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options).value;
          if (plan === undefined) return;
          const impacts = impactOfPlan(plan, desired, live, DEFAULT_PLAY);
          const led = new Set(impacts.flatMap(({ steps }) => steps));
          const ids = new Set(plan.steps.map(({ id }) => id));
          for (const id of led) expect(ids).toContain(id);
          const known = new Set<Address>([...live.resources.keys(), ...desired.resources.keys()]);
          for (const { address, because, sentence, steps } of impacts) {
            for (const each of [address, ...because]) expect(known).toContain(each);
            expect(sentence).toMatch(/^["A-Z].*\.$/su);
            expect(steps.length).toBeGreaterThan(0);
          }
        },
      ),
      runs(1_000),
    );
  });
});
