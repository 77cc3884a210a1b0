/// <reference lib="dom" />
/** The page of a plan in a browser: it is used with a mouse, a keyboard and neither script nor colour, and obeys no text. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/model/model.ts";
import { HOSTILE_TEXTS } from "../../hostile/texts.ts";
import { hasBrowser, inBrowser } from "../../support/browser.ts";
import { inGame } from "../../support/cli.ts";
import { shownGame } from "../markdown/pages.ts";
import { everyAction, plan, refusals, step } from "../sample-plans.ts";
import { planPage } from "./pages.ts";

/** The texts in every place of a plan that text comes into. */
function planOf(texts: readonly string[]): Plan {
  const steps = texts.flatMap((text) => [
    step("update", `reward/${text}`, {
      fields: [
        { path: `/custom_data/${text}`, before: text, after: `${text}!` },
        { path: "/description", before: `a\n${text}`, after: `b\n${text}` },
      ],
      hazards: [{ name: "mass-change", sentence: text }],
      notes: [text],
      origin: { file: `${text}.yaml`, line: 1, column: 1 },
    }),
    step("attach", "achievement/a", { link: { name: text, member: text } }),
  ]);
  const [game = "", environment = ""] = texts;
  const kept = texts.map((text) => ({ address: `reward/${text}` as const, reason: "not-pruned" as const }));
  return plan(steps, { game, environment, base_url: `https://x/${game}`, kept });
}

const texts = Object.values(HOSTILE_TEXTS);
const shownRows = (page: Page): Promise<number> => page.locator("tr.change:visible").count();

describe.skipIf(!hasBrowser)("the page of a plan in a browser", () => {
  const browser = inBrowser();
  const usual = planPage([shownGame(everyAction, refusals)], {});

  it("shows hostile names as text", async () => {
    const hostile = planOf(texts);
    const page = await browser.open(planPage([shownGame(hostile, refusals), shownGame(hostile)], {}));
    await page.click("#open");
    expect(await page.locator("tr.change").count()).toBe(2 * hostile.steps.length);
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("img, svg, iframe, object, embed, form, base, link").count()).toBe(0);
    expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
    const attributes = await page.evaluate(() =>
      [...document.querySelectorAll("*")].flatMap((each) => [...each.attributes].map(({ name }) => name)),
    );
    expect(attributes.filter((name) => name.startsWith("on") || name === "style" || name === "src")).toEqual([]);
    const html = HOSTILE_TEXTS.HTML ?? "";
    expect(await page.locator("tr.change", { hasText: html }).count()).toBeGreaterThan(0);
  });

  it("shows hostile live names as text, also in its picture", async () => {
    const rewards = texts.map((text, index) => ({
      custom_id: `r${index}`,
      name: `${text}${index}`,
      description: text,
    }));
    const achievements = texts.map((text, index) => ({
      custom_id: `a${index}`,
      name: `${text}${index}`,
      rewards: [`r${index}`],
    }));
    const game = await inGame({
      manifests: { "a.yaml": "rewards: []\nachievements: []\n" },
      live: { rewards, achievements },
    });
    const { stdout } = await game.run(["plan", "--prune", "--format", "html"]);
    const page = await browser.open(stdout);
    expect(await page.locator("svg.graph .node").count()).toBeGreaterThan(texts.length);
    await page.click("#open");
    await page.locator("svg.graph .node").last().click();
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
  });

  it("filters by what a change does, by danger, and by words in it", async () => {
    const page = await browser.open(usual);
    const all = everyAction.steps.length;
    expect(await shownRows(page)).toBe(all);
    await page.getByRole("combobox", { name: "Change" }).selectOption("update");
    expect(await shownRows(page)).toBe(2);
    expect(await page.getByRole("status").textContent()).toBe(`2 of ${all} changes`);
    await page.getByRole("combobox", { name: "Hazard" }).selectOption("any");
    expect(await shownRows(page)).toBe(1);
    await page.getByRole("combobox", { name: "Change" }).selectOption("");
    expect(await shownRows(page)).toBe(2);
    await page.getByRole("combobox", { name: "Hazard" }).selectOption("empties-kind");
    expect(await page.locator("tr.change:visible th").textContent()).toBe("leaderboard/season-1");
    await page.getByRole("combobox", { name: "Hazard" }).selectOption("");
    await page.getByRole("searchbox").fill("QUEEN proof");
    expect(await shownRows(page)).toBe(1);
    await page.getByRole("searchbox").fill("nothing of the sort");
    expect(await shownRows(page)).toBe(0);
    expect(await page.getByText("No changes match the filter.").isVisible()).toBe(true);
  });

  it("shows everything without its script, and no control that needs it", async () => {
    const page = await browser.open(usual, { scripts: false });
    expect(await page.locator("#tools").isVisible()).toBe(false);
    expect(await shownRows(page)).toBe(everyAction.steps.length);
    await page.locator("tr.change summary").first().click();
    expect(await page.locator("tr.change details[open]").count()).toBe(1);
  });
});
