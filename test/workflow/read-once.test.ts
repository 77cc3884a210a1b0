/**
 * A run opens each file once and parses each text once. The calls of node and of the YAML package
 * are counted on their way through.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, sep } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Composer, Lexer } from "yaml";
import { inGame, runCli, type TestGame, TOKEN, writeFiles } from "../support/cli.ts";
import { commitAll, GIT_ENV, git } from "./drift/repository.ts";

const FILES: Readonly<Record<string, string>> = {
  "game/achievements.yaml": `achievements:
  - custom_id: slayer
    name: Slayer
    description: Slay ten.
    custom_criteria_group_id: ten
    rewards: [egg]
`,
  "game/deep/criteria.yaml": `actions:
  - { custom_id: slay, name: Slay }
criteria:
  - { custom_id: slay-10, name: Slay ten, custom_action_id: slay, rule: "gte:10" }
criteria_groups:
  - { custom_id: ten, name: Ten, criteria: [slay-10] }
`,
  "game/rewards.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
  "game/overrides/live.yaml": "rewards:\n  - { custom_id: egg, name: Live egg }\n",
  "game/overrides/staging.yaml": "rewards:\n  - { custom_id: egg, name: Test egg }\n",
  "game/play.test.yaml": `scenarios:
  - name: Ten kills
    steps: [{ do: slay, amount: 10 }, { expect: { earned: [slayer] } }]
`,
};

/** Two games share the folder, and a third has a folder inside of it. */
const projectOf = (url: string): string => `version: 1
service: { base_url: "${url}", retries: 0 }
games:
  one: { manifests: game, environments: { live: { game_id: one }, staging: { game_id: one-2 } }, default_environment: live }
  two: { manifests: game, environments: { live: { game_id: two }, staging: { game_id: two-2 } }, default_environment: live }
  deep: { manifests: game/deep, environments: { live: { game_id: deep } } }
  new: { manifests: new, environments: { live: { game_id: new } } }
`;
/** Live in the game that is pulled: a reward has another name. */
const LIVE = {
  actions: [{ custom_id: "slay", name: "Slay" }],
  criteria: [{ custom_id: "slay-10", name: "Slay ten", custom_action_id: "slay", rule: "gte:10" }],
  criteria_groups: [{ custom_id: "ten", name: "Ten", criteria: ["slay-10"] }],
  rewards: [{ custom_id: "egg", name: "Dragon egg" }],
  achievements: [
    {
      custom_id: "slayer",
      name: "Slayer",
      description: "Slay ten.",
      custom_criteria_group_id: "ten",
      rewards: ["egg"],
    },
  ],
};
const GAMES = ["--game", "one", "--game", "two", "--game", "deep"];

/** A repository with a branch that has changed every file, so that no two texts are the same. */
async function repository(): Promise<TestGame> {
  const game = await inGame();
  await game.service().seed("one", LIVE);
  const files = { "laurel.yaml": projectOf(game.service().url), ...FILES };
  await writeFiles(game.folder, files);
  commitAll(game.folder, "base");
  git(game.folder, "checkout", "-q", "-b", "feature");
  const changed = Object.entries(files).map(([path, text]) => [path, `# changed\n${text}`]);
  await writeFiles(game.folder, Object.fromEntries(changed));
  commitAll(game.folder);
  return game;
}

/** Files by path from the folder, and texts, once for each time. */
interface Counted {
  readonly opened: string[];
  readonly parsed: string[];
}

let folder: string;
let counted: Counted;
beforeEach(() => {
  folder = "";
  counted = { opened: [], parsed: [] };
  const { openSync } = fs;
  vi.spyOn(fs, "openSync").mockImplementation((path, ...rest) => {
    const start = folder + sep;
    if (folder !== "" && String(path).startsWith(start))
      counted.opened.push(String(path).slice(start.length).split(sep).join("/"));
    return openSync(path, ...rest);
  });
  syncBuiltinESMExports();
  const lex = vi.spyOn(Lexer.prototype, "lex");
  const { end } = Composer.prototype;
  // Every parse composes its documents to their end, right after it has split the text.
  vi.spyOn(Composer.prototype, "end").mockImplementation(function (this: Composer, ...rest) {
    counted.parsed.push(lex.mock.lastCall?.[0] ?? "");
    return end.apply(this, rest);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const ALL = ["laurel.yaml", ...Object.keys(FILES)].sort();
const COMMANDS: readonly (readonly string[])[] = [
  ["validate", ...GAMES],
  ["lint", ...GAMES],
  ["test", "--game", "one", "--game", "two"],
  ["plan", ...GAMES],
  ["plan", "--game", "one", "--target", "reward/egg"],
  ["plan", ...GAMES, "--base", "main"],
  ["plan", ...GAMES, "--base", "main", "--changed"],
  ["apply", ...GAMES, "--yes"],
  ["pull", "--game", "one", "--check"],
  ["pull", "--game", "one", "--check", "--base", "main"],
  ["mv", "reward/egg", "nest", "--game", "one", "--check"],
  ["report", ...GAMES],
  ["graph", ...GAMES],
  ["changelog", ...GAMES, "--base", "main"],
];

it.each(COMMANDS.map((argv) => ({ argv, line: argv.join(" ") })))(
  "laurel $line",
  async ({ argv }) => {
    const game = await repository();
    folder = game.folder;
    const texts = new Set(ALL.map((path) => fs.readFileSync(join(folder, path), "utf8")));
    const base = ALL.map((path) => git(folder, "show", `main:${path}`));
    const env = { ...GIT_ENV, LAUREL_API_TOKEN: TOKEN };
    const { exit, stdout, stderr } = await runCli(argv, { cwd: folder, env });
    expect([0, 2], stdout + stderr).toContain(exit);
    expect([...counted.opened].sort()).toEqual(ALL);
    const parsed = counted.parsed.filter((text) => texts.has(text));
    expect(parsed).toHaveLength(new Set(parsed).size);
    expect(parsed.length).toBe(ALL.length);
    const before = counted.parsed.map((text) => text.trim()).filter((text) => base.includes(text));
    expect(before).toHaveLength(new Set(before).size);
    expect(before.length > 0).toBe(argv.includes("--base"));
  },
);

it("laurel init --from-live", async () => {
  const game = await repository();
  folder = game.folder;
  const env = { LAUREL_API_TOKEN: TOKEN };
  const argv = ["init", "--from-live", "--game", "new"];
  const { exit, stderr } = await runCli(argv, { cwd: folder, env });
  expect(exit, stderr).toBe(0);
  expect(counted.opened).toEqual(["laurel.yaml"]);
  expect(counted.parsed).toHaveLength(new Set(counted.parsed).size);
});
