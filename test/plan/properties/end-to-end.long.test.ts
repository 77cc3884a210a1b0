/** Random games from manifests to a service of random habits and back, over real HTTP. fast-check prints the seed. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import equal from "fast-deep-equal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { catalog } from "../../../src/catalog/index.ts";
import { defined } from "../../../src/model/collections.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { type ApiRequest, HAZARDS, type Step, type StepId } from "../../../src/model/model.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { faults, habits, withService } from "../../support/arbitrary-service.ts";
import {
  type CliRun,
  createSignals,
  GAME_ID,
  movingClock,
  runCli,
  type Signals,
  TOKEN,
  writeFiles,
  writeProject,
} from "../../support/cli.ts";
import type { GameText } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import type { SeenRequest, ServiceOptions, TestService } from "../../support/service/service.ts";

const RUNS = runs(25);
const ALLOWED = HAZARDS.flatMap((name) => ["--allow", name]);
const EVERYTHING = ["--prune", ...ALLOWED];

/** Reads may lag behind, too. */
const shapes = fc
  .tuple(habits, fc.constantFrom(0, 0, 0, 2000))
  .map(([options, lag]): ServiceOptions => ({ ...options, lag }));

const sides = fc.record({ desired: arbitraryGame({ allKinds: true }), live: arbitraryGame({ allKinds: true }) });

/** What is replaced and something new that holds it by a link that cannot be changed can need each other. */
function isKnownLimit({ stdout, stderr }: CliRun): boolean {
  const text = `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
  return stderr.includes("order-cycle") && (text.includes("(replaced)") || text.includes("was broken off"));
}

let folder = "";
let round = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "laurel-end-to-end-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder with the manifests, services in its time, and a way to run commands on them. Between runs, a minute passes. */
async function prepare(desired: GameText) {
  round += 1;
  const cwd = join(folder, String(round));
  const clock = movingClock();
  await writeFiles(cwd, { "manifests/game.yaml": stringify(desired) });
  const run = async (service: TestService, argv: readonly string[], signals?: Signals): Promise<CliRun> => {
    await writeProject(cwd, { base_url: service.url });
    await clock.sleep(60_000);
    return runCli([...argv, ...EVERYTHING], { cwd, env: { LAUREL_API_TOKEN: TOKEN }, clock, ...defined({ signals }) });
  };
  const on = (options: ServiceOptions, work: (service: TestService) => Promise<void>): Promise<void> =>
    withService({ ...options, clock: { now: clock.now, wait: (ms) => clock.sleep(ms) } }, work);
  return { run, on };
}

/** What was sent is what was planned: each step once, behind what it needs, with its other request only after a 404. */
function expectAsPlanned(planned: CliRun, seen: readonly SeenRequest[]): void {
  const open = new Set<Step>(JSON.parse(planned.stdout).plans[0].steps);
  const done = new Set<StepId>();
  const prefix = `/v1/games/${GAME_ID}/`;
  for (const { method, path, body, status } of seen.filter((each) => each.method !== "GET")) {
    const isSame = (request?: ApiRequest): boolean =>
      request?.method === method && prefix + request.path === path && equal(request.body ?? null, body);
    const step = [...open].find(({ request, otherwise, needs }) => {
      return (isSame(request) || isSame(otherwise)) && needs.every((need) => done.has(need));
    });
    expect(step?.id, `${method} ${path} ${JSON.stringify(body)}`).toBeDefined();
    if (step === undefined || (status === 404 && isSame(step.request))) continue;
    open.delete(step);
    done.add(step.id);
  }
  expect([...open].map(({ id }) => id)).toEqual([]);
}

describe("the product against a service of any habits", () => {
  it("does what it has planned, converges from any game to any other, and then has nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(sides, shapes, async ({ desired, live }, options) => {
        const { run, on } = await prepare(desired);
        const seen: SeenRequest[] = [];
        await on({ ...options, onRequest: (request) => seen.push(request) }, async (service) => {
          await service.seed(GAME_ID, live);
          const planned = await run(service, ["plan", "--reveal-secrets", "--format", "json"]);
          seen.length = 0;
          const applied = await run(service, ["apply", "--yes"]);
          if (isKnownLimit(applied)) return;
          expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
          expectAsPlanned(planned, seen);
          const again = await run(service, ["plan", "--detailed-exitcode"]);
          expect(again.exit, again.stdout).toBe(0);
          const ids = Object.entries(service.contents(GAME_ID)).map(([plural, records]) => [
            plural,
            records.map(({ custom_id }) => custom_id),
          ]);
          const wanted = catalog.map(({ plural }) => [
            plural,
            (desired[plural] ?? []).map(({ custom_id }) => custom_id).sort(),
          ]);
          expect(Object.fromEntries(ids)).toMatchObject(Object.fromEntries(wanted));
        });
      }),
      runs(100),
    );
  });

  it("is repaired by running again, whatever went wrong before", async () => {
    await fc.assert(
      fc.asyncProperty(sides, shapes, faults, async ({ desired, live }, options, misfortune) => {
        const { run, on } = await prepare(desired);
        let content: JsonObject = {};
        await on({ ...options, faults: misfortune }, async (service) => {
          await service.seed(GAME_ID, live);
          const applied = await run(service, ["apply", "--yes"]);
          content = service.snapshot();
          if (isKnownLimit(applied)) return;
          expect([0, 1], `${applied.stdout}${applied.stderr}`).toContain(applied.exit);
        });
        await on(options, async (service) => {
          await service.restore(content);
          const applied = await run(service, ["apply", "--yes"]);
          if (isKnownLimit(applied)) return;
          expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
          const again = await run(service, ["plan", "--detailed-exitcode"]);
          expect(again.exit, again.stdout).toBe(0);
        });
      }),
      RUNS,
    );
  });

  it("is repaired by running again after an interruption at any request", async () => {
    const moment = fc.record({ request: fc.integer({ min: 1, max: 60 }), times: fc.integer({ min: 1, max: 2 }) });
    await fc.assert(
      fc.asyncProperty(sides, shapes, moment, async ({ desired, live }, options, { request, times }) => {
        const { run, on } = await prepare(desired);
        const signals = createSignals();
        const onRequest: ServiceOptions["onRequest"] = ({ index }) => {
          if (index === request) for (let time = 0; time < times; time += 1) signals.send("SIGINT");
        };
        await on({ ...options, onRequest }, async (service) => {
          await service.seed(GAME_ID, live);
          const interrupted = await run(service, ["apply", "--yes"], signals);
          if (isKnownLimit(interrupted)) return;
          expect([0, 130], `${interrupted.stdout}${interrupted.stderr}`).toContain(interrupted.exit);
          const applied = await run(service, ["apply", "--yes"]);
          if (isKnownLimit(applied)) return;
          expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
          const again = await run(service, ["plan", "--detailed-exitcode"]);
          expect(again.exit, again.stdout).toBe(0);
        });
      }),
      RUNS,
    );
  });
});
