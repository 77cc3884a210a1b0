/**
 * The algebra of planning and of the executor, on random pairs of games and services of every
 * shape.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { canonicalJson } from "../../../src/ground/json.ts";
import { kindNamed } from "../../../src/model/catalog-lookup.ts";
import { type Checked, diagnostic } from "../../../src/model/diagnostics.ts";
import type { ApplyEvent } from "../../../src/model/events.ts";
import type { Address, DesiredGame, LiveGame, Plan, Step } from "../../../src/model/model.ts";
import { canonicalForm } from "../../../src/model/normalise.ts";
import { makePlan, type Planned, type PlanOptions } from "../../../src/plan/plan.ts";
import { execute, type SendStep, totalsOf } from "../../../src/workflow/execute.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { desiredGame, shortHash, TARGET } from "../../support/games.ts";
import { CREATE_ONLY, ModelService, send, sendStep } from "../../support/model-service.ts";
import { runs } from "../../support/runs.ts";
import { REPLACING_SERVICES, SECRETIVE_SERVICES, SERVICES } from "../../support/service-shapes.ts";
import { nameOf, racesIn } from "../planning.ts";

const RUNS = runs(200);

const wholeDialect = { ...DEFAULT_DIALECT, update: "whole" } as const;
/** Services, and the dialects in which they keep what nobody has changed. */
const dialects = [
  ...[...Object.values(SERVICES), ...Object.values(SECRETIVE_SERVICES)].map((shape) => ({
    shape,
    dialect: DEFAULT_DIALECT,
  })),
  ...[...Object.values(SERVICES), ...Object.values(REPLACING_SERVICES)].map((shape) => ({
    shape,
    dialect: wholeDialect,
  })),
];

/**
 * The service refuses what a strict one does: every step is one that it takes, with what is there
 * at that moment.
 */
const situation = fc
  .record({
    desired: arbitraryGame({ allKinds: true }).map(desiredGame),
    game: arbitraryGame({ allKinds: true }),
    habits: fc.constantFrom(...dialects),
    // Whether it takes in PUT what is known to be taken only at creation differs, too.
    createOnly: fc.constantFrom(...CREATE_ONLY),
    prune: fc.boolean(),
  })
  .map(({ desired, game, habits: { shape, dialect }, createOnly, prune }) => {
    // Nobody can know which value a service would refuse that does not show its own.
    const isBlind = shape.hides !== undefined && createOnly === "refused";
    const service = new ModelService(shape, isBlind ? "ignored" : createOnly).fill(game);
    return { desired, service, options: { prune, dialect } };
  });

type Options = Pick<PlanOptions, "prune" | "dialect">;

function planWith(
  desired: DesiredGame,
  live: LiveGame,
  options: Options,
  targets?: readonly Address[],
): Checked<Planned> {
  const input = { target: TARGET, desired, live, catalog, hash: shortHash };
  return makePlan(input, { ...options, targets: targets?.map(nameOf) });
}

function plan(desired: DesiredGame, live: LiveGame, options: Options): Plan | undefined {
  return plannedChange(desired, live, options)?.plan;
}

function plannedChange(
  desired: DesiredGame,
  live: LiveGame,
  options: Options,
): Planned | undefined {
  const made = planWith(desired, live, options);
  if (made.value !== undefined) return made.value;
  // A live resource that stays may keep a name or the one standard board: then there is no plan.
  const stays = [...live.resources.keys()].some((address) => !desired.resources.has(address));
  const codes = made.diagnostics.map(({ code, detail }) =>
    isKnownLimit(detail) ? "taken-name" : code,
  );
  expect(codes).toContain("taken-name");
  if (options.prune && made.diagnostics.every(({ detail }) => !isKnownLimit(detail)))
    expect(stays).toBe(true);
  return undefined;
}

/**
 * What is replaced and something new that holds it by a link that cannot be changed can need each
 * other.
 */
