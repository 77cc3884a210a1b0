/**
 * A checkout with the script that `laurel init --ci shell` writes, and what a CI system has around
 * it.
 */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { GAME_ID, inGame, runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { commitAll, GIT_ENV, git } from "../../workflow/drift/repository.ts";
import { programs, rewardName, runScript } from "../running.ts";

export type Shell = readonly [string, ...string[]];

export function hasProgram(name: string): boolean {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, name)));
}

/** The shells of Debian, of most people, and of small images, as far as they are installed. */
const KNOWN: readonly Shell[] = [["dash"], ["bash", "--posix"], ["busybox", "ash"]];
export const SHELLS = KNOWN.flatMap((shell) =>
  hasProgram(shell[0]) ? [{ name: shell.join(" "), shell }] : [],
);

const PROJECT = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
games: { dungeon: { manifests: manifests, environments: { production: { game_id: g } } } }
`;

export function manifest(egg: string, nest = "Nest"): string {
  return `rewards:\n  - { custom_id: egg, name: ${egg} }\n  - { custom_id: nest, name: ${nest} }\n`;
}

/**
 * A checkout of a game with the script, a folder for what one job hands to the next, and a change
 * that is merged.
 */
export async function withScript(shell: Shell = ["sh"]) {
  const rewards = [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "nest", name: "Nest" },
  ];
  const game = await inGame({ live: { rewards }, manifests: { "game.yaml": manifest("Egg") } });
  const { folder } = game;
  await writeFiles(folder, {
    "laurel.yaml": PROJECT,
    ".gitignore": ".laurel/\n",
    "manifests/egg.test.yaml": "scenarios: [{ name: Nothing, steps: [], expect: { points: 0 } }]\n",
  });
  expect((await runCli(["init", "--ci", "shell"], { cwd: folder })).exit).toBe(0);
  commitAll(folder, "pipeline");
  const root = await scratchFolder();
  const server = join(root, "server.git");
  git(root, "clone", "--quiet", "--bare", folder, server);
  git(folder, "remote", "add", "origin", server);
  const hand = join(root, "hand-over");
  mkdirSync(hand);
  /** Commits files in the checkout, and pushes them. Out: the commit. */
  const merge = async (files: Readonly<Record<string, string>>): Promise<string> => {
    await writeFiles(folder, files);
    const commit = commitAll(folder);
    git(folder, "push", "--quiet", "origin", "HEAD:main");
    git(folder, "fetch", "--quiet");
    return commit;
  };
  await merge({ "manifests/game.yaml": manifest("Golden egg") });
  const { url } = game.service();
  const env = {
    ...GIT_ENV,
    PATH: `${await programs()}:${process.env.PATH}`,
    HOME: root,
    CI: "true",
    LAUREL_BASE_URL: url,
    LAUREL_ALLOWED_ORIGINS: new URL(url).origin,
    LAUREL_API_TOKEN: TOKEN,
  };
  return {
    folder,
    root,
    hand,
    server,
    merge,
    writes: game.writes,
    edit: (id: string, name: string) => game.service().edit(GAME_ID, "reward", id, { name }),
    nameOf: (id: string): unknown => rewardName(game.service().contents(GAME_ID), id),
    run: (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      runScript([...shell, "laurel-ci.sh", ...words], { cwd: folder, env: { ...env, ...more } }),
  };
}
