/** The page of `laurel report` in a real browser. */
import { describe, expect, it } from "vitest";
import { economyOf } from "../../../src/analysis/report/economy.ts";
import { sha256Base64 } from "../../../src/files/hash.ts";
import { readTemplate } from "../../../src/files/package.ts";
import { renderEconomyHtml } from "../../../src/view/report/economy-html.ts";
import { hasBrowser, inBrowser } from "../../support/browser.ts";
import { designFrom } from "../../support/designs.ts";

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>' onfocus='alert(3)`;

function economyWith(count: number, name: string) {
  const ids = Array.from({ length: count }, (_, index) => index);
  return economyOf(
    designFrom({
      actions: { a: {} },
      criteria: Object.fromEntries(
        ids.map((id) => [`c${id}`, { custom_action_id: "a", rule: `gte:${(id * 37) % 90}` }]),
      ),
      groups: Object.fromEntries(ids.map((id) => [`g${id}`, { criteria: [`c${id}`] }])),
      rewards: { r: { name: HOSTILE } },
      achievements: Object.fromEntries(
        ids.map((id) => [
          `x${id}`,
          {
            name: id === 0 ? HOSTILE : `${name} ${id}`,
            points: (id * 13) % 50,
            is_secret: id % 5 === 0,
            custom_criteria_group_id: id === 7 ? null : `g${id}`,
            rewards: id === 1 ? ["r"] : [],
          },
        ]),
      ),
    }),
  );
}

async function pageOf(count: number, name = "Number"): Promise<string> {
  const [page, own, script] = await Promise.all(
    ["page.css", "report.css", "report.js"].map(async (name) => (await readTemplate("pages", name)).text),
  );
  const assets = { styles: [page ?? "", own ?? ""], scripts: [script ?? ""] };
  return renderEconomyHtml([{ game: HOSTILE, economy: economyWith(count, name) }], [], { assets, hash: sha256Base64 });
}

describe.skipIf(!hasBrowser)("the page of a report", () => {
  const browser = inBrowser();

  it("shows four plots with words for who cannot see them, and tables with the same figures", async () => {
    const page = await browser.open(await pageOf(12));
    expect(await page.locator("svg:visible").count()).toBe(4);
    for (const svg of await page.locator("svg").all()) expect(await svg.getAttribute("aria-label")).toMatch(/\w{3}/);
    expect(await page.locator("table").count()).toBe(3);
    expect(await page.getByRole("row").count()).toBeGreaterThan(12);
    expect(await page.locator("h1").innerText()).toContain("<img");
    expect(await page.locator("img").count()).toBe(0);
  });

  it("says the names of a spot when the keyboard comes to it", async () => {
    const page = await browser.open(await pageOf(12));
    const spot = page.locator("svg .spot:visible").nth(1);
    await spot.focus();
    expect(await spot.getAttribute("aria-label")).toMatch(/effort \d+/);
    expect(await spot.locator(".label").isVisible()).toBe(true);
    expect(await page.locator("svg .spot:visible").nth(2).locator(".label").isVisible()).toBe(false);
  });

  it.each([1280, 400])("says them within its card, however wide they are, %i pixels wide", async (width) => {
    const page = await browser.open(await pageOf(40, "W".repeat(60)), { width });
    const beyond = await page.evaluate<
      readonly (string | null)[]
    >(`[...document.querySelectorAll("svg .label")].map((label) => label.querySelector("span") ?? label)
      .filter((label) => {
        const [own, card] = [label, label.closest("figure")].map((each) => each.getBoundingClientRect());
        return own.width !== 0 && (own.width < 50 || own.left < card.left || own.right > card.right);
      })
      .map(({ textContent }) => textContent)`);
    expect(beyond).toEqual([]);
    expect(await page.locator("svg .spot:visible").count()).toBeGreaterThan(20);
  });

  it("sorts a table by a column, backwards, and as it was", async () => {
    const page = await browser.open(await pageOf(12));
    const table = page.locator("table").nth(1);
    const points = async () => (await table.locator("tbody tr td:nth-child(2)").allInnerTexts()).map(Number);
    const before = await points();
    const button = table.getByRole("button", { name: "points", exact: true }).first();
    await button.press("Enter");
    expect(await points()).toEqual([...before].sort((a, b) => a - b));
    expect(await table.locator("th").nth(1).getAttribute("aria-sort")).toBe("ascending");
    await button.click();
    expect(await points()).toEqual([...before].sort((a, b) => b - a));
    await button.click();
    expect(await points()).toEqual(before);
  });

  it("has everything without scripts, and in the dark", async () => {
    const page = await browser.open(await pageOf(12), { scripts: false, dark: true });
    expect(await page.locator("tbody tr").count()).toBeGreaterThan(12);
    expect(await page.locator("button").count()).toBe(0);
  });

  it.each([320, 1280])("does not scroll sideways on a screen of %i pixels", async (width) => {
    const page = await browser.open(await pageOf(200), { width });
    const room = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    expect(room).toBeLessThanOrEqual(0);
    // So many spots would be no way to go by keyboard.
    expect(await page.locator("svg .spot[tabindex]").count()).toBe(0);
  });
});
