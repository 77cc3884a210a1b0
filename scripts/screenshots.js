/**
 * Screenshots of the pages that laurel makes, and of a plan as a comment on a pull request. Pixels depend on the fonts of a
 * machine; whether a picture is current shows in the digest of the page that it was made from.
 */
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { chromium } from "playwright-core";
import { openReview, openScene } from "./scene.js";

/** File in `docs/images`: the digest of the page behind each screenshot. */
export const SOURCES = "sources.json";
const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The HTML behind each screenshot, by file name, with the size of the window. */
export function screenshotPages() {
  return new Map([...pullRequestPage(), ...reviewPages()]);
}

/** A small change with a deletion, which is refused. */
function pullRequestPage() {
  const scene = openScene();
  try {
    scene.laurel(["apply", "--yes"]);
    scene.edit("combat/battles.yaml", "rule: gte:100\n", "rule: gte:250\n");
    scene.edit("combat/battles.yaml", "points: 5\n", "points: 10\n");
    scene.removeLast("town/fellowship.yaml");
    const { stdout } = scene.laurel(["plan", "--base", "HEAD", "--format", "markdown"], [4]);
    return [["pull-request.png", { html: comment(stdout), width: 960, height: 900 }]];
  } finally {
    scene.close();
  }
}

function reviewPages() {
  const scene = openReview();
  try {
    const page = (...words) => scene.laurel([...words, "--format", "html"], [0, 4]).stdout;
    return [
      ["plan-page.png", { html: page("plan", "--base", "HEAD"), width: 1280, height: 900 }],
      ["graph.png", { html: page("graph", "--achievement", "legend-of-the-deep"), width: 1280, height: 800 }],
      ["report.png", { html: page("report"), width: 1280, height: 900 }],
    ];
  } finally {
    scene.close();
  }
}

/** Digests by file name. */
export function digestsOf(pages) {
  const entries = [...pages].map(([name, { html }]) => [name, createHash("sha256").update(html).digest("hex")]);
  return Object.fromEntries(entries);
}

export async function writeScreenshots(folder) {
  const executablePath = PROGRAMS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("Chromium is missing: apt-get install chromium");
  const pages = screenshotPages();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    for (const [name, { html, width, height }] of pages) {
      const page = await browser.newPage({ viewport: { width, height } });
      await page.setContent(html, { waitUntil: "load" });
      const box = page.locator(".comment");
      const options = { path: join(folder, name) };
      await ((await box.count()) > 0 ? box.screenshot(options) : page.screenshot(options));
      await page.close();
    }
  } finally {
    await browser.close();
  }
  writeFileSync(join(folder, SOURCES), `${JSON.stringify(digestsOf(pages), null, 2)}\n`);
}

/** A comment about as a forge shows it. */
function comment(markdown) {
  const options = { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] };
  const body = micromark(markdown, options).replace("[!CAUTION]", '<b class="caution">Caution</b><br>');
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 24px; background: #fff; font: 14px/1.5 system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; color: #1f2328 }
    .comment { border: 1px solid #d1d9e0; border-radius: 6px; width: 860px; background: #fff }
    header { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; padding: 8px 16px; color: #59636e }
    main { padding: 4px 16px 8px }
    code, pre { font: 12px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; background: #f0f1f3; border-radius: 4px; padding: 2px 4px }
    pre { padding: 12px; overflow: hidden } pre code { background: none; padding: 0 }
    table { border-collapse: collapse; margin: 8px 0 } th, td { border: 1px solid #d1d9e0; padding: 5px 12px; text-align: left; vertical-align: top }
    tr:nth-child(2n) { background: #f6f8fa } h2, h3 { margin: 14px 0 8px } blockquote { border-left: 4px solid #d1d9e0; margin: 0; padding: 0 14px; color: #59636e }
    .caution { color: #d1242f } blockquote:has(.caution) { border-color: #d1242f; color: inherit }
  </style><div class="comment"><header><b>github-actions</b> bot commented</header><main>${body}</main></div>`;
}
