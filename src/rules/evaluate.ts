/**
 * Whether a criterion or a criteria group is met by what a player has done (docs/service.md#criterion-rules). Parts that
 * cannot be read make the result `unreadable` wherever they could have decided it.
 */
import { jsonText } from "../model/json.ts";
import { DEFAULT_SEMANTICS, type Semantics } from "../project/rules-settings.ts";
import type { CompiledCriterion, CompiledGroup, CompiledRules } from "./compiled.ts";
import { hasReferences, resolveConditions } from "./condition-references.ts";
import type { Conditions, ReferenceValues } from "./conditions.ts";
import type { History } from "./history.ts";
import { clockOf } from "./local-time.ts";
import { type Activity, type Reading, readable, type Truth, unreadable, type Verdict } from "./model.ts";
import type { Tally } from "./tally.ts";

/** What a definition is judged by: all that the player has done, and the current activity that references read from. */
export interface Situation {
  readonly history: History;
  /** The activity that has just been recorded. */
  readonly current: Activity;
}

/** A criterion or group that was judged, with what it was judged by. */
export type Judged = JudgedCriterion | JudgedGroup;

export interface JudgedCriterion extends Verdict {
  readonly of: "criterion";
  readonly custom_id: string;
  /** What counts for it; absent when it could not be read, or is not there. It goes on counting. */
  readonly tally?: Tally;
}

export interface JudgedGroup extends Verdict {
  readonly of: "group";
  readonly custom_id: string;
  /** In the order of the definition, criteria first. */
  readonly members: readonly Judged[];
}

/** The conditions of a group around a criterion. */
export interface OuterConditions {
  readonly group: string;
  readonly conditions: Reading<Conditions>;
}

/** Judges the criterion. `outer`: the groups around it, outermost first. */
export function evaluateCriterion(
  compiled: CompiledRules,
  criterion: CompiledCriterion,
  situation: Situation,
  outer: readonly OuterConditions[] = [],
): JudgedCriterion {
  const { custom_id } = criterion.definition;
  const tally = tallyOf(compiled, criterion, situation, outer);
  if (!tally.ok) {
    return { of: "criterion", custom_id, truth: "unreadable", reasons: [`criterion "${custom_id}": ${tally.reason}`] };
  }
  const truth = tally.value.holds(situation.current.at) ? "yes" : "no";
  return { of: "criterion", custom_id, truth, reasons: [], tally: tally.value };
}

/** What counts for the criterion up to now. It is kept in the history, and goes on from there the next time. */
function tallyOf(
  compiled: CompiledRules,
  { definition, rule, streak, conditions }: CompiledCriterion,
  { history, current }: Situation,
  outer: readonly OuterConditions[],
): Reading<Tally> {
  if (!rule.ok) return rule;
  if (!streak.ok) return streak;
  const { semantics } = compiled.rules;
  const clock = clockOf(history.player.time_zone);
  if (!clock.ok) return clock;
  const filters: Conditions[] = [];
  let key = definition.custom_id;
  for (const { group, conditions: written } of [...outer, { group: "", conditions }]) {
    if (!written.ok) return group === "" ? written : unreadable(`group "${group}": ${written.reason}`);
    if (written.value.groups.length === 0) continue;
    const isFixed = !hasReferences(written.value);
    const resolved = isFixed
      ? written
      : resolveConditions(written.value, referenceValues(compiled, history, current), semantics.missing_reference);
    if (!resolved.ok) return resolved;
    filters.push(resolved.value);
    // Ids hold no blanks, so that no two sets of conditions share a key.
    key += isFixed ? ` ${group}` : ` ${group} ${jsonText(resolved.value)}`;
  }
  const about = { rule: rule.value, streak: streak.value, filters, clock: clock.value, semantics };
  const tally = history.tally(key, about);
  tally.advance(history.ofAction(definition.custom_action_id));
  return readable(tally);
}

function referenceValues({ rules }: CompiledRules, { player }: History, current: Activity): ReferenceValues {
  return {
    action: rules.actions.get(current.custom_action_id)?.custom_data ?? null,
    activity: current.custom_data,
    player: player.custom_data,
  };
}

