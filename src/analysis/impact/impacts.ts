/** Types and helpers for the impact of changes on players, and for changelogs. */

import { grouped, namesOfTable } from "../../ground/collections.ts";
import { inDigits } from "../../ground/words.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import type { Address, StepId } from "../../model/model.ts";
import type { Way } from "../design/ways.ts";
import { listWayActions } from "../secrets.ts";
import { IMPACT_CLASS_NAMES, type ImpactClass } from "./classes.ts";

export { IMPACT_CLASS_NAMES, type ImpactClass } from "./classes.ts";

/** Ways that earn an achievement only after a change (`easier`), or only before it (`harder`). */
export interface Witnesses {
  readonly easier?: Way;
  readonly harder?: Way;
}

/** A change for players. */
export interface Impact {
  readonly class: ImpactClass;
  /** The resource that players see, or else the changed resource. */
  readonly address: Address;
  readonly sentence: string;
  /** Absent if no witness was found. */
  readonly witnesses?: Witnesses;
  /** The changed resources that cause it. */
  readonly because: readonly Address[];
  /** Other resources that the sentence names. */
  readonly names?: readonly Address[];
  /** The steps of the plan that cause it. */
  readonly steps: readonly StepId[];
}

/** Summarises impacts, as in `1 harder, 2 cosmetic`, the gravest first. */
export function summariseImpacts(impacts: readonly Impact[]): string {
  return [...grouped(sortGravestFirst(impacts), (impact) => impact.class)]
    .map(([name, { length }]) => `${inDigits(length)} ${name}`)
    .join(", ");
}

/** Sorts impacts by class, the gravest first. */
export function sortGravestFirst<T extends Pick<Impact, "class">>(
  impacts: readonly T[],
): readonly T[] {
  return IMPACT_CLASS_NAMES.toReversed().flatMap((name) =>
    impacts.filter((impact) => impact.class === name),
  );
}

/** Whether reviewers should look at an impact, because it is more than a text or an addition. */
export function isNotable({ class: name }: Pick<Impact, "class">): boolean {
  return name !== "cosmetic" && name !== "additive";
}

/** Whether an impact is a loss, a revealed secret, or unknown. */
export function isHarmful({ class: name }: Pick<Impact, "class">): boolean {
  return IMPACT_CLASS_NAMES.indexOf(name) >= IMPACT_CLASS_NAMES.indexOf("harder");
}

/** Lists the resources that an impact is about: in its sentence, its causes and its witnesses. */
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

/** Returns the diagnostic of `--fail-on` for impacts of the refused classes, or none. */
export function refuseImpacts(
  impacts: readonly Impact[],
  refused: ReadonlySet<ImpactClass>,
): readonly Diagnostic[] {
  const matching = sortGravestFirst(impacts.filter((impact) => refused.has(impact.class)));
  if (matching.length === 0) return [];
  const lines = matching.map((impact) => ({
    text: `${impact.class}: ${impact.sentence} (${impact.address})`,
    about: listImpactSubjects(impact),
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

/** The parts of a changelog in order, with their headings. */
export const CHANGELOG_PARTS = {
  new: "New achievements",
  changed: "Changed achievements",
  removed: "Removed achievements",
  rankings: "Leaderboards",
} as const;
export type ChangelogPart = keyof typeof CHANGELOG_PARTS;
export const CHANGELOG_PART_NAMES = namesOfTable(CHANGELOG_PARTS);
