/** The classes of impact on players, from the mildest to the gravest; docs/guides/impact.md explains them. Every run loads this file. */
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
