/** Carries scenarios out, breaks them off after every request, goes on, and holds the end against the oracle. */
import { catalog } from "../../../src/catalog/index.ts";
import type { Checked } from "../../../src/model/diagnostics.ts";
import type { DesiredGame, Plan, Step } from "../../../src/model/model.ts";
import { makePlan } from "../../../src/plan/plan.ts";
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
