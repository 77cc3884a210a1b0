/**
 * An apply is broken off at each of its requests, by every signal. `npm run test:kills` takes every
 * request; without it, some of them. What is left lying must be whole, what the result says must be
 * true, and the next run must finish.
 */
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, startLaurel } from "../../support/child.ts";
import { runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import type { TestService } from "../../support/service/service.ts";
import {
  CHANGING_LISTED_GAME,
  CHANGING_MIXED_GAME,
  PROJECTS,
  REMOVING_GAME,
} from "../faults/scenarios.ts";
import { type Ordeal, type Stage, sampled, stageFor, tryAll, verdictOn } from "../faults/trial.ts";
import { BLOWS, type Blow, complaintsAboutBreak, EXITS, FORMER } from "./breaks.ts";
import { filesIn } from "./file-moments.ts";

/** A command, with a blow at the request of that number. */
interface Strike {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly blow: Blow;
  readonly at: number;
}

/** The end of a run. `hasFallen`: whether the run sent the request of the blow. */
interface Struck extends Ended {
  readonly hasFallen: boolean;
}

function signalOf(blow: Blow): "SIGKILL" | "SIGTERM" | "SIGINT" {
  if (blow.startsWith("killed")) return "SIGKILL";
  return blow === "SIGTERM" ? "SIGTERM" : "SIGINT";
}

/** Gives the end, and the service when all is quiet, to `look`. */
function strike<T>(
  stage: Stage,
  { argv, cwd, blow, at }: Strike,
  look: (ended: Struck, service: TestService) => Promise<T>,
): Promise<T> {
  const isKilled = blow.startsWith("killed");
  const open = new Set<Promise<unknown>>();
  let child: ReturnType<typeof startLaurel> | undefined;
  let isDead = false;
  let hasFallen = false;
  const fall = async (): Promise<void> => {
    isDead = isKilled;
    child?.signal(signalOf(blow));
    // Where there is nothing to finish, it ends without a word.
    await child?.printed(/Finishing requests/, "stderr").catch(() => undefined);
  };
  const guarded = async (
    index: number,
    carryOut: () => Promise<Response>,
  ): Promise<Response | undefined> => {
    if (isDead) return undefined;
    if (index !== at) return carryOut();
    hasFallen = true;
    if (blow === "killed-before" || blow === "SIGINT") {
      await fall();
      return isKilled ? undefined : carryOut();
    }
    const answer = await carryOut();
    await fall();
    if (blow !== "twice") return answer;
    child?.signal("SIGTERM");
    await child?.ended;
    return answer;
  };
  const door: typeof guarded = (index, carryOut) => {
    const answer = guarded(index, carryOut);
    open.add(answer);
    void answer.finally(() => open.delete(answer)).catch(() => undefined);
    return answer;
  };
  return stage.on({ door }, async (service) => {
    child = startLaurel(argv, {
      cwd,
      env: { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: service.url },
    });
    const ended = await child.ended;
    isDead = true;
    while (open.size > 0) await Promise.allSettled(open);
    return look({ ...ended, hasFallen }, service);
  });
}

/** Requests that a run can save if its steps share readings, which depends on its timing. */
const SHARED_READINGS = 2;

const brokenOff = (blow: Blow, at: number): Ordeal => ({
  name: `${blow} at request ${at}`,
  trial: async (stage) => {
    const cwd = await scratchFolder();
    await cp(stage.folder, cwd, { recursive: true });
    await writeFiles(cwd, FORMER);
    const outputs = [
      "--out",
      "result.json",
      "--out",
      "result.md",
      "--reveal-secrets",
      "--project",
      PROJECTS.calm,
    ];
    const argv = ["apply", "--yes", ...stage.scenario.flags, ...outputs];
    return strike(stage, { argv, cwd, blow, at }, async (ended, service) => {
      const json = await readFile(join(cwd, "result.json"), "utf8");
      const page = await readFile(join(cwd, "result.md"), "utf8");
      // An existing file is replaced as a whole; after a kill, it may be the former one.
      const told = json === FORMER["result.json"] ? "" : json;
      const mayMiss = at > stage.requests - SHARED_READINGS;
      const problems = [
        ...(ended.hasFallen || !mayMiss ? complaintsAboutBreak(ended, { blow, page }) : []),
        ...(ended.hasFallen || ended.exit === 0 ? [] : [`exit ${ended.exit} without a blow`]),
        ...stage.judge({ ...ended, stdout: told }, service),
      ];
      return verdictOn(stage, ended, problems, service.snapshot());
    });
  },
});

/** Of so many requests, one is tried in a sample. */
describe.each([
  [REMOVING_GAME, 11],
  [CHANGING_LISTED_GAME, 46],
  [CHANGING_MIXED_GAME, 46],
] as const)("an apply of $name", (scenario, every) => {
  const stage = stageFor(scenario);

  it.each(BLOWS.map((blow, row) => [blow, row] as const))("is broken off by %s", (blow, row) =>
    tryAll(
      stage(),
      sampled(stage().requests, every, row).map((at) => brokenOff(blow, at)),
    ),
  );
});

/**
 * Commands that read the game and then write files. The second one writes into an empty folder
 * only.
 */
describe.each([[["plan", "--out", "new.json", ...REMOVING_GAME.flags]], [["init", "--from-live"]]])(
  "%j, broken off while it reads, begins no file; the next run makes them",
  (words) => {
    const stage = stageFor(REMOVING_GAME);
    const argv = [...words, "--project", PROJECTS.calm];

    it.each(["killed-before", "SIGINT", "SIGTERM"] as const)("%s", async (blow) => {
      const cwd = await scratchFolder();
      await cp(stage().folder, cwd, { recursive: true });
      if (words[0] === "init") await rm(join(cwd, "manifests"), { recursive: true });
      const before = await filesIn(cwd);
      for (const at of [1, 8]) {
        const { exit, stdout, stderr } = await strike(
          stage(),
          { argv, cwd, blow, at },
          async (ended) => ended,
        );
        expect(exit, `at request ${at}: ${stdout}${stderr}`).toBe(EXITS[blow]);
        if (exit !== null) expect(stderr).toContain("error[interrupted]");
        expect(await filesIn(cwd)).toEqual(before);
      }
      const env = (url: string) => ({ LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: url });
      const again = await stage().on({}, ({ url }) => runCli(argv, { cwd, env: env(url) }));
      expect(again.exit, again.stderr).toBe(0);
      expect((await filesIn(cwd)).size).toBeGreaterThan(before.size);
    });
  },
);
