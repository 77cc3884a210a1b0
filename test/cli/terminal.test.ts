/** Terminals of every width: nothing breaks, and what can be broken is broken. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCommands } from "../../src/cli/commands/index.ts";
import { widthOf } from "../../src/view/render/layout.ts";
import { inGame, runCli, scratchFolder } from "../support/cli.ts";

const GAME = {
  "a.yaml": `actions:
  - custom_id: slay-a-dragon-of-the-northern-mountains
    name: Slay a dragon
    description: One of those that sleep below the northern mountains, in the caves behind the old mill.
    custom_data: { icon: dragon.png, tags: [fire, wings, a tag of several words] }
  - { custom_id: dragon-2, name: 竜を倒す, description: 北の山の竜を倒してください。 }
rewards:
  - { custom_id: egg, name: Egg }
`,
};

/** Columns in front of what is wrapped, at most. */
const MARGIN = 20;

/** Lines that are too wide although no word in them is long. */
function unbroken(text: string, width: number): readonly string[] {
  const longest = (line: string): number => Math.max(...line.split(/\s+/).map(widthOf));
  return text
    .split("\n")
    .filter((line) => widthOf(line) > width && longest(line) <= Math.max(width - MARGIN, 10));
}

const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

describe.each([20, 40, 60, 100, 400])("a terminal of %i columns", (columns) => {
  const terminal = { isTerminal: true, columns };

  it("shows a plan, an apply and an empty plan", async () => {
    const game = await inGame({ manifests: GAME });
    const planned = await game.run(["plan", "--no-color"], terminal);
    for (const words of [
      "reward/egg",
      "action/slay-a-dragon-of-the-northern-mountains",
      "竜を倒す",
      "3",
    ])
      expect(planned.stdout).toContain(words);
    if (columns >= 40) expect(unbroken(planned.stdout, columns)).toEqual([]);
    const applied = await game.run(["apply", "--yes", "--no-color"], terminal);
    expect(flat(applied.stdout)).toContain("Converged: a new plan has no changes.");
    const again = await game.run(["plan", "--no-color"], terminal);
    expect(flat(again.stdout)).toContain("No changes. The live game matches the manifests");
  });

  it("shows problems, with what is wrong above its mark", async () => {
    const long = `rewards: [ { custom_id: egg, name: "${"An egg. ".repeat(20)}" }, { custom_id: seed, nmae: Seed } ]\n`;
    const game = await inGame({ manifests: { "a.yaml": long } });
    const run = await game.run(["plan", "--no-color"], terminal);
    expect(run.exit).toBe(3);
    const lines = run.stderr.split("\n");
    const mark = lines.findIndex((line) => /\|\s+\^\^\^\^(?: |$)/.test(line));
    const above = lines[mark - 1] ?? "";
    const below = lines[mark] ?? "";
    expect(above.slice(below.indexOf("^"), below.lastIndexOf("^") + 1)).toBe("nmae");
    if (columns >= 60) expect(widthOf(above)).toBeLessThanOrEqual(columns < 400 ? columns : 180);
  });
});

/** To be copied, so they stay whole. */
const WHOLE = /^ +(?:git|npm|mkdir|cd|cp|laurel|LAUREL_\w+=)|LAUREL_API_TOKEN/;

it.each([40, 60, 100])(
  "a terminal of %i columns shows the questions and the result of init",
  async (columns) => {
    const options = {
      cwd: await scratchFolder(),
      keys: ["g\n", "github gitlab\n"],
      isTerminal: true,
      columns,
    };
    const run = await runCli(["init", "p", "--no-color"], options);
    expect(run.exit, run.stderr).toBe(0);
    // What is typed begins a new line.
    const all = `${run.stdout}${run.stderr.replaceAll(/: (?=\S)/g, ":\n")}`.split("\n");
    const lines = all.filter((line) => !WHOLE.test(line));
    expect(
      unbroken(lines.join("\n"), columns).filter((line) => !/^ {2}[+=] \S+$/.test(line)),
    ).toEqual([]);
    if (columns >= 60) expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    for (const words of ["the project file", "prompts first"])
      expect(flat(run.stdout)).toContain(words);
  },
);

const commands = (await loadCommands()).flatMap(({ command, options }) =>
  options.format?.choices?.includes("html") === true ? [command] : [],
);

it.each(commands)(
  "a page of HTML by laurel %s is refused on a terminal, with the flag that writes it",
  async (name) => {
    const game = await inGame({ manifests: GAME });
    const inForm = [name, "--format", "html", "--reveal-secrets", "--no-color"];
    const refused = await game.run(inForm, { isTerminal: true, columns: 200 });
    expect(refused).toMatchObject({ exit: 64, stdout: "" });
    expect(refused.stderr).toContain("A terminal cannot show the page of --format html.");
    expect(refused.stderr).toContain(`--out ${name}.html`);
    expect(game.requests()).toEqual([]);
    expect(
      await game.run([name, "--out", `${name}.html`, "--reveal-secrets"], { isTerminal: true }),
    ).toMatchObject({
      exit: 0,
    });
    const page = await readFile(join(game.folder, `${name}.html`), "utf8");
    expect(await game.run(inForm)).toMatchObject({ exit: 0, stdout: page });
  },
);

it.each<[string, Record<string, string>, boolean, boolean, (readonly string[])?]>([
  ["is for terminals", {}, true, true],
  ["is switched off by the flag", { FORCE_COLOR: "1" }, true, false, ["--no-color"]],
  ["is switched off by any NO_COLOR but an empty one", { NO_COLOR: "0" }, true, false],
  ["stays with an empty NO_COLOR", { NO_COLOR: "" }, true, true],
  ["is switched off by FORCE_COLOR=0", { FORCE_COLOR: "0" }, true, false],
  ["is switched on by FORCE_COLOR=3 without a terminal", { FORCE_COLOR: "3" }, false, true],
  ["is not for dumb terminals", { TERM: "dumb" }, true, false],
  ["is never in a document for programs", { FORCE_COLOR: "1" }, true, false, ["--format", "json"]],
])("colour %s", async (_, env, isTerminal, isColoured, flags = []) => {
  const game = await inGame({ manifests: GAME });
  const run = await game.run(["plan", ...flags], { env: { ...game.env, ...env }, isTerminal });
  expect(run.stdout.includes("\u001b[")).toBe(isColoured);
});
