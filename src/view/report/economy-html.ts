/**
 * The points economy of games as one page of HTML: figures, plots, and tables with the same figures.
 */
import type { EconomyEntry } from "../../analysis/report/economy.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { problemCallouts } from "../problems.ts";
import { blocksHtml, maskNote } from "../render/html.ts";
import { type Html, html, named, type PageAssets, renderHtmlPage } from "../render/html-template.ts";
import {
  actionSentences,
  EFFORT_MEANS,
  effortFigure,
  figure,
  NO_ACHIEVEMENTS,
  percent,
  REWARDS,
  type ReportedGame,
  tierFigures,
  totalSentences,
  WAYS,
  wayPhrase,
  yieldFigure,
} from "./economy-view.ts";
import { curveOf, histogramOf } from "./plots.ts";

export function renderEconomyHtml(
  games: readonly ReportedGame[],
  diagnostics: readonly Diagnostic[],
  { assets, hash }: { readonly assets: PageAssets; readonly hash: (text: string) => string },
): string {
  const [only] = games.length === 1 ? games : [];
  const title = only === undefined ? "Points economy" : `Points economy of ${only.game}`;
  const body = html`<main>
<h1>${title}</h1>
${blocksHtml(problemCallouts(diagnostics))}${games.map((game) => gameSection(game, only === undefined))}${games.length === 0 ? html`` : footnotes()}
`;
  return renderHtmlPage({ title, body: html`${body}${maskNote(body)}</main>`, assets }, hash);
}

function gameSection(reported: ReportedGame, isNamed: boolean): Html {
  const { game, economy } = reported;
  const name = isNamed ? html`<h2>${named(game)}</h2>\n` : html``;
  if (economy.totals.achievements === 0) {
    return html`<section>${name}<p>${NO_ACHIEVEMENTS}</p></section>\n`;
  }
  return html`<section>
${name}${cards(reported)}
<p>${totalSentences(economy).join(" ")}</p>
<div class="plots">
${plot("Achievements by points", histogramOf(economy))}
${plot("Points over effort", curveOf(economy))}
</div>
${heading("By tier", isNamed)}
${tiers(reported)}
${ways(reported, isNamed)}
${rewards(reported, isNamed)}
</section>
`;
}

function cards({ economy: { totals } }: ReportedGame): Html {
  const card = (value: string, name: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`;
  return html`<dl class="cards">
${card(figure(totals.achievements), "achievements in total")}${card(figure(totals.points), "points")}${card(percent(totals.secret.points, totals.points), "of the points secret")}${card(figure(totals.reachable_points), "points within reach")}${card(figure(totals.impossible + totals.unknown), "without a known way")}</dl>`;
}

function plot(caption: string, drawing: Html): Html {
  return html`<figure><figcaption>${caption}</figcaption>${drawing}</figure>`;
}

interface Column {
  readonly name: string;
  readonly isNumber?: boolean;
}

/** Below the name of a game where there are several. */
function heading(words: string, isNamed: boolean): Html {
  return isNamed ? html`<h3>${words}</h3>` : html`<h2>${words}</h2>`;
}

/** Columns can be sorted by the page's script. */
function table(caption: string, columns: readonly Column[], rows: readonly (readonly (Html | string)[])[]): Html {
  const heads = columns.map(
    ({ name, isNumber }) => html`<th scope="col"${isNumber ? html` class="number"` : html``}>${name}</th>`,
  );
  const body = rows.map((cells) => {
    const shown = cells.map((cell, index) => {
      if (index === 0) return html`<th scope="row">${cell}</th>`;
      return html`<td${columns[index]?.isNumber ? html` class="number"` : html``}>${cell}</td>`;
    });
    return html`<tr>${shown}</tr>\n`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="figures">
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${body}</tbody></table></div>`;
}

function number(name: string): Column {
  return { name, isNumber: true };
}

function tiers({ economy }: ReportedGame): Html {
  const columns = [
    { name: "points" },
    ...["how many", "secret", "total points", "share", "least effort", "median effort", "most effort"].map(number),
  ];
  const rows = economy.tiers.map((tier) => {
    const efforts = tier.effort === null ? [] : [tier.effort.least, tier.effort.median, tier.effort.most];
    const shown = efforts.length === 0 ? ["", "", ""] : efforts.map(figure);
    return [...tierFigures(tier, economy), ...shown];
  });
  return table("Achievements by tier", columns, rows);
}

function ways(reported: ReportedGame, isNamed: boolean): Html {
  const columns = [{ name: "name" }, ...["points", "effort", "points per unit"].map(number), { name: "cheapest way" }];
  const rows = reported.economy.achievements.map((entry) => {
    const { points, way, is_secret } = entry;
    const phrase = wayPhrase(way);
    return [
      nameCell(entry, is_secret),
      figure(points),
      effortFigure(way),
      yieldFigure(points, way),
      way.steps.length > 0 ? phrase : html`<span class="${way.certainty}">${phrase}</span>`,
    ];
  });
  const settings = actionSentences(reported.economy).map((sentence) => html`<p class="soft">${sentence}</p>\n`);
  return html`${heading(WAYS, isNamed)}
${settings}${table("The cheapest ways", columns, rows)}`;
}

function nameCell({ custom_id, name }: Pick<EconomyEntry, "custom_id" | "name">, isSecret: boolean): Html {
  const secret = isSecret ? html` <span class="mark">secret</span>` : "";
  if (name === "" || name === custom_id) return html`<code class="title">${custom_id}</code>${secret}`;
  return html`<span class="title">${named(name)}</span>${secret}<br><code class="soft">${custom_id}</code>`;
}

function rewards({ economy }: ReportedGame, isNamed: boolean): Html {
  if (economy.rewards.length === 0) return html``;
  const columns = [{ name: "name" }, number("times given"), { name: "given by" }];
  const rows = economy.rewards.map((reward) => [
    nameCell(reward, false),
    figure(reward.given_by.length),
    reward.given_by.join(", ") || html`<span class="unknown">no achievement gives it</span>`,
  ]);
  return html`${heading("Rewards", isNamed)}\n${table(REWARDS, columns, rows)}`;
}

function footnotes(): Html {
  return html`<p class="soft">${EFFORT_MEANS}</p>`;
}
