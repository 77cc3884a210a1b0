/** Carries scenarios out, breaks them off after every request, goes on, and holds the end against the oracle. */
import { catalog } from "../../../src/catalog/index.ts";
import type { Checked } from "../../../src/model/diagnostics.ts";
import type { DesiredGame, Plan, Step } from "../../../src/model/model.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { headLine, stepLines } from "../../../src/plan/revert/report.ts";
import type { ReportRun, RunStep } from "../../../src/plan/revert/report-reading.ts";
import type { ReportStep } from "../../../src/plan/revert/report-schema.ts";
import { wayBack } from "../../../src/plan/revert/revert.ts";
import { desiredGame, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { ModelService, type Pick, send } from "./model-service.ts";
import type { Scenario } from "./scenarios.ts";

/** What became of a scenario: the sentence of the first problem, or nothing. */
export type Verdict = string | undefined;

export const FIRST: Pick = (ready) => ready[0] as Step;

function planned(desired: DesiredGame, service: ModelService): Checked<Plan> {
  const options = { prune: false, targets: [], scalars: "native" } as const;
  return makePlan(TARGET, desired, service.live(), catalog, options, shortHash);
}

export function planOf(desired: DesiredGame, service: ModelService): Plan {
  const made = planned(desired, service);
  if (made.value !== undefined) return made.value;
  throw new Error(`refused: ${made.diagnostics.map(({ code, detail }) => `${code}: ${detail}`).join(" ")}`);
}

export function judge(
  each: Scenario,
  pick: Pick = FIRST,
): { readonly problems: readonly string[]; readonly kills: number } {
  const desired = desiredGame(each.after, { moved: each.moved });
  const start = new ModelService(each.access, each.createOnly).fill(each.before);
  const problems: string[] = [];
  if (each.looks === "unclear") return { problems: judgeUnclear(each, start), kills: 0 };
  const attempt = attempting(problems);
  const whole = start.copy();
  let sent = 0;
  let first: Plan | undefined;
  const isWhole = attempt("whole", () => {
    first = planOf(desired, whole);
    sent = send(whole, first.steps, pick);
    const left = planOf(desired, whole).steps.map(({ id }) => id);
    if (left.length > 0) throw new Error(`still to do: ${left.join(", ")}`);
    holdAgainst(each, whole);
  });
  if (!isWhole || first === undefined) return { problems, kills: 0 };
  for (let most = 1; most < sent; most += 1) {
    const killed = start.copy();
    attempt(`killed after ${most} of ${sent}`, () => {
      send(killed, (first as Plan).steps, pick, most);
      send(killed, planOf(desired, killed).steps, FIRST);
      const left = planOf(desired, killed).steps.map(({ id }) => id);
      if (left.length > 0) throw new Error(`still to do: ${left.join(", ")}`);
      holdAgainst(each, killed);
    });
  }
  return { problems, kills: Math.max(sent - 1, 0) };
}

/** Runs work, and notes the problem that ends it. */
function attempting(problems: string[]): (what: string, work: () => void) => boolean {
  return (what, work) => {
    try {
      work();
      return true;
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
      return false;
    }
  };
}

/** Nothing is planned, and the way that the refusal names leads to the end. */
function judgeUnclear(each: Scenario, service: ModelService): readonly string[] {
  try {
    const refused = planned(desiredGame(each.after, { moved: each.moved }), service).diagnostics;
    if (refused.length === 0 || refused.some(({ code }) => code !== "unclear-move"))
      return [`not refused as unclear, but ${refused.map(({ code }) => code)}`];
    for (const [game, entries] of [
      [each.moveAlone, { moved: each.moved }],
      [each.after, {}],
    ] as const) {
      const desired = desiredGame(game, entries);
      send(service, planOf(desired, service).steps, FIRST);
      const left = planOf(desired, service).steps.map(({ id }) => id);
      if (left.length > 0) return [`still to do: ${left.join(", ")}`];
    }
    holdAgainst(each, service);
    return [];
  } catch (error) {
    return [`in two parts: ${(error as Error).message}`];
  }
}

/** Every resource has the id and the name that it is to have, and nothing else is there. */
function holdAgainst({ kind, ends, replaced, after }: Scenario, service: ModelService): void {
  const mine = service.all().filter((record) => record.kind.name === kind);
  if (mine.length !== ends.size) throw new Error(`there are ${mine.map((each) => service.idOf(each)).join(", ")}`);
  for (const [was, { id, name }] of ends) {
    const found = service.find(kind, id);
    if (found?.values.name !== name) throw new Error(`${id} has the name ${found?.values.name} instead of ${name}`);
    if (found.who !== `${kind} ${was}` && !replaced.has(was))
      throw new Error(`${id} is ${found.who} instead of ${was}`);
  }
  const wanted = liveGame(after).resources.size;
  if (service.all().length !== wanted)
    throw new Error(`there are ${service.all().length} resources instead of ${wanted}`);
}

/** How much of an apply was carried out, and what its report knows of it. */
interface Broken {
  readonly service: ModelService;
  readonly run: ReportRun;
}

/**
 * Applies, as far as `most` requests, and writes the report of it. `isAnswered`: whether the answer of the last request
 * arrived; `isDone`: whether the service carried it out.
 */
export function brokenOff(start: ModelService, plan: Plan, most: number, isAnswered: boolean, isDone: boolean): Broken {
  const service = start.copy();
  const lines = stepLines(plan.steps, start.live(), catalog);
  const steps: RunStep[] = [];
  const onSend = (step: Step): void => {
    const { type: _, ...line } = lines.get(step.id) as Omit<ReportStep, "time">;
    steps.push({ ...line, line: steps.length + 2, end: "done" });
  };
  send(service, plan.steps, FIRST, most, onSend);
  const last = steps.pop();
  if (last !== undefined) steps.push({ ...last, end: isAnswered ? "done" : "unknown" });
  if (isDone) return { service, run: { file: "report.jsonl", head: headLine(plan, "native", "t"), steps } };
  const before = start.copy();
  send(before, plan.steps, FIRST, most - 1);
  return { service: before, run: { file: "report.jsonl", head: headLine(plan, "native", "t"), steps } };
}

export function wayBackFrom({ run, service }: Broken): DesiredGame {
  const back = wayBack(run, service.live(), catalog, false);
  if (back.value === undefined)
    throw new Error(`refused: ${back.diagnostics.map(({ code, detail }) => `${code}: ${detail}`).join(" ")}`);
  return back.value.desired;
}

/** Applies, wholly or in part, and goes back, wholly or in two parts: everything is as it was before. */
export function judgeBack(each: Scenario): { readonly problems: readonly string[]; readonly kills: number } {
  const desired = desiredGame(each.after, { moved: each.moved });
  const start = new ModelService(each.access, each.createOnly).fill(each.before);
  const problems: string[] = [];
  if (each.looks === "unclear") return { problems, kills: 0 };
  const plan = planOf(desired, start);
  const sent = send(start.copy(), plan.steps, FIRST);
  let kills = 0;
  const attempt = attempting(problems);
  const moments = [
    { most: sent, isAnswered: true, isDone: true },
    ...Array.from({ length: sent }, (_, place) => [
      { most: place + 1, isAnswered: false, isDone: true },
      { most: place + 1, isAnswered: false, isDone: false },
    ]).flat(),
  ];
  for (const { most, isAnswered, isDone } of moments) {
    if (most === 0) continue;
    const what = `apply ${isAnswered ? "whole" : `killed ${isDone ? "behind" : "before"} ${most} of ${sent}`}`;
    const broken = brokenOff(start, plan, most, isAnswered, isDone);
    let back: Plan | undefined;
    let steps = 0;
    const isBack = attempt(`${what}, back`, () => {
      const service = broken.service.copy();
      back = planOf(wayBackFrom({ ...broken, service }), service);
      steps = send(service, back.steps, FIRST);
      holdAgainstStart(each, start, service);
      const left = planOf(wayBackFrom({ ...broken, service }), service).steps.map(({ id }) => id);
      if (left.length > 0) throw new Error(`still to do: ${left.join(", ")}`);
    });
    for (let done = 1; isBack && done < steps; done += 1) {
      kills += 1;
      attempt(`${what}, back killed after ${done} of ${steps}`, () => {
        const service = broken.service.copy();
        send(service, (back as Plan).steps, FIRST, done);
        send(service, planOf(wayBackFrom({ ...broken, service }), service).steps, FIRST);
        holdAgainstStart(each, start, service);
      });
    }
  }
  return { problems, kills };
}

/** Everything is as it was; what was deleted may have been made again. */
function holdAgainstStart({ kind, replaced }: Scenario, start: ModelService, service: ModelService): void {
  const [was, is] = [start.live().resources, service.live().resources];
  if ([...was.keys()].sort().join() !== [...is.keys()].sort().join()) throw new Error(`there are ${[...is.keys()]}`);
  for (const [address, before] of was) {
    const now = is.get(address);
    if (JSON.stringify([before.body, before.links]) !== JSON.stringify([now?.body, now?.links]))
      throw new Error(`${address} is ${JSON.stringify(now)} instead of ${JSON.stringify(before)}`);
    const who = service.find(before.kind, before.custom_id)?.who;
    const isSame = who === start.find(before.kind, before.custom_id)?.who;
    if (!isSame && !(before.kind === kind && replaced.has(before.custom_id))) throw new Error(`${address} is ${who}`);
  }
}
