/** The page of `laurel report` in a real browser. */
import { describe, expect, it } from "vitest";
import { economyOf } from "../../../src/analysis/report/economy.ts";
import { readTemplate } from "../../../src/files/assets.ts";
import { sha256Base64 } from "../../../src/files/hash.ts";
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
  const [page, own] = await Promise.all(
    ["page.css", "report.css"].map(async (name) => (await readTemplate("pages", name)).text),
  );
  const assets = { styles: [page ?? "", own ?? ""], scripts: [] };
  return renderEconomyHtml([{ game: HOSTILE, economy: economyWith(count, name) }], [], { assets, hash: sha256Base64 });
}

describe.skipIf(!hasBrowser)("the page of a report", () => {
  const browser = inBrowser();

  it("shows two plots with words for who cannot see them, and tables with the same figures", async () => {
    const page = await browser.open(await pageOf(12));
    expect(await page.locator("svg:visible").count()).toBe(2);
    for (const svg of await page.locator("svg").all()) expect(await svg.getAttribute("aria-label")).toMatch(/\w{3}/);
    expect(await page.locator("table").count()).toBe(3);
    expect(await page.getByRole("row").count()).toBeGreaterThan(12);
    expect(await page.locator("h1").innerText()).toContain("<img");
    expect(await page.locator("img").count()).toBe(0);
  });

  it("has everything in the dark", async () => {
    const page = await browser.open(await pageOf(12), { dark: true });
    expect(await page.locator("tbody tr").count()).toBeGreaterThan(12);
  });

  it.each([320, 1280])("does not scroll sideways on a screen of %i pixels", async (width) => {
    const page = await browser.open(await pageOf(200), { width });
    const room = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    expect(room).toBeLessThanOrEqual(0);
  });
});
