/**
 * Names and values that are written from right to left, on every page: nothing around them moves, so that an old value
 * stays in front of the arrow and the new one behind it, and numbers stay with what they count.
 */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasBrowser, inBrowser } from "../support/browser.ts";
import { inGame, runCli } from "../support/cli.ts";

const PATIENCE = 60_000;

/** As it is in git, and as it is live. */
const WANTED = `
actions:
  - { custom_id: fight, name: قاتل 7, reactions: [shout] }
  - { custom_id: shout, name: صرخة ٣, custom_data: { שם: ב 2 } }
criteria:
  - { custom_id: fights, name: קרבות 10, custom_action_id: fight, rule: "gte:20", conditions: { groups: [{ conditions: ["activityData:מפה,eq,ים5"] }] } }
criteria_groups: [{ custom_id: all, name: הכול 1, criteria: [fights] }]
rewards:
  - { custom_id: crown, name: כתר 3, description: "זהב (12)" }
  - { custom_id: sword, name: سيف ٤ }
achievements:
  - { custom_id: dragon, name: "قاتل التنين 2 (الجديد)", description: "٣ من ١٠", points: 50, custom_criteria_group_id: all, rewards: [crown, sword] }
`;
const LIVE = {
  actions: [
    { custom_id: "fight", name: "قاتل 6" },
    { custom_id: "shout", name: "صرخة ٢", custom_data: { שם: "א 1" } },
  ],
  criteria: [{ custom_id: "fights", name: "קרבות 9", custom_action_id: "fight", rule: "gte:10" }],
  criteria_groups: [{ custom_id: "all", name: "הכול 1", criteria: ["fights"] }],
  rewards: [{ custom_id: "gone", name: "ישן 8 (4)" }],
  achievements: [
    {
      custom_id: "dragon",
      name: "قاتل التنين 2",
      description: "٢ من ١٠",
      points: 40,
      custom_criteria_group_id: "all",
      rewards: ["gone"],
    },
  ],
};

/** Texts that are not where they are in the page's source. */
async function misplaced(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const faults = [];
    const blocks = new Map();
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const element = text.parentElement;
      if (text.data.trim() === "" || !element.checkVisibility() || element.closest("script, option, title, text") !== null) continue;
      const unit = element.closest("bdi, [dir=auto]");
      if (unit === null && /[\\u0590-\\u08ff]/.test(text.data)) faults.push("not kept apart: " + text.data);
      let block = element;
      while (/^(inline|contents)/.test(getComputedStyle(block).display)) block = block.parentElement;
      if (block.closest("[dir=auto]") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(unit ?? text);
      const units = blocks.get(block) ?? new Map();
      units.set(unit ?? text, [...range.getClientRects()].filter(({ width }) => width > 1));
      blocks.set(block, units);
    }
    for (const units of blocks.values()) {
      const all = [...units].map(([{ textContent }, rects]) => ({ textContent, rects }));
      for (const [index, one] of all.entries())
        for (const other of all.slice(index + 1))
          for (const a of one.rects)
            for (const b of other.rects)
              if (Math.abs(a.top + a.bottom - b.top - b.bottom) < 10 && a.right > b.left + 1.5)
                faults.push(one.textContent + " is not before " + other.textContent);
    }
    return [...new Set(faults)];
  })()`);
}

describe.skipIf(!hasBrowser)("texts from right to left", { timeout: PATIENCE }, () => {
  const browser = inBrowser();

  it.each(["plan", "graph", "report"])("move nothing on the page of a %s", async (command) => {
    const game = await inGame({ manifests: { "a.yaml": WANTED }, live: LIVE });
    const { stdout, stderr } =
      command === "plan"
        ? await game.run(["plan", "--prune", "--format", "html"])
        : await runCli([command, "--manifests", "manifests", "--format", "html"], { cwd: game.folder });
    expect(stdout, stderr).toContain("<main");
    for (const width of [1280, 400]) {
      const page = await browser.open(stdout, { width });
      await page.evaluate(`for (const each of document.querySelectorAll("details")) each.open = true`);
      expect(await misplaced(page)).toEqual([]);
      expect(await page.locator("bdi").count()).toBeGreaterThan(3);
      if (command !== "graph") continue;
      await page.locator("svg.graph .node.earn").click();
      expect(await page.locator(".details:visible bdi").count()).toBeGreaterThan(1);
      expect(await misplaced(page)).toEqual([]);
    }
  });

  it("have the old value in front of the arrow and the new one behind it", async () => {
    const game = await inGame({ manifests: { "a.yaml": WANTED }, live: LIVE });
    const { stdout } = await game.run(["plan", "--prune", "--format", "html"]);
    const page = await browser.open(stdout);
    const row = page.locator("tr[id='achievement/dragon'] .field", { hasText: "الجديد" });
    const [before, after] = await row
      .locator("bdi")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    const arrow = await row.getByLabel("becomes").boundingBox();
    expect(before?.right).toBeLessThanOrEqual((arrow?.x ?? 0) + 1);
    expect(after?.left).toBeGreaterThanOrEqual((arrow?.x ?? 0) + (arrow?.width ?? 0) - 1);
    expect(await row.locator("bdi").allInnerTexts()).toEqual(['"قاتل التنين 2"', '"قاتل التنين 2 (الجديد)"']);
  });
});
