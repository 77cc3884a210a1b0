/** The file of a report: it is there before the first write, tells each step before it is sent, and is never lost. */
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReportFile } from "../../../src/files/report.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { Step } from "../../../src/model/model.ts";
import { recorded } from "../../../src/workflow/apply-game.ts";
import type { Sent } from "../../../src/workflow/execute.ts";
import { SMALL_GAME, SMALL_GAME_POSTS } from "../../e2e/small-game.ts";
import { planned } from "../../plan/planning.ts";
import { inGame, movingClock, runCli, scratchFolder, type TestGame, TOKEN, writeFiles } from "../../support/cli.ts";
import { desiredGame, liveGame } from "../../support/games.ts";
import { applied, apply, CAVE_AND_TOWER, contentsOf, EVERYTHING, gameWith, LIVE, MANIFEST, revert } from "./support.ts";

type Line = Readonly<Record<string, unknown>>;

async function linesOf(game: TestGame): Promise<readonly Line[]> {
  const text = await readFile(join(game.folder, "report.jsonl"), "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function rewrite(game: TestGame, change: (text: string) => string): Promise<void> {
  const path = join(game.folder, "report.jsonl");
  return readFile(path, "utf8").then((text) => writeFile(path, change(text)));
}

describe("a report", () => {
  it("has a head, then for each step what was there and what was to be, then its end", async () => {
    const game = await gameWith("rewards:\n  - { custom_id: egg, name: Egg, description: Warm. }\n");
    await apply(game);
    const [head, step, end, ...rest] = await linesOf(game);
    expect(head).toMatchObject({ format: 2, type: "head", game: "manifests", environment: "default", game_id: "g" });
    expect(head).toMatchObject({ base_url: game.service().url, digest: expect.stringMatching(/^sha256:/) });
    expect(step).toMatchObject({
      type: "step",
      step: "update reward/egg",
      action: "update",
      address: "reward/egg",
      before: { address: "reward/egg", body: { name: "Egg", description: "" }, links: {} },
      after: { address: "reward/egg", body: { name: "Egg", description: "Warm." }, links: {} },
    });
    expect(end).toMatchObject({ type: "end", step: "update reward/egg", status: "done" });
    expect(rest).toEqual([]);
  });

  it("tells each step before it is sent: at every request, its line is in the file", async () => {
    const begun: number[] = [];
    const game: TestGame = await inGame({
      manifests: SMALL_GAME,
      onRequest: ({ method }) => {
        if (method === "GET") return;
        const lines = readFileSync(join(game.folder, "report.jsonl"), "utf8").split("\n");
        begun.push(lines.filter((line) => line.includes('"type":"step"')).length);
      },
    });
    expect(await apply(game)).toMatchObject({ exit: 0 });
    expect(begun).toHaveLength(SMALL_GAME_POSTS);
    for (const [index, count] of begun.entries()) expect(count).toBeGreaterThan(index);
  });

  it("is never written over, which is said before anything is sent", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    await writeFile(join(game.folder, "report.jsonl"), "the only way back\n");
    for (const argv of [
      ["--format", "text"],
      ["--format", "json"],
    ]) {
      const run = await apply(game, ...argv);
      expect(run.exit).toBe(4);
      expect(run.stderr).toContain("file-exists");
      expect(run.stdout).not.toContain("to create");
    }
    expect(game.requests(), "nothing is planned first").toEqual([]);
    expect(await readFile(join(game.folder, "report.jsonl"), "utf8")).toBe("the only way back\n");
  });

  it("that cannot be written stops the apply before anything is sent", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    await writeFile(join(game.folder, "file"), "");
    const run = await game.run(["apply", "--yes", "--report", "file/report.jsonl"]);
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("unwritable-file");
    expect(game.writes()).toEqual([]);
  });

  it("that can be written no longer stops the apply before the next step is sent", async () => {
    const problem = diagnostic("unwritable-file", "The disk is full.");
    let room = 4;
    const file: ReportFile = {
      append: () => {
        room -= 1;
        return Promise.resolve(room < 0 ? problem : undefined);
      },
      close: () => Promise.resolve(),
    };
    const live = liveGame({ rewards: [{ custom_id: "a" }, { custom_id: "b" }] });
    const plan = planned(
      desiredGame({
        rewards: [
          { custom_id: "a", name: "A" },
          { custom_id: "b", name: "B" },
        ],
      }),
      live,
    );
    const sent: string[] = [];
    const send = async (step: Step): Promise<Sent> => {
      sent.push(step.id);
      return { done: true };
    };
    const game = { plan, live, choice: { scalars: "native" } } as const;
    const record = recorded(send, game, file, movingClock());
    const departure = { hold: new AbortController().signal, onSend: () => undefined };
    expect(await record(plan.steps[0] as Step, departure)).toEqual({ done: true });
    room = 0;
    expect(await record(plan.steps[1] as Step, departure)).toEqual({ done: false, diagnostic: problem });
    expect(sent).toEqual(["update reward/a"]);
  });

  it("of a plan without steps has nothing to undo", async () => {
    const game = await inGame({ manifests: { "game.yaml": "rewards: []\n" } });
    expect(await apply(game)).toMatchObject({ exit: 0 });
    expect(await linesOf(game)).toEqual([expect.objectContaining({ type: "head" })]);
    expect(await revert(game, [])).toMatchObject({ exit: 0, stdout: expect.stringContaining("Nothing to revert") });
  });

  it("is not made when the answer is no", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    await game.run(["apply", "--report", "report.jsonl"], { answers: ["no"] });
    await expect(readFile(join(game.folder, "report.jsonl"))).rejects.toThrow();
  });

  it("holds no token, not even one that the service repeats", async () => {
    const faults = [{ effect: "error-before", status: 422, when: { method: "POST", path: "/rewards$" } }] as const;
    const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
    expect(await apply(game)).toMatchObject({ exit: 1 });
    const text = await readFile(join(game.folder, "report.jsonl"), "utf8");
    expect(text).toContain('"status":"failed"');
    expect(text).not.toContain(TOKEN);
  });

  it("of several games is one file, and each goes back by itself", async () => {
    const folder = await scratchFolder();
    await writeFiles(folder, CAVE_AND_TOWER);
    const run = (...argv: string[]): ReturnType<typeof runCli> => runCli(argv, { cwd: folder });
    expect(await run("apply", "--yes", "--report", "all.jsonl")).toMatchObject({ exit: 0 });
    const planned = async (): Promise<string> => (await run("plan")).stdout;
    expect(await planned()).not.toContain("create");
    expect(await run("revert", "all.jsonl", "--yes", "--game", "tower", ...EVERYTHING)).toMatchObject({ exit: 0 });
    expect(await planned()).toContain("reward/gem");
    expect(await planned()).not.toContain("create   reward/gold");
    expect(await run("revert", "all.jsonl", "--yes", ...EVERYTHING)).toMatchObject({ exit: 0 });
    expect(await planned()).toContain("reward/gold");
    const wrong = await run("revert", "all.jsonl", "--game", "towre");
    expect(wrong.exit).toBe(64);
    expect(wrong.stderr).toContain('did you mean "tower"?');
  });
});

