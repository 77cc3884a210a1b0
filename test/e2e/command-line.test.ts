import { describe, expect, it } from "vitest";
import { runShell } from "../support/child.ts";
import { inGame, runCli, scratchFolder, TOKEN, testService, writeFiles } from "../support/cli.ts";
import { manyRewards } from "./small-game.ts";

const env = { LAUREL_API_TOKEN: TOKEN };

describe("wrong usage ends with 64 and says what would be right", () => {
  it.each<[string, string]>([
    ["plan --prun", "Did you mean --prune?"],
    ["plna", "Did you mean `laurel plan`?"],
    ["frobnicate", "laurel help"],
    ["apply --format html", 'format cannot be "html"'],
    ["plan --allow everything", "deletes-player-data"],
    ["schema", "<document>"],
    ["schema everything", "manifest"],
    ["serve --port 70000", "65535"],
    ["serve --port x", "--port"],
  ])("laurel %s", async (line, words) => {
    const run = await runCli(line.split(" "), { cwd: await scratchFolder(), env });
    expect(run).toMatchObject({ exit: 64, stdout: "" });
    expect(run.stderr).toContain(words);
  });

  it("help and version are results, not mistakes", async () => {
    const cwd = await scratchFolder();
    for (const argv of [["--help"], ["plan", "--help"], ["apply", "-h"], ["--version"]]) {
      const run = await runCli(argv, { cwd });
      expect(run).toMatchObject({ exit: 0, stderr: "" });
      expect(run.stdout).not.toBe("");
    }
  });
});

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
  it("is never guessed: with several environments and no default one has to be named", async () => {
    const { cwd } = await projectFolder();
    const run = await runCli(["plan"], { cwd, env });
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain("error[ambiguous-environment]");
    expect(run.stderr).toContain("--env");
  });

  it("is refused when it is not known, with the nearest name", async () => {
    const { cwd } = await projectFolder();
    const environment = await runCli(["plan", "--env", "prodution"], { cwd, env });
    expect(environment).toMatchObject({ exit: 64, stdout: "" });
    expect(environment.stderr).toContain('"production"');
    const game = await runCli(["plan", "--game", "dungon", "--env", "production"], { cwd, env });
    expect(game).toMatchObject({ exit: 64, stdout: "" });
    expect(game.stderr).toContain('"dungeon"');
  });

  it("is all games of the project, or those named", async () => {
    const { cwd, service } = await projectFolder();
    const both = await runCli(["plan", "--env", "production"], { cwd, env });
    expect(both.exit).toBe(0);
    expect(both.stdout.match(/^Plan for game "(dungeon|races)" \(production\)/gm)).toHaveLength(2);
    const one = await runCli(["apply", "--yes", "--game", "races"], { cwd, env });
    expect(one.exit).toBe(0);
    expect(service.contents("races").rewards).toHaveLength(1);
    expect(service.contents("dungeon").rewards).toEqual([]);
  });

  it("is asked for when there is no project", async () => {
    const run = await runCli(["plan"], { cwd: await scratchFolder(), env });
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("error[no-project]");
    expect(run.stderr).toContain("make a project: laurel init FOLDER");
    const validated = await runCli(["validate"], { cwd: await scratchFolder() });
    expect(validated.exit).toBe(3);
    expect(validated.stderr).toContain("error[no-project]");
  });

  it("is never plain http on another machine", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "m/a.yaml": "rewards: []\n", "laurel.yaml": project("http://service.example"), ...games });
    const written = await runCli(["plan", "--game", "races"], { cwd, env });
    expect(written.exit).toBe(3);
    expect(written.stderr).toContain("error[insecure-url]");
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
