/** The executor under random failures, delays and interruptions. fast-check prints the seed of a failure. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { ApplyEvent } from "../../../src/model/events.ts";
import type { DesiredGame, Plan, Step } from "../../../src/model/model.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { execute, type Sent, totalsOf } from "../../../src/workflow/execute.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { desiredGame, shortHash, TARGET } from "../../support/games.ts";
import { CREATE_ONLY, ModelService, sendStep } from "../../support/model-service.ts";
import { runs } from "../../support/runs.ts";
import { SERVICES } from "../../support/service-shapes.ts";

const RUNS = runs(150);

const situation = fc.record({
  desired: arbitraryGame({ allKinds: true }).map(desiredGame),
  // Whether it takes in PUT what is known to be taken only at creation differs, too.
  service: fc
    .tuple(
      arbitraryGame({ allKinds: true }),
      fc.constantFrom(...Object.values(SERVICES)),
      fc.constantFrom(...CREATE_ONLY),
    )
    .map(([game, shape, createOnly]) => new ModelService(shape, createOnly).fill(game)),
  concurrency: fc.integer({ min: 1, max: 8 }),
  // One number per request: below 20 it fails, otherwise it takes so many turns of the event loop.
  luck: fc.array(fc.nat(99), { minLength: 1, maxLength: 40 }),
  interruptAfter: fc.option(fc.nat(10), { nil: undefined }),
});

interface Run {
  readonly plan: Plan;
  readonly after: ModelService;
  readonly results: Awaited<ReturnType<typeof execute>>;
  readonly events: readonly ApplyEvent[];
  readonly mostAtOnce: number;
}

async function run(given: Situation): Promise<Run | undefined> {
  const { desired, luck, interruptAfter } = given;
  const plan = planOf(desired, given.service);
  if (plan === undefined) return undefined;
  const stop = new AbortController();
  const events: ApplyEvent[] = [];
  const service = given.service.copy();
  let [sent, under, mostAtOnce] = [0, 0, 0];
  const carryOut = async (step: Step): Promise<Sent> => {
    const number = luck[sent % luck.length] ?? 0;
    sent += 1;
    under += 1;
    mostAtOnce = Math.max(mostAtOnce, under);
    if (interruptAfter !== undefined && sent > interruptAfter) stop.abort();
    for (let turn = 0; turn < number % 7; turn += 1) await Promise.resolve();
    under -= 1;
    if (number < 20) return { done: false, diagnostic: diagnostic("step-failed", "bad luck") };
    sendStep(service, step);
    return { done: true };
  };
  const { concurrency } = given;
  const onEvent = (event: ApplyEvent) => events.push(event);
  const results = await execute(plan.steps, carryOut, { concurrency, stop: stop.signal, onEvent });
  return { plan, after: service, results, events, mostAtOnce };
}

type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;

function planOf(desired: DesiredGame, service: ModelService): Plan | undefined {
  const options = { prune: true, targets: [], scalars: "native" } as const;
  return makePlan({ target: TARGET, desired, live: service.live(), catalog, hash: shortHash }, options).value;
}

describe("the executor", () => {
  it("ends every step in exactly one fate and starts none before its needs are done", async () => {
    await fc.assert(
      fc.asyncProperty(situation, async (given) => {
        const ran = await run(given);
        if (ran === undefined) return;
        const { plan, results, events } = ran;
        expect(results.map(({ id }) => id)).toEqual(plan.steps.map(({ id }) => id));
        const done = new Set<string>();
        const started = new Set<string>();
        const ended = new Map<string, string>();
        for (const event of events) {
          if (event.type === "started") {
            const { needs } = plan.steps.find(({ id }) => id === event.step) as Step;
            expect(needs.filter((need) => !done.has(need))).toEqual([]);
            expect(started.has(event.step)).toBe(false);
            started.add(event.step);
          }
          if (event.type === "done" || event.type === "failed" || event.type === "skipped") {
            expect(ended.has(event.step)).toBe(false);
            ended.set(event.step, event.type);
            if (event.type === "done") done.add(event.step);
            expect(started.has(event.step)).toBe(event.type === "done" || event.type === "failed");
          }
        }
        for (const { id, status } of results) expect(ended.get(id) ?? "not-started").toBe(status);
        const totals = totalsOf(results);
        const { done: ok, failed, skipped, not_started } = totals;
        expect(ok + failed + skipped + not_started).toBe(plan.steps.length);
        // Steps stay unstarted only after an interruption.
        if (given.interruptAfter === undefined) expect(not_started).toBe(0);
        expect(ran.mostAtOnce).toBeLessThanOrEqual(given.concurrency);
      }),
      RUNS,
    );
  });
});
