/** A name of a megabyte takes little room on a screen or a page, and little time; documents for programs have it whole. */
import { describe, expect, it } from "vitest";
import { GAME_ID, inGame } from "../support/cli.ts";
import { screenOf } from "./screen.ts";
import { HUGE_TEXTS } from "./texts.ts";

const COLUMNS = 80;
/** In UTF-16 units. */
const MOST = 60_000;

describe.each(Object.entries(HUGE_TEXTS))("%s", (_, text) => {
  it("are cut where people look, and said to be", async () => {
    const game = await inGame({ manifests: { "a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" } });
    await game.service().seed(GAME_ID, { rewards: [{ custom_id: "egg", name: text, description: text }] });
    const shown = await game.run(["plan", "--verbose"], { isTerminal: true, columns: COLUMNS });
    expect(shown.exit, shown.stderr).toBe(0);
    expect(shown.stdout.length).toBeLessThan(MOST);
    expect(shown.stdout.replaceAll(/\s+/g, " ")).toContain("too long to show");
    await screenOf(shown.stdout, COLUMNS);
    const page = await game.run(["plan", "--format", "markdown"]);
    expect(page.stdout.length).toBeLessThan(MOST);
    expect(page.stdout).toMatch(/too long to show/i);
    const document = await game.run(["plan", "--format", "json"]);
    const { plans } = JSON.parse(document.stdout) as { plans: { steps: { fields: { before: unknown }[] }[] }[] };
    expect(plans[0]?.steps[0]?.fields[0]?.before === text).toBe(true);
  });
});
