/** Where a way back leads: a token goes to what the project says, and never to what a file alone says. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, type TestGame, TOKEN, writeFiles } from "../../support/cli.ts";
import { stranger } from "../targets/support.ts";
import { applied, apply, CAVE_AND_TOWER, contentsOf, EVERYTHING, gameWith, MANIFEST, revert } from "./support.ts";

const ALL = ["--yes", "--force", ...EVERYTHING] as const;

function project(url: string, environments: string, game = "manifests"): string {
  return `version: 1\nservice: { base_url: "${url}" }\ngames:\n  ${game}:\n    manifests: manifests\n    environments: ${environments}\n`;
}

/** Changes the head of the report as somebody would who wants to send the way back elsewhere. */
async function rewriteHead(game: TestGame, members: Readonly<Record<string, string>>): Promise<void> {
  const path = join(game.folder, "report.jsonl");
  const [head = "", ...rest] = (await readFile(path, "utf8")).split("\n");
  await writeFile(path, [JSON.stringify({ ...JSON.parse(head), ...members }), ...rest].join("\n"));
}

function expectRefused(run: CliRun): void {
  expect(run.stderr).toContain("error[other-target]");
  expect(run.stderr).toContain("nothing was changed");
  expect(run.exit).toBe(4);
}

describe("inside of a project, a report that names another address than the project", () => {
  it.each([
    ["in an environment that the project does not have", "{ production: { game_id: g } }", "manifests"],
    ["in a game that the project does not have", "{ default: { game_id: g } }", "dungeon"],
    ["in an environment that the project has", "{ default: { game_id: g } }", "manifests"],
    ["where the project has the embedded service", "{ default: { embedded: true } }", "manifests"],
  ])("%s, never gets the token there", async (_, environments, name) => {
    const [game, { url, heard }] = [await applied(), await stranger()];
    await rewriteHead(game, { base_url: url });
    await writeFiles(game.folder, { "laurel.yaml": project(game.service().url, environments, name) });
    expectRefused(await revert(game, ALL));
    const elsewhere = [
      "revert",
      join(game.folder, "report.jsonl"),
      "--project",
      join(game.folder, "laurel.yaml"),
      ...ALL,
    ];
    expectRefused(await runCli(elsewhere, { cwd: await scratchFolder(), env: game.env }));
    expect(heard).toEqual([]);
    expect(game.requests()).toEqual([]);
  });

  it("is not asked where the project's own address is in a variable that is not set", async () => {
    const [game, { url, heard }] = [await applied(), await stranger()];
    await rewriteHead(game, { base_url: url });
    await writeFiles(game.folder, { "laurel.yaml": project("${LAUREL_SERVICE_URL}", "{ default: { game_id: g } }") });
    const run = await revert(game, ALL);
    expect(run.exit).not.toBe(0);
    expect(run.stderr).toContain("LAUREL_SERVICE_URL is not set");
    expect(heard).toEqual([]);
  });

  it("does not keep the other games of the report from going back", async () => {
    const { url, heard } = await stranger();
    const folder = await scratchFolder();
    const env = { LAUREL_API_TOKEN: TOKEN };
    await writeFiles(folder, CAVE_AND_TOWER);
    const run = (...argv: string[]): Promise<CliRun> => runCli(argv, { cwd: folder, env });
    expect(await run("apply", "--yes", "--report", "all.jsonl")).toMatchObject({ exit: 0 });
    const report = await readFile(join(folder, "all.jsonl"), "utf8");
    const lines = report.split("\n").map((line) => {
      if (!line.includes('"type":"head"') || !line.includes('"game":"cave"')) return line;
      return JSON.stringify({ ...JSON.parse(line), environment: "ghost", base_url: url, game_id: "g" });
    });
    await writeFile(join(folder, "all.jsonl"), lines.join("\n"));
    const back = await run("revert", "all.jsonl", ...ALL);
    expect(back.exit).toBe(4);
    expect(back.stderr).toContain('The project here does not have the game "cave" with the environment "ghost"');
    expect(heard).toEqual([]);
    const plan = (await run("plan")).stdout;
    expect(plan).toContain("reward/gem");
    expect(plan).not.toContain("reward/gold");
  });
});

describe("a report that names an environment that the project does not have", () => {
  it("does not get around the approval that the project wants for the same address", async () => {
    const game = await applied();
    const production = `{ production: { game_id: g, require_approval: true } }`;
    await writeFiles(game.folder, { "laurel.yaml": project(game.service().url, production) });
    expectRefused(await revert(game, ALL));
    expect(game.requests()).toEqual([]);
    await rewriteHead(game, { environment: "production" });
    const known = await revert(game, ALL);
    expect(known.exit).toBe(4);
    expect(known.stderr).toContain("error[needs-approval]");
    expect(game.writes()).toEqual([]);
  });

  it("about the embedded service has no data to go back in", async () => {
    const game = await applied();
    await rewriteHead(game, { base_url: "embedded" });
    await writeFiles(game.folder, { "laurel.yaml": project(game.service().url, "{ production: { game_id: g } }") });
    expectRefused(await revert(game, ALL));
    expect(game.requests()).toEqual([]);
  });
});

describe("a report is carried out", () => {
  it.each(["", "/", "/v1", "/v1/"])('where the project writes the same address with "%s" behind it', async (ending) => {
    const game = await applied();
    await writeFiles(game.folder, {
      "laurel.yaml": project(`${game.service().url}${ending}`, "{ default: { game_id: g } }"),
    });
    expect(await revert(game, ALL)).toMatchObject({ exit: 0 });
  });

  it("at its own address where there is no project at all", async () => {
    const game = await gameWith(MANIFEST);
    const before = contentsOf(game);
    await apply(game, "--prune", ...EVERYTHING);
    expect(await revert(game, ALL)).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
  });
});
