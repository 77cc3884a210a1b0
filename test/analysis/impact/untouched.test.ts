/** What touches no player is in no impact, and all else is. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPlanImpact } from "../../../src/analysis/impact/plan-impact.ts";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { canonicalJson } from "../../../src/ground/json.ts";
import type { Address, LiveGame, Step } from "../../../src/model/model.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { carryOut } from "../../support/carry-out.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import { desiredGame, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";

/**
 * What players see or have, and everything that decides what they earn: found from the achievements
 * downwards. What goes with a deleted achievement is said of that.
 */
function touching(game: LiveGame, after: LiveGame): ReadonlySet<Address> {
  const found = new Set<Address>();
  const visit = (address: Address): void => {
    const resource = game.resources.get(address);
    if (resource === undefined || found.has(address)) return;
    found.add(address);
    const { kind, custom_id, body, links } = resource;
    const all = (to: string, ids: readonly string[] = []): readonly Address[] =>
      ids.map((id) => `${to}/${id}` as Address);
    const below: Record<string, readonly Address[]> = {
      achievement: [
        ...all("reward", links.rewards),
        `criteria_group/${body.custom_criteria_group_id}`,
      ],
      criteria_group: [
        ...all("criterion", links.criteria),
        ...all("criteria_group", links.criteria_groups),
      ],
      criterion: [`action/${body.custom_action_id}`],
      action: [...game.resources.values()]
        .filter(
          (each) => each.kind === "action" && each.links.reactions?.includes(custom_id) === true,
        )
        .map((each) => each.address),
    };
    for (const each of below[kind] ?? []) visit(each);
  };
  for (const { kind, address } of game.resources.values()) {
    if ((kind === "achievement" || kind === "action") && !after.resources.has(address))
      found.add(address);
    else if (kind === "achievement" || kind === "leaderboard") visit(address);
  }
  return found;
}

const shown = (game: LiveGame, address: Address): string => {
  const { body = null, links = null } = game.resources.get(address) ?? {};
  return canonicalJson({ body, links });
};

/** The resource that players know, which a replacement deletes. */
const subjectOf = ({ address, replaces }: Step): Address => replaces ?? address;

describe("the impact of a plan", () => {
  it("has every step that touches players, and no other step", () => {
    const seen = { in: 0, out: 0 };
    fc.assert(
      fc.property(
        arbitraryGame({ allKinds: true }),
        arbitraryGame({ allKinds: true }),
        (was, is) => {
          const live = liveGame(was);
          const desired = desiredGame(is, {});
          const options = { prune: true, dialect: DEFAULT_DIALECT } as const;
          const { value } = makePlan(
            { target: TARGET, desired, live, catalog, hash: shortHash },
            options,
          );
          if (value === undefined) return;
          const { plan } = value;
          const after = carryOut(live, plan.steps);
          const usedBefore = touching(live, after);
          const usedAfter = touching(after, after);
          const impacts = findPlanImpact(value, { desired, play: DEFAULT_PLAY, games: 1 });
          const led = new Set(impacts.flatMap(({ steps }) => steps));
          const isUsed = (about: Address) => usedBefore.has(about) || usedAfter.has(about);
          const isChanged = (about: Address) => shown(live, about) !== shown(after, about);
          const isThere = (about: Address) =>
            live.resources.has(about) && after.resources.has(about);
          const told = plan.steps.filter(({ id }) => led.has(id)).map(subjectOf);
          const untold = plan.steps.filter(({ id }) => !led.has(id)).map(subjectOf);
          seen.in += told.length;
          seen.out += untold.length;
          expect(untold.filter((about) => isUsed(about) && isChanged(about))).toEqual([]);
          // Names and data of what is there before and after are told, whatever uses it.
          expect(told.filter((about) => !isUsed(about) && !isThere(about))).toEqual([]);
        },
      ),
      runs(200, 60),
    );
    expect(Math.min(seen.in, seen.out)).toBeGreaterThan(50);
  });
});
