/** What a page makes its reader do is all in what the reader sees. */
import { afterEach, describe, expect, it } from "vitest";
import { type Reader, readerInEmptyFolder } from "./reader.ts";
import { matches, runnableBlocks } from "./runnable-blocks.ts";

let reader: Reader | undefined;
afterEach(() => reader?.leave());

function follow(page: string): readonly (readonly string[])[] {
  reader = readerInEmptyFolder();
  const own = reader;
  return runnableBlocks(page).flatMap((block) => own.follow(block));
}

describe("following a page", () => {
  it("keeps the folder and exported variables from one command to the next", () => {
    const outputs = follow(
      "```console\n$ mkdir a && cd a\n$ export LAUREL_X='b c'\n```\n\n```console\n$ basename $PWD; echo $LAUREL_X\na\nb c\n```\n",
    );
    expect(outputs.at(-1)).toEqual(["a", "b c"]);
  });

  it("creates files, adds to them, and edits them where the page shows it", () => {
    const outputs = follow(
      [
        "```yaml\n# game/a.yaml\nactions: []\n```",
        "```yaml\n# add to game/a.yaml\nrewards: []\n```",
        "```diff\n--- game/a.yaml\n+++ game/a.yaml\n-actions: []\n+criteria: []\n rewards: []\n```",
        "```console\n$ cat game/a.yaml\n# game/a.yaml\ncriteria: []\nrewards: []\n```",
      ].join("\n\n"),
    );
    expect(outputs.at(-1)).toEqual(["# game/a.yaml", "criteria: []", "rewards: []"]);
  });

  it("refuses an edit whose lines are not there, or there twice", () => {
    const file = "```yaml\n# a.yaml\nx: 1\ny: 1\nx: 1\n```\n";
    expect(() => follow(`${file}\n\`\`\`diff\n--- a.yaml\n+++ a.yaml\n-x: 2\n+x: 3\n\`\`\`\n`)).toThrow();
    expect(() => follow(`${file}\n\`\`\`diff\n--- a.yaml\n+++ a.yaml\n-x: 1\n+x: 3\n\`\`\`\n`)).toThrow();
  });

  it("refuses output that is not what the page shows, and another exit code", () => {
    expect(() => follow("```console\n$ echo a\nb\n```\n")).toThrow();
    expect(() => follow("```console\n$ exit 3\n```\n")).toThrow();
    expect(follow("<!-- exit: 3 -->\n```console\n$ (exit 3)\n```\n")).toEqual([[]]);
  });
});

describe("matches", () => {
  it("lets three dots stand for any lines", () => {
    expect(matches(["a", "...", "d"], ["a", "b", "c", "d"])).toBe(true);
    expect(matches(["a", "...", "d"], ["a", "b", "c"])).toBe(false);
    expect(matches(["a"], ["a", "b"])).toBe(false);
  });
});