function isKnownLimit(detail: string): boolean {
  const isCircle =
    detail.startsWith("These steps need each other") && detail.includes("(replaced)");
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

/**
 * Carries a plan out, and expects that every step ends in one fate and none starts before its needs
 * are done.
 */
async function carryOut(
  made: Plan,
  service: ModelService,
  { concurrency, turns, failures, interruptAfter }: Course,
) {
  const stop = new AbortController();
  const events: ApplyEvent[] = [];
  let sent = 0;
  let open = 0;
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
    if (event.type === "started")
      expect(needs.map((need) => fates.get(need))).toEqual(needs.map(() => "done"));
    fates.set(event.step, event.type);
  }
  expect(results.map(({ id }) => id)).toEqual(made.steps.map(({ id }) => id));
  expect(results.map(({ status }) => status)).toEqual(
    made.steps.map(({ id }) => fates.get(id) ?? "not-started"),
  );
  const { done, failed, skipped, not_started } = totalsOf(results);
  expect(done + failed + skipped + not_started).toBe(made.steps.length);
  // Steps stay unstarted only after an interruption.
  if (interruptAfter === undefined) expect(not_started).toBe(0);
  return done === made.steps.length;
}

interface Applied {
  readonly before: ModelService;
  readonly after: ModelService;
  readonly steps: readonly Step[];
}

/**
 * Fields of declared resources that are neither as declared nor as they were. Records may not show
 * them.
 */
function hiddenHarm(
  { resources }: DesiredGame,
  { before, after, steps }: Applied,
): readonly string[] {
  const written = new Set(
    steps.filter(({ request }) => request.method !== "DELETE").map(({ address }) => address),
  );
  return [...resources.values()].flatMap(({ address, kind: name, custom_id, body }) => {
    const kind = kindNamed(catalog, name);
    const bodyIn = (service: ModelService) => {
      const record = service.find(name, custom_id);
      return record === undefined ? undefined : canonicalForm(kind, service.written(record)).body;
    };
    const was = bodyIn(before);
    const is = bodyIn(after);
    return kind.fields.flatMap((field): readonly string[] => {
      const now = canonicalJson(is?.[field.name] ?? null);
      const isAsDeclared = now === canonicalJson(body[field.name] ?? null);
      // The service may ignore in PUT what only creations are known to give.
      const mayStay = !written.has(address) || field.createOnly === true;
      const isAsBefore = mayStay && now === canonicalJson(was?.[field.name] ?? null);
      return isAsDeclared || isAsBefore ? [] : [`${address} has ${field.name} ${now}`];
    });
  });
}

describe("planning", () => {
  it("converges, however long each request takes; what fails or is interrupted leaves nothing untold", async () => {
    let whole = 0;
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(situation, course, async ({ desired, service, options }, taken) => {
        const change = plannedChange(desired, service.live(), options);
        if (change === undefined) return;
        const made = change.plan;
        const places = new Map(made.steps.map(({ id }, index) => [id, index]));
        for (const [index, { needs }] of made.steps.entries())
          expect(needs.every((need) => (places.get(need) ?? index) < index)).toBe(true);
        expect(racesIn(change)).toEqual([]);
        const before = service.copy();
        if (await carryOut(made, service, taken)) {
          expect(hiddenHarm(desired, { before, after: service, steps: made.steps })).toEqual([]);
          expect(plan(desired, service.live(), options)?.steps).toEqual([]);
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
      fc.property(situation, fc.func(fc.nat()), ({ desired, service, options }, place) => {
        const live = service.live();
        const mixed = <Game extends DesiredGame | LiveGame>(game: Game): Game => {
          const entries = [...game.resources].sort(([one], [other]) => place(one) - place(other));
          return { ...game, resources: new Map<string, unknown>(entries) };
        };
        const shuffled = mixed(desired);
        const other = mixed(live);
        const made = plan(desired, live, options);
        if (made !== undefined) compared += 1;
        expect(JSON.stringify(plan(shuffled, other, options))).toBe(JSON.stringify(made));
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(RUNS.numRuns * 0.3);
  });

  it("plans for a target only that and what it needs, and what it plans can be carried out", () => {
    let sent = 0;
    fc.assert(
      fc.property(situation, fc.nat(1000), ({ desired, service, options }, pick) => {
        const addresses = [...desired.resources.keys()];
        const target = addresses[pick % Math.max(addresses.length, 1)];
        if (target === undefined) return;
        const made = planWith(desired, service.live(), options, [target]).value?.plan;
        if (made === undefined) return;
        sent += send(service, made.steps);
        expect(planWith(desired, service.live(), options, [target]).value?.plan.steps).toEqual([]);
      }),
      RUNS,
    );
    expect(sent).toBeGreaterThan(RUNS.numRuns * 0.3);
  });
});