describe("reading a report", () => {
  it("passes over a last line that was cut off, even within a character", async () => {
    const game = await applied();
    const whole = await readFile(join(game.folder, "report.jsonl"));
    const torn = Buffer.concat([whole, Buffer.from('{"type":"step","step":"update ü').subarray(0, -1)]);
    await writeFile(join(game.folder, "report.jsonl"), torn);
    expect(await revert(game, ["--yes", ...EVERYTHING])).toMatchObject({ exit: 0 });
  });

  it.each([
    ["another file", () => "achievements: []\n", "does not begin as a report does"],
    ["another JSON file", () => '{"format":1,"plans":[]}\n', "does not begin as a report does"],
    ["an empty file", () => "", "holds no report"],
    ["a first line that was cut off", (text: string) => text.slice(0, 40), "holds no report"],
    ["another version", (text: string) => text.replace('"format":2', '"format":3'), "a report of version 3"],
    ["a broken line in the middle", (text: string) => text.replace("\n", "\n{oops\n"), "Line 2 of"],
    [
      "a step without its resource",
      (text: string) => text.replace('"resource":', '"source":'),
      "is not one that laurel",
    ],
    ["an unknown kind", (text: string) => text.replaceAll("reward/", "prize/"), "is not one that laurel"],
    [
      "the end of a step that was not begun",
      (text: string) => text.replace(/"step":"[^"]*","status"/, '"step":"x","status"'),
      "is not one",
    ],
  ])("refuses %s", async (_, change, words) => {
    const game = await applied();
    await rewrite(game, change);
    const run = await revert(game, ["--yes", ...EVERYTHING]);
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("not-a-report");
    expect(run.stderr).toContain(words);
    expect(game.requests()).toEqual([]);
  });

  it("names a file that is not there", async () => {
    const game = await inGame();
    const run = await revert(game, []);
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("report.jsonl does not exist");
  });

  it("refuses a report of another place than the project's", async () => {
    const game = await applied();
    const project = (url: string): string =>
      `version: 1\nservice: { base_url: "${url}" }\ngames:\n  manifests:\n    manifests: manifests\n    environments: { default: { game_id: g } }\n`;
    await writeFile(join(game.folder, "laurel.yaml"), project("https://elsewhere.example"));
    const run = await revert(game, ["--yes", ...EVERYTHING]);
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain("other-target");
    expect(game.requests()).toEqual([]);
    await writeFile(join(game.folder, "laurel.yaml"), project(game.service().url));
    expect(await revert(game, ["--yes", ...EVERYTHING])).toMatchObject({ exit: 0 });
  });

  it("needs the token", async () => {
    const game = await applied();
    const run = await revert(game, ["--yes", "--base-url", game.service().url], { env: {} });
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("LAUREL_API_TOKEN");
  });
});

describe("a step whose end is not known", () => {
  it("is decided by what is live, whether it was done or not", async () => {
    const game = await gameWith(MANIFEST);
    const before = contentsOf(game);
    await apply(game, "--prune", ...EVERYTHING);
    await rewrite(game, (text) =>
      text
        .split("\n")
        .filter((line) => !line.includes('"type":"end"'))
        .join("\n"),
    );
    expect(await revert(game, ["--yes", ...EVERYTHING])).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
    game.forget();
    // Now none of them is done.
    expect(await revert(game, [])).toMatchObject({ exit: 0 });
    expect(game.writes()).toEqual([]);
  });

  it("that met somebody else's resource is not taken for ours", async () => {
    const manifests = { "game.yaml": "rewards: [{ custom_id: extra, name: Extra }]\n" };
    const game = await inGame({ live: LIVE, manifests });
    expect(await apply(game)).toMatchObject({ exit: 0 });
    await rewrite(game, (text) =>
      text.replace('"status":"done"', '"status":"failed","diagnostic":{"code":"step-conflict","detail":"x"}'),
    );
    game.forget();
    expect(await revert(game, ["--yes", ...EVERYTHING])).toMatchObject({ exit: 0 });
    expect(game.writes()).toEqual([]);
  });
});
