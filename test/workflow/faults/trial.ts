/**
 * One apply of a scenario that something happens to, judged by what is on the service afterwards.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { gameIn, type State } from "../../../src/emulator/state.ts";
import { inParallel } from "../../../src/ground/collections.ts";
import type { JsonObject } from "../../../src/ground/json.ts";
import type { Plan } from "../../../src/model/model.ts";
import { withService } from "../../support/arbitrary-service.ts";
import { type CliRun, GAME_ID, runCli, TOKEN } from "../../support/cli.ts";
import type { Fault, ServiceOptions, TestService } from "../../support/service/service.ts";
import { damageToPlayers, playedGame } from "./players.ts";
import { PROJECTS, type Scenario, writeProject } from "./scenarios.ts";
import { complaintsAbout, difference, type RunEnd, stateOf } from "./truth.ts";

/** What happens to an apply, and how it is called if that goes wrong. `trial`: says what did. */
export interface Ordeal {
  readonly name: string;
  readonly trial: (stage: Stage) => Promise<readonly string[]>;
}

/** A scenario that was carried out once without faults, and so is known to the end. */
export interface Stage {
  readonly scenario: Scenario;
  /** With the projects of the scenario. */
  readonly folder: string;
  /** How many requests an apply without faults sends. */
  readonly requests: number;
  /** What the game comes to. */
  readonly state: string;
  /** Works with the service as it is at the beginning. */
  on<T>(options: ServiceOptions, work: (service: TestService) => Promise<T>): Promise<T>;
  command(service: TestService, words: readonly string[], project?: string): Promise<CliRun>;
  /**
   * Names what players have lost since the beginning, except with resources that the manifests
   * delete.
   */
  damage(service: TestService): readonly string[];
  /**
   * What is wrong with what the run told. `isMisled`: the service hid what it can, so that the
   * steps may be others.
   */
  judge(run: RunEnd, service: TestService, isMisled?: boolean): readonly string[];
  /** The same again on a service that is well. Out: what is wrong afterwards. */
  repaired(snapshot: State): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Carries the scenario out without faults and remembers what it comes to. */
export async function openStage(scenario: Scenario, settings: JsonObject = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "laurel-faults-"));
  await writeProject(folder, scenario, settings);
  const command: Stage["command"] = (service, words, project = PROJECTS.calm) =>
    runCli(
      [...words, ...scenario.flags, "--reveal-secrets", "--format", "json", "--project", project],
      {
        cwd: folder,
        env: { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: service.url },
      },
    );
  let requests = 0;
  const onRequest = (): void => {
    requests += 1;
  };
  const snapshot = await playedGame(GAME_ID, scenario.live);
  const start = await withService(scenario.service, async (service) => {
    await service.restore(snapshot);
    return { contents: service.contents(GAME_ID), snapshot };
  });
  const damage: Stage["damage"] = ({ state }) => {
    const before = gameIn(start.snapshot, GAME_ID);
    const after = gameIn(state, GAME_ID);
    return damageToPlayers({ before, after, expendable: new Set(scenario.expendable) });
  };
  const from = <T>(
    snapshot: State,
    options: ServiceOptions,
    work: (service: TestService) => Promise<T>,
  ) =>
    withService({ ...scenario.service, ...options }, async (service) => {
      await service.restore(snapshot);
      return work(service);
    });
  const clean = await from(start.snapshot, { onRequest }, async (service) => {
    const planned = await command(service, ["plan"]);
    const plan: Plan = JSON.parse(planned.stdout).plans[0];
    requests = 0;
    const applied = await command(service, ["apply", "--yes"]);
    if (applied.exit !== 0)
      throw new Error(`${scenario.name} cannot be applied: ${applied.stdout}${applied.stderr}`);
    const sent = requests;
    const lost = damage(service);
    if (lost.length > 0)
      throw new Error(`${scenario.name} damages what players have: ${lost.join("\n")}`);
    const again = await command(service, ["plan", "--detailed-exitcode"]);
    if (again.exit !== 0) throw new Error(`${scenario.name} does not converge: ${again.stdout}`);
    return { plan, requests: sent, state: stateOf(service.contents(GAME_ID)) };
  });

  const judge: Stage["judge"] = (run, service, isMisled = false) => {
    const stay = {
      before: start.contents,
      after: service.contents(GAME_ID),
      shape: scenario.shape,
    };
    return [...damage(service), ...complaintsAbout(run, { stay, ...clean, isMisled })];
  };

  return {
    scenario,
    folder,
    requests: clean.requests,
    state: clean.state,
    command,
    damage,
    judge,
    on: (options, work) => from(start.snapshot, options, work),
    repaired: (snapshot) =>
      from(snapshot, {}, async (service) => {
        const run = await command(service, ["apply", "--yes"]);
        if (run.exit !== 0)
          return [`the next run ended with ${run.exit}: ${run.stdout}${run.stderr}`];
        const plan = await command(service, ["plan", "--detailed-exitcode"]);
        if (plan.exit !== 0) return [`there is something left to do: ${plan.stdout}`];
        const unmet = difference(clean.state, stateOf(service.contents(GAME_ID)));
        const other = unmet === "" ? [] : [`the next run made another game: ${unmet}`];
        return [...damage(service), ...other];
      }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What is wrong with an apply that ended so, and with the next one, which repairs what it left. */
export async function verdictOn(
  stage: Stage,
  run: RunEnd,
  problems: readonly string[],
  left: State,
): Promise<readonly string[]> {
  const all = [...problems, ...(run.exit === 0 ? [] : await stage.repaired(left))];
  return all.length === 0 ? [] : [...all, `exit ${run.exit}\n${run.stdout}${run.stderr}`];
}

/** An apply under faults ends whole, or with 1. */
export const underFaults = (faults: readonly Fault[]) => (stage: Stage) =>
  stage.on({ faults }, async (service) => {
    const run = await stage.command(service, ["apply", "--yes"], PROJECTS.hasty);
    // A 404 may hide that a link has requests of its own.
    const isMisled = faults.some((fault) => "status" in fault && fault.status === 404);
    const problems = run.exit === 0 || run.exit === 1 ? [] : [`exit ${run.exit}`];
    return verdictOn(
      stage,
      run,
      [...problems, ...stage.judge(run, service, isMisled)],
      service.snapshot(),
    );
  });

/** Runs at once: answers that never come are waited for side by side. */
const AT_ONCE = 6;

/**
 * `npm run test:faults` and `test:kills` try everything at every request; otherwise a part of that,
 * the same one each time.
 */
export const isWhole = process.env.LAUREL_FAULTS === "whole" || process.env.LAUREL_KILLS === "all";

/**
 * Every `step`-th number from 1 to `last`, begun at another place for each row; all of them in a
 * whole run.
 */
export function sampled(last: number, step: number, row: number): readonly number[] {
  if (last < 1) throw new Error("nothing happened that could be disturbed");
  const all = Array.from({ length: last }, (_, index) => index + 1);
  return isWhole
    ? all
    : all.filter((number) => number % step === (row * 7) % step || number === last);
}

/** To be called where tests are described. The stage is there for the tests themselves. */
export function stageFor(scenario: Scenario, settings: JsonObject = {}): () => Stage {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(scenario, settings);
  });
  afterAll(() => stage.close());
  return () => stage;
}

/** Tries each ordeal, and expects that nothing was lost. */
export async function tryAll(stage: Stage, ordeals: readonly Ordeal[]): Promise<void> {
  expect(ordeals.length).toBeGreaterThan(0);
  const lost: string[] = [];
  await inParallel(ordeals, { limit: AT_ONCE }, async ({ name, trial }) => {
    const problems = await trial(stage);
    if (problems.length > 0) lost.push([name, ...problems].join("\n"));
  });
  expect(lost).toEqual([]);
}
