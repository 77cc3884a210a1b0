/**
 * What one sees on the page of a graph: screenshots of small and large games on small and large screens, held against
 * sizes and positions. LAUREL_SCREENSHOTS=FOLDER keeps them, to be looked at.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { questsOf } from "../../../bench/game.js";
import { graphPage } from "../../../src/cli/output/html-pages.ts";
import { hasBrowser, inBrowser } from "../../support/browser.ts";
import { runCli, scratchFolder } from "../../support/cli.ts";
import type { GameText } from "../../support/games.ts";
import { printedPages } from "../../support/pdf.ts";
import { DRAGONS, graphFor, withPlan } from "./scenes.ts";

const PATIENCE = 60_000;
const EXAMPLE = fileURLToPath(new URL("../../../examples/dungeon/game", import.meta.url));
const FOLDER = process.env.LAUREL_SCREENSHOTS;

/** A page of the example by the command itself. */
async function ofExample(command: string): Promise<string> {
  const { stdout } = await runCli([command, "--manifests", EXAMPLE, "--format", "html"], {
    cwd: await scratchFolder(),
  });
  return stdout;
}

/** The page of a game of about so many resources. */
async function ofSize(resources: number): Promise<string> {
  const quests = questsOf(resources) as readonly GameText[];
  const lists = Object.keys(quests[0] ?? {}).map((plural) => [plural, quests.flatMap((quest) => quest[plural] ?? [])]);
  return graphPage([{ game: `size-${resources}`, graph: graphFor(Object.fromEntries(lists)) }]);
}

/** The page as a link opens it. */
async function reopen(page: Page, hash: string): Promise<void> {
  const [url] = page.url().split("#");
  await page.goto("about:blank");
  await page.goto(`${url}${hash}`);
}

