/** Every situation that the reference lists for an exit code, produced by the built program. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { EXIT_MEANINGS } from "../../scripts/reference/exit-codes-page.ts";
import { type Ended, runShell, startLaurel } from "../support/child.ts";
import { runCli, scratchFolder, TOKEN, testService, writeFiles } from "../support/cli.ts";
import type { Fault, ServiceOptions, TestService } from "../support/service/service.ts";

type Situation = (typeof EXIT_MEANINGS)[number]["situations"][number];

/** A folder with a project of one game and its service. */
interface Scene {
  readonly cwd: string;
  readonly service: TestService;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Runs a command line, split at blanks, without the name of the program. */
  run(line: string, env?: Readonly<Record<string, string>>): Promise<Ended>;
}

/** Returns the runs that have to end with the code. */
type Produce = (scene: Scene) => Promise<readonly Pick<Ended, "exit" | "stderr">[]>;

const MANIFEST = "game/a.yaml";
const ONE_REWARD = `rewards:
  - { custom_id: egg, name: Egg }
`;
const GAME = `actions:
  - { custom_id: slay, name: Slay }
criteria:
  - { custom_id: ten-slain, name: Ten slain, custom_action_id: slay, rule: gte:10 }
criteria_groups:
  - { custom_id: slayers, name: Slayers, criteria: [ten-slain] }
rewards:
  - { custom_id: egg, name: Egg }
achievements:
  - { custom_id: slayer, name: Slayer, points: 50, custom_criteria_group_id: slayers, rewards: [egg] }
`;
const scenario = (times: number): string => `scenarios:
  - name: Ten are enough
    steps:
      - { do: slay, times: ${times} }
    expect: { earned: [slayer] }
`;
const SCENARIOS = "game/a.test.yaml";

interface ProjectParts {
  readonly service?: string;
  readonly environments?: string;
}

const project = ({ service = "", environments = "live: { game_id: g }" }: ProjectParts): string => `version: 1
service: { ${service} }
games:
  g:
    manifests: game
    environments:
      ${environments}
`;

async function openScene(options: ServiceOptions = {}): Promise<Scene> {
  const [cwd, service] = [await scratchFolder(), await testService(options)];
  const write = (files: Readonly<Record<string, string>>) => writeFiles(cwd, files);
  await write({ "laurel.yaml": project({ service: `base_url: "${service.url}"` }), [MANIFEST]: ONE_REWARD });
  return {
    cwd,
    service,
    write,
    run: (line, env = {}) =>
      startLaurel(line.split(" ").filter(Boolean), { cwd, env: { LAUREL_API_TOKEN: TOKEN, ...env } }).ended,
  };
}

/** Runs of these lines, one after the other. */
const lines =
  (...each: readonly string[]): Produce =>
  async ({ run }) => {
    const runs: Ended[] = [];
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

const withProject = (parts: ProjectParts, ...each: readonly string[]): Produce =>
  withFiles({ "laurel.yaml": project(parts) }, ...each);

/** What goes before must work, or the run proves nothing. */
async function prepare({ run }: Scene, ...each: readonly string[]): Promise<void> {
  for (const line of each) {
    const { exit, stderr } = await run(line);
    expect({ line, exit, stderr: exit === 0 ? "" : stderr }).toEqual({ line, exit: 0, stderr: "" });
  }
}

async function commit({ cwd }: Scene): Promise<void> {
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd });
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
}

