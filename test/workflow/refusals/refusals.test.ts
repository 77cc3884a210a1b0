/**
 * An apply that refuses sends nothing: every refusal, for one game and for several, with the writes
 * of the service counted.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliOptions, type CliRun, runCli, testService } from "../../support/cli.ts";
import type { SeenRequest, TestService } from "../../support/service/service.ts";
import { ENV, manyGames } from "../many-games/games.ts";

const FIRST = "first";
const UNKNOWN = `sha256:${"0".repeat(64)}`;

interface Scene {
  readonly names: readonly string[];
  readonly cwd: string;
  readonly service: TestService;
  run(argv: readonly string[], options?: Partial<CliOptions>): Promise<CliRun>;
  /** Full digests of the games' plans, in the order of the project. */
  digests(): Promise<readonly string[]>;
  writes(): readonly SeenRequest[];
}

interface Refusal {
  readonly argv?: (scene: Scene) => Promise<readonly string[]> | readonly string[];
  readonly options?: (scene: Scene) => Partial<CliOptions>;
  /** Of the first game. */
  readonly manifest?: string;
  readonly environment?: string;
  readonly arrange?: (scene: Scene) => Promise<unknown>;
  readonly exit: number;
  readonly says: string;
}

const ACHIEVEMENTS = "achievements:\n  - { custom_id: live, name: Live, points: 5 }\n";

async function openScene(
  names: readonly string[],
  { manifest, environment, arrange }: Refusal,
): Promise<Scene> {
  const seen: SeenRequest[] = [];
  const service = await testService({ onRequest: (request) => seen.push(request) });
  for (const name of names) {
    await service.seed(name, { achievements: [{ custom_id: "live", name: "Live", points: 10 }] });
  }
  const cwd = await manyGames({
    names,
    url: service.url,
    service: "  retries: 0\n",
    manifests: manifest === undefined ? {} : { [FIRST]: manifest },
    environments: environment === undefined ? {} : { [FIRST]: environment },
  });
  const scene: Scene = {
    names,
    cwd,
    service,
    run: (argv, options = {}) => runCli(argv, { cwd, env: ENV, ...options }),
    digests: async () => {
      const { plans } = JSON.parse((await scene.run(["plan", "--format", "json"])).stdout);
      return plans.map(({ digest }: { readonly digest: string }) => digest);
    },
    writes: () => seen.filter(({ method }) => method !== "GET"),
  };
  await arrange?.(scene);
  return scene;
}

function expecting(digests: readonly string[]): readonly string[] {
  return digests.flatMap((digest) => ["--expect", digest]);
}

/** Refusals of the run as a whole: no game is written to. */
const OF_THE_RUN: Readonly<Record<string, Refusal>> = {
  "an expected digest that is that of no plan, after good ones": {
    argv: async (scene) => [...expecting(await scene.digests()), "--expect", UNKNOWN],
    exit: 4,
    says: "error[other-digest]",
  },
  "the beginning of such a digest, before good ones": {
    argv: async (scene) => ["--expect", UNKNOWN.slice(0, 23), ...expecting(await scene.digests())],
    exit: 4,
    says: "error[other-digest]",
  },
  "a misspelt digest after good ones": {
    argv: async (scene) => [...expecting(await scene.digests()), "--expect", "sha256:nope"],
    exit: 64,
    says: "--expect needs a digest",
  },
  "an expected digest that is too short to name one plan": {
    argv: () => ["--expect", UNKNOWN.slice(0, 22)],
    exit: 64,
    says: "its first 16 hexadecimal digits or more",
  },
  "a list of expected digests with an empty one": {
    argv: async (scene) => ["--expect", `${(await scene.digests()).join(",")},`],
    exit: 64,
    says: "--expect needs a digest",
  },
  "expected digests with flags behind them, as a forged value of a pipeline would have": {
    argv: async (scene) => ["--expect", `${(await scene.digests()).join(",")} --prune`],
    exit: 64,
    says: "--expect needs a digest",
  },
  "an expected digest without text": {
    argv: () => ["--expect", ""],
    exit: 64,
    says: "--expect needs a value",
  },
  "an expected digest without a value": { argv: () => ["--expect"], exit: 64, says: "expect" },
  "a negated flag": { argv: () => ["--no-expect"], exit: 64, says: "expect" },
  "a target without text": { argv: () => ["--target="], exit: 64, says: "target" },
  "a negated target": { argv: () => ["--no-target"], exit: 64, says: "target" },
  "a target that is no address": {
    argv: () => ["--target", "rewards"],
    exit: 64,
    says: "error[unknown-target]",
  },
  "the same with prune": {
    argv: () => ["--target", "rewards", "--prune"],
    exit: 64,
    says: "error[unknown-target]",
  },
  "a game that the project lacks": {
    argv: () => ["--game", "third"],
    exit: 64,
    says: "error[unknown-game]",
  },
  "a game without text": { argv: () => ["--game", ""], exit: 64, says: "--game needs a value" },
  "an environment without text": {
    argv: () => ["--env", ""],
    exit: 64,
    says: "--env needs a value",
  },
  "an environment that no game has": {
    argv: () => ["--env", "test"],
    exit: 64,
    says: "error[unknown-environment]",
  },
  "a base that cannot be read": {
    argv: () => ["--base", "main"],
    exit: 1,
    says: "error[git-failed]",
  },
  "a base without text": { argv: () => ["--base", ""], exit: 64, says: "--base needs a value" },
  "an allowed hazard without text": { argv: () => ["--allow", ""], exit: 64, says: "allow" },
  "an unknown hazard": { argv: () => ["--allow", "all"], exit: 64, says: "allow" },
  "a broken project file": {
    arrange: ({ cwd }) => writeFile(join(cwd, "laurel.yaml"), "version: 1\ngames: [\n"),
    exit: 3,
    says: "error[syntax-error]",
  },
  "no project file": {
    arrange: ({ cwd }) => rm(join(cwd, "laurel.yaml")),
    exit: 3,
    says: "error[no-project]",
  },
  "an origin that is not allowed": {
    options: () => ({ env: { ...ENV, LAUREL_ALLOWED_ORIGINS: "https://api.example.com" } }),
    exit: 4,
    says: "error[origin-not-allowed]",
  },
  "no token": { options: () => ({ env: {} }), exit: 3, says: "error[missing-token]" },
  "nobody to ask": {
    options: () => ({ answers: undefined }),
    exit: 64,
    says: "error[not-confirmed]",
  },
  "an answer that is not yes": {
    options: () => ({ answers: ["y"] }),
    exit: 1,
    says: "Nothing was changed.",
  },
  "the end of the input": {
    options: () => ({ answers: [undefined] }),
    exit: 1,
    says: "Nothing was changed.",
  },
};