async function screenshot(page: Page, name: string): Promise<void> {
  const png = await page.screenshot();
  // The size of a PNG is at the beginning.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    page.viewportSize()?.width,
    page.viewportSize()?.height,
  ]);
  // A picture in which nothing can be seen is much smaller.
  expect(png.length).toBeGreaterThan(10_000);
  if (FOLDER === undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** What is wrong with what is in view. */
const FAULTS = `(() => {
  const faults = [];
  const viewport = document.querySelector(".viewport");
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) faults.push("the page is " + width + " wide");
  const within = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const nodes = [...document.querySelectorAll("svg.graph .node:not(.gone)")];
  for (const node of nodes) {
    const box = node.querySelector("rect").getBoundingClientRect();
    for (const line of node.querySelectorAll("p")) {
      if (!line.checkVisibility()) continue;
      const room = line.getBoundingClientRect();
      if (!within(room, box)) faults.push("beyond its box: " + line.textContent);
      const style = getComputedStyle(line);
      const scale = box.width / node.querySelector("rect").getBBox().width;
      if (line.matches(".name") && Number.parseFloat(style.fontSize) * scale < 9.5) faults.push("too small: " + line.textContent);
      for (const piece of style.display === "block" ? [line] : line.children) {
        const { overflowX, textOverflow } = getComputedStyle(piece);
        if (piece.scrollWidth > piece.clientWidth && (overflowX !== "clip" || textOverflow !== "ellipsis"))
          faults.push("clipped: " + piece.textContent);
      }
    }
  }
  const boxes = nodes.map((node) => node.querySelector("rect").getBoundingClientRect()).sort((a, b) => a.left - b.left);
  for (const [index, box] of boxes.entries())
    for (let next = index + 1; next < boxes.length && boxes[next].left < box.right; next += 1)
      if (boxes[next].top < box.bottom && boxes[next].bottom > box.top) faults.push("boxes overlap");
  return faults;
})()`;

/** Achievements that are not in view. */
const HIDDEN_GOALS = `(() => {
  const room = document.querySelector(".viewport").getBoundingClientRect();
  const bottom = Math.min(room.bottom, innerWidth > 1000 ? innerHeight : room.bottom);
  return [...document.querySelectorAll("svg.graph .node.earn")].filter((node) => {
    const box = node.querySelector("rect").getBoundingClientRect();
    return box.width === 0 || box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > bottom;
  }).length;
})()`;

/** How much of the picture is in view, and where. */
const VIEW = `(() => {
  const { scrollLeft, scrollTop } = document.querySelector(".viewport");
  const { width } = document.querySelector("svg.graph").getBoundingClientRect();
  const chosen = document.querySelector(".details:not([hidden]) strong")?.textContent ?? "";
  const shown = document.querySelectorAll("svg.graph .node:not(.gone)").length;
  const lit = document.querySelectorAll("svg.graph .near").length;
  const search = document.getElementById("search").value;
  return { scrollLeft: Math.round(scrollLeft), scrollTop: Math.round(scrollTop), width, chosen, shown, lit, search };
})()`;

describe.skipIf(!hasBrowser)("the sight of a graph", { timeout: PATIENCE }, () => {
  const browser = inBrowser();
  const pages = new Map<string, string>();

  beforeAll(async () => {
    pages.set("example", await ofExample("graph"));
    for (const [name, resources] of [
      ["50", 60],
      ["250", 260],
      ["800", 840],
    ] as const)
      pages.set(name, await ofSize(resources));
  }, PATIENCE);

  it.each([
    ["example", 1280, false],
    ["example", 400, true],
    ["50", 1280, true],
    ["50", 400, false],
    ["250", 1280, true],
    ["250", 400, false],
    ["800", 1280, false],
    ["800", 400, true],
  ] as const)("of %s nodes, %i pixels wide, dark: %s", async (name, width, dark) => {
    const page = await browser.open(pages.get(name) ?? "", { width, dark });
    await screenshot(page, `${name}-${width}-${dark ? "dark" : "light"}`);
    expect(await page.evaluate(FAULTS)).toEqual([]);
    // It opens on achievements whose names can be read.
    const named = await page.locator("svg.graph .node.earn .name:visible").count();
    expect(named).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Fit" }).click();
    await screenshot(page, `${name}-${width}-${dark ? "dark" : "light"}-fit`);
    expect(await page.evaluate(HIDDEN_GOALS)).toBe(0);
    expect(await page.evaluate(FAULTS)).toEqual([]);
    expect(await page.locator(".map:visible").count()).toBe(name === "50" ? 0 : 1);
    expect(await page.locator(".legend li").allInnerTexts()).toEqual(
      expect.arrayContaining([" Actions", " Criteria", " Criteria groups", " Achievements", " Rewards"]),
    );
  });

  it("goes where the map is clicked, and shows there what is in view", async () => {
    const page = await browser.open(pages.get("800") ?? "");
    const map = await page.locator(".map svg").boundingBox();
    await page.mouse.click((map?.x ?? 0) + (map?.width ?? 0) * 0.9, (map?.y ?? 0) + (map?.height ?? 0) * 0.5);
    const at = await page.evaluate<number>(
      `(({ scrollLeft, clientWidth, scrollWidth }) => (scrollLeft + clientWidth / 2) / scrollWidth)(document.querySelector(".viewport"))`,
    );
    expect(at).toBeGreaterThan(0.8);
    const seen = await page.locator(".map .seen").boundingBox();
    expect((seen?.x ?? 0) + (seen?.width ?? 0) / 2).toBeGreaterThan((map?.x ?? 0) + 0.8 * (map?.width ?? 0));
  });

  it.each([0.79, 0.7, 0.6, 0.5, 0.4, 0.3])("can be read at a scale of %d", async (scale) => {
    const page = await browser.open(pages.get("example") ?? "");
    await reopen(page, `#zoom=${scale}`);
    expect(await page.evaluate(FAULTS)).toEqual([]);
    expect(await page.locator("svg.graph .name:visible").count()).toBeGreaterThan(40);
  });

  it.each([1280, 400])("is the same when one achievement alone is loaded again, %i pixels wide", async (width) => {
    const page = await browser.open(pages.get("example") ?? "", { width });
    for (const index of [3, 9, 20, 33, 47]) {
      await page.getByRole("combobox", { name: "Achievement" }).selectOption({ index });
      await page.waitForTimeout(200);
      const before = await page.evaluate(VIEW);
      expect(page.url()).not.toContain("at=");
      await page.reload();
      await page.waitForTimeout(200);
      expect(await page.evaluate(VIEW)).toEqual(before);
    }
  });

  it.each([1280, 400])("opens on what a plan changes, within the window, %i pixels wide", async (width) => {
    const quests = questsOf(260) as readonly GameText[];
    const lists = Object.keys(quests[0] ?? {}).map((plural) => [plural, quests.flatMap((each) => each[plural] ?? [])]);
    const wanted = Object.fromEntries(lists) as GameText;
    // Every way to change something, so that the line above the picture is long.
    const live = {
      ...wanted,
      achievements: (wanted.achievements ?? [])
        .slice(0, -1)
        .map((each, index) => (index > 8 ? { ...each, points: 1 } : each)),
      rewards: [...(wanted.rewards ?? []), { custom_id: "old", name: "Old" }],
    };
    const page = await browser.open(await graphPage([withPlan(wanted, live)]), { width });
    await screenshot(page, `planned-${width}`);
    const seen = await page.evaluate<Record<string, number>>(`(() => {
      const room = document.querySelector(".viewport").getBoundingClientRect();
      const changed = [...document.querySelectorAll("svg.graph .node:is(.create, .update, .delete)")];
      const inView = changed.filter((node) => {
        const box = node.querySelector("rect").getBoundingClientRect();
        return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
      });
      return { bottom: room.bottom, changed: changed.length, inView: inView.length };
    })()`);
    expect(seen.inView).toBeGreaterThan(width === 400 ? 0 : 2);
    if (width > 1000) expect(seen.bottom).toBeLessThanOrEqual(800);
  });

  it.each([
    ["a link", "#achievement/first-blood", async () => {}],
    ["a click in the whole picture", "", async (page: Page) => page.locator("svg.graph .node.earn").nth(20).click()],
    [
      "a zoom, and a drag",
      "#achievement/first-blood",
      async (page: Page) => {
        await page.getByRole("button", { name: "Smaller" }).click();
        await page.locator(".viewport").evaluate((viewport) => viewport.scrollBy(120, 60));
      },
    ],
    [
      "a search",
      "",
      async (page: Page) => {
        await page.getByRole("searchbox").fill("lich & dragon?");
        await page.getByRole("searchbox").fill("dragon");
      },
    ],
    [
      "one achievement alone",
      "#achievement/first-blood",
      async (page: Page) => page.getByRole("button", { name: "Show only this" }).click(),
    ],
  ])("is the same when the page is loaded again: %s", async (_, hash, act) => {
    const page = await browser.open(pages.get("example") ?? "");
    await page.waitForTimeout(200);
    await page.goto(`${page.url()}${hash}`);
    expect(await page.locator(".details:visible").count()).toBe(hash === "" ? 0 : 1);
    await page.reload();
    await act(page);
    await page.waitForTimeout(200);
    const before = await page.evaluate<Record<string, unknown>>(VIEW);
    await page.reload();
    await page.waitForTimeout(200);
    const after = await page.evaluate<Record<string, unknown>>(VIEW);
    for (const key of ["scrollLeft", "scrollTop", "width"]) {
      expect(Math.abs(Number(after[key]) - Number(before[key]))).toBeLessThan(6);
    }
    expect({ ...after, scrollLeft: 0, scrollTop: 0, width: 0 }).toEqual({
      ...before,
      scrollLeft: 0,
      scrollTop: 0,
      width: 0,
    });
    if (hash !== "") expect(page.url()).toContain(hash);
    // The picture is in view, not the place in the lists that has the same link.
    expect(
      await page.locator(".viewport").evaluate((viewport) => viewport.getBoundingClientRect().top),
    ).toBeGreaterThan(0);
    expect(await page.evaluate("scrollY")).toBeLessThan(200);
  });

  it("ends labels with … in both directions of writing", async () => {
    const long = {
      rtl: "הדרקון הגדול והנורא מכל הדרקונים שבעולם",
      ltr: "The greatest and most terrible of all the dragons in the world",
    };
    const achievements = Object.entries(long).map(([custom_id, name]) => ({ custom_id, name, points: 1 }));
    const page = await browser.open(await graphPage([{ game: "two", graph: graphFor({ achievements }) }]));
    await screenshot(page, "directions");
    expect(await page.evaluate(FAULTS)).toEqual([]);
    // Where the first letter is: from the left and from the right side of the box, in pixels.
    const starts = await page.evaluate<Record<string, readonly number[]>>(`Object.fromEntries(
      [...document.querySelectorAll("svg.graph .node")].map((node) => {
        const range = document.createRange();
        range.setStart(node.querySelector("p span").firstChild, 0);
        range.setEnd(node.querySelector("p span").firstChild, 1);
        const [letter, box] = [range, node.querySelector("rect")].map((each) => each.getBoundingClientRect());
        return [node.getAttribute("href"), [letter.left - box.left, box.right - letter.right]];
      }),
    )`);
    expect(starts["#achievement/ltr"]?.[0]).toBeLessThan(40);
    expect(starts["#achievement/rtl"]?.[1]).toBeLessThan(12);
  });

  it("keeps the end of names that begin alike", async () => {
    const achievements = Array.from({ length: 12 }, (_, index) => ({
      custom_id: `a${index}`,
      name: `The hundred and twenty lanterns of the harbour, part ${index}`,
      points: 1,
    }));
    const page = await browser.open(await graphPage([{ game: "alike", graph: graphFor({ achievements }) }]));
    await screenshot(page, "alike");
    const ends = await page
      .locator("svg.graph .name span:last-child")
      .evaluateAll((pieces) =>
        pieces.filter((piece) => piece.scrollWidth <= piece.clientWidth + 1).map(({ textContent }) => textContent),
      );
    expect(new Set(ends).size).toBe(12);
    expect(await page.evaluate(FAULTS)).toEqual([]);
    // Where only a few letters fit, they are the first ones.
    await reopen(page, "#zoom=0.3");
    expect(await page.evaluate(FAULTS)).toEqual([]);
    const first = await page.locator("svg.graph .name span:first-child").first().boundingBox();
    const line = await page.locator("svg.graph .name").first().boundingBox();
    expect(first?.width).toBeGreaterThan((line?.width ?? 0) * 0.9);
  });

  it("shows a name that is the id once", async () => {
    const achievements = [{ custom_id: "slayer", name: "slayer", points: 1 }];
    const page = await browser.open(await graphPage([{ game: "once", graph: graphFor({ achievements }) }]));
    const link = page.locator("svg.graph").getByRole("link");
    expect(await link.getAttribute("aria-label")).toMatch(/^Achievement: slayer, 1 point/);
    expect(await page.locator("select#only option").allInnerTexts()).toEqual(["all", "slayer"]);
    expect((await page.locator(".item").innerText()).match(/slayer/g)).toHaveLength(1);
  });

  it("is saved as a file that other programs can show", async () => {
    const page = await browser.open(pages.get("example") ?? "", { dark: true });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as SVG" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Graph-of-game.svg");
    const svg = readFileSync(await download.path(), "utf8");
    expect(svg).not.toMatch(/foreignObject|class="label"|<a |href/);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    const beyond = await page.evaluate<readonly string[]>(`((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      document.body.replaceChildren(document.importNode(parsed.documentElement, true));
      if (parsed.querySelector("parsererror") !== null) return ["not well-formed"];
      const goals = document.querySelectorAll("g.earn").length;
      return [...document.querySelectorAll("g.node")].flatMap((node) => {
        const box = node.querySelector("rect").getBoundingClientRect();
        return [...node.querySelectorAll("text")].filter((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          return text.textContent === "" || left < box.left || right > box.right || top < box.top - 2 || bottom > box.bottom + 2;
        }).map((text) => text.textContent);
      }).concat(goals === 49 ? [] : ["achievements: " + goals]);
    })(${JSON.stringify(svg)})`);
    expect(beyond).toEqual([]);
    await screenshot(page, "saved");
  });
});

