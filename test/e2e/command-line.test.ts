import { describe, expect, it } from "vitest";
import { runShell } from "../support/child.ts";
import { inGame, runCli, scratchFolder, TOKEN, testService, writeFiles } from "../support/cli.ts";
import { manyRewards } from "./small-game.ts";

const env = { LAUREL_API_TOKEN: TOKEN };

const project = (url: string): string => `version: 1
service: { base_url: "${url}" }
games:
  dungeon:
    manifests: games/dungeon
    environments:
      staging: { game_id: dungeon-staging }
      production: { game_id: dungeon }
  races:
    manifests: games/races
    prune: true
    environments:
      production: { game_id: races }
`;
const games = {
  "games/dungeon/a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
  "games/races/a.yaml": "rewards:\n  - { custom_id: cup, name: Cup }\n",
};

async function projectFolder(more: Readonly<Record<string, string>> = {}) {
  const service = await testService();
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": project(service.url), ...games, ...more });
  return { service, cwd };
}

describe("the target", () => {
  it("is all games of the project, or those named", async () => {
    const { cwd, service } = await projectFolder();
    const both = await runCli(["plan", "--env", "production"], { cwd, env });
    expect(both.exit).toBe(0);
    expect(both.stdout.match(/^(dungeon|races) \(production\)$/gm)).toHaveLength(2);
    const one = await runCli(["apply", "--yes", "--game", "races"], { cwd, env });
    expect(one.exit).toBe(0);
    expect(service.contents("races").rewards).toHaveLength(1);
    expect(service.contents("dungeon").rewards).toEqual([]);
  });
});

describe("a reader of the output", () => {
  it.each(["plan", "plan --format json", "plan --verbose"])(
    "that stops reading %s early is no failure",
    async (command) => {
      const game = await inGame({ manifests: manyRewards(3000) });
      const run = await runShell(`$LAUREL ${command} | head -1`, {
        cwd: game.folder,
        env: game.env,
      });
      expect(run.exit, run.stderr).toBe(0);
      expect(run.stdout.trimEnd().split("\n")).toHaveLength(1);
      expect(run.stderr).not.toContain("EPIPE");
    },
  );

  it("gets all of a long output through a pipe", async () => {
    const game = await inGame({ manifests: manyRewards(3000) });
    const run = await runShell(`$LAUREL plan --format json | cat`, {
      cwd: game.folder,
      env: game.env,
    });
    expect(run.exit, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout).plans[0].steps).toHaveLength(3000);
  });
});
