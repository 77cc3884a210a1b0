/** A value that no manifest changes is at the service as it was read, whatever is done to the rest of the game. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, jsonText, sortKeys } from "../../../src/model/json.ts";
import { GAME_ID, inGame, runCli, type TestGame, writeFiles } from "../../support/cli.ts";
import { parseJson } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";
import type { SeenRequest } from "../../support/service/service.ts";
import { jsonTexts } from "./arbitrary-json.ts";

/** Checks it with many texts of values. */
const always = (check: (text: string) => Promise<void>, texts = jsonTexts): Promise<void> =>
  fc.assert(fc.asyncProperty(texts, check), runs(40));
const ALLOWED = ["--allow", "replaces-player-data", "--allow", "deletes-player-data", "--allow", "breaks-earning"];

async function expectDone(game: TestGame, argv: readonly string[]): Promise<void> {
  const run = await game.run(argv);
  expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
}

/** What is live of one record, as text with sorted members. */
function held(game: TestGame, plural: string, name: string): string {
  const record = game.service().contents(GAME_ID)[plural]?.[0] as JsonObject;
  return jsonText(sortKeys(record[name] ?? null));
}

/** The text of `custom_data` in the last request, its members sorted. */
function sent(requests: readonly SeenRequest[]): string {
  const body = requests.at(-1)?.body as JsonObject;
  return body.custom_data === null ? "null" : jsonText(sortKeys(parseJson(String(body.custom_data))));
}

const asSorted = (text: string): string => jsonText(sortKeys(parseJson(text)));

describe("custom_data that no manifest changes", () => {
  const manifest = (more: string) => `{"actions":[{"custom_id":"ok","name":"Fine","description":"Changed"${more}}]}`;
  const live = (text: string) => ({ actions: [{ custom_id: "ok", name: "Fine", custom_data: parseJson(text) }] });

  it("is sent back as it was read when it is ignored, and when the manifest has the same", async () => {
    await fc.assert(
      fc.asyncProperty(jsonTexts, fc.boolean(), async (text, isIgnored) => {
        const more = isIgnored ? ',"ignore":["custom_data"]' : `,"custom_data":${text}`;
        const game = await inGame({ live: live(text), manifests: { "game.json": manifest(more) } });
        await expectDone(game, ["apply", "--yes"]);
        expect(sent(game.writes())).toBe(asSorted(text));
        expect(held(game, "actions", "custom_data")).toBe(asSorted(text));
        await expectDone(game, ["plan", "--detailed-exitcode"]);
      }),
      runs(40),
    );
  });

  it("is the same in an export, whose plan is empty", async () => {
    await always(async (text) => {
      const game = await inGame({ live: live(text) });
      await writeFiles(game.folder, {
        "laurel.yaml": `version: 1\nservice: { base_url: "${game.service().url}" }\ngames: { g: { manifests: manifests, environments: { live: { game_id: ${GAME_ID} } } } }\n`,
      });
      expect((await runCli(["init", "--from-live"], { cwd: game.folder, env: game.env })).exit).toBe(0);
      await expectDone(game, ["plan", "--detailed-exitcode", "--prune"]);
      const exported = await readFile(join(game.folder, "manifests/actions.yaml"), "utf8");
      await writeFile(join(game.folder, "manifests/actions.yaml"), exported.replace("name: Fine", "name: Other"));
      await expectDone(game, ["apply", "--yes"]);
      expect(held(game, "actions", "custom_data")).toBe(asSorted(text));
    });
  });
});

describe("what is written in a manifest", () => {
  it("is sent as it is written, unless it is empty and means the default", async () => {
    const texts = jsonTexts.filter((text) => !["null", '""', "{}", "[]"].includes(asSorted(text)));
    await always(async (text) => {
      const written = `{"rewards":[{"custom_id":"a","name":"A","custom_data":${text}}]}`;
      const game = await inGame({ manifests: { "game.json": written } });
      await expectDone(game, ["apply", "--yes"]);
      expect(sent(game.writes())).toBe(asSorted(text));
      expect(held(game, "rewards", "custom_data")).toBe(asSorted(text));
      await expectDone(game, ["plan", "--detailed-exitcode"]);
    }, texts);
  });

  it("differs from another number of as many digits, and is shown with all of them", async () => {
    const manifest = (id: string) => ({
      "game.yaml": `actions:\n  - { custom_id: a, name: A, custom_data: { id: ${id} } }\n`,
    });
    const game = await inGame({
      manifests: manifest("76561198000000001"),
      live: {
        actions: [{ custom_id: "a", name: "A", custom_data: parseJson('{"id":76561198000000002}') as JsonObject }],
      },
    });
    for (const format of ["text", "json", "markdown", "html"]) {
      const { stdout } = await game.run(["plan", "--format", format]);
      expect(stdout).toContain("76561198000000001");
      expect(stdout).toContain("76561198000000002");
    }
    await expectDone(game, ["apply", "--yes"]);
    expect(held(game, "actions", "custom_data")).toBe('{"id":76561198000000001}');
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
  });
});

describe("text and empty values around what changes", () => {
  it("go back as they were read", async () => {
    const live: Record<string, readonly JsonObject[]> = {
      achievements: [
        { custom_id: "a", name: " Padded\u200b", description: "  two blanks  ", custom_data: {}, points: 5 },
        { custom_id: "b", name: "B", description: null, custom_data: "" },
      ],
    };
    const one = (id: string, name: string) =>
      `{ custom_id: ${id}, name: ${name}, points: 7, ignore: [description, custom_data] }`;
    const manifests = { "game.yaml": `achievements:\n  - ${one("a", "Padded")}\n  - ${one("b", "B")}\n` };
    const game = await inGame({ live, manifests });
    await expectDone(game, ["apply", "--yes"]);
    const bodies = game.writes().map(({ body }) => body as JsonObject);
    expect(bodies.find(({ custom_id }) => custom_id === "a")).toMatchObject({
      name: " Padded\u200b",
      description: "  two blanks  ",
      custom_data: "{}",
      points: 7,
    });
    expect(bodies.find(({ custom_id }) => custom_id === "b")).toMatchObject({ description: null, custom_data: '""' });
  });

  it("go back as they were read in a resource that no manifest has, when the group that it holds is replaced", async () => {
    const live: Record<string, readonly JsonObject[]> = {
      criteria_groups: [
        { custom_id: "inner", name: "Inner" },
        { custom_id: "other", name: "Other" },
        { custom_id: "g", name: "G", criteria_groups: ["inner"] },
      ],
      achievements: [
        {
          custom_id: "held",
          name: "Held",
          description: " kept ",
          custom_criteria_group_id: "g",
          custom_data: parseJson('{"n":12345678901234567890,"e":{}}') as JsonObject,
        },
      ],
    };
    const manifests = {
      "game.yaml":
        "criteria_groups:\n  - { custom_id: inner, name: Inner }\n  - { custom_id: other, name: Other }\n  - { custom_id: g, name: G, criteria_groups: [other] }\n",
    };
    const game = await inGame({ live, manifests });
    await expectDone(game, ["apply", "--yes", ...ALLOWED]);
    const bodies = game
      .writes()
      .filter(({ path }) => path.includes("/achievements"))
      .map(({ body }) => body as JsonObject);
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) {
      expect(body).toMatchObject({ description: " kept ", custom_data: '{"n":12345678901234567890,"e":{}}' });
    }
    expect(held(game, "achievements", "custom_data")).toBe('{"e":{},"n":12345678901234567890}');
  });
});
