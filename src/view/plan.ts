/**
 * Plans as a document: what changes, what it means for players, what is refused and how to allow it, and what is kept.
 * A terminal has the summary at the end, where people look; pages begin with it.
 */

import type { ImpactClass } from "../analysis/impact/classes.ts";
import { gravestFirst, type Impact, impactCounts, isHarmful, isNotable } from "../analysis/impact/impacts.ts";
import type { Secrets } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { counted, inDigits } from "../manifest/wording.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import type { PlanCauses } from "../plan/cause.ts";
import { type ChangedPart, changedSentences } from "../project/changed.ts";
import { type Concealment, concealAll, concealPlan } from "./concealment.ts";
import { type GameEnd, gamesLine, namedGames, nameWords } from "./games.ts";
import { changesTable, type PlanToShow } from "./plan-changes.ts";
import { keptBlocks, keptTitle, matchNote, unknownBlocks } from "./plan-kept.ts";
import { problemCallouts, problemEntry } from "./problems.ts";
import {
  type Block,
  code,
  type Document,
  heading,
  type Inline,
  list,
  paragraph,
  type Row,
  strong,
  type Words,
} from "./render/document.ts";
import { targetWords } from "./render/phrases.ts";
import type { Role } from "./render/style.ts";

/** One of the games of a run. */
export interface GameToShow {
  readonly game: string;
  /** Absent where it is unknown. */
  readonly environment?: string;
  /** Absent when it could not be planned, or the run was interrupted before its turn. */
  readonly value?: PlanToShow & { readonly secrets: Secrets };
  /** Its secrets, where they are known although it could not be planned. */
  readonly secrets?: Secrets;
  /** Its problems, without the refusals of its plan. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Impacts that text lists without `--verbose`; harmful ones always. */
const MOST_IMPACTS = 40;

const IMPACT_ROLES: Readonly<Record<ImpactClass, Role>> = {
  cosmetic: "muted",
  additive: "create",
  easier: "create",
  value: "update",
  harder: "warning",
  mixed: "warning",
  revealing: "error",
  unknown: "warning",
  destructive: "error",
};

/** A run over games. `general`: problems of the run as a whole. With an error among them, there are no games. */
export interface PlansToShow extends ChangedPart {
  readonly each: readonly GameToShow[];
  readonly general?: readonly Diagnostic[];
  /** How each game ended, in a run over several; text shows it. */
  readonly ends?: readonly GameEnd[];
}

/** `hides`: for pages that many people see, which have problems in them, too. Text shows everything. */
export function planDocument({ each, general = [], changed, ends = [] }: PlansToShow, hides?: Concealment): Document {
  const games = hides === undefined ? each : each.map((game) => concealed(game, hides));
  const isSeveral = each.length > 1;
  const problems = [
    ...(hides === undefined ? general : concealAll(general, undefined, hides)),
    ...games.flatMap(({ diagnostics }) => diagnostics),
  ];
  const [only] = games;
  if (hides === undefined && each.every(({ value }) => value === undefined)) return { title: "", blocks: [] };
  const title: Words = isSeveral
    ? `Plan for ${counted(games.length, "game")}`
    : only === undefined
      ? "Plan"
      : ["Plan for ", ...nameWords(only)];
  const isBlocked = hasErrors(problems) || games.some(({ value }) => hasErrors(value?.refusals ?? []));
  const quiet = isSeveral ? games.filter(isQuiet) : [];
  return {
    title,
    command: "laurel plan",
    blocks: [
      ...(changed === undefined
        ? []
        : changedSentences(changed).map((sentence) => paragraph(sentence, { on: "page" }))),
      ...(isSeveral ? onPages([overview(games)]) : []),
      ...onPages(problemCallouts(problems)),
      ...games.flatMap((game) =>
        game.value === undefined ? [] : gameBlocks(game.value, { isSeveral, isQuiet: quiet.includes(game) }),
      ),
      ...(quiet.length === 0
        ? []
        : [
            paragraph(
              `No changes: ${namedGames(quiet.map(({ game }) => game))} ${quiet.length === 1 ? "matches" : "match"} the manifests.`,
              { on: "text", role: "muted" },
            ),
          ]),
      ...(isSeveral && ends.length > 0 ? [gamesLine(ends)] : []),
      ...(isBlocked ? [] : nextBlocks(games)),
    ],
  };
}

function onText(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block): Block => ({ ...block, on: "text" }));
}

function onPages(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter(({ on }) => on !== "text").map((block): Block => ({ ...block, on: block.on ?? "page" }));
}

