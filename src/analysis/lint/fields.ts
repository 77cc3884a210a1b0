/** What conditions on `activityData` name: the fields and values that the game uses, and those that the project declares. */
import { memoizedBy } from "../../model/collections.ts";
import type { Json } from "../../model/json.ts";
import type { Address, Pointer } from "../../model/model.ts";
import type { ActionFields } from "../../project/lint-settings.ts";
import { parseCondition, writtenConditions } from "../../rules/conditions.ts";
import { criteriaWithin } from "../../rules/groups.ts";
import { isLeftOpen, type LintedGame } from "./rule.ts";

/** A condition on a field, for one of the actions whose activities it selects. */
export interface Use {
  readonly action: string;
  readonly address: Address;
  readonly pointer: Pointer;
  readonly field: string;
  readonly operator: string;
  /** Undefined for a reference. */
  readonly value: string | undefined;
}

/** The conditions on fields of all criteria, and of groups for the criteria that they reach. */
export const usesIn = memoizedBy((game: LintedGame): readonly Use[] => {
  const { criteria, groups } = game.design;
  const ofCriteria = [...criteria.values()].flatMap((each) =>
    isLeftOpen(game, each, "conditions", "custom_action_id") ? [] : usesOf(each, [each.custom_action_id]),
  );
  const ofGroups = [...groups.values()].flatMap((group) => {
    if (isLeftOpen(game, group, "conditions")) return [];
    const actions = [...criteriaWithin(game.design, group.custom_id)].flatMap(
      (id) => criteria.get(id)?.custom_action_id ?? [],
    );
    return usesOf(group, [...new Set(actions)]);
  });
  return [...ofCriteria, ...ofGroups];
});

function usesOf(
  { address, conditions }: { readonly address: Address; readonly conditions: Json },
  actions: readonly string[],
): readonly Use[] {
  return writtenConditions(conditions).groups.flatMap((group, index) =>
    group.conditions.flatMap((text, place) => {
      const read = typeof text === "string" ? parseCondition(text) : undefined;
      if (read?.ok !== true || read.value.name !== "activityData") return [];
      const { field, operator, operand } = read.value;
      const pointer = `/conditions/groups/${index}/conditions/${place}`;
      const value = "text" in operand ? operand.text : undefined;
      return actions.map((action) => ({ action, address, pointer, field: field.join("."), operator, value }));
    }),
  );
}

export function declaredFor({ settings }: LintedGame, action: string): ActionFields | undefined {
  return Object.hasOwn(settings.fields, action) ? settings.fields[action]?.value : undefined;
}

/** The words that a field of an action may be: declared ones, or those that conditions compare it with. */
export function wordsOfField(game: LintedGame, action: string, field: string): ReadonlySet<string> {
  const fields = declaredFor(game, action) ?? {};
  const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (Array.isArray(declared)) return new Set(declared as readonly string[]);
  return comparedWords(game).get(`${action} ${field}`) ?? new Set();
}

const comparedWords = memoizedBy((game: LintedGame): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { action, field, operator, value } of usesIn(game)) {
    if (operator !== "eq" || value === undefined) continue;
    const key = `${action} ${field}`;
    found.set(key, (found.get(key) ?? new Set()).add(value));
  }
  return found;
});
