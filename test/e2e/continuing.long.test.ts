/**
 * What an apply that did not get to its end prints to be run: run as a shell takes it, until
 * nothing is left to do.
 */
import { describe, expect, it } from "vitest";
import {
  type CliRun,
  createSignals,
  runCli,
  scratchFolder,
  TOKEN,
  testService,
  writeFiles,
} from "../support/cli.ts";
import { printedCommands } from "../support/printed-commands.ts";
import type { Fault, ServiceOptions } from "../support/service/service.ts";
import { manyRewards } from "./small-game.ts";

const COUNT = 12;
/** Of the requests that change something. */
const AT = 4;
const refused: Fault = {
  effect: "error-before",
  status: 422,
  when: { method: "POST", from: AT, to: AT },
};
const FOLDER = "my game's $HOME";

/**
 * A project whose folder of manifests has a name that shells take apart. `once`: what happens at
 * one of the writes.
 */
async function project(once: "SIGINT" | "SIGTERM" | "a failure") {
  const signals = createSignals();
  let writes = 0;
  const onRequest: ServiceOptions["onRequest"] = (request) => {
    if (request.method !== "POST") return;
    writes += 1;
    if (once !== "a failure" && writes === AT) signals.send(once);
  };
  const service = await testService({ onRequest, faults: once === "a failure" ? [refused] : [] });
  const cwd = await scratchFolder();
  const files = Object.entries(manyRewards(COUNT)).map(([name, text]) => [
    `${FOLDER}/${name}`,
    text,
  ]);
  await writeFiles(cwd, {
    ...Object.fromEntries(files),
    "laurel.yaml": `version: 1
service: { base_url: "${service.url}", concurrency: 2 }
games: { dungeon: { manifests: ${JSON.stringify(FOLDER)}, environments: { live: { game_id: g } } } }
`,
  });
  const env = { LAUREL_API_TOKEN: TOKEN };
  const run = (argv: readonly string[], isInterrupted = false): Promise<CliRun> =>
    runCli(argv, { cwd, env, ...(isInterrupted ? { signals } : {}) });
  return { run };
}

const breaks = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["a failure", 1],
] as const;

async function expectFinished(
  printed: CliRun,
  run: (argv: readonly string[]) => Promise<CliRun>,
): Promise<void> {
  const commands = printedCommands(`${printed.stdout}\n${printed.stderr}`);
  expect(commands.length, `${printed.stdout}${printed.stderr}`).toBeGreaterThan(0);
  for (const command of commands) {
    const done = await run(command);
    expect(done.exit, `${command.join(" ")}\n${done.stdout}${done.stderr}`).toBe(0);
  }
}

const MANY_FLAGS =
  "apply --no-prune --yes --allow mass-change --allow breaks-earning --game dungeon --verbose".split(
    " ",
  );

describe.each(breaks)("broken off by %s", (once, exit) => {
  it.each<[string, readonly string[]]>([
    [
      "apply with a file of a strange name",
      ["apply", "--yes", "--out", "it's $(date) *.json", "--env", "live"],
    ],
    ["apply with flags of all sorts", [...MANY_FLAGS, "--out", "re sult.json"]],
  ])("%s", async (_, argv) => {
    const { run } = await project(once);
    const broken = await run(argv, true);
    expect(broken.exit, broken.stderr).toBe(exit);
    await expectFinished(broken, run);
    const left = await run(["plan", "--detailed-exitcode"]);
    expect(left.exit, left.stdout).toBe(0);
  });

  it("apply of an approved plan: the digest fits no other one, so that it is planned first", async () => {
    const { run } = await project(once);
    const digest =
      /"digest": "sha256:([0-9a-f]{16})/.exec(
        (await run(["plan", "--format", "json"])).stdout,
      )?.[1] ?? "";
    const broken = await run(["apply", "--yes", "--expect", digest], true);
    expect(broken.exit, broken.stderr).toBe(exit);
    expect(printedCommands(`${broken.stdout}\n${broken.stderr}`)).toEqual([["plan"]]);
    await expectFinished(broken, run);
  });
});