/** Sends a signal to a plan whose service never answers. */
async function interrupted(signal: NodeJS.Signals, { cwd, write }: Scene): Promise<readonly Ended[]> {
  const server = createServer(() => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await write({ "laurel.yaml": project({ service: `base_url: "http://127.0.0.1:${port}"` }) });
  const asked = once(server, "request");
  const plan = startLaurel(["plan"], { cwd, env: { LAUREL_API_TOKEN: TOKEN } });
  await asked;
  plan.signal(signal);
  return [await plan.ended];
}

async function untilInterrupted(
  { cwd }: Scene,
  line: string,
  pattern: RegExp,
  stream: "stdout" | "stderr",
): Promise<Ended> {
  const running = startLaurel(line.split(" "), { cwd });
  await running.printed(pattern, stream);
  running.signal("SIGINT");
  return running.ended;
}

const UNREACHABLE = 'base_url: "http://127.0.0.1:1", retries: 0';

/** A row for each situation: one that is new in the table does not compile, or fails, without its runs. */
const SITUATIONS: Readonly<Record<Situation, Produce>> = {
  // 0
  "The command is done": lines("validate", "apply --yes", "rankings points --help", "schema plan"),
  "There is nothing to do: the live game matches the manifests, as far as the service shows it": async (scene) => {
    await prepare(scene, "apply --yes");
    return lines("plan --detailed-exitcode", "apply")(scene);
  },
  "`plan` found differences, without `--detailed-exitcode`": lines("plan"),
  "Only warnings were found": async (scene) => {
    const runs = await withFiles({ [MANIFEST]: GAME }, "lint")(scene);
    expect(runs[0]).toMatchObject({ stderr: expect.stringContaining("warning[") });
    return runs;
  },
  "Help or the version was printed, also by `laurel` without a command": lines(
    "",
    "--help",
    "plan --help",
    "-h",
    "--version",
  ),
  "`serve` was ended with Ctrl-C": async (scene) => {
    await scene.write({ [MANIFEST]: GAME, [SCENARIOS]: scenario(10) });
    return [await untilInterrupted(scene, "serve", /http:/, "stdout")];
  },
  // 1
  "The service cannot be reached": withProject({ service: UNREACHABLE }, "plan", "apply --yes"),
  "The service refused the request or the token": async ({ run }) => [
    await run("plan", { LAUREL_API_TOKEN: "another" }),
    await run("rankings nothing"),
  ],
  "A step of `apply` failed": async () => {
    const refused: Fault = { effect: "error-before", status: 422, when: { from: 1, to: 1, method: "POST" } };
    return lines("apply --yes")(await openScene({ faults: [refused] }));
  },
  "The prompt of `apply` was not answered with yes": async ({ cwd }) => [
    await runCli(["apply"], { cwd, env: { LAUREL_API_TOKEN: TOKEN }, answers: ["no"], isTerminal: true }),
  ],
  "A scenario of `test` failed": withFiles({ [MANIFEST]: GAME, [SCENARIOS]: scenario(9) }, "test"),
  "git cannot read the repository for `--base`": lines("plan --base main"),
  "The result could not be written": async ({ cwd }) => [await runShell("$LAUREL validate > /dev/full", { cwd })],
  // 2
  "The plan has changes": lines("plan --detailed-exitcode"),
  "`mv --check` would change files": lines("mv reward/egg dragon-egg --check"),
  "`pull --check` would change files": async (scene) => {
    await prepare(scene, "apply --yes");
    await scene.write({ [MANIFEST]: ONE_REWARD.replace("Egg", "Second egg") });
    return lines("pull --check")(scene);
  },
  // 3
  "A manifest is invalid": withFiles({ [MANIFEST]: "rewards:\n  - { name: Egg }\n" }, "validate", "plan", "lint"),
  "A file of scenarios is invalid": withFiles({ [MANIFEST]: GAME, [SCENARIOS]: "scenarios: 1\n" }, "test"),
  "There is no project file, or it is invalid": async (scene) => {
    const nowhere = await scratchFolder();
    const without = ["plan", "apply", "validate"].map((line) => startLaurel(line.split(" "), { cwd: nowhere }).ended);
    const invalid = await withFiles({ "laurel.yaml": "version: 1\ngames: 2\n" }, "validate", "plan")(scene);
    return [...(await Promise.all(without)), ...invalid, await scene.run("plan --project missing.yaml")];
  },
  "A variable that the project file reads is not set": withProject(
    { service: 'base_url: "${LAUREL_URL}"' },
    "plan",
    "apply --yes",
  ),
  "The environment variable of the token is not set": async ({ run }) => [
    await run("plan", { LAUREL_API_TOKEN: "" }),
    await run("apply --yes", { LAUREL_API_TOKEN: "" }),
  ],
  "The project file gives no base URL or game id": withProject({ service: "" }, "plan"),
  "A base URL in the project file or its variables is invalid, or plain http to another machine": async (scene) => [
    ...(await withProject({ service: 'base_url: "nonsense"' }, "plan")(scene)),
    ...(await withProject({ service: 'base_url: "http://service.example"' }, "plan")(scene)),
    ...(await withProject({ service: 'base_url: "${LAUREL_URL}"' })(scene)),
    await scene.run("plan", { LAUREL_URL: "nonsense" }),
  ],
  "A file cannot be read": lines("plan --project missing.yaml"),
  "`lint` found an error": withFiles({ [MANIFEST]: "achievements: [{ custom_id: a, name: A }]\n" }, "lint"),
  "The file of `codegen --check` is not current": lines("codegen --language lua --out ids.lua --check"),
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
    "apply --fail-on additive --yes",
  ),
  "The folder of manifests is missing or empty": async (scene) => {
    await rm(join(scene.cwd, dirname(MANIFEST)), { recursive: true });
    return lines("plan", "apply --yes")(scene);
  },
  "The plan is not the one of `--expect`": lines("apply --expect 000000000000 --yes"),
  "The project file reads a variable, or sends a token to an address, that is not allowed": async (scene) => [
    await scene.run("plan", { LAUREL_ALLOWED_ORIGINS: "https://api.example.com" }),
    ...(await withProject({ service: 'base_url: "https://${AWS_SECRET}.example"' }, "plan")(scene)),
  ],
  "`init` would overwrite a file": lines("init --from-live", "init --yes --game other"),
  "`pull` would overwrite a change made on both sides": async (scene) => {
    await commit(scene);
    await scene.write({ [MANIFEST]: ONE_REWARD.replace("Egg", "Second egg") });
    await prepare(scene, "apply --yes");
    await scene.write({ [MANIFEST]: ONE_REWARD.replace("Egg", "Third egg") });
    return lines("pull --base main --yes")(scene);
  },
  "The new id of `mv` is taken, or contradicts a `moved` or `removed` entry": async (scene) => {
    await prepare(scene, "mv reward/egg dragon-egg");
    return lines("mv reward/dragon-egg egg")(scene);
  },
  // 64
  "The command or a flag is unknown": lines("plna", "plan --outt x", "help plna", "plan -x"),
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
  "A game, environment, resource, achievement, rule or commit that the command line names does not exist": async (
    scene,
  ) => {
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
    const environments = "live: { game_id: g }\n      test: { game_id: t }";
    const service = `base_url: "${scene.service.url}"`;
    const several = await withProject({ service, environments }, "plan", "apply --yes")(scene);
    const required = await lines("codegen", "changelog", "rankings", "plan --changed")(scene);
    const init = startLaurel(["init", "--from-live", "--yes"], { cwd: await scratchFolder() });
    return [...several, ...required, await init.ended];
  },
  "`--yes` is missing without a terminal": lines("apply"),
  // the others
  "An error was not handled": async ({ cwd, write }) => {
    await write({ "broken.mjs": 'URL.canParse = () => { throw new Error("broken"); };\n' });
    const env = { LAUREL_API_TOKEN: TOKEN, NODE_OPTIONS: `--import=file://${join(cwd, "broken.mjs")}` };
    const run = await startLaurel(["plan"], { cwd, env }).ended;
    expect(run.stderr).toContain("internal error");
    return [run];
  },
  "The command was interrupted (SIGINT)": (scene) => interrupted("SIGINT", scene),
  "The command was terminated (SIGTERM)": (scene) => interrupted("SIGTERM", scene),
};

describe.each(EXIT_MEANINGS)("exit code $code", ({ code, situations }) => {
  it.each(situations)("%s", async (situation) => {
    const runs = await SITUATIONS[situation](await openScene());
    expect(runs.length).toBeGreaterThan(0);
    for (const { exit, stderr } of runs) expect(exit, stderr).toBe(code);
  });
});