/** Refusals of the first game, to which nothing is written. */
const OF_A_GAME: Readonly<Record<string, Refusal>> = {
  "another plan than the expected one": {
    argv: async (scene) => {
      const digests = await scene.digests();
      await scene.service.edit(FIRST, "achievement", "live", { description: "by hand" });
      await writeFile(
        join(scene.cwd, "games", FIRST, "more.yaml"),
        "actions:\n  - { custom_id: nap, name: Nap }\n",
      );
      return expecting(digests);
    },
    exit: 4,
    says: "error[other-digest]",
  },
  "a hazard": {
    manifest: "rewards:\n  - { custom_id: egg, name: Egg }\nachievements: []\n",
    environment: `{ game_id: ${FIRST}, prune: true }`,
    exit: 4,
    says: "deletes-player-data",
  },
  "an impact that is refused": {
    manifest: ACHIEVEMENTS,
    argv: () => ["--fail-on", "value"],
    exit: 4,
    says: "error[impact-refused]",
  },
  "invalid manifests": {
    manifest: "rewards:\n  - { custom_id: egg }\n",
    exit: 3,
    says: "error[missing-field]",
  },
  "no manifests": {
    arrange: ({ cwd }) => rm(join(cwd, "games", FIRST), { recursive: true }),
    exit: 4,
    says: "error[no-manifests]",
  },
  "a variable that is not set": {
    environment: `{ game_id: "\${LAUREL_NOT_SET}" }`,
    exit: 3,
    says: "error[undefined-variable]",
  },
  "a token that is not set": {
    environment: `{ game_id: ${FIRST}, service: { token_env: LAUREL_NO_TOKEN } }`,
    exit: 3,
    says: "error[missing-token]",
  },
  "a token that the service does not accept": {
    environment: `{ game_id: ${FIRST}, service: { token_env: LAUREL_OTHER_TOKEN } }`,
    options: () => ({ env: { ...ENV, LAUREL_OTHER_TOKEN: "another" } }),
    exit: 1,
    says: "error[not-authorised]",
  },
  "an address of a service that is not there": {
    environment: `{ game_id: ${FIRST}, service: { base_url: "http://127.0.0.1:9" } }`,
    exit: 1,
    says: "error[service-unreachable]",
  },
  "a reference to nothing": {
    manifest: "achievements:\n  - { custom_id: a, name: A, custom_criteria_group_id: none }\n",
    exit: 3,
    says: "error[dangling-reference]",
  },
  "a change of the live game while somebody is asked": {
    manifest: ACHIEVEMENTS,
    options: ({ service }) => ({
      ask: async () => {
        await service.edit(FIRST, "achievement", "live", { description: "by hand" });
        return "yes";
      },
    }),
    exit: 4,
    says: "(stale-plan)",
  },
};

/** `Nothing was applied: first` is about the game that it names. */
const NOTHING = /nothing (was|is|has been) (changed|sent|written|started|applied(?!:))/i;

async function refused(names: readonly string[], refusal: Refusal) {
  const scene = await openScene(names, refusal);
  const argv = (await refusal.argv?.(scene)) ?? [];
  const options = refusal.options?.(scene) ?? {};
  const isAsked = "answers" in options || "ask" in options;
  const run = await scene.run(["apply", ...(isAsked ? [] : ["--yes"]), ...argv], options);
  const output = run.stdout + run.stderr;
  expect(output).toContain(refusal.says);
  expect([run.exit, output]).toEqual([refusal.exit, output]);
  const writes = scene.writes().map(({ method, path }) => `${method} ${path}`);
  if (writes.length > 0) expect(output).not.toMatch(NOTHING);
  return writes;
}

describe("a refusal of the run", () => {
  for (const [name, refusal] of Object.entries(OF_THE_RUN)) {
    it.each([[[FIRST]], [[FIRST, "second"]]])(
      `sends nothing: ${name}; games: %j`,
      async (names) => {
        expect(await refused(names, refusal)).toEqual([]);
      },
    );
  }
});

describe("a refusal of a game", () => {
  for (const [name, refusal] of Object.entries(OF_A_GAME)) {
    it(`sends nothing: ${name}`, async () => {
      expect(await refused([FIRST], refusal)).toEqual([]);
    });

    it(`sends nothing to this game, and applies the others: ${name}`, async () => {
      const writes = await refused([FIRST, "second"], refusal);
      expect(writes.filter((write) => write.includes(`/${FIRST}/`))).toEqual([]);
      expect(writes.filter((write) => write.includes("/second/"))).toHaveLength(2);
    });
  }
});
