/**
 * Every situation that the reference lists for an exit code, in the built program where the process
 * matters.
 */
import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT_MEANINGS } from "../../scripts/reference/exit-codes-page.ts";
import { type Ended, type RunningLaurel, runShell, startLaurel } from "../support/child.ts";
import { runCli, scratchFolder, TOKEN, testService, writeFiles } from "../support/cli.ts";
import type { ServiceOptions, TestService } from "../support/service/service.ts";

type Situation = (typeof EXIT_MEANINGS)[number]["situations"][number];
type Run = Pick<Ended, "exit" | "stderr">;

/** A folder with a project of one game and its service. */
interface Scene {
  readonly cwd: string;
  readonly service: TestService;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Runs a command line, split at blanks, without the name of the program. */
  run(line: string, env?: Readonly<Record<string, string>>): Promise<Run>;
}

/** Returns the runs that have to end with the code. */
type Produce = (scene: Scene) => Promise<readonly Run[]>;

const ENV = { LAUREL_API_TOKEN: TOKEN };
const MANIFEST = "game/a.yaml";
const ONE_REWARD = "rewards:\n  - { custom_id: egg, name: Egg }\n";
const GAME = `actions: [{ custom_id: slay, name: Slay }]
criteria: [{ custom_id: ten-slain, name: Ten slain, custom_action_id: slay, rule: "gte:10" }]
criteria_groups: [{ custom_id: slayers, name: Slayers, criteria: [ten-slain] }]
${ONE_REWARD}
achievements:
  - { custom_id: slayer, name: Slayer, points: 50, custom_criteria_group_id: slayers, rewards: [egg] }
`;
const scenario = (times: number): string =>
  `scenarios: [{ name: Ten, steps: [{ do: slay, times: ${times} }], expect: { earned: [slayer] } }]\n`;
const SCENARIOS = "game/a.test.yaml";

const project = (service: string, environments = "live: { game_id: g }"): string => `version: 1
service: { ${service} }
games: { g: { manifests: game, environments: { ${environments} } } }
`;

async function openScene(options: ServiceOptions = {}): Promise<Scene> {
  const cwd = await scratchFolder();
  const service = await testService(options);
  const write = (files: Readonly<Record<string, string>>) => writeFiles(cwd, files);
  await write({ "laurel.yaml": project(`base_url: "${service.url}"`), [MANIFEST]: ONE_REWARD });
  const run: Scene["run"] = (line, env = {}) =>
    runCli(line.split(" ").filter(Boolean), { cwd, env: { ...ENV, ...env } });
  return { cwd, service, write, run };
}

/** Runs of these lines, one after the other. */
const lines =
  (...each: readonly string[]): Produce =>
  async ({ run }) => {
    const runs: Run[] = [];
    for (const line of each) runs.push(await run(line));
    return runs;
  };

/** The same with other files than those of the scene. */
const withFiles =
  (files: Readonly<Record<string, string>>, ...each: readonly string[]): Produce =>
  async (scene) => {
    await scene.write(files);
    return lines(...each)(scene);
  };

const withService = (service: string, ...each: readonly string[]): Produce =>
  withFiles({ "laurel.yaml": project(service) }, ...each);

/** What goes before must work, or the run proves nothing. */
async function prepare({ run }: Scene, line: string): Promise<void> {
  const { exit, stderr } = await run(line);
  expect({ line, exit, stderr }).toEqual({ line, exit: 0, stderr: "" });
}

async function commit({ cwd }: Scene): Promise<void> {
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd });
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
}

/** Sends a signal to a plan whose service never answers. */
async function interrupted(signal: NodeJS.Signals): Promise<readonly Ended[]> {
  let plan: RunningLaurel | undefined;
  const onRequest = (): void => plan?.signal(signal);
  const { cwd } = await openScene({ faults: [{ effect: "silent-before" }], onRequest });
  plan = startLaurel(["plan"], { cwd, env: ENV });
  return [await plan.ended];
}

/**
 * A row for each situation: one that is new in the table does not compile, or fails, without its
 * runs.
 */
