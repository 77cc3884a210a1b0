/**
 * What changes mean to players, as a value. It is found where the meaning of kinds is known (`meaning/impact`). The command
 * line reads the classes in every run, so that nothing else is loaded with them.
 */
import type { Address, StepId } from "../model/model.ts";

/** Every class with what it says, from the mildest to the gravest. */
const IMPACT_CLASSES = {
  cosmetic: "Players earn the same as before: texts and data, things that nothing uses, other words for the same rule.",
  additive: "There is something new, and nothing is taken away.",
  easier: "Whoever earned it before earns it, and so may others.",
  value: "It is earned as before, and is worth something else: other points, or rewards that are no longer given.",
  harder: "Not everybody who would have earned it does. Who has it keeps it.",
  revealing: "A secret is shown to players, which cannot be taken back.",
  unknown: "It is not certain what it means: easier for some and harder for others, or not all of the game was read.",
  destructive: "What players have is lost: badges of an achievement that goes, scores of a leaderboard.",
} as const;
export type ImpactClass = keyof typeof IMPACT_CLASSES;

/** The names of the classes, in the same order. */
export const IMPACT_CLASS_NAMES = Object.keys(IMPACT_CLASSES) as readonly ImpactClass[];

/** One thing that changes for players. */
export interface Impact {
  readonly class: ImpactClass;
  /** What players see of it, as far as they see any; otherwise the changed resource. */
  readonly address: Address;
  readonly sentence: string;
  /** The changed resources that lead to it. */
  readonly because: readonly Address[];
  /** The steps of the plan that lead to it. */
  readonly steps: readonly StepId[];
}

/** Of each class that occurs, how many, the gravest first. */
export function countImpacts(impacts: readonly Pick<Impact, "class">[]): readonly (readonly [ImpactClass, number])[] {
  return IMPACT_CLASS_NAMES.toReversed().flatMap((name) => {
    const count = impacts.filter((each) => each.class === name).length;
    return count === 0 ? [] : [[name, count] as const];
  });
}

/** The gravest first; of one class, in the order in which they stand. */
export function gravestFirst<T extends Pick<Impact, "class">>(impacts: readonly T[]): readonly T[] {
  return IMPACT_CLASS_NAMES.toReversed().flatMap((name) => impacts.filter((each) => each.class === name));
}

/** Whether there is something that people should look at: more than texts and additions. */
export function isNotable({ class: name }: Pick<Impact, "class">): boolean {
  return name !== "cosmetic" && name !== "additive";
}
