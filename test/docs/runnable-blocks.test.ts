/** The reader of pages notices when a page shows something else than what happens. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Reader, readerInEmptyFolder } from "./reader.ts";
import { linesOf, matches, runnableBlocks } from "./runnable-blocks.ts";

it.each<[readonly string[], readonly string[], boolean]>([
  [["a", "b"], ["a", "b"], true],
  [["a", "..."], ["a", "b", "c"], true],
  [["...", "c"], ["a", "b", "c"], true],
  [["a", "...", "c"], ["a", "c"], true],
  [[], [], true],
  [["a"], ["a", "b"], false],
  [["a", "b"], ["a"], false],
  [["a", "...", "d"], ["a", "b", "c"], false],
  [["...", "b"], ["a", "b", "c"], false],
  [["A"], ["a"], false],
  [[], ["a"], false],
  [["a"], [], false],
])("%j shows %j: %s", (expected, actual, isShown) => {
  expect(matches(expected, actual)).toBe(isShown);
});

it("blank lines inside of an output count, those around it do not", () => {
  expect(linesOf("\n\na  \n\nb\n\n")).toEqual(["a", "", "b"]);
});

describe("a page", () => {
  let reader: Reader;
  beforeAll(() => {
    reader = readerInEmptyFolder();
  });
  afterAll(() => reader.leave());

  const follow = async (page: string): Promise<void> => {
    const blocks = runnableBlocks(page);
    expect(blocks).not.toEqual([]);
    for (const block of blocks) await reader.follow(block);
  };

  it("that is right can be followed", () =>
    follow(`\`\`\`yaml
# right.yaml
a: 1
\`\`\`

\`\`\`diff
--- right.yaml
+++ right.yaml
-a: 1
+a: 2
\`\`\`

<!-- exit: 3 -->

\`\`\`console
$ cat right.yaml
# right.yaml
a: 2
$ sh -c 'echo no; exit 3'
no
\`\`\`
`));

  it.each([
    ["another output", "```console\n$ echo a\nb\n```\n"],
    ["no output", "```console\n$ true\nsomething\n```\n"],
    ["an output that is not shown", "```console\n$ echo a\n```\n"],
    ["another exit code", "```console\n$ false\n```\n"],
    ["success, where an error is promised", "<!-- exit: 3 -->\n\n```console\n$ true\n```\n"],
    ["an error before the last command", "<!-- exit: 1 -->\n\n```console\n$ false\n$ false\n```\n"],
    [
      "an edit of a missing line",
      "```yaml\n# edit.yaml\na: 1\n```\n\n```diff\n--- edit.yaml\n+++ edit.yaml\n-b: 1\n+b: 2\n```\n",
    ],
    [
      "an edit of two places",
      "```yaml\n# twice.yaml\na: 1\na: 1\n```\n\n```diff\n--- twice.yaml\n+++ twice.yaml\n-a: 1\n+a: 2\n```\n",
    ],
    [
      "a new file that exists",
      "```yaml\n# new.yaml\na: 1\n```\n\n```yaml\n# new.yaml\na: 1\n```\n",
    ],
    ["an addition to a missing file", "```yaml\n# add to missing.yaml\na: 1\n```\n"],
    ["an unknown flag of laurel", "```console\n$ laurel plan --no-such-flag\n...\n```\n"],
  ])("that shows %s can't", async (_, page) => {
    await expect(follow(page)).rejects.toThrow();
  });

  it("with a diff that names no file, or a block without an end, is refused", () => {
    expect(() => runnableBlocks("```diff\n-a\n+b\n```\n")).toThrow("a diff begins with");
    expect(() => runnableBlocks("```console\n$ echo a\na\n")).toThrow("no end");
  });
});