function concealed({ value, secrets, ...game }: GameToShow, hides: Concealment): GameToShow {
  const shown = value && (hides.reveal ? value : { ...value, ...concealPlan(value, hides) });
  return {
    ...game,
    ...defined({ value: shown }),
    diagnostics: concealAll(game.diagnostics, value?.secrets ?? secrets, hides),
  };
}

function isQuiet({ value }: GameToShow): boolean {
  if (value === undefined) return false;
  const { plan, refusals } = value;
  return plan.steps.length + plan.kept.length + plan.not_verified.length + refusals.length === 0;
}

function nextBlocks(games: readonly GameToShow[]): readonly Block[] {
  const digests = games.flatMap(({ value }) =>
    value === undefined || value.plan.steps.length === 0 ? [] : [value.plan.digest],
  );
  if (digests.length === 0) return [];
  const flags = digests.map((digest) => ` --expect ${shortDigest(digest)}`).join("");
  const command = code(`laurel apply${flags}`);
  const effect = " applies exactly this plan, or nothing if anything has changed since.";
  return [paragraph([strong("Next:"), " ", command, effect], { on: "page" })];
}

/** Games that need attention first. */
function overview(games: readonly GameToShow[]): Block {
  const urgency = ({ value }: GameToShow): number =>
    value === undefined || hasErrors(value.refusals) ? 0 : value.plan.steps.length > 0 ? 1 : 2;
  const rows = [...games]
    .sort((a, b) => urgency(a) - urgency(b))
    .map(({ game, environment = "", value, diagnostics }): Row => {
      const errors = diagnostics.filter(({ severity }) => severity === "error").length;
      const missing: Words =
        errors === 0 ? "not started" : ["⚠ ", strong("not planned", "error"), `: ${counted(errors, "error")}`];
      const alert: Words =
        value !== undefined && hasErrors(value.refusals) ? ["⚠ ", strong("refused", "error"), ": "] : [];
      const words: Words = value === undefined ? missing : [...alert, ...summaryWords(value.plan)];
      return {
        cells: [[code(game)], environment === "" ? "" : [code(environment)], words, impactCounts(value?.impact ?? [])],
      };
    });
  const columns = ["Game", "Environment", "Plan", "Impact on players"].map((title) => ({ title }));
  return { type: "table", noun: "game", caption: "Games", columns, rows };
}

/** One game: pages begin with what it comes to and what it means for players. */
function gameBlocks(
  shown: PlanToShow,
  { isSeveral, isQuiet: isShort }: { readonly isSeveral: boolean; readonly isQuiet: boolean },
): readonly Block[] {
  const { plan, causes, impact = [] } = shown;
  const rank = isSeveral ? 2 : 0;
  const target = paragraph(targetWords(plan), { role: "muted", rank, isTight: true });
  const digest =
    plan.steps.length === 0 ? [] : [paragraph(["Digest ", code(plan.digest)], { role: "muted", rank, isTight: true })];
  const refused = refusedBlocks(shown, isSeveral);
  const changes = plan.steps.length === 0 ? [] : [changesTable(shown)];
  const meaning = impactBlocks(impact);
  const kept = [...unknownBlocks(plan), ...keptBlocks(plan)];
  const summary = paragraph(summaryWords(plan), { rank });
  const title = isSeveral ? [heading(nameWords(plan), { rank, id: plan.game })] : [];
  const notes = [...notManaged(plan), ...causeBlocks(causes)];
  const details =
    kept.length === 0 ? [] : [{ type: "details", summary: keptTitle(plan), rank: 4, blocks: kept } as const];
  return [
    ...(isShort
      ? []
      : onText([...title, target, ...changes, ...meaning, ...kept, summary, ...notes, ...digest, ...refused])),
    ...onPages([
      ...title,
      summary,
      ...notes,
      ...meaning,
      ...refused,
      ...allowedBlocks(shown),
      ...changes,
      ...details,
      target,
      ...digest,
    ]),
  ];
}

