/** Types and helpers of lint rules. Each rule is an entry of a `*.rules.ts` file in this folder. */
import type { KindName } from "../../catalog/types.ts";
import { memoizedBy } from "../../ground/collections.ts";
import type { Pointer } from "../../ground/pointer.ts";
import { type WorkBudget, workFor } from "../../ground/work.ts";
import type { Label } from "../../model/diagnostics.ts";
import type { LINT_CODES, LintCode } from "../../model/lint-codes.ts";
import type { Address, DesiredGame } from "../../model/model.ts";
import type { LintSettings } from "../../project/game-settings.ts";
import { countParts, type Design, type Titled } from "../design/design.ts";
import {
  buildTrees,
  type CriterionTree,
  type DesignTree,
  type DesignTrees,
  listNodes,
} from "../design/tree.ts";

export interface LintRule {
  readonly code: LintCode;
  /** The problem and the fix, in sentences. */
  readonly explanation: string;
  /** Manifests with findings of this rule only. */
  readonly bad: string;
  /** Manifests without findings of this rule. */
  readonly good: string;
  /** The project file of both examples. */
  readonly project?: string;
  /** Returns findings in any order. */
  readonly check: (game: LintedGame) => readonly LintFinding[];
}

/** A rule with its default severity and summary. */
export type NamedRule = LintRule & (typeof LINT_CODES)[LintCode];

/** A part of a resource. */
export interface RulePart {
  readonly address: Address;
  /** Pointer relative to the resource. A missing part is shown as the start of the resource. */
  readonly pointer: Pointer;
  /** Whether to point at the key, because the value may be long. */
  readonly isKey?: boolean;
}

/** A finding of a rule, at a part of a resource or in the project file. */
export type LintFinding = (RulePart | Pick<Label, "span">) & {
  /** The problem, as a sentence without capital and full stop. */
  readonly text: string;
  /** Resources of which the text tells more than the ids, besides that of the place. */
  readonly about?: readonly Address[];
  readonly others?: readonly (RulePart & Pick<Label, "text">)[];
  readonly help: readonly string[];
};

/** A declared game, its design, and the lint settings of its project. */
export interface LintedGame {
  readonly design: Design;
  readonly desired: Pick<DesiredGame, "resources" | "sources">;
  readonly settings: LintSettings;
  /** Trees in which resources with open fields are unknown. */
  readonly trees: DesignTrees;
  /** Open fields and links, which the admin panel edits, by resource. */
  readonly open: ReadonlyMap<Address, readonly string[]>;
  /** Budget of rules that compare resources with each other. When spent, they find nothing. */
  readonly work: WorkBudget;
}

const TEXTS: ReadonlySet<string> = new Set(["name", "description", "custom_data"]);

export function buildLintedGame(
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
    trees: buildTrees(design, isOpen),
    open,
    work: workFor(countParts(design)),
  };
}

/** Checks each item. */
export function checkEach<T>(
  all: Iterable<T>,
  check: (item: T) => LintFinding | undefined,
): readonly LintFinding[] {
  return [...all].flatMap((item) => check(item) ?? []);
}

/** Whether the admin panel edits one of the fields or links, so that its live value may differ. */
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

/** Finds a criterion; undefined if a definition that decides when it is met is unknown. */
export function findKnownCriterion(game: LintedGame, id: string): CriterionTree | undefined {
  const tree = game.trees.criterion(id);
  return tree.type === "criterion" ? tree : undefined;
}

/** Finds the tree of a group; undefined if the group or a member at any depth is unknown. */
export function findKnownGroup({ trees }: LintedGame, id: string | null): DesignTree | undefined {
  const tree = trees.group(id ?? "");
  return isKnown(tree) ? tree : undefined;
}

const isKnown = memoizedBy((tree: DesignTree): boolean =>
  listNodes(tree).every(({ type }) => type !== "unknown"),
);
