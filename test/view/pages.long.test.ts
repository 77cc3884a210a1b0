/** The pages of a plan and of a report in a browser, wide and on a telephone. */
import { beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, inBrowser } from "../support/browser.ts";
import { runCli } from "../support/cli.ts";
import { faintTexts } from "../support/contrast.ts";

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
    const size = await page
      .locator("html")
      .evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight]);
    expect(size[0]).toBeLessThanOrEqual(400);
    expect(size[1]).toBeLessThan(most);
  });

  it.each([1280, 400])(
    "of a plan shows the changes that have the words, at a width of %i",
    async (width) => {
      const page = await browser.open(pages.plan, { width });
      const rows = page.locator("tbody tr");
      const all = await rows.count();
      expect(all).toBeGreaterThan(200);
      await page.locator(".filter input").fill("Goblin");
      const words = await rows.filter({ visible: true }).allTextContents();
      expect(await page.locator(".filter span").innerText()).toBe(`${words.length} of ${all}`);
      expect(words.length).toBeGreaterThan(0);
      expect(words.filter((text) => !text.toLowerCase().includes("goblin"))).toEqual([]);
    },
  );

  it.each(["report", "plan"] as const)("of a %s can be read, dark or not", async (name) => {
    for (const dark of [false, true])
      expect(await faintTexts(await browser.open(pages[name], { dark }))).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ["grey text", '<p style="color: #999">Text</p>', ["Text: 2.85"]],
    [
      "white text on a light ground",
      '<p style="background: #eee; color: white">Text</p>',
      ["Text: 1.16"],
    ],
    [
      "text on a dark shape",
      '<svg><rect width="99" height="99" fill="#333"></rect><text y="20" fill="#000">Text</text></svg>',
      ["Text: 1.66"],
    ],
    ["black text", '<p style="color: black">Text</p>', []],
    ["black text on a half-dark ground", '<p style="background: #0008; color: #000">Text</p>', []],
    [
      "text beside a dark shape",
      '<svg><rect width="9" height="9" fill="#333"></rect><text y="60" fill="#000">Text</text></svg>',
      [],
    ],
    ["grey text that is large", '<p style="color: #888; font-size: 24px">Text</p>', []],
    ["grey text that is hidden", '<p style="color: #999" hidden>Text</p>', []],
  ])("with %s: its contrast is measured", async (_, body, faint) => {
    expect(await faintTexts(await browser.open(`<!doctype html><title>T</title>${body}`))).toEqual(
      faint,
    );
  });

  it.each<[string, string, RegExp]>([
    ["asks for a picture elsewhere", '<img src="http://127.0.0.1:1/x.png">', /^request: http:/],
    [
      "runs into its own policy",
      '<meta http-equiv="Content-Security-Policy" content="style-src \'none\'"><style></style>',
      /^console: /,
    ],
    ["has a script that fails", "<script>throw new Error('oh')</script>", /^error: oh/],
    ["prints an error", "<script>console.error('oh')</script>", /^console: oh/],
    ["opens a dialog", "<script>alert('oh')</script>", /^dialog: oh/],
  ])("that %s fails its test", async (_, body, trouble) => {
    await browser.open(`<!doctype html><title>T</title>${body}`);
    await expect.poll(() => browser.takeTroubles()).toContainEqual(expect.stringMatching(trouble));
    browser.takeTroubles();
  });

  it("breaks no title of a column", async () => {
    const page = await browser.open(pages.report);
    const heights = await page
      .locator("th")
      .evaluateAll((all) => all.map((title) => title.clientHeight));
    expect(new Set(heights).size).toBe(1);
  });
});
