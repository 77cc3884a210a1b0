/** What a rule of `laurel lint` is, and what it works on. A rule is an entry of a `*.rules.ts` file here. */

import type { KindName } from "../../catalog/types.ts";
import type { Severity } from "../../model/codes.ts";
import type { Label } from "../../model/diagnostics.ts";
import type { Address, DesiredGame, Pointer } from "../../model/model.ts";
import type { LintSettings } from "../../project/game-settings.ts";
import { type CompiledRules, compile } from "../../rules/compiled.ts";
import { groupsWithin } from "../../rules/groups.ts";
import type { Design, Titled } from "../design/design.ts";

export interface LintRule {
  readonly code: string;
  /** An error is certain to be a mistake, or breaks a limit that was set; a warning is worth a look. */
  readonly severity: Severity;
  readonly summary: string;
  /** What is wrong with it and what to do, in sentences. */
  readonly explanation: string;
  /** Manifests in which this rule finds something and no other rule does. */
  readonly bad: string;
  /** Manifests in which it finds nothing. */
  readonly good: string;
  /** What the project file contains for both. */
  readonly project?: string;
  /** Findings come in any order. */
  readonly check: (game: LintedGame) => readonly LintFinding[];
}

/** A part of a resource. */
export interface RulePart {
  readonly address: Address;
  /** Relative to the resource. Where nothing is written there, the beginning of the resource is shown. */
  readonly pointer: Pointer;
  /** Whether to point at the key, because the value may be long. */
  readonly isKey?: boolean;
}

/** Something a rule found, at a part of a resource or at a place in the project file. */
export type LintFinding = (RulePart | Pick<Label, "span">) & {
  /** What is wrong, as a sentence without capital and full stop. */
  readonly text: string;
  readonly others?: readonly (RulePart & Pick<Label, "text">)[];
  readonly help: readonly string[];
};

/** The game as a design, as it is declared, and with the settings of its project. */
export interface LintedGame {
  readonly design: Design;
  readonly desired: Pick<DesiredGame, "resources" | "sources">;
  readonly settings: LintSettings;
  /** The design's definitions, parsed. */
  readonly compiled: CompiledRules;
  /** Fields and links that are left to the admin panel, of the few resources that have some. */
  readonly open: ReadonlyMap<Address, readonly string[]>;
}

export function lintedGame(
  design: Design,
  desired: Pick<DesiredGame, "resources" | "sources">,
  settings: LintSettings,
): LintedGame {
  const open = [...desired.resources.values()].filter(({ ignore }) => ignore.length > 0);
  const ignored = new Map(open.map(({ address, ignore }) => [address, ignore]));
  return { design, desired, settings, compiled: compile(design), open: ignored };
}

/** What a check finds in each of the resources. */
export function inEach<T>(all: Iterable<T>, check: (each: T) => LintFinding | undefined): readonly LintFinding[] {
  return [...all].flatMap((each) => check(each) ?? []);
}

/** Whether one of the fields or links is left to the admin panel, so that its live value may differ. */
export function isLeftOpen({ open }: LintedGame, { address }: Titled, ...names: readonly string[]): boolean {
  return open.get(address)?.some((name) => names.includes(name)) === true;
}

/** Whether everything that decides when the criterion is met is declared. */
export function isCriterionKnown(game: LintedGame, id: string): boolean {
  const criterion = game.design.criteria.get(id);
  if (criterion === undefined) return false;
  return !isLeftOpen(game, criterion, "custom_action_id", "type", "rule", "streak", "conditions");
}

/** Whether everything that decides when the group is true is declared, apart from its members. */
export function isGroupKnown(game: LintedGame, id: string): boolean {
  const group = game.design.groups.get(id);
  return group !== undefined && !isLeftOpen(game, group, "operator", "conditions", "criteria", "criteria_groups");
}

/** The same, members at any depth included. */
export function isGroupKnownThroughout(game: LintedGame, id: string): boolean {
  return [...groupsWithin(game.design, [id])].every((each) => {
    const criteria = game.design.groups.get(each)?.criteria ?? [];
    return isGroupKnown(game, each) && criteria.every((criterion) => isCriterionKnown(game, criterion));
  });
}

/** Whether all resources of the kinds are declared. */
export function isComplete({ design }: LintedGame, ...kinds: readonly KindName[]): boolean {
  return kinds.every((kind) => design.known.has(kind));
}
