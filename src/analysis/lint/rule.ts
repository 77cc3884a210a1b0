/** What a rule of `laurel lint` is, and what it works on. A rule is an entry of a `*.rule.ts` or `*.rules.ts` file here. */

import type { KindName } from "../../catalog/types.ts";
import type { Severity } from "../../model/codes.ts";
import type { Label } from "../../model/diagnostics.ts";
import type { Address, DesiredGame, Pointer, ScalarChange } from "../../model/model.ts";
import type { LintSettings } from "../../project/lint-settings.ts";
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
  /** Whether findings are pairs that are alike: all that are alike among each other are shown as one. */
  readonly isPairwise?: boolean;
  /** Rules that say the same at the same place, and come first: then this one is silent there. */
  readonly after?: readonly string[];
  /** Findings come in any order. Absent for the rules about comments, which run after all others (lint.ts). */
  readonly check?: (game: LintedGame) => readonly LintFinding[];
}

/** A part of a resource. */
export interface RulePart {
  readonly address: Address;
  /** Relative to the resource. Where nothing is written there, the beginning of the resource is shown. */
  readonly pointer: Pointer;
  /** Whether to point at the key, because the value may be long. */
  readonly isKey?: boolean;
}

/** Changes that solve what a rule found. Left out where the text is not one that can be changed in place. */
export interface RuleFix {
  readonly title: string;
  /** As for fixes of problems: whether the author certainly meant it. */
  readonly isSafe: boolean;
  readonly changes: readonly (Pick<RulePart, "address" | "pointer"> & { readonly change: ScalarChange })[];
}

/** A fix that changes what players get, or deletes something. */
export function unsafeFix(
  { address, pointer }: Pick<RulePart, "address" | "pointer">,
  title: string,
  change: ScalarChange,
): readonly RuleFix[] {
  return [{ title, isSafe: false, changes: [{ address, pointer, change }] }];
}

/** Something a rule found, at a part of a resource or at a place in the project file. */
export type LintFinding = (RulePart | Pick<Label, "span">) & {
  /** What is wrong, as a sentence without capital and full stop. */
  readonly text: string;
  readonly others?: readonly (Label | (RulePart & Pick<Label, "text">))[];
  readonly help?: readonly string[];
  readonly fixes?: readonly RuleFix[];
  /** Findings of a rule with the same cause are shown as one, with their number. */
  readonly cause?: string;
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
  return {
    design,
    desired,
    settings,
    compiled: compile(design),
    open: new Map(open.map(({ address, ignore }) => [address, ignore])),
  };
}

/** What a check finds in each of the resources. */
export function inEach<T>(all: Iterable<T>, check: (each: T) => LintFinding | undefined): readonly LintFinding[] {
  return [...all].flatMap((each) => check(each) ?? []);
}

/** Whether one of the fields or links is left to the admin panel, so that its live value may differ. */
export function isLeftOpen({ open }: LintedGame, { address }: Titled, ...names: readonly string[]): boolean {
  return open.size > 0 && open.get(address)?.some((name) => names.includes(name)) === true;
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

/** Buckets up to this size are compared pair by pair. */
const SMALL = 24;
/** In larger ones, each is compared with this number of neighbours on one side: 10,000 never make 50 million pairs. */
const NEIGHBOURS = 4;

/** Pairs from a bucket, each once. `orderOf`: similar ones are neighbours in this order; small buckets keep their own. */
export function* pairsOf<T>(bucket: readonly T[], orderOf: (each: T) => number): Generator<readonly [T, T]> {
  const isSmall = bucket.length <= SMALL;
  const sorted = isSmall ? bucket : [...bucket].sort((a, b) => orderOf(a) - orderOf(b));
  const reach = isSmall ? bucket.length : NEIGHBOURS;
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1, index + 1 + reach)) yield [one, other];
  }
}

/**
 * Pairs of texts of which one has one character more, or two neighbours exchanged; the later one first. Equal texts are no
 * pair. Does not compare each text with every other one.
 */
export function typosAmong(texts: readonly string[]): readonly (readonly [text: string, like: string])[] {
  const all = new Set(texts);
  return [...all].flatMap((text) => {
    const near = new Set([...typosOf(text)].filter((other) => other !== text && all.has(other)));
    return [...near].map((other) => [text, other] as const);
  });
}

/** The text without each of its characters, and with each two neighbours exchanged. */
function* typosOf(text: string): Generator<string> {
  const characters = [...text];
  for (const index of characters.keys()) {
    const [here = "", next] = characters.slice(index, index + 2);
    const [before, after] = [characters.slice(0, index).join(""), characters.slice(index + 1)];
    yield before + after.join("");
    // Each exchange is made from one side only, so that a pair is found once.
    if (next !== undefined && here > next) yield before + next + here + after.slice(1).join("");
  }
}
