/** Small games as designs, without names and texts. */

import { type Design, type DesignResource, designOf } from "../../src/analysis/design/design.ts";
import type { KindName } from "../../src/catalog/types.ts";
import { addressOf } from "../../src/model/catalog-lookup.ts";
import type { Body } from "../../src/model/model.ts";
import type { ActionSettings } from "../../src/project/game-settings.ts";

/** Resources by kind and id; what is left out has its default. */
export interface DesignParts {
  readonly actions?: Readonly<Record<string, Part>>;
  readonly criteria?: Readonly<Record<string, Part>>;
  readonly groups?: Readonly<Record<string, Part>>;
  readonly achievements?: Readonly<Record<string, Part>>;
  readonly rewards?: Readonly<Record<string, Part>>;
  readonly leaderboards?: Readonly<Record<string, Part>>;
}
type Part = object;

const KINDS: readonly (readonly [keyof DesignParts, KindName, Part, readonly string[]])[] = [
  ["actions", "action", { custom_data: null }, ["reactions"]],
  ["criteria", "criterion", { type: "sum", rule: "gte:1", streak: null, conditions: null }, []],
  [
    "groups",
    "criteria_group",
    { operator: "and", conditions: null },
    ["criteria", "criteria_groups"],
  ],
  [
    "achievements",
    "achievement",
    { points: 1, is_secret: false, custom_criteria_group_id: null },
    ["rewards"],
  ],
  ["rewards", "reward", {}, []],
  ["leaderboards", "leaderboard", { type: "standard" }, []],
];

export function designFrom(
  parts: DesignParts,
  actions: Readonly<Record<string, ActionSettings>> = {},
): Design {
  const kinds = new Set(KINDS.map(([, kind]) => kind));
  return designOf(resourcesFrom(parts), kinds, { actions: new Map(Object.entries(actions)) });
}

export function resourcesFrom(parts: DesignParts): readonly DesignResource[] {
  return KINDS.flatMap(([member, kind, defaults, links]) =>
    Object.entries(parts[member] ?? {}).map(([custom_id, part]): DesignResource => {
      const all = { name: custom_id, description: "", ...defaults, ...part };
      const isLink = ([name]: readonly [string, unknown]): boolean => links.includes(name);
      return {
        address: addressOf(kind, custom_id),
        kind,
        custom_id,
        body: Object.fromEntries(Object.entries(all).filter((each) => !isLink(each))) as Body,
        links: Object.fromEntries(Object.entries(all).filter(isLink).map(withIds)),
      };
    }),
  );
}

function withIds([name, value]: readonly [string, unknown]): readonly [string, readonly string[]] {
  if (!Array.isArray(value)) throw new Error(`${name} is not a list`);
  return [name, value.map(String)];
}
