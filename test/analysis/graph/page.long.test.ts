/**
 * The page with graphs in a browser: search, selection, zoom; wide, narrow, dark, and without
 * scripts.
 */

import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { pageParts } from "../../../src/cli/command/print.ts";
import { graphDocument } from "../../../src/view/graph/document.ts";
import type { GraphToShow } from "../../../src/view/mask/results.ts";
import { renderHtml } from "../../../src/view/render/html.ts";
import { groupedTexts } from "../../hostile/texts.ts";
import { hasBrowser, inBrowser } from "../../support/browser.ts";
import { faintTexts } from "../../support/contrast.ts";
import { shownGraph } from "../../support/shown.ts";
import { DRAGONS, dragonsNamed, graphFor, largeGame } from "./scenes.ts";

const box = (page: Page, name: RegExp): Locator =>
  page.locator("svg.graph").getByRole("link", { name });
const details = (page: Page): Locator => page.getByRole("complementary", { name: "Selected" });
const SLAYER = /^Achievement: Dragon slayer/;

function graphPage(games: readonly GraphToShow[]): string {
  const document = graphDocument(games.map(shownGraph));
  return renderHtml(document, pageParts(document.assets ?? []));
}

describe.skipIf(!hasBrowser)("the page of a graph", { timeout: 120_000 }, () => {
  const browser = inBrowser();
  let dragons: string;
  let large: string;

  beforeAll(() => {
    dragons = graphPage([{ game: "dungeon", graph: graphFor(DRAGONS) }]);
    large = graphPage([{ game: "large", graph: graphFor(largeGame(100)) }]);
  });

  it("zooms, shows the card of a box, and leads on from there", async () => {
    const page = await browser.open(dragons);
    const width = async (): Promise<number> =>
      (await page.locator("svg.graph").boundingBox())?.width ?? 0;
    const fitting = await width();
    await page.getByRole("button", { name: "Zoom out" }).click();
    expect(await width()).toBeCloseTo(fitting * 0.8, 0);
    await page.getByRole("button", { name: "Fit" }).click();
    expect(await width()).toBeCloseTo(fitting, 0);
    await box(page, SLAYER).click();
    expect(await details(page).innerText()).toMatch(
      /achievement\/slayer\s+Earned by: Name of dragons\s+Gives: Dragon egg/,
    );
    expect(page.url()).toMatch(/#achievement\/slayer$/);
    expect(await page.locator(".node:not(.near)").count()).toBe(5);
    await details(page).getByRole("link", { name: "Name of dragons" }).click();
    await expect.poll(() => details(page).innerText()).toContain("Needs: all of its members");
    await page.mouse.move(0, 0);
    await details(page).getByRole("button", { name: "Close" }).click();
    expect(await details(page).isVisible()).toBe(false);
    expect(await page.locator(".graph.lit").count()).toBe(0);
  });

  it("zooms to what a search finds, and opens at the resource that the address names, whatever the address is", async () => {
    const page = await browser.open(large);
    const url = page.url();
    await page.getByRole("searchbox").fill("goal-70");
    expect(await page.getByRole("status").innerText()).toBe("1 of 500 found");
    const found = await page.locator(".node.found").boundingBox();
    expect(found?.width).toBeCloseTo(200, -1);
    await page.getByRole("searchbox").fill("7");
    await page.getByRole("searchbox").press("Enter");
    expect(await details(page).locator("a").first().innerText()).toBe("achievement/goal-17");
    await page.getByRole("searchbox").press("Enter");
    expect(await details(page).locator("a").first().innerText()).toBe("achievement/goal-27");
    for (const hash of ["#achievement/nope", "#%E0%A4%A"]) {
      await page.goto("about:blank");
      await page.goto(url + hash);
      expect(await details(page).isVisible()).toBe(false);
    }
    await page.goto("about:blank");
    await page.goto(`${url}#achievement/goal-70`);
    await expect.poll(() => details(page).locator("strong").innerText()).toContain("number 70");
  });

  it("leads from boxes to cards without scripts", async () => {
    const page = await browser.open(dragons, { scripts: false });
    expect(await page.getByRole("searchbox").isVisible()).toBe(false);
    await box(page, SLAYER).click();
    expect(page.url()).toMatch(/#achievement\/slayer\/card$/);
    expect(await page.locator(":target").innerText()).toContain("Dragon slayer");
    expect(await page.locator(":target").isVisible()).toBe(true);
  });

  it("can be read, dark or not", async () => {
    for (const dark of [false, true]) {
      const page = await browser.open(dragons, { dark });
      await page.locator("details").evaluateAll((all) => {
        for (const details of all) details.setAttribute("open", "");
      });
      expect(await faintTexts(page)).toEqual([]);
    }
  });

  it("fits a telephone: its lists are folded", async () => {
    const page = await browser.open(large, { width: 400 });
    const size = await page
      .locator("html")
      .evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight]);
    expect(size[0]).toBeLessThanOrEqual(400);
    expect(size[1]).toBeLessThan(2_000);
    const [first] = await box(page, /^Achievement/).all();
    expect(await first?.isVisible()).toBe(true);
  });

  it("is a list where the graph is too large to draw", () => {
    const graph = graphFor(largeGame(100));
    const edges = Array.from({ length: 40 }, () => graph.edges).flat();
    const page = graphPage([{ game: "vast", graph: { ...graph, edges } }]);
    expect(page).not.toContain('<svg class="graph"');
    expect(page).toContain("laurel graph --achievement ID");
  });

  it("is harmless with any text, and has a picture for each of several games", async () => {
    for (const text of Object.values(groupedTexts())) {
      const game = dragonsNamed(text);
      const page = await browser.open(graphPage([game, { ...game, game: `other ${text}` }]));
      expect(await page.locator("svg.graph .node").count()).toBe(20);
      const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      await page.locator("svg.graph .node.earn").first().click();
      expect(await details(page).isVisible()).toBe(true);
      expect(await page.locator("img, iframe, object, base, form").count()).toBe(0);
      expect(await page.locator("script").count()).toBe(2);
    }
  });
});
