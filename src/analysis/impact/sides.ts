/** A game before or after a change, with what is known of it. */
import { catalog } from "../../catalog/index.ts";
import type { KindName } from "../../catalog/types.ts";
import { kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address, DesiredGame } from "../../model/model.ts";
import { underIdsOf } from "../../plan/cause.ts";
import type { Semantics } from "../../project/rules-settings.ts";
import { compileCriterion } from "../../rules/compiled.ts";
import { foldGroups } from "../../rules/groups.ts";
import { areImpossible } from "../design/constraints.ts";
import {
  type CriterionDesign,
  type Design,
  type DesignResource,
  designOf,
  type GroupDesign,
} from "../design/design.ts";
import { holdsZero, rangeOf } from "../design/rule-range.ts";

/** The same resource has the same address on both sides, also where it got another id in between. */
export interface Side {
  readonly resources: ReadonlyMap<Address, DesignResource>;
  readonly design: Design;
  /** The same without what can never be met: members that are gone, rules that no amount passes. */
  readonly possible: Design;
  /** Groups of which some members are not known. */
  readonly unclear: ReadonlySet<string>;
  /** Whether all that may use a criterion or an action is known. */
  readonly knowsUses: boolean;
}

/** `known`: kinds of which these are all. */
export function sideOf(
  resources: ReadonlyMap<Address, DesignResource>,
  known: ReadonlySet<KindName>,
  semantics: Semantics,
): Side {
  const unclear = new Set<string>();
  for (const { kind, custom_id, links } of resources.values()) {
    if (kind !== "criteria_group") continue;
    if (kindNamed(catalog, kind).links.some(({ name }) => links[name] === undefined)) unclear.add(custom_id);
  }
  const design = designOf(resources.values(), known, semantics);
  return {
    resources,
    design,
    possible: possibleOnly(design),
    unclear,
    knowsUses: unclear.size === 0 && known.has("achievement") && known.has("criteria_group"),
  };
}

/** Which of two sides has something, and with what name. */
export function nameOf(address: Address, ...sides: readonly Side[]): string {
  const found = sides.map(({ resources }) => resources.get(address)).find((each) => each !== undefined);
  const name = found?.body.name;
  return typeof name === "string" && name !== "" ? name : (found?.custom_id ?? address);
}

// The manifests of an earlier commit and those of today as the two sides of a change.

/** `base` is undefined where there was no such game: then everything is new. */
export function sidesOfManifests(
  base: DesiredGame | undefined,
  desired: DesiredGame,
  semantics: Semantics,
): { readonly before: Side; readonly after: Side } {
  const resources = new Map<Address, DesignResource>();
  for (const [address, resource] of base === undefined ? [] : underIdsOf(desired, base, catalog)) {
    resources.set(address, { ...resource, address, custom_id: partsOfAddress(address).custom_id });
  }
  return {
    before: sideOf(resources, base?.managed ?? desired.managed, semantics),
    after: sideOf(desired.resources, desired.managed, semantics),
  };
}

// A design without what can never be met: groups hold only members that can be true, and none where they cannot be true.

function possibleOnly(design: Design): Design {
  const isMet = new Map([...design.criteria].map(([id, criterion]) => [id, canBeMet(criterion, design)]));
  const possible = foldGroups<GroupDesign, null, GroupDesign | undefined>({
    find: (id) => design.groups.get(id),
    keyOf: (id) => id,
    missing: () => undefined,
    circular: () => undefined,
    value: (group, _, inner) => {
      // A missing member counts as one only where it may exist all the same.
      const members = group.criteria.filter((id) => isMet.has(id) || !design.known.has("criterion"));
      const groups = group.criteria_groups.filter((id) => design.groups.has(id) || !design.known.has("criteria_group"));
      const criteria = members.filter((id) => isMet.get(id) ?? true);
      const criteria_groups = groups.filter((id) => {
        const found = inner(id, null);
        return found === undefined || found.criteria.length + found.criteria_groups.length > 0;
      });
      const isWhole = criteria.length === members.length && criteria_groups.length === groups.length;
      if (group.operator === "and" && !isWhole) return { ...group, criteria: [], criteria_groups: [] };
      const isUnchanged =
        criteria.length === group.criteria.length && criteria_groups.length === group.criteria_groups.length;
      return isUnchanged ? group : { ...group, criteria, criteria_groups };
    },
  });
  const groups = [...design.groups].map(([id, group]) => [id, possible(id, null) ?? group] as const);
  return { ...design, groups: new Map(groups) };
}

/**
 * Amounts are not negative, so that nothing passes a rule below zero. Without its action nothing counts, nor under
 * conditions that nothing can pass.
 */
function canBeMet(criterion: CriterionDesign, { actions, known, semantics }: Design): boolean {
  const { rule, conditions } = compileCriterion(criterion);
  if (!rule.ok) return true;
  const range = rangeOf(rule.value);
  const hasAction = !known.has("action") || actions.has(criterion.custom_action_id);
  const mayBeIdle = semantics.no_activity === "zero" && criterion.streak === null;
  const isCounted = hasAction && (!conditions.ok || !areImpossible(conditions.value));
  if (!isCounted) return mayBeIdle && holdsZero(range);
  return range.most === null || range.most >= 0n;
}
