/** What `plan` refuses or cannot do, as findings at the places where reviewers look. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inGame, runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { placesOf, runOf } from "./sarif-schema.ts";

describe("findings of a plan", () => {
  it("are where the resource is declared, or at the project file, one for each step", async () => {
    const achievement = (id: string, is_secret: boolean) => {
      return `  - ${JSON.stringify({ custom_id: id, name: id, is_secret, custom_criteria_group_id: "all" })}\n`;
    };
    const secret = (id: string) => ({
      custom_id: id,
      name: id,
      is_secret: true,
      custom_criteria_group_id: "all",
    });
    const board = (id: string) => ({ custom_id: id, name: id, type: "custom" });
    const game = await inGame({
      live: {
        criteria_groups: [{ custom_id: "all", name: "All" }],
        achievements: ["a", "b", "c"].map(secret),
        leaderboards: ["summer", "winter"].map(board),
      },
      manifests: {
        "game.yaml": `achievements:\n${achievement("a", false)}${achievement("b", true)}${achievement("c", false)}leaderboards: []\n`,
      },
    });
    const argv = ["plan", "--prune", "--allow", "empties-kind", "--format", "sarif"];
    const run = await game.run(argv);
    expect(run.exit).toBe(4);
    expect(placesOf(run.stdout)).toEqual([
      "deletes-player-data laurel.yaml:1",
      "deletes-player-data laurel.yaml:1",
      "reveals-secret manifests/game.yaml:2",
      "reveals-secret manifests/game.yaml:4",
    ]);
    const [summer, winter, a] = runOf(run.stdout).results.map(({ message }) => message.text);
    expect(summer).toMatch(
      /the leaderboard "summer" deletes any scores of players(?![\s\S]*winter)/,
    );
    expect(winter).toContain('the leaderboard "winter" deletes any scores of players');
    expect(a).toMatch(
      /^achievement\/a: The secret achievement "a" would become visible to players\.(?![\s\S]*"c")/,
    );
    expect(a).toContain("--allow reveals-secret");
    expect(run.stderr, "stderr has it as well").toContain("reveals-secret");
    const allowed = await game.run([
      ...argv,
      "--allow",
      "deletes-player-data",
      "--allow",
      "reveals-secret",
    ]);
    expect(allowed.exit).toBe(0);
    expect(placesOf(allowed.stdout), "an empty document closes what was found before").toEqual([]);
  });

  it("that cannot be made are a valid document without the token", async () => {
    const game = await inGame({
      manifests: { "game.yaml": "actions:\n  - { custom_id: a, name: A }\n" },
    });
    const run = await game.run(["plan", "--format", "sarif"], {
      env: { LAUREL_API_TOKEN: `${TOKEN}x` },
    });
    expect(run.exit).toBe(1);
    expect(run.stdout).not.toContain(TOKEN);
    expect(placesOf(run.stdout)).toEqual(["not-authorised laurel.yaml:1"]);
  });
});

it.each([
  ["where .git is a folder", { ".git/HEAD": "" }, "studio/one game/a.yaml"],
  [
    "where .git is a file",
    { ".git": "gitdir: /elsewhere/.git/worktrees/a\n" },
    "studio/one game/a.yaml",
  ],
  ["outside of a repository", {}, "one game/a.yaml"],
])(
  "findings name files by their paths in the repository, from any folder: %s",
  async (_, git, path) => {
    const root = await scratchFolder();
    const project =
      "version: 1\ngames: { one: { manifests: one game, environments: { local: { embedded: true } } } }\n";
    const manifest = "actions:\n  - { custom_id: a, nmae: A }\n";
    await writeFiles(root, {
      ...git,
      "studio/laurel.yaml": project,
      "studio/one game/a.yaml": manifest,
    });
    for (const [folder, ...argv] of [
      ["studio"],
      ["studio/one game"],
      [".", "--project", "studio/laurel.yaml"],
    ]) {
      const { stdout } = await runCli(["validate", "--format", "sarif", ...argv], {
        cwd: join(root, folder ?? ""),
      });
      expect(new Set(placesOf(stdout).map((place) => place.replace(/^\S+ /, "")))).toEqual(
        new Set([`${path}:2`]),
      );
    }
    const github = await runCli(["validate", "--format", "github"], { cwd: join(root, "studio") });
    expect(github.stdout).toContain(`::error file=${path},line=2,`);
  },
);