const SITUATIONS: Readonly<Record<Situation, Produce>> = {
  // 0
  "The command is done": lines("validate", "apply --yes"),
  "There is nothing to do: the live game matches the manifests, as far as the service shows it":
    lines("apply --yes", "plan --detailed-exitcode", "apply"),
  "`plan` found differences, without `--detailed-exitcode`": lines("plan"),
  "Only warnings were found": async (scene) => {
    const runs = await withFiles({ [MANIFEST]: GAME }, "lint")(scene);
    expect(runs[0]).toMatchObject({ stderr: expect.stringContaining("warning[") });
    return runs;
  },
  "Help or the version was printed, also by `laurel` without a command": lines("", "--version"),
  "`serve` was ended with Ctrl-C": async ({ cwd }) => {
    const running = startLaurel(["serve"], { cwd });
    await running.printed(/http:/);
    running.signal("SIGINT");
    return [await running.ended];
  },
  // 1
  "The service cannot be reached": withService(
    'base_url: "http://127.0.0.1:1", retries: 0',
    "plan",
  ),
  "The service refused the request or the token": async ({ run }) => [
    await run("plan", { LAUREL_API_TOKEN: "another" }),
    await run("rankings nothing"),
  ],
  "A step of `apply` failed": async () => {
    const when = { method: "POST" };
    return lines("apply --yes")(
      await openScene({ faults: [{ effect: "error-before", status: 422, when }] }),
    );
  },
  "The prompt of `apply` was not answered with yes": async ({ cwd }) => [
    await runCli(["apply"], { cwd, env: ENV, answers: ["no"], isTerminal: true }),
  ],
  "The prompt of `pull` was not answered with yes": async ({ cwd, service, write }) => {
    await service.seed("g", { rewards: [{ custom_id: "panel", name: "Panel" }] });
    await write({ [MANIFEST]: ONE_REWARD });
    return [await runCli(["pull"], { cwd, env: ENV, answers: ["no"], isTerminal: true })];
  },
  "The prompt of `init` was cancelled": async () => [
    await runCli(["init"], { cwd: await scratchFolder(), answers: [undefined], isTerminal: true }),
  ],
  "A scenario of `test` failed": withFiles({ [MANIFEST]: GAME, [SCENARIOS]: scenario(9) }, "test"),
  "git cannot read the repository for `--base`": lines("plan --base main"),
  "The result could not be written": async ({ cwd }) => [
    await runShell("$LAUREL validate > /dev/full", { cwd }),
  ],
  // 2
  "The plan has changes": lines("plan --detailed-exitcode"),
  "`mv --check` would change files": lines("mv reward/egg dragon-egg --check"),
  "`pull --check` would change files": lines("pull --check"),
  // 3
  "A manifest is invalid": withFiles(
    { [MANIFEST]: "rewards:\n  - { name: Egg }\n" },
    "validate",
    "plan",
  ),
  "A file of scenarios is invalid": withFiles(
    { [MANIFEST]: GAME, [SCENARIOS]: "scenarios: 1\n" },
    "test",
  ),
  "There is no project file, or it is invalid": async (scene) => {
    const nowhere = await runCli(["plan"], { cwd: await scratchFolder() });
    return [
      nowhere,
      ...(await withFiles({ "laurel.yaml": "version: 1\ngames: 2\n" }, "plan")(scene)),
    ];
  },
  "A variable that the project file reads is not set": withService(
    'base_url: "${LAUREL_URL}"',
    "plan",
  ),
  "The environment variable of the token is not set": async ({ run }) => [
    await run("plan", { LAUREL_API_TOKEN: "" }),
  ],
  "The project file gives no base URL or game id": withService("", "plan"),
  "A base URL in the project file or its variables is invalid, or plain http to another machine":
    async (scene) => [
      ...(await withService('base_url: "nonsense"', "plan")(scene)),
      ...(await withService('base_url: "http://service.example"', "plan")(scene)),
      ...(await withService('base_url: "${LAUREL_URL}"')(scene)),
      await scene.run("plan", { LAUREL_URL: "nonsense" }),
    ],
  "A file cannot be read": lines("plan --project missing.yaml"),
  "`lint` found an error": withFiles(
    { [MANIFEST]: "achievements: [{ custom_id: a, name: A }]\n" },
    "lint",
  ),
  "The file of `codegen --check` is not current": lines(
    "codegen --language lua --out ids.lua --check",
  ),
  "The working directory no longer exists": async ({ cwd }) => [
    await runShell("mkdir gone && cd gone && rmdir ../gone && $LAUREL validate", { cwd }),
  ],
  // 4
  "The plan has a hazard that `--allow` does not name": async (scene) => {
    await prepare(scene, "apply --yes");
    return withFiles({ [MANIFEST]: "rewards: []\n" }, "apply --prune --yes", "plan --prune")(scene);
  },
  "The plan has an impact on players that `--fail-on` names": withFiles(
    { [MANIFEST]: GAME },
    "plan --fail-on additive",
  ),
  "The page of the plan cannot show every change, with `--fail-on too-large-to-review`": async (
    scene,
  ) => {
    const live = { custom_id: "egg", name: "Egg", description: "long ".repeat(5_000) };
    await scene.service.seed("g", { rewards: [live] });
    return withFiles({ [MANIFEST]: ONE_REWARD }, "plan --fail-on too-large-to-review")(scene);
  },
  "The folder of manifests is missing or empty": async (scene) => {
    await rm(join(scene.cwd, dirname(MANIFEST)), { recursive: true });
    return lines("plan")(scene);
  },
  "The plan is not the one of `--expect`": lines("apply --expect 0000000000000000 --yes"),
  "The project file reads a variable, or sends a token to an address, that is not allowed": async (
    scene,
  ) => [
    await scene.run("plan", { LAUREL_ALLOWED_ORIGINS: "https://api.example.com" }),
    ...(await withService('base_url: "https://${AWS_SECRET}.example"', "plan")(scene)),
  ],
  "`init` would overwrite a file": lines("init --from-live", "init --yes --game other"),
  "`pull` would overwrite a change made on both sides": async (scene) => {
    await commit(scene);
    await scene.write({ [MANIFEST]: ONE_REWARD.replace("Egg", "Second egg") });
    await prepare(scene, "apply --yes");
    await scene.write({ [MANIFEST]: ONE_REWARD.replace("Egg", "Third egg") });
    return lines("pull --base main --yes")(scene);
  },
  "The new id of `mv` is taken, or contradicts a `moved` or `removed` entry": withFiles(
    { "game/b.yaml": "rewards: [{ custom_id: cup, name: Cup }]\n" },
    "mv reward/egg cup",
  ),
  // 64
  "The command or a flag is unknown": lines("plna", "plan --outt x", "plan -x"),
  "A value is missing or malformed": lines(
    "plan --env",
    "plan --format JSON",
    "rankings points --query x",
    "apply --expect x --yes",
    "plan --out x",
    "serve --port 70000",
    "mv reward/egg dragon/egg",
  ),
  "Flags contradict each other": lines("plan --quiet --verbose", "init --ci github --from-live"),
  "A game, environment, resource, achievement, rule or commit that the command line names does not exist":
    async (scene) => {
      await commit(scene);
      return lines(
        "plan --game x",
        "plan --env x",
        "plan --target reward/x",
        "mv reward/x y",
        "graph --achievement x",
        "lint --explain x",
        "plan --base x",
      )(scene);
    },
  "A required flag is missing, such as `--env` where several environments exist": async (scene) => {
    const environments = "live: { game_id: g }, test: { game_id: t }";
    const several = project(`base_url: "${scene.service.url}"`, environments);
    const init = await runCli(["init", "--from-live", "--yes"], { cwd: await scratchFolder() });
    const required = ["plan", "codegen", "changelog", "rankings", "plan --changed"];
    return [init, ...(await withFiles({ "laurel.yaml": several }, ...required)(scene))];
  },
  "`--yes` is missing without a terminal": lines("apply"),
  // the others
  "An error was not handled": async ({ cwd, write }) => {
    await write({ "broken.mjs": 'URL.canParse = () => { throw new Error("broken"); };\n' });
    const env = { ...ENV, NODE_OPTIONS: `--import=file://${join(cwd, "broken.mjs")}` };
    const run = await startLaurel(["plan"], { cwd, env }).ended;
    expect(run.stderr).toContain("internal error");
    return [run];
  },
  "The command was interrupted (SIGINT)": () => interrupted("SIGINT"),
  "The command was terminated (SIGTERM)": () => interrupted("SIGTERM"),
};

describe.each(EXIT_MEANINGS)("exit code $code", ({ code, situations }) => {
  it.each(situations)("%s", async (situation) => {
    const runs = await SITUATIONS[situation](await openScene());
    expect(runs.length).toBeGreaterThan(0);
    for (const { exit, stderr } of runs) expect(exit, stderr).toBe(code);
  });
});
