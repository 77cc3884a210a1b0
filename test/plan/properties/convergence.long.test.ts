/** From random manifests, with moves, removals and policies, to a service of random habits, over real HTTP. fast-check prints the seed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import equal from "fast-deep-equal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { catalog } from "../../../src/catalog/index.ts";
import type { Kind } from "../../../src/catalog/types.ts";
import { defined } from "../../../src/model/collections.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { type ApiRequest, HAZARDS, type Step, type StepId } from "../../../src/model/model.ts";
import { canonicalForm } from "../../../src/model/normalise.ts";
import { arbitraryGame, arbitraryManifests, type Manifests } from "../../support/arbitrary-game.ts";
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
const CHANGES = runs(100);
const ALLOWED = HAZARDS.flatMap((name) => ["--allow", name]);
/** What a refusal may be about, when every hazard is allowed. */
const REASONS = /taken-name|both-live|still-referenced|unclear-move|reference-cycle|\(replaced\)/;

interface Scene {
  readonly manifests: Manifests;
  readonly live: GameText;
  readonly prune: boolean;
}

type Contents = Record<string, readonly JsonObject[]>;

/** Reads may lag behind, too. */
const shapes = fc
  .tuple(habits, fc.constantFrom(0, 0, 0, 2000))
  .map(([options, lag]): ServiceOptions => ({ ...options, lag }));

const NO_ENTRIES: Manifests["entries"] = { moved: [], removed: [] };
const wholeGames = arbitraryGame({ allKinds: true }).map(
  (resources): Manifests => ({ resources, entries: NO_ENTRIES }),
);
const sides = fc.record({ manifests: wholeGames, live: arbitraryGame({ allKinds: true }), prune: fc.constant(true) });
const changes = fc.record({
  // At least one key: empty manifests are never applied.
  manifests: arbitraryManifests({ allKinds: false }).filter(({ resources }) => Object.keys(resources).length > 0),
  live: arbitraryGame({ allKinds: true }),
  prune: fc.boolean(),
});

