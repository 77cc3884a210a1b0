/**
 * The classes of impact on players, from the mildest to the gravest (docs/guides/impact.md). Every
 * run loads this file, so it has no imports.
 */
export const IMPACT_CLASS_NAMES = [
  "cosmetic",
  "additive",
  "easier",
  "value",
  "harder",
  "mixed",
  "revealing",
  "unknown",
  "destructive",
] as const;

export type ImpactClass = (typeof IMPACT_CLASS_NAMES)[number];

export function isImpactClass(name: string): name is ImpactClass {
  return IMPACT_CLASS_NAMES.some((known) => known === name);
}
