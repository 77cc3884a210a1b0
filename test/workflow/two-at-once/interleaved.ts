/** Two applies against one game, the second one put whole between two requests of the first. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withService } from "../../support/arbitrary-service.ts";
import { type CliOptions, type CliRun, GAME_ID, movingClock, runCli, TOKEN } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { ServiceOptions, TestService } from "../../support/service/service.ts";
import { fill, PROJECTS, type Scenario, writeProject } from "../faults/scenarios.ts";
import { playersOf, stateOf } from "../faults/truth.ts";

/** `document`: the result as JSON. stdout has the plan and the result as text. */
export interface AppliedRun extends CliRun {
  readonly document: string;
}

/** How two applies ended. */
export interface Meeting {
  readonly first: AppliedRun;
  readonly second: AppliedRun;
  /** The request of the first that waited for the second. */
  readonly waited: string;
  /** What was live after the second and after both. */
  readonly afterSecond: Contents;
  readonly afterBoth: Contents;
  /** Whether what players have is as it was. */
  readonly arePlayersLeftAlone: boolean;
  /** A run of the first manifests afterwards, and what it comes to. */
  readonly again: () => Promise<{ readonly run: AppliedRun; readonly contents: Contents }>;
}

/** Where the result goes, in the folder of its project. */
const RESULT = "result.json";

export interface Stage {
  /** How many requests the first apply sends when it is alone. */
  readonly requests: number;
  /** What that comes to. */
  readonly aloneFirst: Contents;
  /**
   * The second apply runs before request number `index` of the first is carried out, which takes so many milliseconds
   * by the clock of the first.
   */
  meet(index: number, milliseconds: number): Promise<Meeting>;
  close(): Promise<void>;
}

/** Both begin at what is live in the first scenario. One request at a time, so that each place is one and the same. */
export async function openStage(first: Scenario, second: Scenario): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), "laurel-two-"));
  const folders = { first: join(root, "first"), second: join(root, "second") };
  await writeProject(folders.first, first, { concurrency: 1 });
  await writeProject(folders.second, second, { concurrency: 1 });
  const apply = async (
    which: "first" | "second",
    { url }: TestService,
    clock?: CliOptions["clock"],
  ): Promise<AppliedRun> => {
    const flags = ["--yes", "--verbose", "--project", PROJECTS.calm, "--out", `${RESULT}`];
    const run = await runCli(["apply", ...flags, ...(which === "first" ? first : second).flags], {
      cwd: folders[which],
      env: { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: url },
      ...(clock === undefined ? {} : { clock }),
    });
    return { ...run, document: await readFile(join(folders[which], RESULT), "utf8") };
  };
  const start = await withService(first.service, async (service) => {
    await fill(service, first);
    return { contents: service.contents(GAME_ID), snapshot: service.snapshot() };
  });
  let requests = 0;
  const onRequest = (): void => {
    requests += 1;
  };
  const aloneFirst = await withService({ ...first.service, onRequest }, async (service) => {
    await service.restore(start.snapshot);
    const run = await apply("first", service);
    if (run.exit !== 0) throw new Error(`alone, it fails: ${run.stdout}${run.stderr}`);
    return service.contents(GAME_ID);
  });

  const meet = async (index: number, milliseconds: number): Promise<Meeting> => {
    const clock = movingClock();
    let waited = "";
    let second: AppliedRun | undefined;
    let afterSecond: Contents | undefined;
    let service: TestService | undefined;
    const options: ServiceOptions = {
      ...first.service,
      faults: [{ effect: "latency", milliseconds: 1, when: { from: index, to: index } }],
      clock: {
        now: () => Date.now(),
        wait: async () => {
          if (service === undefined) return;
          second = await apply("second", service);
          afterSecond = service.contents(GAME_ID);
          await clock.sleep(milliseconds);
        },
      },
      onRequest: (request) => {
        if (request.index === index) waited = `${request.method} ${request.path}`;
      },
    };
    return withService(options, async (running) => {
      service = running;
      await running.restore(start.snapshot);
      const ended = await apply("first", running, clock);
      if (second === undefined || afterSecond === undefined) throw new Error(`request ${index} was never sent`);
      const [afterBoth, snapshot] = [running.contents(GAME_ID), running.snapshot()];
      return {
        first: ended,
        second,
        waited,
        afterSecond,
        afterBoth,
        arePlayersLeftAlone: playersOf(snapshot, afterBoth) === playersOf(start.snapshot, start.contents),
        again: () =>
          withService(first.service, async (healthy) => {
            await healthy.restore(snapshot);
            const run = await apply("first", healthy);
            return { run, contents: healthy.contents(GAME_ID) };
          }),
      };
    });
  };
  return {
    requests,
    aloneFirst,
    meet,
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** Whether two games are the same. */
export function isSame(one: Contents, other: Contents): boolean {
  return stateOf(one) === stateOf(other);
}
