/** The pages of a plan and of a report in a browser, wide and on a telephone. */
import { beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, inBrowser } from "../support/browser.ts";
import { runCli } from "../support/cli.ts";

describe.skipIf(!hasBrowser)("a page", { timeout: 60_000 }, () => {
  const browser = inBrowser();
  const pages = { report: "", plan: "" };

  beforeAll(async () => {
    for (const command of ["report", "plan"] as const) {
      const argv = [command, "--format", "html", "--project", "examples/dungeon/laurel.yaml"];
      pages[command] = (await runCli(argv, { cwd: process.cwd() })).stdout;
    }
  }, 60_000);

  it.each([
    ["report", 10_000],
    ["plan", 1_500],
  ] as const)("of a %s fits a telephone", async (name, most) => {
    const page = await browser.open(pages[name], { width: 400 });
    const size = await page.locator("html").evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight]);
    expect(size[0]).toBeLessThanOrEqual(400);
    expect(size[1]).toBeLessThan(most);
  });

  it.each([1280, 400])("of a plan shows the changes that have the words, at a width of %i", async (width) => {
    const page = await browser.open(pages.plan, { width });
    const rows = page.locator("tbody tr");
    const all = await rows.count();
    expect(all).toBeGreaterThan(200);
    await page.locator(".filter input").fill("Goblin");
    const words = await rows.filter({ visible: true }).allTextContents();
    expect(await page.locator(".filter span").innerText()).toBe(`${words.length} of ${all}`);
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((text) => !text.toLowerCase().includes("goblin"))).toEqual([]);
  });

  it("breaks no title of a column", async () => {
    const page = await browser.open(pages.report);
    const heights = await page.locator("th").evaluateAll((all) => all.map((title) => title.clientHeight));
    expect(new Set(heights).size).toBe(1);
  });
});