describe.skipIf(!hasBrowser)("pages on paper and on a telephone", { timeout: PATIENCE }, () => {
  const browser = inBrowser();

  it.each(["graph", "report"])("have something on every sheet: %s", async (command) => {
    const page = await browser.open(await ofExample(command));
    const sheets = printedPages(await page.pdf({ format: "A4" }));
    expect(sheets.length).toBeGreaterThan(3);
    for (const { texts } of sheets) expect(texts).toBeGreaterThan(20);
    // The picture is on the first, below its heading.
    expect(sheets[0]?.shapes).toBeGreaterThan(20);
  });

  it("has plots whose text can be read on a telephone", async () => {
    const page = await browser.open(await ofExample("report"), { width: 400, height: 2_000 });
    await screenshot(page, "report-400");
    const faults = await page.evaluate(`(() => {
      const faults = [];
      for (const svg of document.querySelectorAll("figure svg")) {
        if (!svg.checkVisibility()) continue;
        const room = svg.closest("figure").getBoundingClientRect();
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        const texts = [...svg.querySelectorAll(".tick, .name")];
        if (texts.length < 5) faults.push("few texts");
        const boxes = texts.map((text) => {
          const box = text.getBoundingClientRect();
          if (Number.parseFloat(getComputedStyle(text).fontSize) * scale < 9.5) faults.push("too small: " + text.textContent);
          if (box.left < room.left || box.right > room.right || box.bottom > room.bottom) faults.push("beyond: " + text.textContent);
          return { text, box, isSlanted: (text.getAttribute("transform") ?? "").includes("rotate") };
        });
        for (const one of boxes)
          for (const other of boxes)
            if (one.text !== other.text && !one.isSlanted && !other.isSlanted && one.box.left < other.box.right && one.box.right > other.box.left && one.box.top + 2 < other.box.bottom && one.box.bottom - 2 > other.box.top)
              faults.push(one.text.textContent + " on " + other.text.textContent);
      }
      return faults;
    })()`);
    expect(faults).toEqual([]);
    expect(await page.locator("figure svg:visible").count()).toBe(4);
  });

  it("shows the changes of a plan in its picture from the beginning", async () => {
    const live = { ...DRAGONS, achievements: DRAGONS.achievements.map((each) => ({ ...each, rewards: [] })) };
    const page = await browser.open(await graphPage([withPlan(DRAGONS, live)]));
    expect(await page.evaluate(FAULTS)).toEqual([]);
    expect(await page.locator(".legend").innerText()).toContain("+ will be connected");
  });
});
