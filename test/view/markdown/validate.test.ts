/** What `validate` found as a page of Markdown: problems only, masked, because what is secret is unknown. */
import { describe, expect, it } from "vitest";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import { renderValidMarkdown } from "../../../src/view/lint/check-markdown.ts";
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
});

describe("the page", () => {
  it.each(Object.entries(RENDERERS))("holds nothing from outside but text: %s", (_, render) => {
    const nasty = "</details><img src=x onerror=y> @alice #1 https://evil.example `x` | ![a](b) ##[error] owner/repo#1";
    const problem = diagnostic("unknown-field", nasty, { address: `leaderboard/${nasty}`, help: [nasty] });
    const anatomy = anatomyOf(render(renderValidMarkdown([{ ...problem, game: nasty }], [], OPTIONS)));
    expect(anatomy.elements.filter((each) => /img|\/a( |$)|script/.test(each))).toEqual([]);
    expect(anatomy.open).not.toMatch(/@alice|evil\.example|#1/);
  });
});
