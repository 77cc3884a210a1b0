/** The algebra of planning and of the executor, on random pairs of games and services of every shape. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { type Checked, diagnostic } from "../../../src/model/diagnostics.ts";
import type { ApplyEvent } from "../../../src/model/events.ts";
import type { Address, DesiredGame, LiveGame, Plan, Step } from "../../../src/model/model.ts";
import { makePlan, type Planned } from "../../../src/plan/plan.ts";
import { execute, type SendStep, totalsOf } from "../../../src/workflow/execute.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { desiredGame, shortHash, TARGET } from "../../support/games.ts";
import { CREATE_ONLY, ModelService, send, sendStep } from "../../support/model-service.ts";
import { runs } from "../../support/runs.ts";
import { SERVICES } from "../../support/service-shapes.ts";
import { nameOf, racesIn } from "../planning.ts";

const RUNS = runs(200);

/** The service refuses what a strict one does: every step is one that it takes, with what is there at that moment. */
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
  prune: fc.boolean(),
});

function planWith(
  desired: DesiredGame,
  live: LiveGame,
  prune: boolean,
  targets?: readonly Address[],
): Checked<Planned> {
  const input = { target: TARGET, desired, live, catalog, hash: shortHash };
  return makePlan(input, { prune, targets: targets?.map(nameOf), dialect: DEFAULT_DIALECT });
}

function plan(desired: DesiredGame, live: LiveGame, prune: boolean): Plan | undefined {
  return plannedChange(desired, live, prune)?.plan;
}

function plannedChange(desired: DesiredGame, live: LiveGame, prune: boolean): Planned | undefined {
  const made = planWith(desired, live, prune);
  if (made.value !== undefined) return made.value;
  // A live resource that stays may keep a name or the one standard board: then there is no plan.
  const stays = [...live.resources.keys()].some((address) => !desired.resources.has(address));
  const codes = made.diagnostics.map(({ code, detail }) => (isKnownLimit(detail) ? "taken-name" : code));
  expect(codes).toContain("taken-name");
  if (prune && made.diagnostics.every(({ detail }) => !isKnownLimit(detail))) expect(stays).toBe(true);
  return undefined;
}

/** What is replaced and something new that holds it by a link that cannot be changed can need each other. */
function isKnownLimit(detail: string): boolean {
  const isCircle = detail.startsWith("These steps need each other") && detail.includes("(replaced)");
  return isCircle || /^What (is left of|an interrupted) .*replacement/.test(detail);
}

/** How the requests of an apply go. */
const course = fc.record({
  concurrency: fc.integer({ min: 1, max: 8 }),
  /** How many turns of the event loop each takes. */
  turns: fc.array(fc.nat(6), { minLength: 1, maxLength: 40 }),
  /** Of a hundred, so many fail. */
  failures: fc.constantFrom(0, 0, 20),
  interruptAfter: fc.option(fc.nat(10), { nil: undefined }),
});
type Course = typeof course extends fc.Arbitrary<infer Value> ? Value : never;

/** Carries a plan out, and expects that every step ends in one fate and none starts before its needs are done. */
async function carryOut(made: Plan, service: ModelService, { concurrency, turns, failures, interruptAfter }: Course) {
  const stop = new AbortController();
  const events: ApplyEvent[] = [];
  let [sent, open] = [0, 0];
  const sendOne: SendStep = async (step) => {
    sent += 1;
    open += 1;
    expect(open).toBeLessThanOrEqual(concurrency);
    const luck = (sent * 37) % 100;
    if (interruptAfter !== undefined && sent > interruptAfter) stop.abort();
    for (let turn = turns[sent % turns.length] ?? 0; turn > 0; turn -= 1) await Promise.resolve();
    open -= 1;
    if (luck < failures) return { done: false, diagnostic: diagnostic("step-failed", "bad luck") };
    sendStep(service, step);
    return { done: true };
  };
  const onEvent = (event: ApplyEvent) => events.push(event);
  const results = await execute(made.steps, sendOne, { concurrency, stop: stop.signal, onEvent });
  const fates = new Map<string, string>();
  for (const event of events) {
    if (!("step" in event)) continue;
    const { needs } = made.steps.find(({ id }) => id === event.step) as Step;
    const isEnd = event.type === "done" || event.type === "failed";
    expect(fates.get(event.step)).toBe(isEnd ? "started" : undefined);
    if (event.type === "started") expect(needs.map((need) => fates.get(need))).toEqual(needs.map(() => "done"));
    fates.set(event.step, event.type);
  }
  expect(results.map(({ id }) => id)).toEqual(made.steps.map(({ id }) => id));
  expect(results.map(({ status }) => status)).toEqual(made.steps.map(({ id }) => fates.get(id) ?? "not-started"));
  const { done, failed, skipped, not_started } = totalsOf(results);
  expect(done + failed + skipped + not_started).toBe(made.steps.length);
  // Steps stay unstarted only after an interruption.
  if (interruptAfter === undefined) expect(not_started).toBe(0);
  return done === made.steps.length;
}

describe("planning", () => {
  it("converges, however long each request takes; what fails or is interrupted leaves nothing untold", async () => {
    let whole = 0;
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(situation, course, async ({ desired, service, prune }, taken) => {
        const change = plannedChange(desired, service.live(), prune);
        if (change === undefined) return;
        const made = change.plan;
        const places = new Map(made.steps.map(({ id }, index) => [id, index]));
        for (const [index, { needs }] of made.steps.entries())
          expect(needs.every((need) => (places.get(need) ?? index) < index)).toBe(true);
        expect(racesIn(change)).toEqual([]);
        if (await carryOut(made, service, taken)) {
          expect(plan(desired, service.live(), prune)?.steps).toEqual([]);
          whole += 1;
        } else broken += 1;
      }),
      RUNS,
    );
    expect(Math.min(whole, broken)).toBeGreaterThan(RUNS.numRuns * 0.05);
  });

  it("does not depend on the order of its input, to the byte", () => {
    let compared = 0;
    fc.assert(
      fc.property(situation, fc.func(fc.nat()), ({ desired, service, prune }, place) => {
        const live = service.live();
        const mixed = <Game extends DesiredGame | LiveGame>(game: Game): Game => {
          const entries = [...game.resources].sort(([one], [other]) => place(one) - place(other));
          return { ...game, resources: new Map<string, unknown>(entries) };
        };
        const [shuffled, other] = [mixed(desired), mixed(live)];
        const made = plan(desired, live, prune);
        if (made !== undefined) compared += 1;
        expect(JSON.stringify(plan(shuffled, other, prune))).toBe(JSON.stringify(made));
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(RUNS.numRuns * 0.3);
  });

  it("plans for a target only that and what it needs, and what it plans can be carried out", () => {
    let sent = 0;
    fc.assert(
      fc.property(situation, fc.nat(1000), ({ desired, service, prune }, pick) => {
        const addresses = [...desired.resources.keys()];
        const target = addresses[pick % Math.max(addresses.length, 1)];
        if (target === undefined) return;
        const made = planWith(desired, service.live(), prune, [target]).value?.plan;
        if (made === undefined) return;
        sent += send(service, made.steps);
        expect(planWith(desired, service.live(), prune, [target]).value?.plan.steps).toEqual([]);
      }),
      RUNS,
    );
    expect(sent).toBeGreaterThan(RUNS.numRuns * 0.3);
  });
});
