/**
 * Plans as a document: what changes, what it means for players, what is refused and how to allow it, and what is kept.
 * A terminal has the summary at the end, where people look; pages begin with it.
 */
import { gravestFirst, type Impact, impactCounts, isHarmful, isNotable } from "../analysis/impact/impacts.ts";
import type { Secrets } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { counted } from "../manifest/wording.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import type { PlanCauses } from "../plan/cause.ts";
import type { ChangedPart } from "../project/changed.ts";
import { changedBlocks, type GameEnd, gamesLine, nameWords } from "./games.ts";
import { changesTable, MOST_OPEN, type PlanToShow } from "./plan-changes.ts";
import { countWords, keptBlocks, matchWords } from "./plan-kept.ts";
import { problemCallout } from "./problems.ts";
import type { Block, Content, Document, Words } from "./render/document.ts";
import * as doc from "./render/document.ts";
import { html } from "./render/html-template.ts";
import { targetWords } from "./render/phrases.ts";

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

/** A run over games. `general`: problems of the run as a whole. With an error among them, there are no games. */
export interface PlansToShow extends ChangedPart {
  readonly each: readonly GameToShow[];
  readonly general?: readonly Diagnostic[];
  /** How each game ended, in a run over several; text shows it. */
  readonly ends?: readonly GameEnd[];
}

/** Impacts that text lists without `--verbose`; harmful ones always. */
const MOST_IMPACTS = 40;
/** Changes that a page shows without a filter for them. */
const MOST_UNFILTERED = 20;
/** Only those who have a script see it (templates/pages/plan.js). */
const FILTER = html`<p class="filter" hidden><label>Filter <input type="search" autocomplete="off" placeholder="name, id or value"></label> <span class="soft" role="status"></span></p>\n`;
/** Hexadecimal digits of a digest that name a plan: as many as `--expect` needs. */
const SHORT_DIGEST = 12;

export function planDocument({ each, general = [], changed, ends = [] }: PlansToShow): Document {
  const isSeveral = each.length > 1;
  const [only] = isSeveral ? [] : each;
  const planned = each.flatMap(({ value }) => value ?? []);
  const problems = [general, ...each.map(({ diagnostics }) => diagnostics), ...planned.map(({ refusals }) => refusals)];
  return {
    title: isSeveral ? `Plan for ${counted(each.length, "game")}` : ["Plan", only && [" for ", nameWords(only)]],
    command: "laurel plan",
    assets: planned.some(({ plan }) => plan.steps.length > MOST_UNFILTERED) ? ["plan.js"] : [],
    blocks: [
      changedBlocks(changed),
      isSeveral && doc.onPage(overview(each)),
      planned.map((game) => gameBlocks(game, isSeveral)),
      planned.length > 0 && ends.length > 0 && doc.onText(gamesLine(ends)),
      !hasErrors(problems.flat()) && nextBlock(planned.map(({ plan }) => plan)),
    ],
  };
}

function nextBlock(plans: readonly Plan[]): Content {
  const digests = plans.filter(({ steps }) => steps.length > 0).map(({ digest }) => digest.replace(/^.*:/, ""));
  const command = `laurel apply${digests.map((digest) => ` --expect ${digest.slice(0, SHORT_DIGEST)}`).join("")}`;
  const effect = " applies exactly this plan, or nothing if anything has changed since.";
  return digests.length > 0 && doc.onPage(doc.paragraph([doc.strong("Next:"), " ", doc.code(command), effect]));
}

/** Games that need attention first. */
function overview(games: readonly GameToShow[]): Block {
  const urgency = ({ value }: GameToShow): number =>
    value === undefined || hasErrors(value.refusals) ? 0 : value.plan.steps.length > 0 ? 1 : 2;
  const rows = games
    .toSorted((a, b) => urgency(a) - urgency(b))
    .map(({ game, environment = "", value, diagnostics }): readonly Words[] => {
      const alert = (text: string): Words => [doc.strong(text, "error"), ": "];
      const errors = diagnostics.filter(({ severity }) => severity === "error").length;
      const missing = errors === 0 ? "not started" : [alert("not planned"), counted(errors, "error")];
      const plan = value && [hasErrors(value.refusals) && alert("refused"), summaryWords(value.plan)];
      return [
        doc.code(game),
        environment !== "" && doc.code(environment),
        plan ?? missing,
        impactCounts(value?.impact ?? []),
      ];
    });
  return doc.table("game", ["Game", "Environment", "Plan", "Impact on players"], rows);
}

