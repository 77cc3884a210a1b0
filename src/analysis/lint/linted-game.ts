/** What a rule of `laurel lint` is given: the game as a design, as it is declared, and what the project wants of it. */
import type { KindName } from "../../catalog/types.ts";
import { problemAt } from "../../manifest/problem.ts";
import type { Diagnostic, Label } from "../../model/diagnostics.ts";
import type { LintCode } from "../../model/lint-codes.ts";
import type { Address, DesiredGame, Pointer, Span } from "../../model/model.ts";
import type { LintSettings } from "../../project/lint-settings.ts";
import { type CompiledRules, compile } from "../../rules/compiled.ts";
import { withInnerGroups } from "../../rules/inner-groups.ts";
import type { Design, Titled } from "../design/design.ts";

export interface LintedGame {
  readonly design: Design;
  readonly desired: Pick<DesiredGame, "resources" | "sources">;
  readonly settings: LintSettings;
  /** The design's definitions, read. */
  readonly compiled: CompiledRules;
  /** Fields and links that are left to the admin panel, of the few resources that have some. */
  readonly open: ReadonlyMap<Address, readonly string[]>;
}

/** One question about a game. Findings come in any order. */
export type LintRule = (game: LintedGame) => readonly Diagnostic[];

/** Rules by their codes. */
export type LintRules = Readonly<Partial<Record<LintCode, LintRule>>>;

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

/** A part of a resource. `pointer` is relative to it. */
export interface Part {
  readonly address: Address;
  readonly pointer: Pointer;
  /** Whether its key is meant, where its value may be long. */
  readonly isKey?: boolean;
}

/** Where the part is written; where it is not, the beginning of the resource. */
function spanOfPart({ desired }: LintedGame, { address, pointer, isKey }: Part): Span {
  const source = desired.sources.get(address);
  if (source === undefined) throw new Error(`${address} is declared nowhere`);
  return source.locate(pointer, isKey === true ? "key" : "value");
}

/** A text that stands at a part, beside the one of the finding. */
export function labelAt(game: LintedGame, part: Part, text: string): Label {
  return { span: spanOfPart(game, part), text };
}

/** What a rule has found. `text`: what is wrong, as a sentence without capital and full stop. */
export function finding(
  game: LintedGame,
  code: LintCode,
  part: Part,
  text: string,
  more: { readonly others?: readonly Label[]; readonly help?: readonly string[] } = {},
): Diagnostic {
  return problemAt(code, spanOfPart(game, part), text, { address: part.address, ...more });
}

/** Whether one of the fields or links is left to the admin panel, so that what is declared may not be what is so. */
export function isLeftOpen({ open }: LintedGame, { address }: Titled, ...names: readonly string[]): boolean {
  return open.size > 0 && open.get(address)?.some((name) => names.includes(name)) === true;
}

/** Fields and links that decide when a criterion is met, and when a group is true. */
const CRITERION_PARTS = ["custom_action_id", "type", "rule", "streak", "conditions"] as const;
const GROUP_PARTS = ["operator", "conditions", "criteria", "criteria_groups"] as const;

/** Whether everything that decides when the criterion is met is declared. */
export function isCriterionKnown(game: LintedGame, id: string): boolean {
  const criterion = game.design.criteria.get(id);
  return criterion !== undefined && !isLeftOpen(game, criterion, ...CRITERION_PARTS);
}

/** Whether everything that decides when the group is true is declared, but for what its members hold. */
export function isGroupKnown(game: LintedGame, id: string): boolean {
  const group = game.design.groups.get(id);
  return group !== undefined && !isLeftOpen(game, group, ...GROUP_PARTS);
}

/** Whether everything that decides when the group is true is declared, at any depth. */
export function isGroupKnownThroughout(game: LintedGame, id: string): boolean {
  return [...withInnerGroups(game.design, [id])].every((each) => {
    const criteria = game.design.groups.get(each)?.criteria ?? [];
    return isGroupKnown(game, each) && criteria.every((criterion) => isCriterionKnown(game, criterion));
  });
}

/** Whether all resources of the kinds are declared, so that what is not there is nowhere. */
export function isComplete({ design }: LintedGame, ...kinds: readonly KindName[]): boolean {
  return kinds.every((kind) => design.known.has(kind));
}
