/**
 * The impact of changes on players, and the entries of a changelog, as values. `analysis/impact`
 * finds them.
 */

import { grouped } from "../../ground/collections.ts";
import { inDigits } from "../../ground/words.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import type { Address, StepId } from "../../model/model.ts";
import type { Way } from "../design/ways.ts";
import { listWayActions } from "../secrets.ts";
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
export function summariseImpacts(impacts: readonly Impact[]): string {
  return [...grouped(sortGravestFirst(impacts), (impact) => impact.class)]
    .map(([name, { length }]) => `${inDigits(length)} ${name}`)
    .join(", ");
}

/** The gravest first; within a class, in their order. */
export function sortGravestFirst<T extends Pick<Impact, "class">>(
  impacts: readonly T[],
): readonly T[] {
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
export function listImpactSubjects({
  address,
  because,
  names = [],
  witnesses = {},
}: Impact): readonly Address[] {
  const actions = Object.values(witnesses).flatMap((way) =>
    way === undefined ? [] : listWayActions(way),
  );
  return [address, ...because, ...names, ...actions];
}

/**
 * The refusal of `--fail-on`, with the sentences of what is refused; nothing where there is none.
 */
export function refuseImpacts(
  impacts: readonly Impact[],
  refused: ReadonlySet<ImpactClass>,
): readonly Diagnostic[] {
  const matching = sortGravestFirst(impacts.filter((impact) => refused.has(impact.class)));
  if (matching.length === 0) return [];
  const lines = matching.map(
    ({ class: name, sentence, address }) => `${name}: ${sentence} (${address})`,
  );
  const names = [...new Set(matching.map((impact) => impact.class))];
  const [address, second] = new Set(matching.map((impact) => impact.address));
  const classes = `${names.length === 1 ? "the class" : "the classes"} ${names.join(", ")}`;
  return [
    diagnostic("impact-refused", lines.join("\n"), {
      address: second === undefined ? address : undefined,
      help: [`to go ahead, leave ${classes} out of --fail-on`],
      about: matching.map(listImpactSubjects),
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
