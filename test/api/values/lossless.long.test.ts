/**
 * A value that no manifest changes is at the service as it was read, whatever is done to the rest
 * of the game.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, jsonText, sortKeys } from "../../../src/ground/json.ts";
import { GAME_ID, inGame, type TestGame } from "../../support/cli.ts";
import { parseJson } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";
import type { SeenRequest } from "../../support/service/service.ts";
import { jsonTexts } from "./arbitrary-json.ts";

const asSorted = (text: string): string => jsonText(sortKeys(parseJson(text)));
const RUNS = runs(15);
/** Empty values are sent as the default. */
const FULL = jsonTexts.filter((text) => !["null", '""', "{}", "[]"].includes(asSorted(text)));

async function expectDone(game: TestGame, argv: readonly string[]): Promise<void> {
  const run = await game.run(argv);
  expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
}

/** The `custom_data` of the one live record, as text with sorted members. */
function held(game: TestGame, plural: string): string {
  const record = game.service().contents(GAME_ID)[plural]?.[0] as JsonObject;
  return jsonText(sortKeys(record.custom_data ?? null));
}

/** The text of `custom_data` in the last request, its members sorted. */
function sent(requests: readonly SeenRequest[]): string {
  const body = requests.at(-1)?.body as JsonObject;
  return body.custom_data === null
    ? "null"
    : jsonText(sortKeys(parseJson(String(body.custom_data))));
}

describe("custom_data that no manifest changes", () => {
  const manifest = (more: string) =>
    `{"actions":[{"custom_id":"ok","name":"Fine","description":"Changed"${more}}]}`;
  const live = (text: string) => ({
    actions: [{ custom_id: "ok", name: "Fine", custom_data: parseJson(text) }],
  });

  it("is sent back as it was read when it is ignored, and when the manifest has the same", async () => {
    await fc.assert(
      fc.asyncProperty(jsonTexts, fc.boolean(), async (text, isIgnored) => {
        const more = isIgnored ? ',"ignore":["custom_data"]' : `,"custom_data":${text}`;
        const game = await inGame({ live: live(text), manifests: { "game.json": manifest(more) } });
        await expectDone(game, ["apply", "--yes"]);
        expect(sent(game.writes())).toBe(asSorted(text));
        expect(held(game, "actions")).toBe(asSorted(text));
        await expectDone(game, ["plan", "--detailed-exitcode"]);
      }),
      RUNS,
    );
  });

  it("is the same in an export, whose plan is empty", async () => {
    const isExported = async (text: string): Promise<void> => {
      const game = await inGame({ live: live(text) });
      await expectDone(game, ["init", "--from-live"]);
      await expectDone(game, ["plan", "--detailed-exitcode", "--prune"]);
      const exported = await readFile(join(game.folder, "manifests/actions.yaml"), "utf8");
      await writeFile(
        join(game.folder, "manifests/actions.yaml"),
        exported.replace("name: Fine", "name: Other"),
      );
      await expectDone(game, ["apply", "--yes"]);
      expect(held(game, "actions")).toBe(asSorted(text));
    };
    await fc.assert(fc.asyncProperty(jsonTexts, isExported), RUNS);
  });
});

describe("what is written in a manifest", () => {
  it("is sent as it is written, unless it is empty and means the default", async () => {
    const isSent = async (text: string): Promise<void> => {
      const written = `{"rewards":[{"custom_id":"a","name":"A","custom_data":${text}}]}`;
      const game = await inGame({ manifests: { "game.json": written } });
      await expectDone(game, ["apply", "--yes"]);
      expect(sent(game.writes())).toBe(asSorted(text));
      expect(held(game, "rewards")).toBe(asSorted(text));
      await expectDone(game, ["plan", "--detailed-exitcode"]);
    };
    await fc.assert(fc.asyncProperty(FULL, isSent), RUNS);
  });

  it("differs from another number of as many digits, and is shown with all of them", async () => {
    const manifest = (id: string) => ({
      "game.yaml": `actions:\n  - { custom_id: a, name: A, custom_data: { id: ${id} } }\n`,
    });
    const game = await inGame({
      manifests: manifest("76561198000000001"),
      live: {
        actions: [
          {
            custom_id: "a",
            name: "A",
            custom_data: parseJson('{"id":76561198000000002}') as JsonObject,
          },
        ],
      },
    });
    const { stdout } = await game.run(["plan"]);
    expect(stdout).toMatch(/76561198000000002.*76561198000000001/s);
    await expectDone(game, ["apply", "--yes"]);
    expect(held(game, "actions")).toBe('{"id":76561198000000001}');
    await expectDone(game, ["plan", "--detailed-exitcode"]);
  });
});
