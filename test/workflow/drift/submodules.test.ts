/**
 * Manifests in submodules: `--base` reads the commit that the base records, as if its files were in
 * the repository itself.
 */
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CliRun,
  runCli,
  scratchFolder,
  TOKEN,
  testService,
  writeFiles,
} from "../../support/cli.ts";
import { commitAll, GIT_ENV, git } from "./repository.ts";

type Files = Readonly<Record<string, string>>;

const MANIFESTS = "games/dungeon/manifests";
const project = (url: string): string => `version: 1
service: { base_url: "${url}" }
games: { dungeon: { manifests: ${MANIFESTS}, environments: { test: { game_id: g } } } }
`;
const achievement = (name: string): string =>
  `achievements: [{ custom_id: slayer, name: ${name}, description: Slay., custom_criteria_group_id: { custom_id: all, name: All, criteria: [{ custom_id: one, name: One, custom_action_id: slay, rule: "gte:1" }] } }]\n`;
const BEFORE: Files = {
  [`${MANIFESTS}/actions.yaml`]: "actions: [{ custom_id: slay, name: Slay }]\n",
  [`${MANIFESTS}/shared/a.yaml`]: achievement("Slayer"),
  [`${MANIFESTS}/shared/deep/r.yaml`]: "rewards: [{ custom_id: egg, name: Egg }]\n",
};
const AFTER: Files = {
  [`${MANIFESTS}/shared/a.yaml`]: achievement("Dragon slayer"),
  [`${MANIFESTS}/shared/deep/r.yaml`]: "rewards: [{ custom_id: egg, name: Dragon egg }]\n",
};

/** The folders that are submodules of the nearest one above, outer ones first. */
const LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  "the folder of manifests": [MANIFESTS],
  "a folder in it": [`${MANIFESTS}/shared`],
  "three of them": ["games/dungeon", MANIFESTS, `${MANIFESTS}/shared/deep`],
};

const LOCAL = ["-c", "protocol.file.allow=always"];

/** Makes a repository of files, of which some folders are submodules. Returns its folder. */
async function made(files: Files, submodules: readonly string[]): Promise<string> {
  const folder = join(await scratchFolder(), "repository");
  const outer = submodules.filter(
    (path) => !submodules.some((other) => path.startsWith(`${other}/`)),
  );
  const own = Object.entries(files).filter(
    ([file]) => !outer.some((path) => file.startsWith(`${path}/`)),
  );
  await writeFiles(folder, { ...Object.fromEntries(own), "README.md": "A repository.\n" });
  commitAll(folder);
  for (const path of outer) {
    const start = `${path}/`;
    const inner = Object.entries(files).filter(([file]) => file.startsWith(start));
    const below = submodules
      .filter((other) => other.startsWith(start))
      .map((other) => other.slice(start.length));
    const origin = await made(
      Object.fromEntries(inner.map(([file, text]) => [file.slice(start.length), text])),
      below,
    );
    git(folder, ...LOCAL, "submodule", "--quiet", "add", origin, path);
  }
  commitAll(folder, "base");
  return folder;
}

/**
 * A repository on a branch from `main`, with changes in its submodules that are committed or not.
 */
async function repository(
  submodules: readonly string[],
  url: string,
  isCommitted = true,
): Promise<string> {
  const folder = await made({ ...BEFORE, "laurel.yaml": project(url) }, submodules);
  git(folder, ...LOCAL, "submodule", "--quiet", "update", "--init", "--recursive");
  git(folder, "checkout", "-q", "-b", "feature");
  await writeFiles(folder, AFTER);
  if (isCommitted) for (const path of [...submodules].reverse()) commitAll(join(folder, path));
  if (isCommitted) commitAll(folder, "feature");
  return folder;
}

async function live(): Promise<string> {
  const service = await testService();
  const panel = {
    rewards: [{ custom_id: "egg", name: "Egg of the panel" }],
    actions: [{ custom_id: "slay", name: "Slay" }],
  };
  await service.seed("g", panel);
  return service.url;
}

function run(folder: string, url: string, line: string): Promise<CliRun> {
  const env = { ...GIT_ENV, LAUREL_API_TOKEN: TOKEN, LAUREL_ALLOWED_ORIGINS: url };
  return runCli(line.split(" "), { cwd: folder, env });
}

const withoutIds = ({ exit, stdout, stderr }: CliRun) => {
  const text = `${exit}\n${stdout}${stderr}`.replaceAll(/\b[0-9a-f]{40}\b/g, "COMMIT");
  return text.replaceAll(/sha256:[0-9a-f]{64}/g, "DIGEST");
};

