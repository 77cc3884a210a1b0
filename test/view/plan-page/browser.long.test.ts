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

  it("opens on the changes, and below them on what changes in the picture", async () => {
    const rewards = Array.from({ length: 30 }, (_, index) => ({ custom_id: `r${index}`, name: `Reward ${index}` }));
    const all = rewards.map(({ custom_id }) => custom_id);
    const wanted = `
rewards: [${rewards.map(({ custom_id, name }) => `{ custom_id: ${custom_id}, name: ${name} }`).join(", ")}, { custom_id: new, name: New }]
achievements:
  - { custom_id: all, name: All, rewards: [${all.join(", ")}] }
  - { custom_id: one, name: One, points: 5, rewards: [r29, new] }
`;
    const achievements = [
      { custom_id: "all", name: "All", rewards: all },
      { custom_id: "one", name: "One", points: 1, rewards: ["r29"] },
    ];
    const game = await inGame({ manifests: { "a.yaml": wanted }, live: { rewards, achievements } });
    const page = await browser.open((await game.run(["plan", "--format", "html"])).stdout);
    const top = async (selector: string): Promise<number> =>
      (await page.locator(selector).first().boundingBox())?.y ?? 0;
    expect(await top("tr.change")).toBeLessThan(800);
    expect(await top("table.changes")).toBeLessThan(await top("svg.graph"));
    const hidden = await page.evaluate(() => {
      const room = document.querySelector(".viewport")?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll("svg.graph .node:is(.create, .update)")]
        .map((node) => node.querySelector("rect")?.getBoundingClientRect() ?? new DOMRect())
        .filter((box) => {
          return box.top < room.top || box.bottom > room.bottom || box.left < room.left || box.right > room.right;
        }).length;
    });
    expect(hidden).toBe(0);
    expect(await page.locator("svg.graph .node:is(.create, .update)").count()).toBe(2);
    // A box that stays as it is leads nowhere.
    const stays = page.locator("svg.graph .node", { hasText: "Reward 29" });
    expect(await stays.getAttribute("aria-label")).toMatch(/^Reward: Reward 29/);
    await stays.click();
    expect(page.url()).not.toContain("#");
    expect(await page.locator("svg.graph a").count()).toBe(2);
    await page.locator("svg.graph .node.create").click();
    expect(page.url()).toMatch(/#reward\/new$/);
    expect(await page.locator("tr.change:target details[open]").count()).toBe(1);
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

  it("leads from a danger to its change, also when a filter hides it", async () => {
    const page = await browser.open(usual);
    await page.getByRole("searchbox").fill("reward/gold-coin");
    await page.getByRole("link", { name: "delete leaderboard/season-1" }).first().click();
    await page.locator("tr.change:target details[open]").waitFor({ state: "visible" });
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
  });

  it("is used with the keyboard alone", async () => {
    const page = await browser.open(usual);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the changes");
    await page.keyboard.press("/");
    await page.keyboard.type("dragons");
    expect(await page.getByRole("searchbox").inputValue()).toBe("dragons");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    const summary = page.locator("tr.change summary").first();
    await summary.focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("tr.change details").first().getAttribute("open")).not.toBeNull();
  });

  it("has names for everything that is used, and headings in order", async () => {
    const page = await browser.open(usual);
    const unnamed = await page.evaluate(
      () =>
        [...document.querySelectorAll("input, select, button, summary, table")].filter((each) => {
          const label = each.closest("label")?.textContent ?? each.textContent ?? "";
          return (each.matches("table") ? each.querySelector("caption")?.textContent : label)?.trim() === "";
        }).length,
    );
    expect(unnamed).toBe(0);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  });

  it("shows everything without its script, and no control that needs it", async () => {
    const page = await browser.open(usual, { scripts: false });
    expect(await page.locator("#tools").isVisible()).toBe(false);
    expect(await shownRows(page)).toBe(everyAction.steps.length);
    await page.locator("tr.change summary").first().click();
    expect(await page.locator("tr.change details[open]").count()).toBe(1);
  });

  it.each([
    ["a telephone", { width: 360, height: 640 }],
    ["a screen in the dark", { width: 1280, dark: true }],
  ])("fits on %s", async (_, view) => {
    const page = await browser.open(usual, view);
    await page.evaluate(() => {
      for (const each of document.querySelectorAll("details")) each.open = true;
    });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
    // Filters leave room for the changes.
    expect((await page.locator("#tools").boundingBox())?.height).toBeLessThan(view.width < 400 ? 160 : 100);
  });

  it("opens everything on paper", async () => {
    const page = await browser.open(usual);
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    expect(await page.locator("details:not([open])").count()).toBe(0);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(await page.locator("details[open]").count()).toBe(0);
  });

  it("stays quick with as many changes as a page takes", async () => {
    const steps = Array.from({ length: 5_000 }, (_, index) =>
      step("update", `reward/r${index}`, { fields: [{ path: "/description", before: "a b c", after: "a b d" }] }),
    );
    const page = await browser.open(planPage([shownGame(plan(steps))]));
    expect(await shownRows(page)).toBe(2_000);
    await page.getByRole("searchbox").fill("r1999");
    expect(await shownRows(page)).toBe(1);
    const millis = await page.evaluate(() => {
      const search = document.getElementById("search") as HTMLInputElement;
      search.value = "r1";
      const start = performance.now();
      search.dispatchEvent(new Event("input"));
      return performance.now() - start;
    });
    expect(millis).toBeLessThan(2_000);
  });
});
