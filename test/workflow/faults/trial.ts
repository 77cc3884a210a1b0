/** One apply of a scenario under faults, judged by what is on the service afterwards. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Plan } from "../../../src/model/model.ts";
import { withService } from "../../support/arbitrary-service.ts";
import { type CliRun, GAME_ID, runCli, TOKEN } from "../../support/cli.ts";
import type { Fault, TestService } from "../../support/service/service.ts";
import { fill, PROJECTS, type Scenario, writeProject } from "./scenarios.ts";
import { difference, liesAbout, playersOf, stateOf, type ToldResult } from "./truth.ts";

/** `told`: exit 1, and what was told is true. `lost`: anything else than that or a whole success. */
export type Verdict =
  | { readonly end: "retried away" | "told" }
  | { readonly end: "lost"; readonly problems: readonly string[]; readonly run: CliRun };

/** A scenario that was carried out once without faults, and so is known to the end. */
export interface Stage {
  /** How many requests an apply without faults sends. */
  readonly requests: number;
  trial(faults: readonly Fault[]): Promise<Verdict>;
  close(): Promise<void>;
}

/** Carries the scenario out without faults and remembers what it comes to. */
export async function openStage(scenario: Scenario): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "laurel-faults-"));
  await writeProject(folder, scenario, {});
  const command = (service: TestService, words: readonly string[], project: string = PROJECTS.calm): Promise<CliRun> =>
    runCli([...words, ...scenario.flags, "--reveal-secrets", "--format", "json", "--project", project], {
      cwd: folder,
      env: { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: service.url },
    });
  let requests = 0;
  const onRequest = (): void => {
    requests += 1;
  };
  const start = await withService(scenario.service, async (service) => {
    await fill(service, scenario);
    return { contents: service.contents(GAME_ID), snapshot: service.snapshot() };
  });
  const clean = await withService({ ...scenario.service, onRequest }, async (service) => {
    await service.restore(start.snapshot);
    const planned = await command(service, ["plan"]);
    const plan: Plan = JSON.parse(planned.stdout).plans[0];
    requests = 0;
    const applied = await command(service, ["apply", "--yes"]);
    if (applied.exit !== 0) throw new Error(`${scenario.name} cannot be applied: ${applied.stdout}${applied.stderr}`);
    const sent = requests;
    const again = await command(service, ["plan", "--detailed-exitcode"]);
    if (again.exit !== 0) throw new Error(`${scenario.name} does not converge: ${again.stdout}`);
    return { plan, requests: sent, state: stateOf(service.contents(GAME_ID)) };
  });

  const trial = (faults: readonly Fault[]): Promise<Verdict> =>
    withService({ ...scenario.service, faults }, async (service) => {
      await service.restore(start.snapshot);
      const run = await command(service, ["apply", "--yes"], PROJECTS.hasty);
      const problems = judge(run, service, faults);
      const isDone = run.exit === 0;
      const more = isDone ? [] : await repaired(service.snapshot());
      if (problems.length + more.length > 0) return { end: "lost", problems: [...problems, ...more], run };
      return { end: isDone ? "retried away" : "told" };
    });

  const judge = (run: CliRun, service: TestService, faults: readonly Fault[]): readonly string[] => {
    const after = service.contents(GAME_ID);
    const problems: string[] = [];
    if (playersOf(service.snapshot(), after) !== playersOf(start.snapshot, start.contents))
      problems.push("what players have was changed");
    const told = toldBy(run);
    if (run.exit === 0) {
      if (told?.converged !== true) problems.push("exit 0 without convergence");
      const unmet = difference(clean.state, stateOf(after));
      if (unmet !== "") problems.push(`exit 0, and the game is another one: ${unmet}`);
    } else if (run.exit !== 1) problems.push(`exit ${run.exit}`);
    else if (!isExplained(run, told)) problems.push("exit 1 without a word why");
    const lies = liesAbout({ before: start.contents, after, shape: scenario.shape }, clean.plan, told ?? NOTHING_TOLD);
    // Of a run that is whole, the state has been compared; what else was tried on the way may differ. So may the plan where
    // a 404 hid that a link has requests of its own.
    const isOther = told?.steps.some(({ id }) => clean.plan.steps.every((step) => step.id !== id)) === true;
    const isMisled = isOther && faults.some((fault) => "status" in fault && fault.status === 404);
    return run.exit === 0 || isMisled ? problems : [...problems, ...lies];
  };

  /** The same again on a service that is well. */
  const repaired = (snapshot: JsonObject): Promise<readonly string[]> =>
    withService(scenario.service, async (service) => {
      await service.restore(snapshot);
      const run = await command(service, ["apply", "--yes"]);
      if (run.exit !== 0) return [`the next run ended with ${run.exit}: ${run.stdout}${run.stderr}`];
      const unmet = difference(clean.state, stateOf(service.contents(GAME_ID)));
      return unmet === "" ? [] : [`the next run made another game: ${unmet}`];
    });

  return {
    requests: clean.requests,
    trial,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const NOTHING_TOLD: ToldResult = { converged: false, outcome: "", steps: [], diagnostics: [] };

function toldBy({ stdout }: CliRun): ToldResult | undefined {
  return JSON.parse(stdout).results[0];
}

function isExplained({ stdout }: CliRun, told: ToldResult | undefined): boolean {
  const general: readonly unknown[] = JSON.parse(stdout).diagnostics;
  const failed = told?.steps.some(({ diagnostic }) => diagnostic !== undefined) ?? false;
  return failed || general.length > 0 || (told?.diagnostics.length ?? 0) > 0;
}
