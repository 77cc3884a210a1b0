/**
 * Pulls as their author would make them, one a file: the manifest before, what is live, and the
 * manifest afterwards.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { pullGame } from "../../src/edit/pull.ts";
import { parseText } from "../../src/manifest/parse.ts";
import type { Part } from "../../src/manifest/parts.ts";
import type { DesiredGame } from "../../src/model/model.ts";
import { planned } from "../plan/planning.ts";
import { type GameText, liveGame } from "../support/games.ts";
import { loadTexts, parseTexts } from "../support/sources.ts";
import { gameTexts } from "./game-texts.ts";

const FOLDER = join(import.meta.dirname, "pulls");
const LIVE = "\n=== live\n";
const AFTER = "\n=== after\n";

/** The manifest after a pull. */
function pulled(before: string, panel: string, eol: string): string {
  const files = [{ file: "game.yaml", text: `${before}\n`.replaceAll("\n", eol) }];
  const live = liveGame((parseText("live.yaml", panel).documents[0] as Part).value as GameText);
  const desired = loadTexts(files, catalog).value as DesiredGame;
  const { value } = pullGame(
    { ...gameTexts({ manifests: parseTexts(files) }), desired, live },
    catalog,
  );
  return value?.files[0]?.after ?? "";
}

describe("what is pulled", () => {
  it.each(readdirSync(FOLDER))("into %s with line breaks of Windows is the same", (name) => {
    const text = readFileSync(join(FOLDER, name), "utf8");
    const [before = "", panel = ""] = (text.split(AFTER)[0] ?? "").split(LIVE);
    expect(pulled(before, panel, "\r\n").replaceAll("\r\n", "\n")).toBe(
      pulled(before, panel, "\n"),
    );
    expect(pulled(before, panel, "\r\n")).not.toMatch(/(?<!\r)\n/);
  });

  it.each(readdirSync(FOLDER))("%s", async (name) => {
    const path = join(FOLDER, name);
    const text = readFileSync(path, "utf8");
    const [before = "", panel = ""] = (text.split(AFTER)[0] ?? "").split(LIVE);
    const files = [{ file: "game.yaml", text: `${before}\n` }];
    const live = liveGame((parseText("live.yaml", panel).documents[0] as Part).value as GameText);
    const desired = loadTexts(files, catalog).value as DesiredGame;
    const texts = gameTexts({ manifests: parseTexts(files) });
    const { value, diagnostics } = pullGame({ ...texts, desired, live }, catalog);
    const problems = diagnostics.map(({ code, detail }) => `# ${code}: ${detail}\n`).join("");
    const after = value?.files[0]?.after ?? "";
    await expect(`${before}${LIVE}${panel}${AFTER}${problems}${after}`).toMatchFileSnapshot(path);
    const again = loadTexts([{ file: "game.yaml", text: after }], catalog).value as DesiredGame;
    const { steps, kept } = planned(again, live, { prune: true });
    const isLeft = ({ reason }: (typeof kept)[number]): boolean =>
      reason === "ignored" || reason === "create-only";
    expect([...steps, ...kept.filter((each) => !isLeft(each))]).toEqual([]);
  });
});
