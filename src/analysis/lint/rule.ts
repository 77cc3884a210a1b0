/**
 * What a rule of `laurel lint` is, and what it works on. A rule is an entry of a `*.rules.ts` file
 * here.
 */
import type { KindName } from "../../catalog/types.ts";
import { memoizedBy } from "../../ground/collections.ts";
import type { Pointer } from "../../ground/pointer.ts";
import { type WorkBudget, workFor } from "../../ground/work.ts";
import type { Label } from "../../model/diagnostics.ts";
import type { LINT_CODES, LintCode } from "../../model/lint-codes.ts";
import type { Address, DesiredGame } from "../../model/model.ts";
import type { LintSettings } from "../../project/game-settings.ts";
import { type Design, partsOf, type Titled } from "../design/design.ts";
import {
  type CriterionTree,
  type DesignTree,
  type DesignTrees,
  nodesIn,
  treesOf,
} from "../design/tree.ts";

export interface LintRule {
  readonly code: LintCode;
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

/** With its level and summary. */
export type NamedRule = LintRule & (typeof LINT_CODES)[LintCode];

/** A part of a resource. */
export interface RulePart {
  readonly address: Address;
  /**
   * Relative to the resource. Where nothing is written there, the beginning of the resource is
   * shown.
   */
  readonly pointer: Pointer;
  /** Whether to point at the key, because the value may be long. */
  readonly isKey?: boolean;
}

/** Something a rule found, at a part of a resource or at a place in the project file. */
export type LintFinding = (RulePart | Pick<Label, "span">) & {
  /** What is wrong, as a sentence without capital and full stop. */
  readonly text: string;
  /** Resources of which the text tells more than the ids, besides that of the place. */
  readonly about?: readonly Address[];
  readonly others?: readonly (RulePart & Pick<Label, "text">)[];
  readonly help: readonly string[];
};

/** The game as a design, as it is declared, and with the settings of its project. */
export interface LintedGame {
  readonly design: Design;
  readonly desired: Pick<DesiredGame, "resources" | "sources">;
  readonly settings: LintSettings;
  /** What is left to the admin panel is not known in them. */
  readonly trees: DesignTrees;
  /** Fields and links that are left to the admin panel, of the few resources that have some. */
  readonly open: ReadonlyMap<Address, readonly string[]>;
  /** What rules may spend that compare resources with each other. Beyond it they find nothing. */
  readonly work: WorkBudget;
}

const TEXTS: ReadonlySet<string> = new Set(["name", "description", "custom_data"]);

export function lintedGame(
  design: Design,
  desired: Pick<DesiredGame, "resources" | "sources">,
  settings: LintSettings,
): LintedGame {
  const ignoring = [...desired.resources.values()].filter(({ ignore }) => ignore.length > 0);
  const open = new Map(ignoring.map(({ address, ignore }) => [address, ignore]));
  const isOpen = (address: Address): boolean =>
    open.get(address)?.some((name) => !TEXTS.has(name)) === true;
  return {
    design,
    desired,
    settings,
    trees: treesOf(design, isOpen),
    open,
    work: workFor(partsOf(design)),
  };
}

/** What a check finds in each of the resources. */
export function inEach<T>(
  all: Iterable<T>,
  check: (item: T) => LintFinding | undefined,
): readonly LintFinding[] {
  return [...all].flatMap((item) => check(item) ?? []);
}

/**
 * Whether one of the fields or links is left to the admin panel, so that its live value may differ.
 */
export function isLeftOpen(
  { open }: LintedGame,
  { address }: Titled,
  ...names: readonly string[]
): boolean {
  return open.get(address)?.some((name) => names.includes(name)) === true;
}

/** Whether all resources of the kinds are declared. */
export function isComplete({ design }: LintedGame, ...kinds: readonly KindName[]): boolean {
  return kinds.every((kind) => design.known.has(kind));
}

/** The criterion, if everything that decides when it is met is declared. */
export function knownCriterion(game: LintedGame, id: string): CriterionTree | undefined {
  const tree = game.trees.criterion(id);
  return tree.type === "criterion" ? tree : undefined;
}

/**
 * The tree of a group, if everything that decides when it is true is declared, members at any depth
 * included.
 */
export function knownGroup({ trees }: LintedGame, id: string | null): DesignTree | undefined {
  const tree = trees.group(id ?? "");
  return isKnown(tree) ? tree : undefined;
}

const isKnown = memoizedBy((tree: DesignTree): boolean =>
  nodesIn(tree).every(({ type }) => type !== "unknown"),
);
