/** `laurel codegen` as a command: what it writes, what it refuses, and how it fails in CI on a stale file. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";

const GAME = `
actions: [{ custom_id: slay-dragon, name: Slay a dragon }]
criteria: [{ custom_id: one-dragon, name: One dragon, custom_action_id: slay-dragon }]
criteria_groups: [{ custom_id: dragon-slayer, name: Only one dragon, criteria: [one-dragon] }]
rewards:
  - { custom_id: egg, name: Egg, description: "Warm." }
  - { custom_id: crown, name: Crown of cats }
achievements:
  - { custom_id: dragon-slayer, name: Dragon slayer, custom_criteria_group_id: dragon-slayer, rewards: [egg] }
  - { custom_id: hidden, name: Forty cats, description: Crown of cats awaits, is_secret: true, rewards: [crown] }
`;

interface Folder {
  readonly cwd: string;
  run(...argv: readonly string[]): Promise<CliRun>;
}

async function inFolder(files: Readonly<Record<string, string>> = { "game/game.yaml": GAME }): Promise<Folder> {
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game" });
  await writeFiles(cwd, files);
  return { cwd, run: (...argv) => runCli(["codegen", ...argv], { cwd }) };
}

const TYPESCRIPT = ["--language", "typescript"];

describe("laurel codegen", () => {
  it("prints constants of every managed kind; secrets have no words, and what only they use has none", async () => {
    const { run } = await inFolder();
    const { exit, stdout, stderr } = await run(...TYPESCRIPT);
    expect(stderr).toBe("");
    expect(exit).toBe(0);
    expect(stdout).toContain('  /** Egg: Warm. */\n  egg: "egg",\n');
    expect(stdout).toContain('  dragonSlayer: "dragon-slayer",\n  hidden: "hidden",\n');
    expect(stdout).toContain('export const Rewards = {\n  crown: "crown",\n');
    expect(stdout).not.toMatch(/cats/i);
    expect(stdout).not.toContain("Leaderboards");
  });

  it("shows the words of secrets with --reveal-secrets", async () => {
    const { run } = await inFolder();
    const { stdout } = await run(...TYPESCRIPT, "--reveal-secrets");
    expect(stdout).toContain('  /** Forty cats: Crown of cats awaits */\n  hidden: "hidden",\n');
  });

  it("writes a file, keeps it while it is current, and rewrites it when it is stale", async () => {
    const { cwd, run } = await inFolder();
    const out = [...TYPESCRIPT, "--out", "ids.ts"];
    const first = await run(...out);
    expect([first.exit, first.stdout, first.stderr]).toEqual([0, "", "wrote ids.ts\n"]);
    const text = await readFile(join(cwd, "ids.ts"), "utf8");
    expect((await run(...TYPESCRIPT)).stdout).toBe(text);
    expect((await run(...out)).stderr).toBe("ids.ts is current\n");
    await writeFile(join(cwd, "ids.ts"), "something else");
    expect((await run(...out)).stderr).toBe("wrote ids.ts\n");
    expect(await readFile(join(cwd, "ids.ts"), "utf8")).toBe(text);
    expect((await readdir(cwd)).sort()).toEqual(["game", "ids.ts", "laurel.yaml"]);
  });
});

