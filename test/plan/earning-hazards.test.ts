/** Earning is judged only where a step can break it; that is never where a step does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findUnearnable } from "../../src/analysis/impact/plan-impact.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { DesiredGame, FieldChange, LiveGame, Plan, Step } from "../../src/model/model.ts";
import { compareGames } from "../../src/plan/goal.ts";
import { withHazards } from "../../src/plan/hazards.ts";
import { afterSteps } from "../../src/plan/identities.ts";
import { makePlan } from "../../src/plan/plan.ts";
import { DEFAULT_PLAY } from "../../src/project/game-settings.ts";
import { arbitraryGame, arbitraryManifests } from "../support/arbitrary-game.ts";
import { DOCUMENTED_ACCESS, desiredGame, EXTENDED_ACCESS, liveGame, shortHash, TARGET } from "../support/games.ts";
import { runs } from "../support/runs.ts";

/** Whether the run-time rules are asked about a plan of one step. */
function isJudged(kind: string, action: Step["action"], names: readonly string[]): boolean {
  let asked = false;
  const game = liveGame({});
  const sides = { before: game, after: game, desired: desiredGame({}), catalog };
  const fields = names.map((name): FieldChange => ({ path: `/${name}`, before: "a", after: "b" }));
  const request = { method: "PUT", path: "" } as const;
  const step: Step = { id: "", action, address: `${kind}/a`, fields, needs: [], hazards: [], notes: [], request };
  const findNothing = () => {
    asked = true;
    return [];
  };
  withHazards([step], { ...sides, findUnearnable: findNothing });
  return asked;
}

/** What no run-time rule of earning reads, in any kind. */
const HARMLESS = ["name", "description", "points", "custom_session_id"];

describe("earning is judged", () => {
  const parts = catalog.flatMap(({ name: kind, fields, links }) =>
    [...fields, ...links].map(({ name }) => [kind, name] as const),
  );

  it.each(parts)("where a step changes of %s the %s, unless no rule reads it", (kind, name) => {
    expect(isJudged(kind, "update", [name])).toBe(!HARMLESS.includes(name));
    expect(isJudged(kind, "update", ["name", name])).toBe(!HARMLESS.includes(name));
  });

  it.each(catalog.map(({ name }) => name))("where a %s is renamed, deleted, or loses or gets a member", (kind) => {
    const actions = ["rename", "delete", "attach", "detach"] as const;
    expect(actions.map((action) => isJudged(kind, action, ["name"]))).toEqual([true, true, true, true]);
  });

  it("in random plans wherever something can be earned no longer", () => {
    let broken = 0;
    fc.assert(
      fc.property(
        arbitraryGame({ allKinds: true }),
        arbitraryManifests({ allKinds: true }),
        fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS),
        fc.boolean(),
        (was, is, access, prune) => {
          const [live, desired] = [liveGame(was, access), desiredGame(is.resources, is.entries)];
          const find = findUnearnable(desired, DEFAULT_PLAY);
          const options = { prune, targets: [], scalars: "native", findUnearnable: find } as const;
          const plan = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options).value;
          if (plan === undefined) return;
          const found = find(...sidesOf(plan, { desired, live, prune }));
          const warned = plan.steps.some(({ hazards }) => hazards.some(({ name }) => name === "breaks-earning"));
          expect(warned).toBe(plan.steps.length > 0 && found.length > 0);
          if (warned) broken += 1;
        },
      ),
      runs(150),
    );
    expect(broken).toBeGreaterThan(0);
  });
});

interface Game {
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  readonly prune: boolean;
}

/** The game before and after the plan, under the ids that it is to have. */
function sidesOf({ steps }: Plan, { desired, live, prune }: Game): readonly [LiveGame, LiveGame] {
  const before = compareGames(desired, live, { catalog, prune }).live;
  return [before, { ...before, resources: afterSteps(before.resources, steps) }];
}
