/** Terminals of every width: nothing breaks, and what can be broken is broken. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCommands } from "../../src/cli/commands/index.ts";
import { widthOf } from "../../src/view/render/layout.ts";
import { inGame, runCli, scratchFolder } from "../support/cli.ts";

const WIDTHS = [20, 40, 60, 100, 400];
const GAME = {
  "a.yaml": `actions:
  - custom_id: slay-a-dragon-of-the-northern-mountains
    name: Slay a dragon
    description: One of those that sleep below the northern mountains, in the caves behind the old mill.
    custom_data: { icon: dragon.png, tags: [fire, wings, a tag of several words] }
  - { custom_id: 竜, name: 竜を倒す, description: 北の山の竜を倒してください。 }
rewards:
  - { custom_id: egg, name: Egg }
`.replace("custom_id: 竜", "custom_id: dragon-2"),
};

/** Columns in front of what is wrapped, at most. */
const MARGIN = 20;

/** Lines that are too wide although no word in them is long. */
function unbroken(text: string, width: number): readonly string[] {
  const longest = (line: string): number => Math.max(...line.split(/\s+/).map(widthOf));
  return text.split("\n").filter((line) => widthOf(line) > width && longest(line) <= Math.max(width - MARGIN, 10));
}

describe.each(WIDTHS)("a terminal of %i columns", (columns) => {
  it("shows a plan, an apply and an empty plan", async () => {
    const game = await inGame({ manifests: GAME });
    const terminal = { isTerminal: true, columns };
    const planned = await game.run(["plan", "--no-color"], terminal);
    expect(planned.exit, planned.stderr).toBe(0);
    for (const words of ["reward/egg", "action/slay-a-dragon-of-the-northern-mountains", "竜を倒す", "3"])
      expect(planned.stdout).toContain(words);
    if (columns >= 40) expect(unbroken(planned.stdout, columns)).toEqual([]);
    const applied = await game.run(["apply", "--yes", "--no-color"], terminal);
    expect(applied.exit, applied.stderr).toBe(0);
    expect(applied.stdout.replaceAll(/\s+/g, " ")).toContain("Converged: a new plan has no changes.");
    const again = await game.run(["plan", "--no-color"], terminal);
    expect(again.stdout.replaceAll(/\s+/g, " ")).toContain("No changes. The live game matches the manifests");
  });

  it("shows problems, with what is wrong above its mark", async () => {
    const long = `rewards: [ { custom_id: egg, name: "${"An egg. ".repeat(20)}" }, { custom_id: seed, nmae: Seed } ]\n`;
    const game = await inGame({ manifests: { "a.yaml": long } });
    const run = await game.run(["plan", "--no-color"], { isTerminal: true, columns });
    expect(run.exit).toBe(3);
    const lines = run.stderr.split("\n");
    const mark = lines.findIndex((line) => /\|\s+\^\^\^\^ /.test(line));
    const [above = "", below = ""] = [lines[mark - 1], lines[mark]];
    expect(above.slice(below.indexOf("^"), below.lastIndexOf("^") + 1)).toBe("nmae");
    if (columns >= 60) expect(widthOf(above)).toBeLessThanOrEqual(columns < 400 ? columns : 180);
  });
});

describe.each([40, 60, 100])("a terminal of %i columns", (columns) => {
  const isWide = (line: string): boolean => widthOf(line) > columns;
  /** To be copied, so they stay whole. */
  const isCommand = (line: string): boolean => /^ +(?:git|npm|mkdir|cp|LAUREL_\w+=)/.test(line);

  it("shows the questions and the result of init within its width", async () => {
    const cwd = await scratchFolder();
    const run = await runCli(["init", "p", "--no-color"], {
      cwd,
      keys: ["g\n", "github gitlab\n"],
      isTerminal: true,
      columns,
    });
    expect(run.exit, run.stderr).toBe(0);
    // What is typed begins a new line.
    const drawn = run.stderr.replaceAll(/: (?=\S)/g, ":\n");
    const lines = `${run.stdout}${drawn}`.split("\n").filter((line) => !/LAUREL_API_TOKEN/.test(line));
    expect(
      unbroken(lines.join("\n"), columns).filter((line) => !/^ {2}[+=] \S+$/.test(line) && !isCommand(line)),
    ).toEqual([]);
    if (columns >= 60) expect(lines.filter((line) => isWide(line) && !isCommand(line))).toEqual([]);
    for (const words of ["the project file", "prompts first"])
      expect(run.stdout.replaceAll(/\s+/g, " ")).toContain(words);
  });
});

describe("a page of HTML", async () => {
  const commands = (await loadCommands()).flatMap(({ command, options }) =>
    options.format?.choices?.includes("html") === true ? [command] : [],
  );

  it.each(commands)("by laurel %s is refused on a terminal, with the flag that writes it to a file", async (name) => {
    const game = await inGame({ manifests: GAME });
    const asked = [name, "--format", "html", "--reveal-secrets", "--no-color"];
    const run = await runCli(asked, { cwd: game.folder, env: game.env, isTerminal: true, columns: 200 });
    expect(run).toMatchObject({ exit: 64, stdout: "" });
    expect(run.stderr).toContain("A terminal cannot show the page of --format html.");
    expect(game.requests()).toEqual([]);
    expect(run.stderr).toContain(`--out ${name}.html`);
    const toFile = [name, "--out", `${name}.html`, "--reveal-secrets"];
    const written = await runCli(toFile, { cwd: game.folder, env: game.env, isTerminal: true });
    expect(written.exit, written.stderr).toBe(0);
    const page = await readFile(join(game.folder, `${name}.html`), "utf8");
    const piped = await runCli(asked, { cwd: game.folder, env: game.env });
    expect(piped).toMatchObject({ exit: 0, stdout: page });
  });
});

describe("colour", () => {
  it.each<[string, Record<string, string>, boolean, boolean, (readonly string[])?]>([
    ["is for terminals", {}, true, true],
    ["is switched off by the flag", { FORCE_COLOR: "1" }, true, false, ["--no-color"]],
    ["is switched off by any NO_COLOR but an empty one", { NO_COLOR: "0" }, true, false],
    ["stays with an empty NO_COLOR", { NO_COLOR: "" }, true, true],
    ["is switched off by FORCE_COLOR=0", { FORCE_COLOR: "0" }, true, false],
    ["is switched on by FORCE_COLOR=3 without a terminal", { FORCE_COLOR: "3" }, false, true],
    ["is not for dumb terminals", { TERM: "dumb" }, true, false],
  ])("%s", async (_, env, isTerminal, expected, flags = []) => {
    const game = await inGame({ manifests: GAME });
    const run = await game.run(["plan", ...flags], { env: { ...game.env, ...env }, isTerminal });
    expect(run.stdout.includes("\u001b[")).toBe(expected);
  });

  it("is never in a document for programs", async () => {
    const game = await inGame({ manifests: GAME });
    const run = await game.run(["plan", "--format", "json"], {
      env: { ...game.env, FORCE_COLOR: "1" },
      isTerminal: true,
    });
    expect(run.stdout).not.toContain("\u001b");
    JSON.parse(run.stdout);
  });
});
