/**
 * Whether a criterion or a criteria group is met by what a player has done (docs/service.md#criterion-rules). Parts that
 * cannot be read make the result `unreadable` wherever they could have decided it.
 */
import { jsonText } from "../model/json.ts";
import type { CompiledCriterion, CompiledGroup, CompiledRules } from "./compiled.ts";
import { type Conditions, hasReferences, type ReferenceValues, resolveConditions } from "./conditions.ts";
import { foldGroups, TOO_MANY_CONTEXTS } from "./groups.ts";
import { clockOf } from "./local-time.ts";
import { type Activity, type Evaluation, type Reading, readable, type Truth, unreadable } from "./model.ts";
import type { History, Tally } from "./tally.ts";

/** What a definition is evaluated by: all that the player has done, and the current activity that references read from. */
export interface Situation {
  readonly history: History;
  /** The activity that has just been recorded. */
  readonly current: Activity;
}

/** A criterion or group that was evaluated, with what it was evaluated by. */
export type Evaluated = EvaluatedCriterion | EvaluatedGroup;

export interface EvaluatedCriterion extends Evaluation {
  readonly of: "criterion";
  readonly custom_id: string;
  /** What counts for it; absent when it could not be read, or is not there. It goes on counting. */
  readonly tally?: Tally;
}

export interface EvaluatedGroup extends Evaluation {
  readonly of: "group";
  readonly custom_id: string;
  /** In the order of the definition, criteria first. */
  readonly members: readonly Evaluated[];
}

/** The conditions of a group around a criterion. */
interface OuterConditions {
  readonly group: string;
  readonly conditions: Reading<Conditions>;
}

/** Judges the criterion. `outer`: the groups around it, outermost first. */
export function evaluateCriterion(
  compiled: CompiledRules,
  criterion: CompiledCriterion,
  situation: Situation,
  outer: readonly OuterConditions[] = [],
): EvaluatedCriterion {
  const { custom_id } = criterion.definition;
  const tally = tallyOf(compiled, criterion, situation, outer);
  if (!tally.ok) {
    return { of: "criterion", custom_id, truth: "unreadable", reasons: [`criterion "${custom_id}": ${tally.reason}`] };
  }
  const truth = tally.value.holds() ? "yes" : "no";
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
  const clock = clockOf(history.player.time_zone);
  if (!clock.ok) return clock;
  const filters: Conditions[] = [];
  let key = definition.custom_id;
  for (const { group, conditions: written } of [...outer, { group: "", conditions }]) {
    if (!written.ok) return group === "" ? written : unreadable(`group "${group}": ${written.reason}`);
    if (written.value.groups.length === 0) continue;
    const isFixed = !hasReferences(written.value);
    const resolved = isFixed ? written : resolveConditions(written.value, referenceValues(compiled, history, current));
    if (!resolved.ok) return resolved;
    filters.push(resolved.value);
    // Ids hold no blanks, so that no two sets of conditions share a key.
    key += isFixed ? ` ${group}` : ` ${group} ${jsonText(resolved.value)}`;
  }
  const about = { rule: rule.value, streak: streak.value, filters, clock: clock.value };
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

function isFilter({ conditions }: OuterConditions): boolean {
  return !conditions.ok || conditions.value.groups.length > 0;
}

/**
 * Judges the group with all of its members. A group without members is never true; one that holds itself is unreadable.
 * The conditions of a group also apply to the criteria of the groups inside it (docs/service.md#group-evaluation).
 */
export function evaluateGroup(compiled: CompiledRules, root: CompiledGroup, situation: Situation): EvaluatedGroup {
  const unreadableGroup = (custom_id: string, reason: string, members: readonly Evaluated[] = []): EvaluatedGroup => {
    return { of: "group", custom_id, truth: "unreadable", reasons: [reason], members };
  };
  const evaluate = foldGroups<CompiledGroup, readonly OuterConditions[], EvaluatedGroup>({
    find: (id) => (id === root.definition.custom_id ? root : compiled.group(id)),
    keyOf: (id, outer) => [id, ...outer.map((each) => each.group).sort()].join(" "),
    missing: (id, holder) => unreadableGroup(id, `group "${holder}": there is no group "${id}"`),
    circular: (path) => {
      const id = path.at(-1) ?? "";
      return unreadableGroup(id, `group "${id}": it holds itself (${path.join(" > ")})`);
    },
    tooMany: (id) => unreadableGroup(id, `group "${id}": ${TOO_MANY_CONTEXTS}`),
    value: ({ definition, conditions }, outer, inner) => {
      const { custom_id, operator } = definition;
      const filters = [...outer, { group: custom_id, conditions }];
      const reaching = filters.filter(isFilter);
      const members: readonly Evaluated[] = [
        ...definition.criteria.map((id): Evaluated => {
          const criterion = compiled.criterion(id);
          if (criterion !== undefined) return evaluateCriterion(compiled, criterion, situation, filters);
          const reasons = [`group "${custom_id}": there is no criterion "${id}"`];
          return { of: "criterion", custom_id: id, truth: "unreadable", reasons };
        }),
        ...definition.criteria_groups.map((id) => inner(id, reaching)),
      ];
      const truths = members.map(({ truth }) => truth);
      const truth = combineTruths(operator, truths);
      if (truth === undefined) {
        return unreadableGroup(
          custom_id,
          `group "${custom_id}": the operator "${operator}" is not and, or or xor`,
          members,
        );
      }
      const reasons = [...new Set(members.flatMap((member) => member.reasons))];
      return { of: "group", custom_id, truth, reasons, members };
    },
  });
  return evaluate(root.definition.custom_id, []);
}

/**
 * Combines the truths of a group's members. Without members: no, whatever the operator (docs/service.md#group-evaluation).
 * An unreadable member leaves the result unreadable unless the others decide it. Unknown operators give `undefined`.
 */
export function combineTruths(operator: string, truths: readonly Truth[]): Truth | undefined {
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
      if (yes > 1) return "no";
      if (open) return "unreadable";
      return yes === 1 ? "yes" : "no";
    default:
      return undefined;
  }
}
