/** What `validate` found as a page of Markdown: problems only, masked, because what is secret is unknown. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diagnostic, ofGame } from "../../../src/model/diagnostics.ts";
import { renderValidMarkdown } from "../../../src/view/lint/check-markdown.ts";
import { PAGE_LIMIT } from "../../../src/view/markdown/markdown-page.ts";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { anatomyOf, OPTIONS, RENDERERS } from "./pages.ts";

const PROJECT = `version: 1
games:
  forest: { manifests: forest, environments: { local: { embedded: true } } }
  mine: { manifests: mine, environments: { local: { embedded: true } } }
`;
const SECRET = `rewards:
  - { custom_id: r, name: Crown of thorns }
  - { custom_id: q, name: Crown of thorns }
achievements:
  - { custom_id: s, name: Nobody knows, is_secret: true, rewards: [r] }
`;
const BOARDS = "leaderboards:\n  - { custom_id: b, nmae: Best of all }\n";

async function validate(files: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<CliRun> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": PROJECT, ...files });
  return runCli(["validate", "--format", "markdown", ...argv], { cwd });
}

describe("validate --format markdown", () => {
  it("groups the problems of several games, without the names of secrets", async () => {
    const { stdout, exit } = await validate({ "forest/a.yaml": BOARDS, "mine/a.yaml": SECRET });
    expect(exit).toBe(3);
    await expect(stdout).toMatchFileSnapshot("expect/validate.md");
    expect(stdout).not.toContain("thorns");
  });

  it("shows everything with --reveal-secrets", async () => {
    const { stdout } = await validate({ "mine/a.yaml": SECRET, "forest/a.yaml": BOARDS }, "--reveal-secrets");
    expect(stdout).toContain("thorns");
    expect(stdout).not.toContain("is hidden");
  });

  it("does not head the problems of a single game with its name", async () => {
    const { stdout } = await validate({ "forest/a.yaml": BOARDS }, "--game", "forest");
    expect(stdout).toMatch(/^## The manifests are not valid: 1 error\n\n> \[!CAUTION\]/);
    expect(stdout).not.toContain("###");
  });

  it("says in two lines that all is well", async () => {
    const good = "rewards:\n  - { custom_id: egg, name: Egg }\n";
    const one = await validate({ "forest/a.yaml": good }, "--game", "forest");
    expect(one).toMatchObject({ exit: 0, stdout: "## The manifests are valid\n\nGame `forest`, 1 resource.\n" });
    const both = await validate({ "forest/a.yaml": good, "mine/a.yaml": good });
    expect(both.stdout).toBe("## The manifests are valid\n\n2 games, 2 resources.\n");
  });

  it("shows warnings of manifests that are valid", async () => {
    const alike = "rewards:\n  - { custom_id: a, name: Best }\n  - { custom_id: b, name: best }\n";
    const { stdout, exit } = await validate({ "forest/a.yaml": alike }, "--game", "forest");
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^## The manifests are valid: 1 warning\n\nGame `forest`, 2 resources\.\n\n> \[!WARNING\]/);
    expect(stdout).toContain("`similar-names`");
  });

  it("does not call manifests invalid that were not looked at", async () => {
    const { stdout, exit } = await validate({}, "--game", "unknown");
    expect(exit).toBe(64);
    expect(stdout).toContain("## The manifests were not checked: 1 error");
  });

  it("is what --out FILE.md writes", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": PROJECT, "forest/a.yaml": BOARDS, "mine/a.yaml": SECRET });
    const run = await runCli(["validate", "--out", "page.md"], { cwd });
    const direct = await runCli(["validate", "--format", "markdown"], { cwd });
    expect(run.exit).toBe(3);
    expect(await readFile(join(cwd, "page.md"), "utf8")).toBe(direct.stdout);
  });
});

describe("the page", () => {
  it("is never longer than its hosts take, and shows something of every game", () => {
    const games = Array.from({ length: 20 }, (_, game) =>
      ofGame(
        `game-${game}`,
        Array.from({ length: 200 }, (_each, index) =>
          diagnostic("unknown-field", `A leaderboard has no field "f${index}".`.repeat(20), {
            address: `leaderboard/b${index}`,
            help: ["龍".repeat(500)],
          }),
        ),
      ),
    );
    const page = renderValidMarkdown(games.flat(), [], OPTIONS);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(PAGE_LIMIT);
    expect(page).toContain("The manifests are not valid: 4,000 errors");
    expect(page).toContain("This page is incomplete");
    for (let game = 0; game < 20; game += 1) expect(page).toContain(`### \`game-${game}\``);
  });

  it.each(Object.entries(RENDERERS))("holds nothing from outside but text: %s", (_, render) => {
    const nasty = "</details><img src=x onerror=y> @alice #1 https://evil.example `x` | ![a](b) ##[error] owner/repo#1";
    const problem = diagnostic("unknown-field", nasty, { address: `leaderboard/${nasty}`, help: [nasty] });
    const anatomy = anatomyOf(render(renderValidMarkdown(ofGame(nasty, [problem]), [], OPTIONS)));
    expect(anatomy.elements.filter((each) => /img|\/a( |$)|script/.test(each))).toEqual([]);
    expect(anatomy.open).not.toMatch(/@alice|evil\.example|#1/);
  });
});
