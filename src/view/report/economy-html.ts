/**
 * The points economy of games as one page of HTML: figures, plots, and tables with the same figures. It works without
 * its script, which only sorts tables.
 */
import type { Diagnostic } from "../../model/diagnostics.ts";
import { type Html, html, type PageAssets, problemBox, renderHtmlPage } from "../html/html.ts";
import {
  EFFORT_MEANS,
  effortFigure,
  figure,
  ORDER_MEANS,
  percent,
  type ReportedGame,
  rowsOf,
  tierName,
  totalSentences,
  wayPhrase,
  yieldFigure,
} from "./economy-view.ts";
import { curveOf, histogramOf, scatterOf, tierPlotOf } from "./plots.ts";

export function renderEconomyHtml(
  games: readonly ReportedGame[],
  diagnostics: readonly Diagnostic[],
  assets: PageAssets,
  hash: (text: string) => string,
): string {
  const [only] = games.length === 1 ? games : [];
  const title = only === undefined ? "Points economy" : `Points economy of ${only.game}`;
  const body = html`<main>
<h1>${title}</h1>
${problemBox(diagnostics, "error")}${problemBox(diagnostics, "warning")}${games.map((game) => gameSection(game, only === undefined))}${games.length === 0 ? html`` : footnotes()}
</main>`;
  return renderHtmlPage({ title, body, assets }, hash);
}

function gameSection(reported: ReportedGame, isNamed: boolean): Html {
  const { game, economy, asked } = reported;
  const name = isNamed ? html`<h2>${game}</h2>\n` : html``;
  if (asked !== undefined) return html`<section>${name}${ways(reported, isNamed)}</section>\n`;
  if (economy.totals.achievements === 0) return html`<section>${name}<p>This game has no achievements.</p></section>\n`;
  return html`<section>
${name}${cards(reported)}
<p>${totalSentences(economy).join(" ")}</p>
<div class="plots">
${plot("Achievements by points", histogramOf(economy))}
${plot("Points over effort", curveOf(economy))}
${plot("Effort and points", scatterOf(economy))}
${plot("Points by tier", tierPlotOf(economy))}
</div>
${heading("By tier", isNamed)}
${tiers(reported)}
${ways(reported, isNamed)}
${rewards(reported, isNamed)}
${assumptions(reported, isNamed)}
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
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="sortable">
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${body}</tbody></table></div>`;
}

const number = (name: string): Column => ({ name, isNumber: true });

function tiers({ economy }: ReportedGame): Html {
  const columns = [
    { name: "points" },
    number("how many"),
    number("secret"),
    number("total points"),
    number("share"),
    number("least effort"),
    number("median effort"),
    number("most effort"),
  ];
  const rows = economy.tiers.map((tier) => [
    tierName(tier),
    figure(tier.achievements),
    figure(tier.secret),
    figure(tier.points),
    percent(tier.points, economy.totals.points),
    tier.effort === null ? "" : figure(tier.effort.least),
    tier.effort === null ? "" : figure(tier.effort.median),
    tier.effort === null ? "" : figure(tier.effort.most),
  ]);
  return table("Achievements by tier", columns, rows);
}

function ways(reported: ReportedGame, isNamed: boolean): Html {
  const columns = [
    { name: "name" },
    number("points"),
    number("effort"),
    number("points per unit"),
    number("new effort"),
    number("total effort"),
    number("points so far"),
    { name: "cheapest way" },
  ];
  const rows = rowsOf(reported).map(({ entry, earned }) => {
    const { custom_id, name, points, way, is_secret } = entry;
    const isKnown = way.steps.length > 0;
    const secret = is_secret ? html` <span class="mark">secret</span>` : html``;
    return [
      html`<span class="title">${name === "" ? custom_id : name}</span>${secret}<br><code class="soft">${custom_id}</code>`,
      figure(points),
      effortFigure(way),
      yieldFigure(points, way),
      earned === undefined ? "" : figure(earned.effort),
      earned === undefined ? "" : figure(earned.total_effort),
      earned === undefined ? "" : figure(earned.total_points),
      isKnown ? wayPhrase(way) : html`<span class="${way.certainty}">${wayPhrase(way)}</span>`,
    ];
  });
  return html`${heading("The cheapest ways, in the order a typical player earns them", isNamed)}
${table("The cheapest ways", columns, rows)}`;
}

function rewards({ economy }: ReportedGame, isNamed: boolean): Html {
  if (economy.rewards.length === 0) return html``;
  const columns = [{ name: "name" }, number("times given"), { name: "given by" }];
  const rows = economy.rewards.map(({ custom_id, name, given_by }) => [
    html`${name === "" ? custom_id : name}<br><code class="soft">${custom_id}</code>`,
    figure(given_by.length),
    given_by.length === 0 ? html`<span class="unknown">no achievement gives it</span>` : given_by.join(", "),
  ]);
  return html`${heading("Rewards", isNamed)}\n${table("Rewards and the achievements that give them", columns, rows)}`;
}

function assumptions({ economy }: ReportedGame, isNamed: boolean): Html {
  if (economy.assumptions.length === 0) return html``;
  return html`${heading("Assumptions about undocumented behaviour of the service", isNamed)}
<dl class="assumptions">${economy.assumptions.map(
    ({ name, sentence }) => html`<dt><code>${name}</code></dt><dd>${sentence}</dd>\n`,
  )}</dl>`;
}

function footnotes(): Html {
  return html`<p class="soft">${EFFORT_MEANS} ${ORDER_MEANS}</p>`;
}