/** What is replaced and something new that holds it by a link that cannot be changed can need each other. */
function isKnownLimit({ stdout, stderr }: CliRun): boolean {
  const text = `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
  return stderr.includes("order-cycle") && (text.includes("(replaced)") || text.includes("was broken off"));
}

let folder = "";
let round = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "laurel-convergence-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder with the manifests, services in its time, and a way to run commands on them. Between runs, a minute passes. */
async function prepare({ resources, entries }: Manifests, prune = true) {
  round += 1;
  const cwd = join(folder, String(round));
  const clock = movingClock();
  await writeFiles(cwd, { "manifests/game.yaml": stringify({ ...entries, ...resources }) });
  const run = async (service: TestService, argv: readonly string[], signals?: Signals): Promise<CliRun> => {
    await writeProject(cwd, { base_url: service.url });
    await clock.sleep(60_000);
    const words = [...argv, ...ALLOWED, ...(prune ? ["--prune"] : [])];
    return runCli(words, { cwd, env: { LAUREL_API_TOKEN: TOKEN }, clock, ...defined({ signals }) });
  };
  const on = (options: ServiceOptions, work: (service: TestService) => Promise<void>): Promise<void> =>
    withService({ ...options, clock: { now: clock.now, wait: (ms) => clock.sleep(ms) } }, work);
  /** Applies until the game is as it should be. */
  const repair = async (service: TestService): Promise<void> => {
    const applied = await run(service, ["apply", "--yes"]);
    if (isKnownLimit(applied)) return;
    expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
    const again = await run(service, ["plan", "--detailed-exitcode"]);
    expect(again.exit, again.stdout).toBe(0);
  };
  return { run, on, repair };
}

/** What was sent is what was planned: each step once, behind what it needs, and its other request only after a refusal. */
function expectAsPlanned(planned: CliRun, seen: readonly SeenRequest[], isWhole: boolean): void {
  const open = new Set<Step>(JSON.parse(planned.stdout).plans[0].steps);
  const done = new Set<StepId>();
  const prefix = `/v1/games/${GAME_ID}/`;
  for (const { method, path, body, status } of writesOf(seen)) {
    const isSame = (request?: ApiRequest): boolean =>
      request?.method === method && prefix + request.path === path && equal(request.body ?? null, body);
    const step = [...open].find(({ request, otherwise, needs }) => {
      return (isSame(request) || isSame(otherwise)) && needs.every((need) => done.has(need));
    });
    expect(step?.id, `${method} ${path} ${JSON.stringify(body)}`).toBeDefined();
    if (step === undefined || status === null || status >= 400) continue;
    open.delete(step);
    done.add(step.id);
  }
  if (isWhole) expect([...open].map(({ id }) => id)).toEqual([]);
}

describe("the product against a service of any habits", () => {
  it.each([
    ["every game", sides, 0.9],
    ["games with moves, removals and policies", changes, 0.25],
  ] as const)("does what it has planned or refuses it, and nothing else: %s", async (_, scenes, share) => {
    let arrived = 0;
    await fc.assert(
      fc.asyncProperty<[Scene, ServiceOptions]>(scenes, shapes, async ({ manifests, live, prune }, options) => {
        const { run, on } = await prepare(manifests, prune);
        const seen: SeenRequest[] = [];
        await on({ ...options, onRequest: (request) => seen.push(request) }, async (service) => {
          await service.seed(GAME_ID, live);
          const before = service.contents(GAME_ID);
          const planned = await run(service, ["plan", "--reveal-secrets", "--format", "json"]);
          expect(writesOf(seen)).toEqual([]);
          const applied = await run(service, ["apply", "--yes"]);
          const screen = `${applied.stdout}${applied.stderr}`;
          const after = service.contents(GAME_ID);
          if (planned.exit !== 0) {
            expect([1, 3, 4], screen).toContain(planned.exit);
            if (scenes === sides) expect(isKnownLimit(applied), screen).toBe(true);
            expect(`${planned.stdout}${planned.stderr}`).toMatch(REASONS);
            expect(after).toEqual(before);
            return;
          }
          const isOpen = scenes === changes && applied.exit === 1 && isHeld(seen);
          expectAsPlanned(planned, seen, !isOpen);
          if (isOpen) return;
          expect(applied.exit, screen).toBe(0);
          arrived += 1;
          const again = await run(service, ["plan", "--detailed-exitcode"]);
          expect(again.exit, `${screen}${again.stdout}`).toBe(0);
          expectOnlyMeant(manifests, prune, before, after, screen);
        });
      }),
      CHANGES,
    );
    expect(arrived).toBeGreaterThan(CHANGES.numRuns * share);
  });

  it("is repaired by running again, whatever went wrong before", async () => {
    await fc.assert(
      fc.asyncProperty(sides, shapes, faults, async ({ manifests, live }, options, misfortune) => {
        const { run, on, repair } = await prepare(manifests);
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
          await repair(service);
        });
      }),
      RUNS,
    );
  });

  it("is repaired by running again after an interruption at any request", async () => {
    const moment = fc.record({ request: fc.integer({ min: 1, max: 60 }), times: fc.integer({ min: 1, max: 2 }) });
    await fc.assert(
      fc.asyncProperty(sides, shapes, moment, async ({ manifests, live }, options, { request, times }) => {
        const { run, on, repair } = await prepare(manifests);
        const signals = createSignals();
        const onRequest: ServiceOptions["onRequest"] = ({ index }) => {
          if (index === request) for (let time = 0; time < times; time += 1) signals.send("SIGINT");
        };
        await on({ ...options, onRequest }, async (service) => {
          await service.seed(GAME_ID, live);
          const interrupted = await run(service, ["apply", "--yes"], signals);
          if (isKnownLimit(interrupted)) return;
          expect([0, 130], `${interrupted.stdout}${interrupted.stderr}`).toContain(interrupted.exit);
          await repair(service);
        });
      }),
      RUNS,
    );
  });
});

function writesOf(seen: readonly SeenRequest[]): readonly SeenRequest[] {
  return seen.filter(({ method }) => method !== "GET");
}

/** Whether a strict service refused deletions, because of what no manifest declares, and nothing else. */
function isHeld(seen: readonly SeenRequest[]): boolean {
  const refused = writesOf(seen).filter(({ status }) => status === null || status >= 400);
  return refused.length > 0 && refused.every(({ method, status }) => method === "DELETE" && status === 409);
}

/** Nothing was deleted without permission, and what is ignored, kept or not declared is as it was. */
function expectOnlyMeant(
  { resources, entries }: Manifests,
  prune: boolean,
  before: Contents,
  after: Contents,
  screen: string,
): void {
  expect(JSON.stringify(after), screen).not.toContain("~laurel");
  const idsOf = (kind: string, contents: Contents) =>
    new Set((contents[pluralOf(kind)] ?? []).map(({ custom_id }) => String(custom_id)));
  /** The id that a live resource has afterwards. */
  const newId = (kind: string, id: string): string => {
    const entry = entries.moved.find((each) => each.kind === kind && each.from === id);
    return entry === undefined || idsOf(kind, before).has(entry.to) ? id : entry.to;
  };
  // What kinds that are not managed refer to may be kept.
  const isWhole = prune && catalog.every(({ plural }) => resources[plural] !== undefined);
  for (const kind of catalog) {
    const declared = new Map((resources[kind.plural] ?? []).map((each) => [String(each.custom_id), each]));
    const records = new Map((after[kind.plural] ?? []).map((each) => [String(each.custom_id), each]));
    expect([...records.keys()], screen).toEqual(expect.arrayContaining([...declared.keys()]));
    if (isWhole) expect(records.size, screen).toBe(declared.size);
    for (const record of before[kind.plural] ?? []) {
      const id = newId(kind.name, String(record.custom_id));
      const what = `${kind.name}/${id}\n${screen}`;
      const wanted = declared.get(id);
      const isRemoved = entries.removed.some((entry) => entry.kind === kind.name && entry.custom_id === id);
      const mayGo = wanted === undefined && (isRemoved || (prune && resources[kind.plural] !== undefined));
      const now = records.get(id);
      if (now === undefined) {
        // What cannot be without another one is taken along by the service.
        const isTaken = kind.fields.some(
          (field) =>
            field.type === "reference" &&
            field.required === true &&
            !idsOf(field.to, after).has(newId(field.to, String(record[field.name]))),
        );
        expect(mayGo || isTaken, what).toBe(true);
        continue;
      }
      const left = namesLeft(kind, wanted);
      const translate = (to: string, ids: readonly string[]): readonly string[] =>
        ids
          .map((each) => newId(to, each))
          .filter((each) => idsOf(to, after).has(each))
          .sort();
      for (const name of left) {
        const field = kind.fields.find((each) => each.name === name);
        const link = kind.links.find((each) => each.name === name);
        const to = link?.to ?? (field?.type === "reference" ? field.to : undefined);
        const value = (each: JsonObject): Json =>
          to === undefined ? (canonicalForm(kind, each).body[name] ?? null) : ([each[name] ?? []].flat() as Json);
        const expected = to === undefined ? value(record) : translate(to, value(record) as readonly string[]);
        const found = to === undefined ? value(now) : [...(value(now) as readonly string[])].sort();
        expect(found, `${name} of ${what}`).toEqual(expected);
      }
    }
  }
}

/** What of a resource has to be as it was. */
function namesLeft(kind: Kind, wanted: JsonObject | undefined): readonly string[] {
  const all = [...kind.fields.filter(({ type }) => type !== "id"), ...kind.links].map(({ name }) => name);
  if (wanted === undefined || wanted.create_only === true) return all;
  return (wanted.ignore ?? []) as readonly string[];
}

function pluralOf(kind: string): string {
  return catalog.find(({ name }) => name === kind)?.plural ?? "";
}
