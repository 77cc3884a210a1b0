/**
 * Every text that does harm somewhere, at every place where text comes in, in every form of output.
 * In CI several texts come as one; `npm run test:explore` takes them one by one.
 */
import { describe, expect, it } from "vitest";
import { GAME_ID, inGame } from "../support/cli.ts";
import { expectHarmless } from "./oracles.ts";
import { COLUMNS, type Form, SCENES } from "./scenes.ts";
import { screenOf } from "./screen.ts";
import { FORGED_TEXTS, groupedTexts, HOSTILE_TEXTS, HUGE_TEXTS } from "./texts.ts";

const isExploring = process.env.LAUREL_EXPLORE !== undefined;
const texts = isExploring ? HOSTILE_TEXTS : groupedTexts();
/** Where the texts are longest and stand nearest to laurel's own lines. */
const NEAR = ["the live game", "the service's errors", "players"];

describe.each(Object.entries(SCENES))("text of %s", (name, scene) => {
  it.each(Object.entries(texts))("is harmless: %s", async (_, text) => {
    for await (const shown of scene(text)) await expectHarmless(shown);
  });

  it.runIf(NEAR.includes(name)).each(Object.entries(FORGED_TEXTS))(
    "passes for no line of laurel's: %s",
    async (_, text) => {
      for await (const shown of scene(text)) if (shown.form === "text") await expectHarmless(shown);
    },
  );
});

/** One word that no output holds by itself. */
const MARKER = "Zebrafinch";

it.each(Object.entries(SCENES))(
  "text of %s is shown in each of its forms, so that there is something to judge",
  async (_, scene) => {
    const shows = new Map<Form, boolean>();
    for await (const { form, run } of scene(MARKER)) {
      const { stdout, stderr } = await run();
      shows.set(form, shows.get(form) === true || `${stdout}${stderr}`.includes(MARKER));
    }
    expect(shows.size).toBeGreaterThan(0);
    expect([...shows].filter(([, isShown]) => !isShown).map(([form]) => form)).toEqual([]);
  },
);

it.each(Object.entries(HUGE_TEXTS))(
  "%s are cut where people look, and whole for programs",
  async (_, text) => {
    const game = await inGame({
      manifests: { "a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" },
    });
    await game
      .service()
      .seed(GAME_ID, { rewards: [{ custom_id: "egg", name: text, description: text }] });
    const shown = await game.run(["plan", "--verbose"], { isTerminal: true, columns: COLUMNS });
    await screenOf(shown.stdout, COLUMNS);
    const page = await game.run(["plan", "--format", "markdown"]);
    for (const output of [shown.stdout, page.stdout]) {
      expect(output.length).toBeLessThan(60_000);
      expect(output.replaceAll(/\s+/g, " ")).toMatch(/too long to show/i);
    }
    const { stdout } = await game.run(["plan", "--format", "json"]);
    expect(JSON.parse(stdout).plans[0].steps[0].fields[0].before === text).toBe(true);
  },
);
