/** The page with graphs in a browser: by mouse, by keyboard, by screen reader, in dark and in light. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { graphPage } from "../../../src/cli/output/html-pages.ts";
import { groupedTexts } from "../../hostile/texts.ts";
import { hasBrowser, inBrowser } from "../../support/browser.ts";
import { faintTexts } from "../../support/contrast.ts";
import { DRAGONS, dragonsNamed, graphFor, largeGame } from "./scenes.ts";

/** Starting a browser and painting takes its time on a machine that does much else. */
const PATIENCE = 30_000;

const box = (page: Page, name: RegExp): Locator => page.locator("svg.graph").getByRole("link", { name });
const SLAYER = /^Achievement: Dragon slayer/;

/** What the details are about. */
async function chosen(page: Page): Promise<string> {
  return page.getByRole("complementary", { name: "Chosen" }).locator("strong").innerText();
}

/** Names of the boxes that are shown, in the order of the page. */
async function shown(page: Page): Promise<readonly string[]> {
  const boxes = page.locator("svg.graph .node:not(.gone) .name");
  return boxes.allTextContents();
}

async function focused(page: Page): Promise<string> {
  return page.locator(":focus").evaluate((element) => element.getAttribute("aria-label") ?? element.id);
}

describe.skipIf(!hasBrowser)("the page of a graph", { timeout: PATIENCE }, () => {
  const browser = inBrowser();
  let dragons: string;
  let large: string;

  beforeAll(async () => {
    dragons = await graphPage([{ game: "dungeon", graph: graphFor(DRAGONS) }]);
    large = await graphPage([{ game: "large", graph: graphFor(largeGame(100)) }]);
  });

  it("shows a box beside the picture when it is clicked, and goes on from there", async () => {
    const page = await browser.open(dragons);
    await box(page, SLAYER).click();
    const details = page.getByRole("complementary", { name: "Chosen" });
    expect(await details.innerText()).toContain("achievement/slayer");
    expect(await details.innerText()).toMatch(/Earned by\s+Name of dragons\s+Gives\s+Dragon egg/);
    await details.getByRole("link", { name: "Name of dragons" }).click();
    expect(await details.innerText()).toMatch(/Holds when\s+all of its members do/);
    expect(await focused(page)).toMatch(/^Criteria group: Name of dragons/);
    await details.getByRole("button", { name: "Close" }).click();
    expect(await details.isVisible()).toBe(false);
    expect(await focused(page)).toMatch(/^Criteria group: Name of dragons/);
  });

  it("finds names and ids while one types, counts them, and goes to the achievement", async () => {
    const page = await browser.open(dragons);
    await page.keyboard.press("/");
    await page.keyboard.type("DRAGON");
    expect(await page.getByRole("status").innerText()).toBe("5 of 10 found.");
    expect(await page.locator(".node.found").count()).toBe(5);
    expect(await page.locator(".item:visible").count()).toBe(5);
    expect(await page.locator(".kind:visible h2").allInnerTexts()).toEqual([
      expect.stringMatching(/Achievements \(1 of 2\)$/),
      expect.stringMatching(/Actions \(1 of 3\)$/),
      expect.stringMatching(/Criteria \(1 of 2\)$/),
      expect.stringMatching(/Criteria groups \(1 of 2\)$/),
      expect.stringMatching(/Rewards \(1\)$/),
    ]);
    await page.keyboard.press("Enter");
    expect(await chosen(page)).toBe("Dragon slayer");
    // What leads to it and away from it can be read, the rest is dimmed.
    expect(await page.locator(".node:not(.near)").count()).toBe(5);
    await page.keyboard.press("Enter");
    expect(await chosen(page)).toBe("Name of dragons");
    await page.keyboard.press("Escape");
    expect(await page.locator(".item:visible").count()).toBe(10);
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(await page.getByRole("status").innerText()).toBe("");
    await page.getByRole("searchbox").fill("no such thing");
    expect(await page.getByRole("status").innerText()).toBe("0 of 10 found.");
  });

  it("lights what a further search finds, after one box was chosen", async () => {
    const page = await browser.open(dragons);
    const search = page.getByRole("searchbox");
    await search.fill("fighter");
    await search.press("Enter");
    expect(await chosen(page)).toBe("Name of fighter");
    await search.fill("slayer");
    expect(await page.locator(".node.found").count()).toBe(1);
    expect(await page.locator(".node.found:not(.near)").count()).toBe(0);
    expect(await page.locator(".node.found").evaluate((node) => getComputedStyle(node).opacity)).toBe("1");
    await page.goto(`${page.url().split("#")[0]}#achievement/fighter`);
    await search.fill("slayer");
    expect(await page.locator(".node.found:not(.near)").count()).toBe(0);
  });

  it.each([
    ["goal-1", "achievement/goal-1"],
    ["goal-2", "achievement/goal-2"],
    ["Name of count-3", "criterion/count-3"],
    ["prize-1", "reward/prize-1"],
    ["goal-", "achievement/goal-"],
  ])("goes to what is called %s before what is called alike", async (words, address) => {
    const page = await browser.open(large);
    await page.getByRole("searchbox").fill(words);
    await page.keyboard.press("Enter");
    const found = await page.getByRole("complementary").locator("a").first().innerText();
    expect(words.endsWith("-") ? found.slice(0, address.length) : found).toBe(address);
  });

  it.each([
    ["#search=100%", "", "100%"],
    ["#achievement/nope", "achievement/nope is not on this page.", ""],
    ["#achievement/%E0%A4%A", "achievement/%E0%A4%A is not on this page.", ""],
  ])("takes an address that leads nowhere: %s", async (hash, status, words) => {
    const page = await browser.open(dragons);
    const url = page.url();
    await page.goto("about:blank");
    await page.goto(`${url}${hash}`);
    expect(await page.getByRole("status").innerText()).toContain(status);
    expect(await page.getByRole("searchbox").inputValue()).toBe(words);
    await page.getByRole("searchbox").fill("egg");
    await page.waitForTimeout(200);
    expect(page.url()).toMatch(/#search=egg$/);
  });

  it("shows one achievement with what leads to it and what it gives, close together", async () => {
    const page = await browser.open(dragons);
    const before = await page.locator("svg.graph").boundingBox();
    await page.getByRole("combobox", { name: "Achievement" }).selectOption({ label: "Dragon slayer (slayer)" });
    const part = ["Name of slay-dragon", "Name of ten-dragons", "Name of dragons", "Dragon slayer", "Dragon egg"];
    expect((await shown(page)).toSorted()).toEqual(part.toSorted());
    expect(await page.locator(".item:visible").count()).toBe(5);
    expect(await page.locator("svg.graph .edge:not(.gone)").count()).toBe(4);
    expect(await page.getByRole("status").innerText()).toBe("5 of 10 shown.");
    const after = await page.locator("svg.graph").boundingBox();
    expect(after?.height ?? 0).toBeLessThan(before?.height ?? 0);
    await page.getByRole("button", { name: "Show all" }).click();
    expect(await shown(page)).toHaveLength(10);
    expect(await page.locator("svg.graph").boundingBox()).toEqual(before);
  });

  it("is walked through by keyboard alone, along the lines and within columns", async () => {
    const page = await browser.open(dragons);
    await box(page, /^Action: Name of slay-dragon/).focus();
    const walk = async (key: string): Promise<string> => {
      await page.keyboard.press(key);
      return (await focused(page)).replace(/ \(.*/, "");
    };
    expect(await walk("ArrowRight")).toBe("Action: Name of slay-enemy");
    expect(await walk("ArrowRight")).toBe("Criterion: Name of an-enemy");
    expect(await walk("ArrowRight")).toBe("Criteria group: Name of all");
    expect(await walk("ArrowRight")).toBe("Achievement: Name of fighter");
    const other = await walk("ArrowUp");
    expect([other, await walk("ArrowDown")]).toContain("Achievement: Dragon slayer");
    await box(page, SLAYER).focus();
    expect(await walk("ArrowLeft")).toBe("Criteria group: Name of dragons");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("complementary").innerText()).toContain("criteria_group/dragons");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("complementary").isVisible()).toBe(false);
  });

  it("has one box in the order of the tab key, and every other control", async () => {
    const page = await browser.open(dragons);
    expect(await page.locator('svg.graph [tabindex="0"]').count()).toBe(1);
    const stops: string[] = [];
    for (let stop = 0; stop < 11; stop += 1) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.locator(":focus").evaluate((at) => {
          const label = at.closest("label")?.firstChild?.textContent?.trim();
          return at.getAttribute("aria-label") ?? label ?? at.textContent ?? "";
        }),
      );
    }
    expect(stops).toEqual([
      "Skip the picture, go to the lists",
      "Search",
      "Achievement",
      "Lists only",
      "Show all",
      "Smaller",
      "Fit",
      "Larger",
      "Save as SVG",
      "Picture of dungeon",
      expect.stringMatching(/^Action: /),
    ]);
  });

  it("grows and shrinks by keys, by buttons and by the wheel", async () => {
    const page = await browser.open(dragons);
    const width = async (): Promise<number> => (await page.locator("svg.graph").boundingBox())?.width ?? 0;
    const fitting = await width();
    await page.getByRole("region", { name: "Picture of dungeon" }).focus();
    await page.keyboard.press("+");
    expect(await width()).toBeCloseTo(fitting * 1.25, -1);
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    expect(await width()).toBeCloseTo(fitting / 1.25, -1);
    await page.keyboard.press("0");
    expect(await width()).toBeCloseTo(fitting, 0);
    await page.getByRole("button", { name: "Larger" }).click();
    await page.getByRole("button", { name: "Smaller" }).click();
    expect(await width()).toBeCloseTo(fitting, 0);
    await box(page, SLAYER).hover();
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await expect.poll(width).toBeCloseTo(fitting * 1.25, -1);
    await page.getByRole("button", { name: "Fit" }).click();
    expect(await width()).toBeCloseTo(fitting, 0);
  });

  it.each([
    ["all of a small game", () => dragons, ""],
    ["an achievement of it", () => dragons, "g1n7"],
    ["all of a large game", () => large, ""],
    ["an achievement with much before it", () => large, "g1n409"],
  ])("draws no line behind a box that it does not belong to: %s", async (_, html, only) => {
    const page = await browser.open(html());
    await page.getByRole("combobox", { name: "Achievement" }).selectOption(only);
    const behind = await page.evaluate<readonly string[]>(`(() => {
      const at = (node) => node.getAttribute("transform").match(/[\\d.]+/g).map(Number);
      const boxes = [...document.querySelectorAll("svg.graph .node:not(.gone)")].map((node) => [node.id, ...at(node)]);
      return [...document.querySelectorAll("svg.graph .edge:not(.gone)")].flatMap((edge) => {
        const ends = edge.dataset.ends.split(" ").map((end) => "g1n" + end);
        const others = boxes.filter(([id]) => !ends.includes(id));
        const length = edge.getTotalLength();
        const points = Array.from({ length: 60 }, (_, step) => edge.getPointAtLength((length * step) / 59));
        const hit = others.find(([, x, y]) => points.some((p) => p.x > x && p.x < x + 210 && p.y > y && p.y < y + 38));
        return hit === undefined ? [] : [ends.join(" to ") + " behind " + hit[0]];
      });
    })()`);
    expect(behind).toEqual([]);
    expect(await page.locator("svg.graph .edge:not(.gone)").count()).toBeGreaterThan(3);
  });

  it("lights up what leads to a box and away from it", async () => {
    const page = await browser.open(dragons);
    await box(page, SLAYER).hover();
    expect(await page.locator(".node.near").count()).toBe(5);
    expect(await page.locator(".edge.near").count()).toBe(4);
    await page.mouse.move(2, 2);
    expect(await page.locator("svg.graph.lit").count()).toBe(0);
  });

  it("says to screen readers what it shows", async () => {
    const page = await browser.open(dragons);
    const tree = await page.locator("body").ariaSnapshot();
    expect(tree).toContain('heading "Graph of dungeon" [level=1]');
    expect(tree).toContain('link "Achievement: Dragon slayer (slayer), 50 points, secret; 1 before, 1 after"');
    expect(tree).toContain('heading "Rewards (1)" [level=2]');
    expect(tree).toMatch(/listitem:\n(?: .*\n)*? .*Dragon egg/);
  });

  it("opens where nothing takes part", async () => {
    const boards = { leaderboards: [{ custom_id: "points", type: "standard" }] };
    const empty = await browser.open(await graphPage([{ game: "empty", graph: graphFor(boards) }]));
    expect(await empty.locator("main").innerText()).toContain("0 resources, 0 connections.");
  });

  it("has a picture for each of several games, which are narrowed down together", async () => {
    const games = ["one", "two"].map((game) => ({ game, graph: graphFor(DRAGONS) }));
    const page = await browser.open(await graphPage(games));
    expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(["one", "two"]);
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await page.getByRole("combobox", { name: "Achievement" }).selectOption("g2n8");
    expect(await page.locator("section.game:visible").count()).toBe(1);
    expect(await shown(page)).toContain("Dragon slayer");
  });

  it("says everything without scripts", async () => {
    const page = await browser.open(dragons, { scripts: false });
    expect(await page.getByRole("group", { name: "Search and filter" }).isVisible()).toBe(false);
    await box(page, SLAYER).click();
    expect(page.url()).toMatch(/#achievement\/slayer$/);
    expect(await page.locator(":target").innerText()).toContain("Dragon slayer");
    expect(await page.getByRole("button", { name: "Fit" }).isVisible()).toBe(false);
  });

  it.each([false, true])("can be read, dark or not (%s)", async (dark) => {
    for (const html of [dragons]) {
      const page = await browser.open(html, { dark });
      expect(await faintTexts(page)).toEqual([]);
      const colours = await page.evaluate<readonly string[]>(
        `[getComputedStyle(document.getElementById("search"), "::placeholder"), getComputedStyle(document.querySelector(".soft"))].map(({ color }) => color)`,
      );
      expect(colours[0]).toBe(colours[1]);
      await box(page, SLAYER).click();
      expect(await faintTexts(page)).toEqual([]);
    }
  });

  it("looks different in dark and in light, and fits a telephone", async () => {
    const ground = (page: Page): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const [light, dark] = [await browser.open(dragons), await browser.open(dragons, { dark: true, width: 400 })];
    expect(await ground(light)).not.toBe(await ground(dark));
    expect(await dark.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(400);
    expect(await dark.locator("svg.graph .node:visible").count()).toBe(10);
    const narrow = await browser.open(large, { width: 320 });
    expect(await narrow.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320);
  });

  it("is below a megabyte with 500 nodes, and answers at once", async () => {
    expect(Buffer.byteLength(large)).toBeLessThan(1_000_000);
    const page = await browser.open(large);
    expect(await page.locator("svg.graph .node").count()).toBe(510);
    const took = await page.evaluate<number>(`(() => {
      const [search, only] = [document.getElementById("search"), document.getElementById("only")];
      const start = performance.now();
      search.value = "goal-7";
      search.dispatchEvent(new Event("input"));
      only.selectedIndex = 8;
      only.dispatchEvent(new Event("change"));
      document.body.getBoundingClientRect();
      return performance.now() - start;
    })()`);
    expect(took).toBeLessThan(1_500);
  });

  it.each(Object.entries(groupedTexts()))("is harmless with %s", async (_, text) => {
    const game = dragonsNamed(text);
    const page = await browser.open(await graphPage([game, game]));
    expect(await page.locator("svg.graph .node").count()).toBe(20);
    await page.locator("svg.graph .node.earn").first().click();
    expect(await page.locator("aside:visible").count()).toBe(1);
    expect(await page.locator("img, iframe, object, base, form").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(1);
  });
});