describe("laurel codegen --check", () => {
  const check = [...TYPESCRIPT, "--out", "ids.ts", "--check"];

  it("is content with a current file, also where Git wrote other line breaks", async () => {
    const { cwd, run } = await inFolder();
    await run(...TYPESCRIPT, "--out", "ids.ts");
    expect((await run(...check)).stderr).toBe("ids.ts is current\n");
    const text = await readFile(join(cwd, "ids.ts"), "utf8");
    await writeFile(join(cwd, "ids.ts"), text.replaceAll("\n", "\r\n"));
    expect((await run(...check)).exit).toBe(0);
  });

  it("ends with 2, shows what differs, and writes nothing", async () => {
    const { cwd, run } = await inFolder();
    await run(...TYPESCRIPT, "--out", "ids.ts");
    const text = await readFile(join(cwd, "ids.ts"), "utf8");
    await writeFile(
      join(cwd, "game/game.yaml"),
      GAME.replaceAll("custom_id: egg", "custom_id: big-egg").replace("[egg]", "[big-egg]"),
    );
    const { exit, stdout, stderr } = await run(...check);
    expect(exit).toBe(2);
    expect(stdout).toMatch(/^--- ids\.ts\n\+\+\+ ids\.ts\n@@ /);
    expect(stdout).toContain('-  egg: "egg",\n');
    expect(stdout).toContain('+  bigEgg: "big-egg",\n');
    expect(stderr).toBe("ids.ts is not current; run the same command without --check\n");
    expect(await readFile(join(cwd, "ids.ts"), "utf8")).toBe(text);
  });
});

it("codegen --check fails with the reason where the file cannot be read", async () => {
  const { cwd, run } = await inFolder();
  await writeFile(join(cwd, "ids.ts"), Buffer.from([0xff, 0xfe, 0xff]));
  const { exit, stderr } = await run(...TYPESCRIPT, "--out", "ids.ts", "--check");
  expect(stderr).toContain("error[");
  expect([0, 2]).not.toContain(exit);
});

describe("laurel codegen --template", () => {
  it("makes any file out of a template of one's own", async () => {
    const template = "{{#kinds}}\n{{#constants}}\n{{kind}}/{{id}}\n{{/constants}}\n{{/kinds}}\n";
    const { run } = await inFolder({ "game/game.yaml": GAME, "my.mustache": template });
    const { stdout, exit } = await run("--template", "my.mustache");
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^action\/slay-dragon\n[\s\S]*\nreward\/crown\nreward\/egg\n/);
  });

  it("says where a template is wrong", async () => {
    const { run } = await inFolder({ "game/game.yaml": GAME, "my.mustache": "x\n  {{nam}}" });
    const { exit, stdout, stderr } = await run("--template", "my.mustache");
    expect([exit, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("my.mustache:2:3");
    expect(stderr).toContain('unknown name "nam"');
  });
});

describe("what laurel codegen refuses", () => {
  const PROJECT = `
version: 1
service: { base_url: "https://api.example.com" }
games:
  one: { manifests: one, environments: { live: { game_id: "1" } } }
  two: { manifests: two, environments: { live: { game_id: "2" } } }
`;

  it.each([
    ["no language", [], "language"],
    ["--check without a file", [...TYPESCRIPT, "--check"], "check -> out"],
    ["a file among the manifests", [...TYPESCRIPT, "--out", "game/ids.json"], "files that laurel reads"],
    ["a language and a template", [...TYPESCRIPT, "--template", "t"], "mutually exclusive"],
    ["the template as the file", ["--out", "t", "--template", "./t"], "files that laurel reads"],
  ])("%s", async (_, argv, words) => {
    const { cwd, run } = await inFolder({ "game/game.yaml": GAME, t: "x" });
    const { exit, stdout, stderr } = await run(...argv);
    expect([exit, stdout]).toEqual([64, ""]);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(words);
    expect((await readdir(cwd)).sort()).toEqual(["game", "laurel.yaml", "t"]);
    expect(await readdir(join(cwd, "game"))).toEqual(["game.yaml"]);
  });

  it("several games at once, and the project file as the file", async () => {
    const { run } = await inFolder({ "laurel.yaml": PROJECT, "one/a.yaml": GAME, "two/a.yaml": GAME });
    const both = await run("--language", "lua");
    expect(both.exit).toBe(64);
    expect(both.stderr).toContain("Name the game with --game");
    expect((await run("--language", "lua", "--game", "two")).exit).toBe(0);
    const over = await run("--language", "lua", "--game", "two", "--out", "laurel.yaml");
    expect(over.exit).toBe(64);
    expect(over.stderr).toContain("files that laurel reads");
  });
});
