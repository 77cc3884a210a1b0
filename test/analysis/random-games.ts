/** Small games before and after a change and what players do in them. */
import fc from "fast-check";
import type { Design } from "../../src/analysis/design/design.ts";
import { type Side, sideOf } from "../../src/analysis/impact/sides.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Json } from "../../src/model/json.ts";
import { compile } from "../../src/rules/compiled.ts";
import type { ActionRules, Activity, CriterionRules, GroupRules, Player } from "../../src/rules/model.ts";
import { openProgress } from "../../src/rules/play.ts";
import {
  arbitraryActions,
  arbitraryCriterion,
  arbitraryGroups,
  arbitraryPlay,
  arbitraryPlayer,
} from "../rules/play-arbitrary.ts";
import { partsFrom, resourcesFrom } from "../support/designs.ts";

const CRITERIA = ["c0", "c1", "c2", "c3"] as const;
const ALL = new Set(catalog.map(({ name }) => name));

export interface Version {
  readonly actions: readonly ActionRules[];
  readonly criteria: readonly CriterionRules[];
  readonly groups: readonly GroupRules[];
}

/** Criteria that are often about the same activities, and of which some can never be met. */
const criterion = (id: string): fc.Arbitrary<CriterionRules> =>
  fc
    .tuple(
      arbitraryCriterion(id),
      fc.constantFrom("", "", "", "gt:5", "lt:6", "lt:0", "gte:0", "eq:3", "lte:2"),
      fc.constantFrom(null, null, ["dayOfMonth:last"], ["betweenHours:20,6"], ["activityData:level,gt,1"], ["month:2"]),
      fc.boolean(),
    )
    .map(([drawn, rule, conditions, isPlain]) => ({
      ...drawn,
      ...(rule === "" ? {} : { rule }),
      ...(isPlain ? { conditions: conditions === null ? null : { groups: [{ conditions }] } } : {}),
    }));

const version: fc.Arbitrary<Version> = fc.record({
  actions: arbitraryActions.map((all) =>
    // Manifests refuse reactions in circles.
    all.map((each) => ({ ...each, reactions: each.reactions.filter((id) => id > each.custom_id) })),
  ),
  criteria: fc.tuple(...CRITERIA.map(criterion)),
  groups: arbitraryGroups(CRITERIA, 2),
});

export interface ChangedGame {
  readonly before: Version;
  readonly after: Version;
  /** Actions that only reactions record. */
  readonly unreported: ReadonlySet<string>;
  readonly player: Player;
  readonly play: readonly Activity[];
}

/** A game before and after a change of a small part of it. */
const twoVersions = fc
  .tuple(version, version, fc.nat(4), fc.nat(1), fc.constantFrom("all", "part", "operator"), fc.boolean())
  .map(([before, other, criterion, group, kind, isReacting]) => {
    const criteria = before.criteria.map((each, index) => {
      const drawn = other.criteria[index] as CriterionRules;
      if (index !== criterion) return each;
      if (kind === "part") return { ...each, rule: drawn.rule };
      return kind === "operator" ? { ...each, conditions: drawn.conditions } : drawn;
    });
    const groups = before.groups.map((each, index) => {
      const drawn = other.groups[index] as GroupRules;
      if (index !== group || criterion < 3) return each;
      if (kind === "part") return { ...each, criteria: drawn.criteria };
      return kind === "operator" ? { ...each, operator: drawn.operator } : { ...drawn, conditions: each.conditions };
    });
    const actions = isReacting && criterion === 4 ? other.actions : before.actions;
    return { before, after: { actions, criteria, groups } };
  });

export const changedGames: fc.Arbitrary<ChangedGame> = fc
  .record({
    versions: twoVersions,
    unreported: fc.constantFrom<string[]>([], [], ["b"], ["c"], ["b", "c"]).map((ids) => new Set(ids)),
    player: arbitraryPlayer,
    play: arbitraryPlay,
  })
  .map(({ versions, play, unreported, ...more }) => ({
    ...{ ...versions, ...more, unreported },
    play: play.filter((each) => !unreported.has(each.custom_action_id)).sort((a, b) => a.at - b.at),
  }));

/** An achievement for each group, called like it; later groups, which may hold earlier ones, are worth less. */
export function sideFrom(version: Version, { unreported }: Pick<ChangedGame, "unreported">): Side {
  const { achievements = {}, ...parts } = partsFrom(version);
  const worth = Object.entries(achievements).map(([id, each], index) => [id, { ...each, points: 10 - index }]);
  const resources = resourcesFrom({ ...parts, achievements: Object.fromEntries(worth) });
  return sideOf(new Map(resources.map((each) => [each.address, each])), ALL, {
    actions: new Map([...unreported].map((id) => [id, { reported: false }])),
  });
}

export function earnedIn(design: Design, player: Player, activities: readonly Activity[]): ReadonlySet<string> {
  const progress = openProgress(compile(design), player);
  return new Set(activities.flatMap((each) => progress.record(each).earned.map(({ custom_id }) => custom_id)));
}

const DAY = 86_400_000;

/** Short histories of what is reported, all of those with one activity first, then with two, as many as `most`. */
export function* shortHistories(most: number, unreported: ReadonlySet<string>): Generator<readonly Activity[]> {
  const start = Date.parse("2024-01-31T21:00:00Z");
  const letters = [start, start + 3_600_000, start + DAY].flatMap((at) =>
    ([null, { class: "rogue", level: 2 }, { level: 5 }] as readonly Json[]).flatMap((custom_data) =>
      ["a", "b", "c"]
        .filter((id) => !unreported.has(id))
        .flatMap((custom_action_id) =>
          [1, 0, 3, 6].map((amount): Activity => {
            return { custom_action_id, amount, at, custom_data, custom_session_id: null };
          }),
        ),
    ),
  );
  let left = most;
  for (const one of letters) {
    if (left-- <= 0) return;
    yield [one];
  }
  // A step without a common factor visits all pairs in an order that mixes them.
  for (let index = 0; index < letters.length ** 2 && left > 0; index += 1) {
    const place = (index * 7_919) % letters.length ** 2;
    const [one, other] = [letters[Math.floor(place / letters.length)], letters[place % letters.length]];
    if (one === undefined || other === undefined || one.at > other.at) continue;
    left -= 1;
    yield [one, other];
  }
}