const COMMANDS = [
  "plan --base main --format json",
  "plan --base main --changed",
  "plan --base feature --changed",
  "changelog --base main --format json",
  "pull --base main --check",
];

describe("manifests of which a part is a submodule", () => {
  it.each(Object.entries(LAYOUTS))(
    "are compared like those of one repository: %s",
    async (_, submodules) => {
      const url = await live();
      for (const isCommitted of submodules.length > 1 ? [true] : [true, false]) {
        const plain = await repository([], url, isCommitted);
        const folder = await repository(submodules, url, isCommitted);
        for (const line of COMMANDS) {
          const ran = await run(folder, url, line);
          expect(withoutIds(ran), line).toBe(withoutIds(await run(plain, url, line)));
          expect(ran.stderr).not.toContain("not-in-commit");
        }
      }
    },
  );

  const MISSING: Readonly<Record<string, (folder: string, path: string) => Promise<void>>> = {
    "is not checked out": async (folder, path) => {
      git(folder, "submodule", "--quiet", "deinit", "--force", path);
      await writeFiles(folder, BEFORE);
    },
    "lacks the commit of the base": async (folder, path) => {
      const place = join(folder, path);
      git(place, "push", "-q", "origin", "HEAD:refs/heads/next");
      const origin = git(place, "remote", "get-url", "origin");
      const gitFile = git(place, "rev-parse", "--absolute-git-dir");
      await rm(place, { recursive: true });
      await rm(gitFile, { recursive: true });
      git(folder, "clone", "-q", "--depth=1", "--branch", "next", `file://${origin}`, path);
    },
  };

  describe.each(Object.entries(MISSING))("that %s", (_, lose) => {
    it.each(COMMANDS.filter((line) => !line.includes("base feature")))(
      "stop %s, with the command that helps",
      async (line) => {
        const url = await live();
        const folder = await repository([MANIFESTS], url);
        const whole = await run(folder, url, line);
        const files = await filesBelow(join(folder, MANIFESTS));
        await lose(folder, MANIFESTS);
        const lost = await run(folder, url, line);
        const words = (lost.stdout + lost.stderr).replaceAll(/\s+/g, " ");
        expect(lost.exit, words).toBe(1);
        expect(words).toContain("missing-submodule");
        expect(words).toMatch(
          /main:games\/dungeon\/manifests is a submodule at the commit [0-9a-f]{40}, which is not in this clone/,
        );
        const [command = ""] =
          /git (?:submodule update --init -- [\w/]+|-C [\w/]+ fetch origin [0-9a-f]{40})/.exec(
            words,
          ) ?? [];
        for (const file of Object.keys(BEFORE)) await rm(join(folder, file), { force: true });
        git(folder, ...LOCAL, ...command.split(" ").slice(1));
        await writeFiles(folder, files);
        expect(withoutIds(await run(folder, url, line))).toBe(withoutIds(whole));
      },
    );
  });

  it("are read with nothing that the repository of a pull request could run", async () => {
    const url = await live();
    const folder = await repository([MANIFESTS], url);
    const trap = join(await scratchFolder(), "trap");
    // A folder that is a repository without `.git`, with a program in its settings.
    await rm(join(folder, MANIFESTS), { recursive: true });
    git(folder, "init", "-q", "--bare", MANIFESTS);
    git(join(folder, MANIFESTS), "config", "core.fsmonitor", `touch ${trap}`);
    await writeFiles(folder, BEFORE);
    const ran = await run(folder, url, "plan --base main");
    expect([ran.exit, ran.stderr]).toEqual([
      1,
      expect.stringContaining("error[missing-submodule]"),
    ]);
    expect(existsSync(trap)).toBe(false);
  });

  it("do not stop a game that has none", async () => {
    const url = await live();
    const folder = await repository([MANIFESTS], url);
    await rm(join(folder, MANIFESTS), { recursive: true });
    const other = "other: { manifests: other, environments: { test: { game_id: g } } }";
    await writeFiles(folder, {
      "laurel.yaml": project(url).replace("games: {", `games: { ${other},`),
      "other/a.yaml": "rewards: []\n",
    });
    expect(await run(folder, url, "plan --base main --game other")).toMatchObject({ exit: 0 });
  });
});

/** The manifests below a folder by their paths in the repository. */
async function filesBelow(folder: string): Promise<Files> {
  const names = Object.keys(BEFORE);
  const texts = await Promise.all(
    names.map(
      async (name) =>
        [name, await readFile(join(folder, name.slice(MANIFESTS.length + 1)), "utf8")] as const,
    ),
  );
  return Object.fromEntries(texts);
}
