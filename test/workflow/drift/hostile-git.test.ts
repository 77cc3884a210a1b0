/**
 * A repository whose settings, attributes, hooks and folders would run programs: reading a commit
 * runs none of them.
 */
import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inGame, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { branch, commitAll, egg, GIT_ENV, git, LIVE, PENDING, planAgainst } from "./repository.ts";

const isWindows = process.platform === "win32";

/** A folder in which a program leaves a file if it is run, and the line of shell that does so. */
async function canary(): Promise<{
  readonly ran: () => Promise<readonly string[]>;
  line(name: string): string;
}> {
  const folder = await scratchFolder();
  return { ran: () => readdir(folder), line: (name) => `touch ${join(folder, name)} #` };
}

const COMMANDS = [
  ...[
    "core.fsmonitor",
    "core.sshCommand",
    "core.gitProxy",
    "core.pager",
    "core.editor",
    "core.askPass",
  ],
  ...[
    "core.alternateRefsCommand",
    "diff.external",
    "diff.x.textconv",
    "diff.x.command",
    "filter.x.clean",
  ],
  ...[
    "filter.x.smudge",
    "filter.x.process",
    "merge.x.driver",
    "gpg.program",
    "gpg.ssh.program",
    "sequence.editor",
  ],
  ...[
    "pager.cat-file",
    "pager.ls-tree",
    "pager.rev-parse",
    "uploadpack.packObjectsHook",
    "interactive.diffFilter",
  ],
  ...[
    "remote.origin.uploadpack",
    "remote.origin.receivepack",
    "trailer.x.command",
    "imap.tunnel",
    "man.x.cmd",
  ],
];
const SHELL_COMMANDS = [
  ...[
    "credential.helper",
    "submodule.x.update",
    "alias.cat-file",
    "alias.ls-tree",
    "alias.rev-parse",
  ],
];
const OTHERS = {
  "protocol.allow": "always",
  "protocol.ext.allow": "always",
  "protocol.file.allow": "always",
  "remote.origin.promisor": "true",
  "remote.origin.partialclonefilter": "blob:none",
  "core.repositoryformatversion": "1",
  "extensions.partialClone": "origin",
  "log.showSignature": "true",
  "core.untrackedCache": "true",
  "submodule.recurse": "true",
};
const HOOKS = [
  "fsmonitor-watchman",
  "post-checkout",
  "post-index-change",
  "pre-auto-gc",
  "reference-transaction",
];
const VARIABLES = ["EXTERNAL_DIFF", "PAGER", "SSH_COMMAND", "ASKPASS", "EDITOR", "PROXY_COMMAND"];

/** A setting as Git's files have it. */
function configured([name, value]: readonly [string, string]): string {
  const [section = "", ...rest] = name.split(".");
  const key = rest.pop();
  const below = rest.length === 0 ? "" : ` "${rest.join(".")}"`;
  return `[${section}${below}]\n\t${key} = ${JSON.stringify(value)}\n`;
}

/** Sets everything that could run something in a repository, and what tells attributes to. */
async function spoil(folder: string, { line }: Awaited<ReturnType<typeof canary>>): Promise<void> {
  const hooks = join(folder, ".git/spoilt-hooks");
  await mkdir(hooks);
  for (const hook of HOOKS)
    await writeFile(join(hooks, hook), `#!/bin/sh\n${line(hook)}\n`, { mode: 0o755 });
  const transport = join(folder, ".git/transport");
  await writeFile(transport, `#!/bin/sh\n${line("transport")}\n`, { mode: 0o755 });
  const settings: Readonly<Record<string, string>> = {
    ...Object.fromEntries(COMMANDS.map((name) => [name, line(name)])),
    ...Object.fromEntries(SHELL_COMMANDS.map((name) => [name, `!${line(name)}`])),
    ...OTHERS,
    "core.hooksPath": hooks,
    "remote.origin.url": `ext::${transport} %S`,
  };
  await appendFile(join(folder, ".git/config"), Object.entries(settings).map(configured).join(""));
  await writeFile(join(folder, ".git/info/attributes"), "* filter=x diff=x merge=x\n");
}

