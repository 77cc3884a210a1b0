/** What `plan` refuses or cannot do, as findings at the places where reviewers look. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, inGame, runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { runOf, type SarifResult, sarifProblems } from "./sarif-schema.ts";

const BOARD = (id: string) => ({ custom_id: id, name: id, type: "custom" });
const ACHIEVEMENT = (id: string, secret: boolean) =>
  `  - custom_id: ${id}\n    name: ${id}\n    is_secret: ${secret}\n    custom_criteria_group_id: all\n`;

/** `rule path:line` of each result. */
function placesOf(run: CliRun): readonly string[] {
  expect(sarifProblems(JSON.parse(run.stdout))).toEqual([]);
  return runOf(run.stdout).results.map((result) => `${result.ruleId} ${placeOf(result)}`);
}

function placeOf({ locations: [{ physicalLocation }] }: SarifResult): string {
  return `${decodeURIComponent(physicalLocation.artifactLocation.uri)}:${physicalLocation.region.startLine}`;
}

describe("refusals of a plan", () => {
  it("are where the resource is declared, one for each step", async () => {
    const secret = (id: string) => ({ custom_id: id, name: id, is_secret: true, custom_criteria_group_id: "all" });
    const game = await inGame({
      live: {
        criteria_groups: [{ custom_id: "all", name: "All" }],
        achievements: [secret("a"), secret("b"), secret("c")],
      },
      manifests: {
        "achievements.yaml": `achievements:\n${ACHIEVEMENT("a", false)}${ACHIEVEMENT("b", true)}${ACHIEVEMENT("c", false)}`,
      },
    });
    const run = await game.run(["plan", "--format", "sarif"]);
    expect(run.exit).toBe(4);
    expect(placesOf(run)).toEqual([
      "reveals-secret manifests/achievements.yaml:2",
      "reveals-secret manifests/achievements.yaml:10",
    ]);
    const [first] = runOf(run.stdout).results;
    expect(first?.message.text).toContain('achievement/a: The secret achievement "a" would become visible to players.');
    expect(first?.message.text).not.toContain('"c"');
    expect(first?.message.text).toContain("--allow reveals-secret");
    expect(run.stderr, "stderr has it as well").toContain("reveals-secret");
  });

  it("of deletions are at the project file, each with its player data", async () => {
    const game = await inGame({
      live: { leaderboards: [BOARD("summer"), BOARD("winter")] },
      manifests: { "boards.yaml": "leaderboards: []\n" },
    });
    const run = await game.run(["plan", "--prune", "--allow", "empties-kind", "--format", "sarif"]);
    expect(placesOf(run)).toEqual(["deletes-player-data laurel.yaml:1", "deletes-player-data laurel.yaml:1"]);
    const texts = runOf(run.stdout).results.map(({ message }) => message.text);
    expect(texts[0]).toContain('the leaderboard "summer" deletes any scores of players');
    expect(texts[0]).not.toContain("winter");
    expect(texts[1]).toContain('the leaderboard "winter" deletes any scores of players');

    const allowed = await game.run([
      "plan",
      "--prune",
      "--allow",
      "empties-kind",
      "--allow",
      "deletes-player-data",
      "--format",
      "sarif",
    ]);
    expect(allowed.exit).toBe(0);
    expect(placesOf(allowed), "an empty document closes what was found before").toEqual([]);
  });
});

describe("a plan that cannot be made", () => {
  it("gives a valid document without the token", async () => {
    const game = await inGame({ manifests: { "game.yaml": "actions:\n  - { custom_id: a, name: A }\n" } });
    for (const format of ["sarif", "github"]) {
      const run = await game.run(["plan", "--format", format], { env: { LAUREL_API_TOKEN: `${TOKEN}x` } });
      expect(run.exit).toBe(1);
      expect(run.stdout).not.toContain(TOKEN);
      if (format === "sarif") expect(placesOf(run)).toEqual(["not-authorised laurel.yaml:1"]);
    }
  });
});

describe("files are named by their paths in the repository", () => {
  const MANIFEST = "actions:\n  - { custom_id: a, nmae: A }\n";
  const PROJECT =
    "version: 1\ngames:\n  one:\n    manifests: one game\n    environments: { local: { embedded: true } }\n";

  async function repository(kind: "folder" | "file" | "none"): Promise<string> {
    const root = await scratchFolder();
    await writeFiles(root, { "studio/laurel.yaml": PROJECT, "studio/one game/a.yaml": MANIFEST });
    if (kind === "folder") await mkdir(join(root, ".git"));
    if (kind === "file") await writeFile(join(root, ".git"), "gitdir: /elsewhere/.git/worktrees/a\n");
    return root;
  }
  const validate = async (cwd: string, ...argv: readonly string[]) =>
    new Set(
      placesOf(await runCli(["validate", "--format", "sarif", ...argv], { cwd })).map((each) =>
        each.split(" ").slice(1).join(" "),
      ),
    );

  it.each(["folder", "file"] as const)("where .git is a %s, from any folder", async (kind) => {
    const root = await repository(kind);
    const expected = new Set(["studio/one game/a.yaml:2"]);
    expect(await validate(join(root, "studio"))).toEqual(expected);
    expect(await validate(join(root, "studio/one game"))).toEqual(expected);
    expect(await validate(root, "--project", "studio/laurel.yaml")).toEqual(expected);
    const github = await runCli(["validate", "--format", "github"], { cwd: join(root, "studio") });
    expect(github.stdout).toContain("::error file=studio/one game/a.yaml,line=2,");
  });

  it("and outside of one by their paths below the project's folder", async () => {
    const root = await repository("none");
    expect(await validate(join(root, "studio/one game"))).toEqual(new Set(["one game/a.yaml:2"]));
  });
});
