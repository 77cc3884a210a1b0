/** The pages of a plan and of a report in a browser, wide and on a telephone. */
import { beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, inBrowser } from "../support/browser.ts";
import { runCli } from "../support/cli.ts";

describe.skipIf(!hasBrowser)("pages", { timeout: 60_000 }, () => {
  const browser = inBrowser();
  const pages = { report: "", plan: "" };

  beforeAll(async () => {
    const page = async (command: string) =>
      (await runCli([command, "--format", "html", "--project", "examples/dungeon/laurel.yaml"], { cwd: process.cwd() }))
        .stdout;
    pages.report = await page("report");
    pages.plan = await page("plan");
  }, 60_000);

  it.each(["report", "plan"] as const)("of a %s fit a telephone", async (name) => {
    const page = await browser.open(pages[name], { width: 400 });
    const size = await page.locator("html").evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight]);
    expect(size[0]).toBeLessThanOrEqual(400);
    expect(size[1]).toBeLessThan(name === "report" ? 10_000 : 1_500);
  });

  it.each([1280, 400])("of a plan show the changes that have the words, at a width of %i", async (width) => {
    const page = await browser.open(pages.plan, { width });
    const rows = page.locator("tbody tr");
    const all = await rows.count();
    expect(all).toBeGreaterThan(200);
    await page.locator(".filter input").fill("Goblin");
    const shown = await rows.filter({ visible: true }).allTextContents();
    expect(await page.locator(".filter span").innerText()).toBe(`${shown.length} of ${all}`);
    expect(shown.length).toBeGreaterThan(0);
    for (const words of shown) expect(words.toLowerCase()).toContain("goblin");
  });

  it("break no title of a column", async () => {
    const page = await browser.open(pages.report);
    const heights = await page.locator("th").evaluateAll((all) => all.map((each) => each.clientHeight));
    expect(new Set(heights).size).toBe(1);
  });
});