/** Groups are judged once, however many groups they are in: by their ids and those whose conditions reach them. */
interface JudgedGroups {
  readonly known: Map<string, JudgedGroup>;
  isCircular: boolean;
}

function isFilter({ conditions }: OuterConditions): boolean {
  return !conditions.ok || conditions.value.groups.length > 0;
}

/**
 * Judges the group with all of its members. A group without members is never true; one that holds itself is unreadable.
 *
 * Settings `xor` and `group_conditions`.
 */
export function evaluateGroup(
  compiled: CompiledRules,
  { definition, conditions }: CompiledGroup,
  situation: Situation,
  outer: readonly OuterConditions[] = [],
  path: readonly string[] = [],
  judged: JudgedGroups = { known: new Map(), isCircular: false },
): JudgedGroup {
  const { custom_id } = definition;
  const here = [...path, custom_id];
  if (path.includes(custom_id)) {
    judged.isCircular = true;
    const reason = `group "${custom_id}": it holds itself (${here.join(" > ")})`;
    return { of: "group", custom_id, truth: "unreadable", reasons: [reason], members: [] };
  }
  const own: OuterConditions = { group: custom_id, conditions };
  const filters = [...outer, own];
  const members: readonly Judged[] = [
    ...definition.criteria.map((id): Judged => {
      const criterion = compiled.criterion(id);
      return criterion === undefined
        ? { of: "criterion", ...missing(custom_id, "criterion", id) }
        : evaluateCriterion(compiled, criterion, situation, filters);
    }),
    ...definition.criteria_groups.map((id): Judged => {
      const inner = compiled.group(id);
      if (inner === undefined) return { of: "group", ...missing(custom_id, "group", id), members: [] };
      const reaching = compiled.rules.semantics.group_conditions === "inward" ? filters.filter(isFilter) : [];
      const key = [id, ...reaching.map((each) => each.group)].join(" ");
      const known = judged.known.get(key);
      if (known !== undefined) return known;
      const found = evaluateGroup(compiled, inner, situation, reaching, here, judged);
      // In a circle it depends on where one came from.
      if (!judged.isCircular) judged.known.set(key, found);
      return found;
    }),
  ];
  const truths = members.map(({ truth }) => truth);
  const truth = combineTruths(definition.operator, truths, compiled.rules.semantics.xor);
  if (truth === undefined) {
    const reason = `group "${custom_id}": the operator "${definition.operator}" is not and, or or xor`;
    return { of: "group", custom_id, truth: "unreadable", reasons: [reason], members };
  }
  return { of: "group", custom_id, truth, reasons: [...new Set(members.flatMap(({ reasons }) => reasons))], members };
}

function missing(group: string, what: string, custom_id: string): Verdict & { readonly custom_id: string } {
  return { custom_id, truth: "unreadable", reasons: [`group "${group}": there is no ${what} "${custom_id}"`] };
}

/**
 * Combines the truths of a group's members. Without members: no, whatever the operator (docs/service.md#group-evaluation).
 * An unreadable member leaves the result unreadable unless the others decide it. Unknown operators give `undefined`.
 */
export function combineTruths(
  operator: string,
  truths: readonly Truth[],
  xor: Semantics["xor"] = DEFAULT_SEMANTICS.xor,
): Truth | undefined {
  const yes = truths.filter((truth) => truth === "yes").length;
  const no = truths.filter((truth) => truth === "no").length;
  const open = truths.length - yes - no > 0;
  switch (operator) {
    case "and":
      if (no > 0 || truths.length === 0) return "no";
      return open ? "unreadable" : "yes";
    case "or":
      if (yes > 0) return "yes";
      return open ? "unreadable" : "no";
    case "xor":
      if (xor === "exactly-one" && yes > 1) return "no";
      if (open) return "unreadable";
      return yes % 2 === 1 ? "yes" : "no";
    default:
      return undefined;
  }
}
