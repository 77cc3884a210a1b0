/** The class of a change holds for every play, and impacts name steps and addresses of their plan. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { impactBetween } from "../../../src/analysis/impact/game-impact.ts";
import { impactOfPlan } from "../../../src/analysis/impact/plan-impact.ts";
import { type Side, sideOf } from "../../../src/analysis/impact/sides.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { Address } from "../../../src/model/model.ts";
import type { ImpactClass } from "../../../src/plan/impact.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { DEFAULT_SEMANTICS, type Semantics } from "../../../src/project/rules-settings.ts";
import { compile } from "../../../src/rules/compiled.ts";
import type { ActionRules, Activity, CriterionRules, GroupRules, Player } from "../../../src/rules/model.ts";
import { openProgress } from "../../../src/rules/play.ts";
import {
  arbitraryActions,
  arbitraryCriterion,
  arbitraryGroups,
  arbitraryPlay,
  arbitraryPlayer,
  arbitrarySemantics,
} from "../../rules/play-arbitrary.ts";
import { arbitraryGame, arbitraryManifests } from "../../support/arbitrary-game.ts";
import { partsFrom, resourcesFrom } from "../../support/designs.ts";
import { desiredGame, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";

const CRITERIA = ["c0", "c1", "c2", "c3"] as const;
const ALL = new Set(catalog.map(({ name }) => name));

interface Version {
  readonly actions: readonly ActionRules[];
  readonly criteria: readonly CriterionRules[];
  readonly groups: readonly GroupRules[];
}

const arbitraryVersion: fc.Arbitrary<Version> = fc.record({
  actions: arbitraryActions,
  criteria: fc.tuple(...CRITERIA.map(arbitraryCriterion)),
  groups: arbitraryGroups(CRITERIA, 2),
});

/** A game before and after a change of a small part of it. */
const twoVersions = fc
  .tuple(arbitraryVersion, arbitraryVersion, fc.nat(4), fc.nat(1), fc.boolean(), fc.boolean())
  .map(([before, other, criterion, group, isReacting, isCut]) => {
    const criteria = before.criteria.map((each, index) => {
      if (index !== criterion) return each;
      const drawn = other.criteria[index] as CriterionRules;
      return isCut ? { ...each, rule: drawn.rule } : drawn;
    });
    const groups = before.groups.map((each, index) => {
      if (index !== group || criterion < 3) return each;
      const drawn = other.groups[index] as GroupRules;
      return isCut ? { ...each, criteria: drawn.criteria } : { ...drawn, conditions: each.conditions };
    });
    const actions = isReacting && criterion === 4 ? other.actions : before.actions;
    return { before, after: { actions, criteria, groups } };
  });

function sideFrom(version: Version, semantics: Semantics): Side {
  const resources = resourcesFrom(partsFrom(version));
  return sideOf(new Map(resources.map((each) => [each.address, each])), ALL, semantics);
}

function earnedIn({ design }: Side, player: Player, activities: readonly Activity[]): ReadonlySet<string> {
  const progress = openProgress(compile(design), player);
  return new Set(
    activities.flatMap((each) =>
      progress.record(each).earned.map(({ custom_achievement_id }) => custom_achievement_id),
    ),
  );
}

describe("the class of a change in earning", () => {
  it("is so for every play", () => {
    const seen = new Map<ImpactClass, number>();
    fc.assert(
      fc.property(
        twoVersions,
        arbitrarySemantics,
        arbitraryPlayer,
        arbitraryPlay,
        (versions, semantics, player, play) => {
          const [before, after] = [sideFrom(versions.before, semantics), sideFrom(versions.after, semantics)];
          const activities = [...play].sort((a, b) => a.at - b.at);
          const [was, is] = [earnedIn(before, player, activities), earnedIn(after, player, activities)];
          const found = impactBetween(before, after).filter(({ topic }) => topic === "earning");
          for (const id of ["g0", "g1"]) {
            const name = found.find(({ address }) => address === `achievement/${id}`)?.class;
            if (name !== undefined) seen.set(name, (seen.get(name) ?? 0) + 1);
            const isSame = name === undefined || name === "cosmetic";
            if (isSame || name === "easier") expect(is.has(id) || !was.has(id)).toBe(true);
            if (isSame || name === "harder") expect(was.has(id) || !is.has(id)).toBe(true);
          }
        },
      ),
      runs(6_000),
    );
    for (const name of ["cosmetic", "easier", "harder", "unknown"] as const) expect(seen.get(name)).toBeGreaterThan(20);
  });
});

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
          const plan = makePlan(TARGET, desired, live, catalog, options, shortHash).value;
          if (plan === undefined) return;
          const impacts = impactOfPlan(plan, desired, live, DEFAULT_SEMANTICS);
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
