/** The classes of impact on players, which project files and flags name. */

/** Every class with what it says, from the mildest to the gravest. */
export const IMPACT_CLASSES = {
  cosmetic: "Players earn the same as before: texts and data, another id, other words for the same rule.",
  additive: "There is something new, and nothing is taken away.",
  easier: "Every player who earned it before still earns it, and others may too.",
  value: "It is earned as before, and is worth something else: other points, or rewards that are no longer given.",
  harder: "Not everybody who would have earned it does. Who has it keeps it.",
  mixed: "Some who would have earned it do not, and others earn it who would not have.",
  revealing: "A secret is shown to players, which cannot be taken back.",
  unknown: "It is not certain what it means, or not all of the game was read.",
  destructive: "What players have is lost: badges of an achievement that goes, scores of a leaderboard.",
} as const;
export type ImpactClass = keyof typeof IMPACT_CLASSES;

/** The names of the classes, in the same order. */
export const IMPACT_CLASS_NAMES = Object.keys(IMPACT_CLASSES) as readonly ImpactClass[];
