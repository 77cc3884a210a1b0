/** Small games as designs, without names and texts. */

import { type Design, type DesignResource, designOf } from "../../src/analysis/design/design.ts";
import type { KindName } from "../../src/catalog/types.ts";
import { addressOf } from "../../src/model/catalog-lookup.ts";
import type { Body } from "../../src/model/model.ts";
import { DEFAULT_SEMANTICS, type Semantics } from "../../src/project/rules-settings.ts";

/** Resources by kind and id; what is left out has its default. */
export interface DesignParts {
  readonly actions?: Readonly<Record<string, Part>>;
  readonly criteria?: Readonly<Record<string, Part>>;
  readonly groups?: Readonly<Record<string, Part>>;
  readonly achievements?: Readonly<Record<string, Part>>;
  readonly rewards?: Readonly<Record<string, Part>>;
}
type Part = Readonly<Record<string, unknown>>;

const KINDS: readonly (readonly [keyof DesignParts, KindName, Part, readonly string[]])[] = [
  ["actions", "action", { custom_data: null }, ["reactions"]],
  ["criteria", "criterion", { type: "sum", rule: "gte:1", streak: null, conditions: null }, []],
  ["groups", "criteria_group", { operator: "and", conditions: null }, ["criteria", "criteria_groups"]],
  ["achievements", "achievement", { points: 1, is_secret: false, custom_criteria_group_id: null }, ["rewards"]],
  ["rewards", "reward", {}, []],
];

export function designFrom(parts: DesignParts, semantics: Partial<Semantics> = {}): Design {
  const resources = KINDS.flatMap(([member, kind, defaults, links]) =>
    Object.entries(parts[member] ?? {}).map(([custom_id, part]): DesignResource => {
      const all = { name: custom_id, description: "", ...defaults, ...part };
      const isLink = ([name]: readonly [string, unknown]): boolean => links.includes(name);
      return {
        address: addressOf(kind, custom_id),
        kind,
        custom_id,
        body: Object.fromEntries(Object.entries(all).filter((each) => !isLink(each))) as Body,
        links: Object.fromEntries(Object.entries(all).filter(isLink)) as unknown as Record<string, string[]>,
      };
    }),
  );
  return designOf(resources, new Set(KINDS.map(([, kind]) => kind)), { ...DEFAULT_SEMANTICS, ...semantics });
}
