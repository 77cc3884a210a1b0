/**
 * The shell script of `laurel init --ci shell`: files of a commit, and of other jobs, where it
 * writes and reads.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GIT_ENV } from "../../workflow/drift/repository.ts";
import { FLAGS, isTaken, OBSTACLES, obstruct } from "../hostile-paths.ts";
import { programs, runScript } from "../running.ts";
import { SHELLS, withScript } from "./shell.ts";

describe.each(SHELLS)("in $name, the script", ({ shell }) => {
  it("reads no other file than one line with digests", async () => {
    const { run, hand, writes } = await withScript(shell);
    const file = join(hand, "laurel.env");
    const texts = [
      "",
      "\n",
      "expect",
      "expect=",
      "expect=--prune\n",
      FLAGS,
      "expect=sha256:0\nexpect=sha256:1\n",
    ];
    const others = [
      "expect=$(touch ran)\n",
      "expect=sha256:0 --prune\n",
      " expect=sha256:0\n",
      "EXPECT=\n",
      "expect=\n\n",
    ];
    for (const text of [...texts, ...others]) {
      writeFileSync(file, text);
      const refused = await run(["apply", file]);
      expect([text, refused.exit, refused.stderr]).toEqual([
        text,
        64,
        `laurel-ci.sh: ${file} is not a file of \`merged\`: one line expect=DIGEST\n`,
      ]);
    }
    expect(writes()).toEqual([]);
  });

  it("takes no file that a commit can reach", async () => {
    const { run, folder, hand, root, writes } = await withScript(shell);
    symlinkSync(hand, join(folder, "out"));
    symlinkSync(folder, join(root, "in"));
    const inside = "is in the checkout; name a file outside of it";
    const paths: readonly (readonly [string, string])[] = [
      ["", "by its absolute path"],
      ["laurel.env", "by its absolute path"],
      ["../laurel.env", "by its absolute path"],
      [join(folder, "laurel.env"), inside],
      [join(folder, "manifests/laurel.env"), inside],
      [`${root}/in/laurel.env`, inside],
      [`${folder}/out/laurel.env`, inside],
      [`${folder}/out/../laurel.env`, inside],
      [`${hand}/../in/out/laurel.env`, inside],
      [`${hand}/missing/laurel.env`, "is not a folder"],
    ];
    for (const [path, why] of paths) {
      for (const job of ["merged", "apply"]) {
        const refused = await run(path === "" ? [job] : [job, path]);
        expect([path, refused.exit, refused.stderr]).toEqual([
          path,
          64,
          expect.stringContaining(why),
        ]);
      }
    }
    expect(writes()).toEqual([]);
    expect(existsSync(join(hand, "laurel.env"))).toBe(false);
  });

  it.each(Object.entries(OBSTACLES))("refuses %s at the path of the file", async (_, put) => {
    const { run, hand, root, writes } = await withScript(shell);
    const outside = join(root, "outside");
    writeFileSync(outside, FLAGS);
    obstruct(hand, ["laurel.env"], (path) => put(path, outside));
    const file = join(hand, "laurel.env");
    const exits = [await run(["merged", file]), await run(["apply", file])].map(({ exit }) => exit);
    expect([exits, writes()]).toEqual([[64, 64], []]);
    expect([readFileSync(outside, "utf8"), isTaken(`${outside}.new`)]).toEqual([FLAGS, false]);
  });
});

describe("the script", () => {
  it("writes into no link, pipe or folder of the checkout, and runs nothing of it", async () => {
    const { run, hand, folder, root, merge, nameOf } = await withScript();
    const outside = join(root, "outside");
    writeFileSync(outside, "Kept.\n");
    const evil = `#!/bin/sh\ntouch '${root}/ran'\n`;
    await merge({
      "evil.sh": evil,
      ".npmrc": "git=./evil.sh\n",
      "package.json": '{ "bin": { "laurel": "./evil.sh" } }',
    });
    obstruct(folder, ["plan.md", "laurel.env"], (path) => symlinkSync(outside, path));
    obstruct(folder, ["apply.md"], (path) => execFileSync("mkfifo", [path]));
    const file = join(hand, "laurel.env");
    const exits = [await run(["merged", file]), await run(["apply", file])].map(({ exit }) => exit);
    expect([exits, nameOf("egg")]).toEqual([[0, 0], "Golden egg"]);
    expect([readFileSync(outside, "utf8"), existsSync(join(root, "ran"))]).toEqual([
      "Kept.\n",
      false,
    ]);
  });

  it("refuses a folder that looks like a repository of its own", async () => {
    const { hand, merge, folder, root, writes } = await withScript();
    await merge({
      "evil.sh": `#!/bin/sh\ntouch '${root}/ran'\n`,
      "games/HEAD": "ref: refs/heads/main\n",
      "games/config": "[core]\n\tbare = true\n\tfsmonitor = ../evil.sh\n",
      "games/objects/x": "",
      "games/refs/x": "",
    });
    const script = join(folder, "laurel-ci.sh");
    const file = join(hand, "laurel.env");
    const env = { ...GIT_ENV, PATH: `${await programs()}:${process.env.PATH}`, HOME: root };
    const there = await runScript(["sh", script, "apply", file], {
      cwd: join(folder, "games"),
      env,
    });
    expect([there.exit, there.stderr]).toEqual([
      64,
      expect.stringContaining("not in a checkout of a git repository"),
    ]);
    expect([existsSync(join(root, "ran")), writes()]).toEqual([false, []]);
  });
});
