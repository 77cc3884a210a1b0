/** Small games before and after a change and what players do in them. */
import fc from "fast-check";
import { buildSide, type Side } from "../../src/analysis/impact/sides.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Json } from "../../src/ground/json.ts";
import { endlessWork } from "../../src/ground/work.ts";
import type {
  ActionRules,
  Activity,
  CriterionRules,
  GroupRules,
  Player,
} from "../../src/rules/model.ts";
import { openProgress } from "../../src/rules/play.ts";
import {
  arbitraryActions,
  arbitraryCriterion,
  arbitraryGroups,
  arbitraryPlay,
  arbitraryPlayer,
} from "../rules/play-arbitrary.ts";
import { resourcesFrom } from "../support/designs.ts";

const CRITERIA = ["c0", "c1", "c2"] as const;
const ALL = new Set(catalog.map(({ name }) => name));

interface Version {
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
      fc.constantFrom(
        null,
        null,
        ["dayOfMonth:last"],
        ["betweenHours:20,6"],
        ["activityData:level,gt,1"],
        ["month:2"],
      ),
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

/**
 * A game before and after a change of a small part of it: of a criterion, a group, or what is
 * recorded with what.
 */
const twoVersions = fc
  .tuple(
    version,
    version,
    fc.nat(CRITERIA.length),
    fc.nat(1),
    fc.constantFrom("all", "part", "operator"),
    fc.boolean(),
  )
  .map(([before, other, criterion, group, kind, isReacting]): readonly Version[] => {
    const criteria = before.criteria.map((each, index) => {
      const drawn = other.criteria[index] as CriterionRules;
      if (index !== criterion) return each;
      if (kind === "part") return { ...each, rule: drawn.rule };
      return kind === "operator" ? { ...each, conditions: drawn.conditions } : drawn;
    });
    const groups = before.groups.map((each, index) => {
      const drawn = other.groups[index] as GroupRules;
      if (index !== group || criterion < CRITERIA.length - 1) return each;
      if (kind === "part") return { ...each, criteria: drawn.criteria };
      return kind === "operator"
        ? { ...each, operator: drawn.operator }
        : { ...drawn, conditions: each.conditions };
    });
    const actions = isReacting && criterion === CRITERIA.length ? other.actions : before.actions;
    return [before, { actions, criteria, groups }];
  });

export interface ChangedGame {
  readonly sides: readonly [before: Side, after: Side];
  readonly player: Player;
  readonly histories: readonly (readonly Activity[])[];
}

/** `histories`: how many are played, most of them short ones. */
export const changedGames = (histories: number): fc.Arbitrary<ChangedGame> =>
  fc
    .record({
      versions: twoVersions,
      /** Actions that only reactions record. */
      unreported: fc.constantFrom<readonly string[]>([], [], ["b"], ["c"], ["b", "c"]),
      player: arbitraryPlayer,
      play: arbitraryPlay,
      start: fc.nat(ACTIVITIES.length ** 2),
    })
    .map(({ versions, play, unreported, player, start }) => {
      const isReported = ({ custom_action_id }: Activity): boolean =>
        !unreported.includes(custom_action_id);
      const sides = versions.map((version) => sideFrom(version, unreported)) as [Side, Side];
      const short = shortHistories(ACTIVITIES.filter(isReported), start, histories - 1);
      return {
        sides,
        player,
        histories: [play.filter(isReported).sort((a, b) => a.at - b.at), ...short],
      };
    });

/**
 * An achievement for each group, called like it; later groups, which may hold earlier ones, are
 * worth less.
 */
function sideFrom({ actions, criteria, groups }: Version, unreported: readonly string[]): Side {
  const byId = (
    list: readonly { readonly custom_id: string }[],
  ): Readonly<Record<string, object>> =>
    Object.fromEntries(list.map((definition) => [definition.custom_id, definition]));
  const achievements = groups.map(({ custom_id }, index) => {
    return { custom_id, points: 10 - index, custom_criteria_group_id: custom_id };
  });
  const resources = resourcesFrom({
    actions: byId(actions),
    criteria: byId(criteria),
    groups: byId(groups),
    achievements: byId(achievements),
  });
  const settings = new Map(unreported.map((id) => [id, { reported: false }]));
  return buildSide(new Map(resources.map((each) => [each.address, each])), ALL, {
    actions: settings,
  });
}

export function earnedIn(
  { trees }: Pick<Side, "trees">,
  player: Player,
  activities: readonly Activity[],
): ReadonlySet<string> {
  const progress = openProgress(trees.compiled, player, { work: endlessWork() });
  return new Set(
    activities.flatMap((each) => progress.record(each).earned.map(({ custom_id }) => custom_id)),
  );
}

const HOUR = 3_600_000;
const START = Date.parse("2024-01-31T21:00:00Z");

const ACTIVITIES = [START, START + HOUR, START + 24 * HOUR].flatMap((at) =>
  ([null, { class: "rogue", level: 2 }, { level: 5 }] as readonly Json[]).flatMap((custom_data) =>
    ["a", "b", "c"].flatMap((custom_action_id) =>
      [1, 0, 3, 6].map((amount): Activity => {
        return { custom_action_id, amount, at, custom_data, custom_session_id: null };
      }),
    ),
  ),
);

/** Histories of one activity or two, in an order that mixes them. */
function shortHistories(activities: readonly Activity[], start: number, count: number) {
  return Array.from({ length: count }, (_, index): readonly Activity[] => {
    // A step without a common factor visits all pairs.
    const pair = ((start + index) * 7_919) % activities.length ** 2;
    const first = activities[Math.floor(pair / activities.length)] as Activity;
    const second = activities[pair % activities.length] as Activity;
    return first.at > second.at ? [first] : [first, second];
  });
}
