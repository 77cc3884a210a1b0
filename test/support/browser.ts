/**
 * Pages of HTML in a real browser, headless, opened from a disk as people open them. A page that
 * asks for anything else than itself, that runs into its own policy, or that tells of an error,
 * fails the test that opened it.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome"];
const pathOf = (name: string): string =>
  spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
/** Playwright wants a path. */
const executablePath = PROGRAMS.map(pathOf).find((path) => path !== "");

/**
 * Whether there is a browser; without one, tests of pages are skipped with
 * `describe.skipIf(!hasBrowser)`.
 */
export const hasBrowser = executablePath !== undefined;
if (!hasBrowser)
  process.stderr.write(
    `\nNO BROWSER: pages are not tested. None of ${PROGRAMS.join(", ")} is there.\n\n`,
  );

/** Time for a browser to start on a machine that does much else. */
const START_MS = 60_000;

interface PageView {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Whether scripts run, as they do unless somebody turned them off. */
  readonly scripts?: boolean;
}

/** A browser for the tests of the `describe` block in which this is called. */
export function inBrowser() {
  const troubles: string[] = [];
  let browser: Browser;
  let folder: string;
  let pages = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "laurel-pages-"));
    browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  }, START_MS);

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(troubles.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }, START_MS);

  return {
    /** The troubles until now, which then do not fail the test. */
    takeTroubles: (): readonly string[] => troubles.splice(0),
    /** Opens the page from a file of its own. It is closed after the test. */
    open: async (html: string, view: PageView = {}): Promise<Page> => {
      const { width = 1280, height = 800, dark = false, scripts = true } = view;
      pages += 1;
      const file = join(folder, `page-${pages}.html`);
      await writeFile(file, html);
      const url = pathToFileURL(file).href;
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
        javaScriptEnabled: scripts,
      });
      const page = await context.newPage();
      // What a page says of its own policy comes as an error of the console, too.
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
          troubles.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
      page.on("dialog", (dialog) => {
        troubles.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("popup", (popup) => troubles.push(`window: ${popup.url()}`));
      page.on("request", (request) => {
        const asked = request.url().split("#")[0] ?? "";
        if (asked !== url) troubles.push(`request: ${asked.slice(0, 200)}`);
      });
      await page.goto(url);
      return page;
    },
  };
}
