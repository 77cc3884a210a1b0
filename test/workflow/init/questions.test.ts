/** `laurel init` in a terminal: every question, every kind of answer. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, TOKEN } from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

interface Session extends CliRun {
  readonly cwd: string;
}

async function type(answers: readonly (string | undefined)[], ...words: readonly string[]): Promise<Session> {
  const cwd = await scratchFolder();
  const env = { LAUREL_API_TOKEN: TOKEN };
  return { ...(await runCli(["init", ...words], { cwd, answers, env })), cwd };
}

function questionsIn({ stderr }: CliRun): number {
  return stderr.split(/: (?=\n|$)|\]: /).length - 1;
}

describe("laurel init in a terminal", () => {
  it("asks three questions, and Enter answers each", async () => {
    const run = await type(["", "", ""], "Space Race");
    expect(run.exit, run.stderr).toBe(0);
    expect(
      run.stderr,
    ).toBe(`Creating a project in Space Race. Existing files are kept; Ctrl-C exits without writing anything.

Name of the game [space-race]: 
What is it to start from?
  1  a small example, to change
  2  nothing
  3  a game that is live already: its resources are read and written down
Number [1]: 
Which pipeline is to plan and apply? (several with commas)
  1  GitHub Actions
  2  GitLab CI
  3  another one: a shell script to call
  4  none for now
Number [4]: 
`);
    const files = Object.keys(await filesBelow(join(run.cwd, "Space Race")));
    expect(files).toContain("games/space-race/achievements.yaml");
    expect(files.filter((file) => file.includes("ci") || file.includes("github"))).toEqual([]);
  });

  it("takes answers, several with commas, with blanks around them", async () => {
    const run = await type([" arena ", "2", " 1, 3 "]);
    expect(run.exit, run.stderr).toBe(0);
    const files = Object.keys(await filesBelow(run.cwd));
    expect(files).toEqual(
      expect.arrayContaining(["games/arena/game.yaml", ".github/workflows/laurel-plan.yml", "laurel-ci.sh"]),
    );
    expect(files).not.toContain("laurel.gitlab-ci.yml");
  });

  it("takes a word for a number", async () => {
    const run = await type(["arena", "Nothing", "github, shell"]);
    expect(run.exit, run.stderr).toBe(0);
    const files = Object.keys(await filesBelow(run.cwd));
    expect(files).toEqual(
      expect.arrayContaining(["games/arena/game.yaml", ".github/workflows/laurel-plan.yml", "laurel-ci.sh"]),
    );
    expect(questionsIn(run)).toBe(3);
  });

  it("asks again until the answer is right, and says why", async () => {
    const run = await type(["a b", "../x", "ok", "9", "1,2", "1", "0", "4,5", "4"]);
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr.match(/a game's name has letters/g)).toHaveLength(2);
    const start = / {2}a number from 1 to 3, or a word: example, nothing, live\nNumber \[1\]: /g;
    const pipeline = / {2}a number from 1 to 4, or a word: github, gitlab, shell, none\nNumber \[4\]: /g;
    expect(run.stderr.match(start)).toHaveLength(2);
    expect(run.stderr.match(pipeline)).toHaveLength(2);
    expect(Object.keys(await filesBelow(run.cwd))).toContain("games/ok/actions.yaml");
  });

  it("asks only what no flag says, and nothing with --yes", async () => {
    expect(questionsIn(await type(["", ""], "--game-name", "g"))).toBe(2);
    expect(questionsIn(await type([""], "--game-name", "g", "--empty"))).toBe(1);
    const silent = await type([], "--game-name", "g", "--empty", "--ci", "none");
    expect([silent.exit, questionsIn(silent)]).toEqual([0, 0]);
    const yes = await type([], "--yes");
    expect([yes.exit, yes.stderr]).toEqual([0, ""]);
  });

  it.each([1, 2, 3])("ends without a file when the input ends at question %i", async (at) => {
    const run = await type([...Array.from({ length: at - 1 }, () => ""), undefined], "new");
    expect(run.exit).toBe(1);
    expect(run.stderr).toMatch(/Nothing was written\.\n$/);
    expect(await readdir(run.cwd)).toEqual([]);
  });

  it("ends without a file when the input ends where the live game is to be named", async () => {
    for (const answers of [
      ["", "3", undefined],
      ["", "3", "", "https://x.example", undefined],
    ]) {
      const run = await type(answers);
      expect(run.exit).toBe(1);
      expect(run.stderr).toMatch(/Nothing was written\.\n$/);
      expect(await readdir(run.cwd)).toEqual([]);
    }
  });

  it("says what is wrong with an address, and asks again", async () => {
    const run = await type(["", "3", "x.example", "ftp://x.example", "https://x.example", "${A}", undefined]);
    expect(run.stderr).toContain(
      "the address is not an address such as https://api.example.com\nAddress of the service: ",
    );
    expect(run.stderr).toContain("the address does not begin with https:// or http://\nAddress of the service: ");
    expect(run.stderr).toContain("cannot stand in a project file\nId of the game on the service: ");
  });

  it("says at once that a live game needs a token, and goes on with something else", async () => {
    const cwd = await scratchFolder();
    const run = await runCli(["init", "--ci", "none"], { cwd, answers: ["g", "3", "2"] });
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr).toContain(
      "that needs the API token: end this with Ctrl-C, set LAUREL_API_TOKEN, and begin again",
    );
    expect(Object.keys(await filesBelow(cwd))).toContain("games/g/game.yaml");
  });

  it("offers no pipeline below the root of a repository", async () => {
    const cwd = await scratchFolder();
    await mkdir(join(cwd, ".git"));
    const run = await runCli(["init", "sub"], { cwd, answers: ["", ""] });
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr).not.toContain("pipeline");
  });

  it("shows the name of a folder without what a terminal would obey", async () => {
    const run = await type(["", "", ""], "a\u001b[31mb");
    expect(run.stderr + run.stdout).not.toContain("\u001b");
    expect(run.stdout).toContain("a\\u001b[31mb");
  });
});
