/**
 * Plans as one page of HTML for the people who review them. In: plans, what the safety rules said, what is secret, and
 * pictures where there are some. Out: a page that needs nothing else. Its script searches, filters and opens; without it,
 * everything is there as well.
 */
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { Action } from "../../model/model.ts";
import { IMPACT_CLASS_NAMES } from "../../plan/impact.ts";
import { MASK } from "../../plan/secrets.ts";
import { type PageAssets, renderHtmlPage } from "../html/html-page.ts";
import { type Html, html } from "../html/html-text.ts";
import { problemBox } from "../html/problem-box.ts";
import { impactCounts } from "../impact/impact-text.ts";
import { renderSummary } from "../plan/plan-text.ts";
import {
  byUrgency,
  type Concealment,
  concealAll,
  concealGame,
  plansToApply,
  type ShownGame,
  type ShownPlan,
} from "../plan/shown-game.ts";
import { gameSection, type Picture, summaryHtml } from "./game-section.ts";
import { type Room, roomFor } from "./room.ts";

export interface PlanPageOptions extends Concealment {
  readonly showRequests: boolean;
  /** Address of the run that makes the page, where the host tells it. */
  readonly runUrl?: string;
  /** Of games that have one. */
  readonly pictures: ReadonlyMap<ShownGame, Picture>;
  readonly assets: PageAssets;
  /** As for any page. */
  readonly hash: (text: string) => string;
}

/** `general`: problems of the run as a whole. With an error among them, there are no games. */
export function renderPlanPage(
  games: readonly ShownGame[],
  general: readonly Diagnostic[],
  options: PlanPageOptions,
): string {
  const shown = games.map((game) => concealGame(game, options));
  const problems = [...concealAll(general, undefined, options), ...shown.flatMap(({ diagnostics }) => diagnostics)];
  const planned = shown.flatMap((game, index) => {
    const picture = options.pictures.get(games[index] ?? game);
    return game.planned === undefined
      ? []
      : [{ shown: game.planned, game, ...(picture === undefined ? {} : { picture }) }];
  });
  const plans = planned.map((each) => each.shown);
  const rooms = roomFor(plans);
  const isSeveral = shown.length > 1;
  const anchors = new Map(planned.map(({ game }, index) => [game, `g${index + 1}`]));
  const sections = planned.map((each, index) =>
    gameSection(
      {
        ...each,
        room: rooms[index] ?? EMPTY_ROOM,
        anchor: `g${index + 1}`,
        showRequests: options.showRequests,
        catalog: options.catalog,
      },
      isSeveral,
    ),
  );
  const [only] = isSeveral ? [] : plans;
  const title = titleOf(shown);
  const body = html`<a class="skip" href="#changes">Skip to the changes</a>
<main>
<header>
<h1>${title}</h1>
${only === undefined ? "" : summaryHtml(only)}${emptyWords(shown, problems)}${isSeveral ? overviewHtml(shown, anchors) : ""}${runHtml(options.runUrl)}</header>
${problemBox(problems, "error")}${problemBox(problems, "warning")}<div id="changes">
${toolsHtml(plans, rooms)}${sections}</div>
${hasErrors(problems) ? "" : nextHtml(plans)}`;
  const hidden = body.source.includes(MASK) ? HIDDEN : "";
  return renderHtmlPage({ title, body: html`${body}${hidden}</main>`, assets: options.assets }, options.hash);
}

const EMPTY_ROOM: Room = { steps: [], left: 0, opened: new Set() };

const HIDDEN = html`<p class="soft"><code>${MASK}</code> replaces names and texts of secret resources, and of resources that only those use. <code>--reveal-secrets</code> shows them.</p>
`;

function titleOf(games: readonly ShownGame[]): string {
  const [first] = games;
  if (first === undefined) return "Plan";
  if (games.length > 1) return `Plan for ${counted(games.length, "game")}`;
  return `Plan for ${first.game}${first.environment === undefined ? "" : ` (${first.environment})`}`;
}

/** That there are none is no failure. */
function emptyWords(games: readonly ShownGame[], problems: readonly Diagnostic[]): Html {
  if (games.length > 0 || hasErrors(problems)) return html``;
  return html`<p>This shard has no games. Nothing to do.</p>\n`;
}

