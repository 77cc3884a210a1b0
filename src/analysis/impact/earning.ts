/** What decides whether an achievement is earned: its groups at any depth, their criteria, and the actions that count. */
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Json } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import { conditionsIn, parseConditions, referenceIn } from "../../rules/conditions.ts";
import { criteriaWithin, groupsWithin } from "../../rules/groups.ts";
import { reachingActions } from "../../rules/play.ts";
import type { AchievementDesign, DesignResource } from "../design/design.ts";
import { type AchievementIn, isEarnedWith } from "../design/direction.ts";
import { neverEarned } from "../design/never.ts";
import { witnessesOf } from "./by-play.ts";
import type { Witnesses } from "./impacts.ts";
import { changedNames, type Side } from "./sides.ts";

export interface Dependencies {
  readonly groups: ReadonlySet<string>;
  readonly criteria: ReadonlySet<string>;
  /** Those that criteria are about. */
  readonly actions: ReadonlySet<string>;
  /** Those and all that record them. */
  readonly reaching: ReadonlySet<string>;
  /** Entities that conditions take values from. */
  readonly reads: ReadonlySet<"action" | "activity" | "player">;
  /** The groups of which some members are not known. */
  readonly unclear: readonly string[];
}

function dependenciesOf(
  { design, unclear }: Side,
  { custom_criteria_group_id: root }: AchievementDesign,
): Dependencies {
  const groups = groupsWithin(design, root === null ? [] : [root]);
  const criteria = criteriaWithin(design, root);
  const definitions = [...criteria].flatMap((id) => design.criteria.get(id) ?? []);
  const actions = new Set(definitions.map(({ custom_action_id }) => custom_action_id));
  const holders = [...[...groups].flatMap((id) => design.groups.get(id) ?? []), ...definitions];
  const reads = new Set(holders.flatMap(({ conditions }) => entitiesIn(conditions)));
  const reaching = reachingActions(design, actions);
  return { groups, criteria, actions, reaching, reads, unclear: [...groups].filter((id) => unclear.has(id)) };
}

function entitiesIn(written: Json): readonly ("action" | "activity" | "player")[] {
  if (written === null) return [];
  const conditions = parseConditions(written);
  if (!conditions.ok) return [];
  return conditionsIn(conditions.value).flatMap((each) => referenceIn(each)?.entity ?? []);
}

/** What changes in the definitions that achievements rest on. */
export interface DefinitionChanges {
  /** Criteria, groups and actions that say something else now, or are there on one side only. */
  readonly changed: ReadonlySet<Address>;
  /** Actions whose data are other ones. */
  readonly data: ReadonlySet<Address>;
}

/** What of a definition decides whether something is earned. */
const DECISIVE: Readonly<Record<string, readonly string[]>> = {
  action: ["reactions"],
  criterion: ["custom_action_id", "type", "rule", "streak", "conditions"],
  criteria_group: ["operator", "conditions", "criteria", "criteria_groups"],
};

export function definitionChanges(before: Side, after: Side): DefinitionChanges {
  const changed = new Set<Address>();
  const data = new Set<Address>();
  for (const address of new Set([...before.resources.keys(), ...after.resources.keys()])) {
    const decisive = DECISIVE[partsOfAddress(address).kind];
    if (decisive === undefined) continue;
    const [was, is] = [before.resources.get(address), after.resources.get(address)];
    const names = was && is && changedNames(was, is);
    if (decisive.some((name) => names?.has(name) !== false)) changed.add(address);
    if (names?.has("custom_data") !== false) data.add(address);
  }
  return { changed, data };
}

/** The changes that an achievement rests on, on either side. */
export function changesUnder(all: readonly Dependencies[], changes: DefinitionChanges): readonly Address[] {
  const found = new Set<Address>();
  for (const { groups, criteria, reaching, actions, reads } of all) {
    const mine = [
      ...[...groups].map((id): Address => `criteria_group/${id}`),
      ...[...criteria].map((id): Address => `criterion/${id}`),
      ...[...reaching].map((id): Address => `action/${id}`),
    ];
    for (const address of mine) if (changes.changed.has(address)) found.add(address);
    for (const id of reads.has("action") ? actions : []) {
      if (changes.data.has(`action/${id}`)) found.add(`action/${id}`);
    }
  }
  return [...found];
}

// Whether an achievement is earned more easily or less so after a change. In: both sides and what it rests on. Out: the
// answer, with histories that show it. Certain means: for all that players may do.

/**
 * `impossible` is harder, and `possible` easier, with nothing on the other side; `never` is neither possible before nor
 * after; `mixed` is easier for some histories and harder for others.
 */
export type EarningChange = "same" | "never" | "easier" | "possible" | "harder" | "impossible" | "mixed" | "unknown";

export interface EarningAnswer {
  readonly change: EarningChange;
  readonly witnesses: Witnesses;
}

/** An achievement on one side. */
export interface AchievementVersion extends AchievementIn {
  readonly side: Side;
  readonly dependencies: Dependencies;
}

/** The achievement that the resource is on a side; undefined where there is no resource. */
export function versionOf(resource: DesignResource | undefined, side: Side): AchievementVersion | undefined {
  const achievement = side.design.achievements.get(resource?.custom_id ?? "");
  return achievement && { side, trees: side.trees, achievement, dependencies: dependenciesOf(side, achievement) };
}

/** An achievement before and after a change. */
export interface AchievementPair {
  readonly before: AchievementVersion;
  readonly after: AchievementVersion;
  /** The changed definitions that it rests on. */
  readonly under: readonly Address[];
  /** Actions whose data change. */
  readonly data: DefinitionChanges["data"];
}

export function earningChangeOf(before: AchievementVersion, after: AchievementVersion): EarningAnswer {
  const plain = (change: EarningChange): EarningAnswer => ({ change, witnesses: {} });
  if (before.dependencies.unclear.length + after.dependencies.unclear.length > 0) return plain("unknown");
  const [couldBe, canBe] = [before, after].map((each) => neverEarned(each.trees, each.achievement) === undefined);
  if (!couldBe && !canBe) return plain("never");
  if (!couldBe) return plain("possible");
  if (!canBe) return plain("impossible");
  const [isAtLeastAsEasy, isAtLeastAsHard] = [isEarnedWith(before, after), isEarnedWith(after, before)];
  if (isAtLeastAsEasy) return plain(isAtLeastAsHard ? "same" : "easier");
  if (isAtLeastAsHard) return plain("harder");
  const witnesses = witnessesOf(before, after);
  const isBoth = witnesses.easier !== undefined && witnesses.harder !== undefined;
  return { change: isBoth ? "mixed" : "unknown", witnesses };
}