/** The plan in short: the first sentence, and the rest. */
export function summaryOf(plan: Plan): { readonly headline: string; readonly details: string } {
  const { unchanged, kept, not_verified, ...actions } = plan.summary;
  if (plan.steps.length === 0) {
    const isTargeted = plan.kept.some(({ reason }) => reason === "not-targeted");
    const count = ` (${counted(unchanged, "resource")} unchanged)`;
    return {
      headline: "No changes.",
      details: matchNote(plan, isTargeted ? "The targeted resources match" : "The live game matches", count),
    };
  }
  const todo = Object.entries(actions)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${inDigits(count)} to ${action}`);
  const others = Object.entries({ kept, "not verified": not_verified })
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `, ${inDigits(count)} ${word}`);
  return { headline: `${todo.join(", ")}.`, details: `${inDigits(unchanged)} unchanged${others.join("")}.` };
}

function summaryWords(plan: Plan): readonly (string | Inline)[] {
  const { headline, details } = summaryOf(plan);
  return [strong(headline), ` ${details}`];
}

/** Hexadecimal digits of a digest that name a plan: as many as `--expect` needs. */
const SHORT_DIGEST = 12;

function shortDigest(digest: string): string {
  return digest.slice(digest.indexOf(":") + 1).slice(0, SHORT_DIGEST);
}

/** What is refused, and what allows it: the narrowest way first. */
function refusedBlocks({ plan, refusals }: PlanToShow, isNamed: boolean): readonly Block[] {
  const refused = refusals.filter(({ severity }) => severity === "error");
  if (refused.length === 0) return [];
  const title: Words = [
    "Refused",
    ...(isNamed ? [" for ", ...nameWords(plan)] : []),
    `: ${counted(refused.length, "hazard")} not allowed`,
  ];
  return [{ type: "callout", role: "error", title, blocks: list("refusal", refused.map(problemEntry)) }];
}

function allowedBlocks({ plan, refusals }: PlanToShow): readonly Block[] {
  const codes = new Set<string>(refusals.map(({ code: name }) => name));
  const allowed = plan.steps.flatMap(({ hazards }) =>
    hazards.filter(({ name, consented }) => consented === true || !codes.has(name)),
  );
  if (allowed.length === 0) return [];
  const entries = allowed.map(({ name, sentence }): Words => [code(name), `: ${sentence}`]);
  return [{ type: "callout", role: "warning", rank: 1, title: "Allowed hazards", blocks: list("hazard", entries) }];
}

/** What is more than texts and additions, then the rest. */
function impactBlocks(impact: readonly Impact[]): readonly Block[] {
  if (impact.length === 0) return [];
  const entries = (some: readonly Impact[]) =>
    gravestFirst(some).map(({ class: name, sentence }): Words => [strong(name, IMPACT_ROLES[name]), `: ${sentence}`]);
  const [notable, others] = [impact.filter(isNotable), impact.filter((each) => !isNotable(each))];
  const rest = list("impact", entries(others));
  return [
    heading(`What this means for players: ${impactCounts(impact)}`, { rank: 1 }),
    ...list("impact", entries(notable), {
      rank: 1,
      most: Math.max(MOST_IMPACTS, notable.filter(isHarmful).length),
    }).map((block): Block => ({ ...block, isTight: true }) as Block),
    ...(others.length === 0
      ? []
      : [
          {
            type: "details",
            isVerbose: true,
            rank: 3,
            summary: `${counted(others.length, "smaller change")}`,
            blocks: rest,
          } as const,
        ]),
  ];
}

function notManaged({ not_compared = [] }: Plan): readonly Block[] {
  const keys = not_compared.map((name) => kindNamed(catalog, name).plural);
  return keys.length === 0
    ? []
    : [paragraph(`Not managed, not compared: ${keys.join(", ")}.`, { role: "muted", isTight: true, rank: 2 })];
}

/** Why changes are in a plan: one line, and what its words mean. */
function causeBlocks(causes: PlanCauses | undefined): readonly Block[] {
  if (causes === undefined || causes.steps.size === 0) return [];
  const {
    ref,
    has_game,
    steps,
    totals: { pending, drift, conflict },
  } = causes;
  const line = (text: string, role?: Role): Block => paragraph(text, { isTight: true, rank: 1, ...defined({ role }) });
  if (!has_game) return [line(`This game is not in ${ref}: ${counted(steps.size, "change")} from this branch.`)];
  const parts = [
    ...(pending > 0 ? [`${counted(pending, "change")} from this branch`] : []),
    ...(drift > 0 ? [`${drift} drift`] : []),
    ...(conflict > 0 ? [counted(conflict, "conflict")] : []),
  ];
  return [
    line(`Compared with ${ref}: ${parts.join(", ")}.`),
    ...(drift > 0 ? [line("  drift: changed in the live game, not in git; the plan reverts it", "muted")] : []),
    ...(conflict > 0
      ? [line("  conflict: changed by this branch and in the live game; the plan applies the branch's value", "muted")]
      : []),
  ];
}