function runHtml(url: string | undefined): Html {
  return url === undefined ? html`` : html`<p><a href="${url}" rel="noreferrer">Pipeline run</a></p>\n`;
}

/** One line for each game: those that need somebody first. */
function overviewHtml(games: readonly ShownGame[], anchors: ReadonlyMap<ShownGame, string>): Html {
  const rows = byUrgency(games).map((game) => {
    const anchor = anchors.get(game);
    const name = anchor === undefined ? html`${game.game}` : html`<a href="#${anchor}">${game.game}</a>`;
    const impact = game.planned?.impact ?? [];
    return html`<tr><th scope="row">${name}</th><td>${game.environment ?? ""}</td><td>${outcomeHtml(game)}</td><td>${impactCounts(impact)}</td></tr>\n`;
  });
  return html`<table class="overview">
<caption>Games, those that need attention first</caption>
<thead><tr><th scope="col">Game</th><th scope="col">Environment</th><th scope="col">Plan</th><th scope="col">Impact on players</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

function outcomeHtml({ planned, diagnostics }: ShownGame): Html {
  if (planned === undefined) {
    const errors = diagnostics.filter(({ severity }) => severity === "error").length;
    return errors === 0
      ? html`not started`
      : html`<strong class="bad">⚠ not planned</strong> · ${counted(errors, "error")}`;
  }
  const refused = hasErrors(planned.refusals) ? html`<strong class="bad">⚠ refused</strong> · ` : "";
  return html`${refused}${renderSummary(planned.plan)}`;
}

/** Shown by the script, without which none of it would work. Only what occurs can be chosen. */
function toolsHtml(plans: readonly ShownPlan[], rooms: readonly Room[]): Html {
  const steps = rooms.flatMap((room) => room.steps);
  if (steps.length === 0) return html``;
  const hazards = new Set(steps.flatMap((step) => step.hazards.map(({ name }) => name)));
  const impacts = new Set(plans.flatMap(({ impact = [] }) => impact.map((each) => each.class)));
  const causes = new Set(plans.flatMap((plan) => [...(plan.causes?.steps.values() ?? [])].map(({ cause }) => cause)));
  const selects = [
    select(
      "change",
      "Change",
      ACTIONS.filter((action) => steps.some((step) => step.action === action)),
    ),
    select("hazards", "Hazard", [...hazards].sort()),
    select("impacts", "Impact", IMPACT_CLASS_NAMES.filter((name) => impacts.has(name)).toReversed()),
    select("cause", "Cause", [...causes].sort()),
  ];
  return html`<div class="tools" id="tools" role="group" aria-label="Search and filter" hidden>
<label>Search <input type="search" id="search" autocomplete="off" placeholder="any words" aria-keyshortcuts="/"></label>
${selects}<button type="button" id="open">Open all</button>
<button type="button" id="close">Close all</button>
<span id="found" class="soft" role="status"></span>
</div>
`;
}

const ACTIONS: readonly Action[] = ["create", "update", "rename", "replace", "delete", "attach", "detach"];

/** A choice that makes no difference is none. */
function select(of: string, label: string, values: readonly string[]): Html {
  if (values.length === 0) return html``;
  const options = values.map((value) => html`<option>${value}</option>`);
  const any = of === "hazards" ? html`<option value="*">any</option>` : "";
  return html`<label>${label} <select data-of="${of}"><option value="">all</option>${any}${options}</select></label>\n`;
}

/** What to do with plans that may go ahead. */
function nextHtml(plans: readonly ShownPlan[]): Html {
  const ready = plansToApply(plans);
  if (ready.length === 0) return html``;
  const digests = ready.map(({ plan }) => plan.digest.slice(plan.digest.indexOf(":") + 1).slice(0, DIGITS));
  const flags = ready.length > MOST_DIGESTS ? [" --expect DIGEST"] : digests.map((digest) => ` --expect ${digest}`);
  const each = ready.length > MOST_DIGESTS ? ", with the digest of each game," : "";
  return html`<p class="next"><strong>Next:</strong> <code>laurel apply${flags}</code>${each} applies exactly this plan, or nothing if anything has changed since.</p>
`;
}

/** So many digests stand in the command; a longer one is copied by nobody. */
const MOST_DIGESTS = 5;
/** Hexadecimal digits of a digest: as many as `--expect` asks for. */
const DIGITS = 12;
