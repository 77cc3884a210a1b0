/**
 * The impact of changes on players, and the entries of a changelog, as values. `analysis/impact`
 * finds them.
 */

import { grouped } from "../../ground/collections.ts";
import { inDigits } from "../../ground/words.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import type { Address, StepId } from "../../model/model.ts";
import type { Way } from "../design/ways.ts";
import { actionsIn } from "../secrets.ts";
import { IMPACT_CLASS_NAMES, type ImpactClass } from "./classes.ts";

export { IMPACT_CLASS_NAMES, type ImpactClass } from "./classes.ts";

/**
 * Histories that earn an achievement only after a change (`easier`), and only before it (`harder`).
 */
export interface Witnesses {
  readonly easier?: Way;
  readonly harder?: Way;
}

/** One thing that changes for players. */
export interface Impact {
  readonly class: ImpactClass;
  /** What players see of it, as far as they see any; otherwise the changed resource. */
  readonly address: Address;
  readonly sentence: string;
  /** Absent where there is none, or none was found. */
  readonly witnesses?: Witnesses;
  /** The changed resources that lead to it. */
  readonly because: readonly Address[];
  /** Other resources that the sentence names. */
  readonly names?: readonly Address[];
  /** The steps of the plan that lead to it. */
  readonly steps: readonly StepId[];
}

/** `1 harder, 2 cosmetic`: the gravest first. */
export function impactCounts(impacts: readonly Impact[]): string {
  return [...grouped(gravestFirst(impacts), (impact) => impact.class)]
    .map(([name, { length }]) => `${inDigits(length)} ${name}`)
    .join(", ");
}

/** The gravest first; within a class, in their order. */
export function gravestFirst<T extends Pick<Impact, "class">>(impacts: readonly T[]): readonly T[] {
  return IMPACT_CLASS_NAMES.toReversed().flatMap((name) =>
    impacts.filter((impact) => impact.class === name),
  );
}

/** Whether there is something that people should look at: more than texts and additions. */
export function isNotable({ class: name }: Pick<Impact, "class">): boolean {
  return name !== "cosmetic" && name !== "additive";
}

/** Whether players may lose something by it, or something that was secret, or that is not known. */
export function isHarmful({ class: name }: Pick<Impact, "class">): boolean {
  return IMPACT_CLASS_NAMES.indexOf(name) >= IMPACT_CLASS_NAMES.indexOf("harder");
}

/**
 * Returns the resources that a line tells something about: in its sentence, by its causes, or in a
 * history.
 */
export function aboutImpact({
  address,
  because,
  names = [],
  witnesses = {},
}: Impact): readonly Address[] {
  const actions = Object.values(witnesses).flatMap((way) =>
    way === undefined ? [] : actionsIn(way),
  );
  return [address, ...because, ...names, ...actions];
}

/**
 * The refusal of `--fail-on`, with the sentences of what is refused; nothing where there is none.
 */
export function impactRefusals(
  impacts: readonly Impact[],
  refused: ReadonlySet<ImpactClass>,
): readonly Diagnostic[] {
  const matching = gravestFirst(impacts.filter((impact) => refused.has(impact.class)));
  if (matching.length === 0) return [];
  const lines = matching.map((impact) => ({
    text: `${impact.class}: ${impact.sentence} (${impact.address})`,
    about: aboutImpact(impact),
  }));
  const names = [...new Set(matching.map((impact) => impact.class))];
  const [address, second] = new Set(matching.map((impact) => impact.address));
  const classes = `${names.length === 1 ? "the class" : "the classes"} ${names.join(", ")}`;
  return [
    diagnostic("impact-refused", lines, {
      address: second === undefined ? address : undefined,
      help: [`to go ahead, leave ${classes} out of --fail-on`],
    }),
  ];
}

/** The parts of a changelog, in their order, with their headings. */
export const CHANGELOG_PARTS = {
  new: "New achievements",
  changed: "Changed achievements",
  removed: "Removed achievements",
  rankings: "Leaderboards",
} as const;
export type ChangelogPart = keyof typeof CHANGELOG_PARTS;
export const CHANGELOG_PART_NAMES = Object.keys(CHANGELOG_PARTS) as readonly ChangelogPart[];