/** Of several games, those without anything to show are left out of text: their number is at the end. */
function gameBlocks(shown: PlanToShow, isSeveral: boolean): Content {
  const { plan, refusals, causes, impact = [] } = shown;
  const { steps, kept, not_verified, not_compared = [] } = plan;
  const rank = isSeveral ? 2 : 0;
  const title = isSeveral && doc.heading(nameWords(plan), { rank });
  const refused = refusals.filter(({ severity }) => severity === "error");
  const what = `${isSeveral ? `${plan.game}: ` : ""}${counted(refused.length, "hazard")} not allowed`;
  const refusal = problemCallout("error", `Refused: ${what}`, refused);
  const keys = not_compared.map((name) => kindNamed(catalog, name).plural);
  const summary = [
    doc.paragraph(summaryWords(plan), { rank }),
    causeBlocks(causes),
    keys.length > 0 && doc.note(`Not managed, not compared: ${keys.join(", ")}.`, { rank: 2 }),
  ];
  const target = [
    doc.note(targetWords(plan), { rank }),
    steps.length > 0 && doc.note(["Digest ", doc.code(plan.digest)], { rank }),
  ];
  const changes = changesTable(shown);
  const filter = steps.length > MOST_UNFILTERED && doc.drawing(FILTER);
  const folded = steps.length > MOST_OPEN ? doc.details(`All ${counted(steps.length, "change")}`, changes) : changes;
  const players = impactBlocks(impact);
  const left = keptBlocks(plan);
  const allowed = allowedBlock(shown);
  const isQuiet = steps.length + kept.length + not_verified.length + refusals.length === 0;
  return [
    !(isQuiet && isSeveral) && doc.onText(title, changes, players, left, allowed, summary, target, refusal),
    doc.onPage(title, players, summary, refusal, allowed, filter, folded),
    doc.onPage(doc.details("Kept, or not verified", left, { rank: 4 }), target),
  ];
}

/** The plan in short: the first sentence, and the rest. */
export function summaryOf({ summary, steps, kept: all }: Plan): {
  readonly headline: string;
  readonly details: string;
} {
  const { unchanged, kept, not_verified, ...actions } = summary;
  const others = { unchanged, kept, "not verified": not_verified };
  if (steps.length > 0) {
    const todo = Object.fromEntries(Object.entries(actions).map(([action, count]) => [`to ${action}`, count]));
    return { headline: `${countWords(todo)}.`, details: `${countWords(others) || "0 unchanged"}.` };
  }
  const isTargeted = all.some(({ reason }) => reason === "not-targeted");
  const what = isTargeted ? "The targeted resources match" : "The live game matches";
  return { headline: "No changes.", details: matchWords(what, others) };
}

function summaryWords(plan: Plan): Words {
  const { headline, details } = summaryOf(plan);
  return [doc.strong(headline), ` ${details}`];
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
  const entries = gravestFirst(impact).map((each): Words => {
    const role = isHarmful(each) ? "error" : isNotable(each) ? "update" : "muted";
    return [doc.strong(each.class, role), `: ${each.sentence}`];
  });
  const notable = impact.filter(isNotable).length;
  const most = Math.max(MOST_IMPACTS, impact.filter(isHarmful).length);
  const others = doc.list("impact", entries.slice(notable));
  return [
    impact.length > 0 && doc.heading(`What this means for players: ${impactCounts(impact)}`, { rank: 1 }),
    doc.list("impact", entries.slice(0, notable), { rank: 1, most, isTight: true }),
    doc.details(counted(impact.length - notable, "smaller change"), others, { isVerbose: true, rank: 3 }),
  ];
}

/** Why changes are in a plan: one line, and what its words mean. */
function causeBlocks(causes: PlanCauses | undefined): Content {
  if (causes === undefined || causes.steps.size === 0) return undefined;
  const { ref, has_game, steps, totals } = causes;
  const { pending, drift, conflict } = totals;
  const line = (text: string): Block => doc.paragraph(text, { isTight: true, rank: 1 });
  if (!has_game) return line(`This game is not in ${ref}: ${counted(steps.size, "change")} from this branch.`);
  return [
    line(`Compared with ${ref}: ${countWords({ "from this branch": pending, drift, conflict })}.`),
    drift > 0 && doc.note("drift: changed in the live game, not in git; the plan reverts it", { rank: 1 }),
    conflict > 0 && doc.note("conflict: changed on both sides; the plan applies the branch's value", { rank: 1 }),
  ];
}