describe.skipIf(isWindows)("a repository that would run programs (written for a shell)", () => {
  it("runs none while commits are read, by any command", async () => {
    const game = await branch();
    const trap = await canary();
    await writeFiles(game.folder, {
      "manifests/.gitattributes": "* filter=x diff=x merge=x\n",
      ".gitmodules": `[submodule "x"]\n\tpath = x\n\turl = ext::sh\n\tupdate = !${trap.line("gitmodules")}\n`,
    });
    await spoil(game.folder, trap);
    const variables = Object.fromEntries(VARIABLES.map((name) => [`GIT_${name}`, trap.line(name)]));
    const env = {
      ...GIT_ENV,
      ...game.env,
      ...variables,
      GIT_ALLOW_PROTOCOL: "ext:file",
      GIT_DIR: "/nowhere",
    };
    expect((await planAgainst(game, "main", { env })).causes).toEqual(PENDING);
    for (const argv of [["plan"], ["plan", "--base", "none"]]) await game.run(argv, { env });
    for (const argv of [
      ["changelog", "--base", "main"],
      ["validate"],
      ["lint"],
      ["report"],
      ["graph"],
    ])
      await runCli(argv, { cwd: game.folder, env });
    expect(await trap.ran()).toEqual([]);
  });

  it("runs none while games are compared, and compares contents without filters", async () => {
    const game = await branch();
    await writeFiles(game.folder, {
      "laurel.yaml": `version: 1
games:
  g: { manifests: manifests, environments: { live: { game_id: g } } }
  h: { manifests: others, environments: { live: { game_id: h } } }
`,
      "others/game.yaml": egg("Egg"),
      ".gitattributes": "* filter=x diff=x merge=x\n",
    });
    await game.write({ "game.yaml": egg("Egg") });
    commitAll(game.folder, "both");
    await game.write({ "game.yaml": egg("Dragon egg") });
    const trap = await canary();
    await spoil(game.folder, trap);
    const variables = Object.fromEntries(VARIABLES.map((name) => [`GIT_${name}`, trap.line(name)]));
    const env = { ...GIT_ENV, ...variables, GIT_DIR: "/nowhere" };
    const { stderr } = await runCli(["plan", "--changed", "--base", "HEAD"], {
      cwd: game.folder,
      env,
    });
    expect(stderr).toContain("Changed since HEAD: 1 of 2 games.");
    expect(await trap.ran()).toEqual([]);
    // The trap is one: this is what it is about. Another time makes Git read the file again,
    // through the filter.
    await utimes(join(game.folder, "others/game.yaml"), 1, 1);
    expect(() => git(game.folder, "status")).toThrow();
    expect(await trap.ran()).not.toEqual([]);
  });

  it("fetches nothing that is missing, though the protocol is allowed and Git alone would", async () => {
    const game = await branch();
    const trap = await canary();
    const blob = git(game.folder, "rev-parse", "main:manifests/game.yaml");
    await spoil(game.folder, trap);
    await rm(join(game.folder, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    const run = await planAgainst(game, "main");
    expect([run.exit, run.stderr.includes("error[git-failed]")]).toEqual([1, true]);
    expect(await trap.ran()).toEqual([]);
    // The trap is one: this is what it is about.
    expect(() =>
      execFileSync("git", ["cat-file", "-p", blob], {
        cwd: game.folder,
        env: GIT_ENV,
        stdio: "pipe",
      }),
    ).toThrow();
    expect(await trap.ran()).toContain("transport");
  });

  it("is not one that the pull request itself has put into a folder", async () => {
    const game = await inGame({ live: LIVE, manifests: { "game.yaml": egg("Egg") } });
    const base = commitAll(game.folder, "base");
    const trap = await canary();
    const other = await scratchFolder();
    await writeFiles(other, { "game.yaml": egg("Dragon egg") });
    commitAll(other);
    const inner = join(game.folder, "manifests");
    await cp(join(other, ".git"), inner, { recursive: true });
    const settings = { "core.worktree": inner, "core.fsmonitor": trap.line("fsmonitor") };
    await appendFile(join(inner, "config"), Object.entries(settings).map(configured).join(""));
    await game.write({ "game.yaml": egg("Dragon egg") });
    const { plan, causes } = await planAgainst(game, "main");
    expect(plan?.base).toMatchObject({ commit: base });
    expect(causes).toEqual(PENDING);
    expect(await trap.ran()).toEqual([]);
  });

  it("is read as it was committed, whatever replaces its objects", async () => {
    const game = await branch();
    commitAll(game.folder, "feature");
    git(game.folder, "replace", "main", "feature");
    expect((await planAgainst(game, "main")).causes).toEqual(PENDING);
  });
});
