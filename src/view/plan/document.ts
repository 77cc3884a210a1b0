/**
 * Plans as a document: changes, their impact on players, refusals and how to allow them, and kept
 * resources. A terminal has the summary at the end, where people look; pages begin with it.
 */
import {
  type Impact,
  isHarmful,
  isNotable,
  sortGravestFirst,
  summariseImpacts,
} from "../../analysis/impact/impacts.ts";
import { catalog } from "../../catalog/index.ts";
import { counted } from "../../ground/words.ts";
import { knowsTarget } from "../../model/base-facts.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import type { Plan, Step, StepId } from "../../model/model.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import { planEnds } from "../../workflow/game.ts";
import type { Masked, PlansToShow, PlanToShow } from "../mask/mask.ts";
import { changedBlocks, gameSections, gamesLine, targetWords, titleFor } from "../parts/games.ts";
import { problemCallout, problemEntries } from "../parts/problems.ts";
import type { Block, Content, Document, List, Role, Table, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";
import { html } from "../render/html.ts";
import { projectCallouts } from "./base.ts";
import { changesTable, createdWords, creationsTable, MOST_OPEN, MOST_STEPS } from "./changes.ts";
import { countWords, keptBlocks, matchWords } from "./kept.ts";
import { GRAVEST_FIRST, type Gravity, groupByGravity, orderSteps } from "./step-order.ts";

/** Most steps of a page without a filter. */
const MOST_UNFILTERED = 20;
/** Filter of a page, which its script shows (templates/pages/plan.js). */
const FILTER = html`<p class="filter" hidden><label>Filter <input type="search" autocomplete="off" placeholder="name, id or value"></label> <span class="soft" role="status"></span></p>\n`;

export function planDocument({ byGame, changed }: Masked<PlansToShow>): Document {
  const planned = byGame.flatMap(({ value }) => value ?? []);
  const line = byGame.length > 1 && gamesLine(planEnds(byGame));
  const compared = planned.flatMap(({ plan: { game, environment }, causes }) =>
    causes === undefined ? [] : { game, environment, base: causes.base },
  );
  const callouts = projectCallouts(compared);
  return {
    title: titleFor("Plan for", byGame),
    command: "laurel plan",
    lead: doc.onPage(callouts),
    assets: planned.some(({ plan }) => plan.steps.length > MOST_UNFILTERED) ? ["plan.js"] : [],
    blocks: [
      doc.onText(callouts),
      changedBlocks(changed),
      doc.onPage(line),
      gameSections(byGame, ({ value }) => value && gameBlocks(value, byGame.length > 1)),
      planned.length > 0 && doc.onText(line),
    ],
  };
}

/**
 * Makes the blocks of a game. A game without anything to show has none in a run over several games:
 * the line of games counts it.
 */
function gameBlocks(shown: PlanToShow, isSeveral: boolean): Content {
  const { plan, refusals, causes, impact = [] } = shown;
  const { steps, kept, not_verified, not_compared = [] } = plan;
  if (isSeveral && steps.length + kept.length + not_verified.length + refusals.length === 0)
    return undefined;
  const refused = refusals.filter(({ severity }) => severity === "error");
  const refusal = {
    ...problemCallout(
      "error",
      `Refused: ${counted(refused.length, "hazard")} not allowed`,
      refused,
    ),
    rank: doc.RANKS.refusal,
    blocks: doc.list("hazard", problemEntries(refused), { isVital: true }),
  };
  const keys = not_compared.map((name) => kindNamed(catalog, name).plural);
  const { changes, creations } = orderSteps(steps);
  const byGravityOf = groupByGravity(changes, findNoticedSteps(impact));
  const gravest = GRAVEST_FIRST.find((gravity) => byGravityOf[gravity].length > 0);
  // In a run over several games, summaries of grave changes precede small changes of other games.
  const rank = isSeveral
    ? rankSummary(gravest, { refused: refused.length, created: creations.length })
    : 0;
  const summary = [
    doc.paragraph(summaryWords(plan), { rank }),
    causeBlocks(causes, rank),
    keys.length > 0 &&
      doc.note(`Not managed, not compared: ${keys.join(", ")}.`, { rank: doc.RANKS.rest }),
  ];
  const target = [
    doc.note(targetWords(plan), { rank: doc.RANKS.target }),
    steps.length > 0 && doc.note(["Digest ", doc.code(plan.digest)], { rank: doc.RANKS.target }),
  ];
  const sorted = GRAVEST_FIRST.flatMap((gravity) => byGravityOf[gravity]);
  const changesBlock = changesTable(shown, sorted, gravest ?? "other");
  const creationsBlock = creationsTable(shown, creations);
  // Each gravity of many changes has its own table, which is cut separately.
  const pageBlocks =
    changes.length > MOST_OPEN
      ? GRAVEST_FIRST.map((gravity) => changesTable(shown, byGravityOf[gravity], gravity))
      : [changesBlock];
  const filter = steps.length > MOST_UNFILTERED && doc.drawing(FILTER);
  const isCounted = creations.length > 0 && (changes.length > 0 || creations.length > MOST_OPEN);
  const folded = [
    pageBlocks.map(foldTable),
    isCounted &&
      doc.paragraph([doc.strong("To create:"), ` ${createdWords(creations)}.`], { rank }),
    foldTable(creationsBlock),
  ];
  const players = impactBlocks(impact, { created: new Set(creations.map(({ id }) => id)), rank });
  const left = keptBlocks(
    plan,
    causes !== undefined && knowsTarget(causes.base) ? causes.base.ref : undefined,
  );
  const allowed = allowedBlock(shown, [...sorted, ...creations]);
  return [
    doc.onText(changesBlock, creationsBlock, players, left, allowed, summary, target, refusal),
    doc.onPage(players, summary, refusal, allowed, filter, folded),
    doc.onPage(doc.details("Kept, or not verified", left, { rank: doc.RANKS.rest }), target),
  ];
}

function foldTable(table: Table): Block {
  const { rows, noun, rank = 0 } = table;
  return rows.length > MOST_OPEN
    ? doc.details(`All ${counted(rows.length, noun)}`, table, { rank })
    : table;
}

/** Summarises a plan. */
export function summaryWords({ summary, steps, kept: all }: Plan): Words {
  const { unchanged, kept, not_verified, ...actions } = summary;
  const others = { unchanged, kept, "not verified": not_verified };
  if (steps.length > 0) {
    const todo = Object.fromEntries(
      Object.entries(actions).map(([action, count]) => [`to ${action}`, count]),
    );
    return [doc.strong(`${countWords(todo)}.`), ` ${countWords(others) || "0 unchanged"}.`];
  }
  const isTargeted = all.some(({ reason }) => reason === "not-targeted");
  const what = isTargeted ? "The targeted resources match" : "The live game matches";
  return [doc.strong("No changes."), ` ${matchWords(what, others)}`];
}

/** Lists the steps whose impact on players is more than texts and additions. */
function findNoticedSteps(impact: readonly Impact[]): ReadonlySet<StepId> {
  return new Set(impact.filter(isNotable).flatMap(({ steps }) => steps));
}

/**
 * Ranks the summary of a game on a page: with the summaries of the same gravity, before the rows of
 * all their games.
 */
function rankSummary(
  gravest: Gravity | undefined,
  { refused, created }: Readonly<Record<"refused" | "created", number>>,
): number {
  const before = 0.5;
  if (gravest === "destructive") return doc.RANKS.destructive - before;
  if (refused > 0) return doc.RANKS.refusal - before;
  if (gravest === "noticed") return doc.RANKS.noticed - before;
  if (gravest === "other") return doc.RANKS.change - before;
  return (created > 0 ? doc.RANKS.creation : doc.RANKS.rest) - before;
}

/** Lists the allowed hazards. `steps`: sorted by gravity, the gravest first. */
function allowedBlock({ refusals }: PlanToShow, steps: readonly Step[]): Block {
  const codes = new Set<string>(refusals.map(({ code }) => code));
  const hazards = steps.flatMap((step) => step.hazards);
  const allowed = hazards.filter(({ name, consented }) => consented === true || !codes.has(name));
  const entries = allowed.map(({ name, sentence }): Words => [doc.code(name), `: ${sentence}`]);
  const blocks = doc.list("hazard", entries, { isVital: true });
  return {
    type: "callout",
    role: "warning",
    rank: doc.RANKS.impact,
    title: "Allowed hazards",
    blocks,
  };
}

/** Lists notable impact, then texts and additions. In both, changes precede creations. */
function impactBlocks(
  impact: readonly Impact[],
  { created, rank }: { readonly created: ReadonlySet<StepId>; readonly rank: number },
): Content {
  const isCreated = ({ steps }: Impact): boolean =>
    steps.length > 0 && steps.every((id) => created.has(id));
  const entriesOf = (lines: readonly Impact[]): readonly Words[] =>
    lines.map((line) => [doc.strong(line.class, impactRole(line)), `: ${line.sentence}`]);
  const sorted = sortGravestFirst(impact);
  const ofChanges = sorted.filter((line) => !isCreated(line));
  const ofCreations = sorted.filter(isCreated);
  const notable = (lines: readonly Impact[]) => entriesOf(lines.filter(isNotable));
  const small = (lines: readonly Impact[]) => entriesOf(lines.filter((line) => !isNotable(line)));
  const folded = (
    summary: string,
    entries: readonly Words[],
    more: Pick<List, "rank" | "isVital">,
  ): Block =>
    doc.details(counted(entries.length, summary), doc.list("impact", entries, more), {
      ...more,
      isVerbose: true,
    });
  return [
    impact.length > 0 &&
      doc.heading(`What this means for players: ${summariseImpacts(impact)}`, { rank }),
    doc.list("impact", notable(ofChanges), {
      rank: doc.RANKS.impact,
      isVital: true,
      isTight: true,
    }),
    doc.list("impact", notable(ofCreations), {
      rank: doc.RANKS.createdImpact,
      most: MOST_STEPS,
      isTight: true,
    }),
    folded("smaller change", small(ofChanges), { rank: doc.RANKS.smallImpact, isVital: true }),
    folded("addition", small(ofCreations), { rank: doc.RANKS.createdImpact }),
  ];
}

/** Chooses the role of an impact by its gravity. */
function impactRole(impact: Impact): Role {
  if (isHarmful(impact)) return "error";
  return isNotable(impact) ? "update" : "muted";
}

/** Explanation of drift with both of its reasons, which look the same from git. */
const DRIFT =
  "drift: the live game differs from git, and not by this branch: it was changed by hand, or a merge is not applied yet; the plan makes it as git has it";

/** Counts the changes of a plan by cause, and explains the words. */
function causeBlocks(causes: PlanCauses | undefined, rank: number): Content {
  if (causes === undefined || causes.steps.size === 0) return undefined;
  const { base, steps, totals } = causes;
  const { ref, target } = base;
  const { pending, behind, drift, conflict } = totals;
  const line = (text: string): Block => doc.paragraph(text, { isTight: true, rank });
  if (target.is === "changed") return undefined;
  if (target.is === "new")
    return line(
      `This ${target.what} is not in ${ref}: ${counted(steps.size, "change")} from this branch.`,
    );
  return [
    line(
      `Compared with ${ref}: ${countWords({ "from this branch": pending, behind, drift, conflict })}.`,
    ),
    behind > 0 &&
      doc.note(
        `behind: ${ref} has it, and this branch does not; the plan undoes it. Merge ${ref} into the branch`,
        {
          rank,
        },
      ),
    drift > 0 && doc.note(DRIFT, { rank }),
    conflict > 0 &&
      doc.note("conflict: changed on both sides; the plan applies the branch's value", { rank }),
  ];
}
