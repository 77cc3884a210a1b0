/**
 * Plans as a document: what changes, what it means for players, what is refused and how to allow it, and what is kept.
 * A terminal has the summary at the end, where people look; pages begin with it.
 */
import { gravestFirst, type Impact, impactCounts, isHarmful, isNotable } from "../analysis/impact/impacts.ts";
import { catalog } from "../catalog/index.ts";
import { counted } from "../ground/words.ts";
import { knowsTarget } from "../model/base-facts.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import type { PlanCauses } from "../plan/cause.ts";
import { type GameResult, type GameResults, type PlannedGame, planEnds } from "../workflow/game.ts";
import { changedBlocks, gameSections, gamesLine, targetWords, titleFor } from "./games.ts";
import { projectCallouts } from "./plan-base.ts";
import { changesTable, MOST_OPEN, MOST_STEPS, type PlanToShow } from "./plan-changes.ts";
import { countWords, keptBlocks, matchWords } from "./plan-kept.ts";
import { problemCallout } from "./problems.ts";
import type { Block, Content, Document, Words } from "./render/document.ts";
import * as doc from "./render/document.ts";
import { html } from "./render/html.ts";

/** One of the games of a run. Without a plan: it has problems, or the run was interrupted before its turn. */
export type GameToShow = GameResult<PlanToShow & Pick<PlannedGame, "secrets">>;

/** A run over games. `general`: problems of the run as a whole. */
export interface PlansToShow extends Pick<GameResults<unknown>, "changed"> {
  readonly byGame: readonly GameToShow[];
  readonly general?: readonly Diagnostic[];
}

/** Changes that a page shows without a filter for them. */
const MOST_UNFILTERED = 20;
/** Only those who have a script see it (templates/pages/plan.js). */
const FILTER = html`<p class="filter" hidden><label>Filter <input type="search" autocomplete="off" placeholder="name, id or value"></label> <span class="soft" role="status"></span></p>\n`;

export function planDocument({ byGame, changed }: PlansToShow): Document {
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

/** Of several games, those without anything to show are left out: their number is in the line of games. */
function gameBlocks(shown: PlanToShow, isSeveral: boolean): Content {
  const { plan, refusals, causes, impact = [] } = shown;
  const { steps, kept, not_verified, not_compared = [] } = plan;
  if (isSeveral && steps.length + kept.length + not_verified.length + refusals.length === 0) return undefined;
  const refused = refusals.filter(({ severity }) => severity === "error");
  const refusal = problemCallout("error", `Refused: ${counted(refused.length, "hazard")} not allowed`, refused);
  const keys = not_compared.map((name) => kindNamed(catalog, name).plural);
  const summary = [
    doc.paragraph(summaryWords(plan)),
    causeBlocks(causes),
    keys.length > 0 && doc.note(`Not managed, not compared: ${keys.join(", ")}.`, { rank: 2 }),
  ];
  const target = [
    doc.note(targetWords(plan), { rank: 2 }),
    steps.length > 0 && doc.note(["Digest ", doc.code(plan.digest)], { rank: 2 }),
  ];
  const changes = changesTable(shown);
  const filter = steps.length > MOST_UNFILTERED && doc.drawing(FILTER);
  const folded = steps.length > MOST_OPEN ? doc.details(`All ${counted(steps.length, "change")}`, changes) : changes;
  const players = impactBlocks(impact);
  const left = keptBlocks(plan, causes !== undefined && knowsTarget(causes.base) ? causes.base.ref : undefined);
  const allowed = allowedBlock(shown);
  return [
    doc.onText(changes, players, left, allowed, summary, target, refusal),
    doc.onPage(players, summary, refusal, allowed, filter, folded),
    doc.onPage(doc.details("Kept, or not verified", left, { rank: 4 }), target),
  ];
}

/** The plan in short. */
export function summaryWords({ summary, steps, kept: all }: Plan): Words {
  const { unchanged, kept, not_verified, ...actions } = summary;
  const others = { unchanged, kept, "not verified": not_verified };
  if (steps.length > 0) {
    const todo = Object.fromEntries(Object.entries(actions).map(([action, count]) => [`to ${action}`, count]));
    return [doc.strong(`${countWords(todo)}.`), ` ${countWords(others) || "0 unchanged"}.`];
  }
  const isTargeted = all.some(({ reason }) => reason === "not-targeted");
  const what = isTargeted ? "The targeted resources match" : "The live game matches";
  return [doc.strong("No changes."), ` ${matchWords(what, others)}`];
}

function allowedBlock({ plan, refusals }: PlanToShow): Block {
  const codes = new Set<string>(refusals.map(({ code }) => code));
  const hazards = plan.steps.flatMap((step) => step.hazards);
  const allowed = hazards.filter(({ name, consented }) => consented === true || !codes.has(name));
  const entries = allowed.map(({ name, sentence }): Words => [doc.code(name), `: ${sentence}`]);
  return { type: "callout", role: "warning", rank: 1, title: "Allowed hazards", blocks: doc.list("hazard", entries) };
}

/** What is more than texts and additions, then the rest. */
function impactBlocks(impact: readonly Impact[]): Content {
  const entries = gravestFirst(impact).map((line): Words => {
    const role = isHarmful(line) ? "error" : isNotable(line) ? "update" : "muted";
    return [doc.strong(line.class, role), `: ${line.sentence}`];
  });
  const notable = impact.filter(isNotable).length;
  const others = doc.list("impact", entries.slice(notable));
  return [
    impact.length > 0 && doc.heading(`What this means for players: ${impactCounts(impact)}`, { rank: 1 }),
    doc.list("impact", entries.slice(0, notable), { rank: 1, most: MOST_STEPS, isTight: true }),
    doc.details(counted(impact.length - notable, "smaller change"), others, { isVerbose: true, rank: 3 }),
  ];
}

/** Why changes are in a plan: one line, and what its words mean. */
function causeBlocks(causes: PlanCauses | undefined): Content {
  if (causes === undefined || causes.steps.size === 0) return undefined;
  const { base, steps, totals } = causes;
  const { ref, target } = base;
  const { pending, behind, drift, conflict } = totals;
  const line = (text: string): Block => doc.paragraph(text, { isTight: true, rank: 1 });
  if (target.is === "changed") return undefined;
  if (target.is === "new")
    return line(`This ${target.what} is not in ${ref}: ${counted(steps.size, "change")} from this branch.`);
  return [
    line(`Compared with ${ref}: ${countWords({ "from this branch": pending, behind, drift, conflict })}.`),
    behind > 0 &&
      doc.note(`behind: ${ref} has it, and this branch does not; the plan undoes it. Merge ${ref} into the branch`, {
        rank: 1,
      }),
    drift > 0 && doc.note("drift: changed in the live game, not in git; the plan reverts it", { rank: 1 }),
    conflict > 0 && doc.note("conflict: changed on both sides; the plan applies the branch's value", { rank: 1 }),
  ];
}
