/** Random manifests with moves, removals and policies against random live games. fast-check prints the seed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { catalog } from "../../../src/catalog/index.ts";
import type { Kind } from "../../../src/catalog/types.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { HAZARDS, type Step } from "../../../src/model/model.ts";
import { canonicalForm } from "../../../src/model/normalise.ts";
import { arbitraryGame, arbitraryManifests, type Manifests } from "../../support/arbitrary-game.ts";
import { habits, withService } from "../../support/arbitrary-service.ts";
import { type CliRun, GAME_ID, runCli, TOKEN, writeFiles, writeProject } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";
import type { SeenRequest, TestService } from "../../support/service/service.ts";

const RUNS = runs(60);
const ALLOWED = HAZARDS.flatMap((name) => ["--allow", name]);
/** What a refusal may be about, when every hazard is allowed. */
const REASONS = /taken-name|both-live|still-referenced|unclear-move|reference-cycle|\(replaced\)/;

type Contents = Record<string, readonly JsonObject[]>;

let folder = "";
let round = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "laurel-live-changes-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function prepare({ resources, entries }: Manifests, prune: boolean) {
  round += 1;
  const cwd = join(folder, String(round));
  await writeFiles(cwd, { "manifests/game.yaml": stringify({ ...entries, ...resources }) });
  return async (service: TestService, argv: readonly string[]): Promise<CliRun> => {
    await writeProject(cwd, { base_url: service.url });
    const flags = [...ALLOWED, ...(prune ? ["--prune"] : [])];
    return runCli([...argv, ...flags], { cwd, env: { LAUREL_API_TOKEN: TOKEN } });
  };
}

const scene = fc.record({
  // At least one key: empty manifests are never applied.
  manifests: arbitraryManifests({ allKinds: false }).filter(({ resources }) => Object.keys(resources).length > 0),
  live: arbitraryGame({ allKinds: true }),
  prune: fc.boolean(),
});

describe("changes of a live game", () => {
  it("arrive or are refused, and touch nothing that is nobody's business", async () => {
    let arrived = 0;
    await fc.assert(
      fc.asyncProperty(scene, habits, async ({ manifests, live, prune }, options) => {
        const run = await prepare(manifests, prune);
        const seen: SeenRequest[] = [];
        await withService({ ...options, onRequest: (request) => seen.push(request) }, async (service) => {
          await service.seed(GAME_ID, live);
          const before = service.contents(GAME_ID);
          const planned = await run(service, ["plan", "--reveal-secrets", "--format", "json"]);
          expect(writesOf(seen)).toEqual([]);
          const applied = await run(service, ["apply", "--yes"]);
          const screen = `${applied.stdout}${applied.stderr}`;
          const after = service.contents(GAME_ID);
          if (planned.exit !== 0) {
            expect([1, 3, 4], screen).toContain(planned.exit);
            expect(`${planned.stdout}${planned.stderr}`).toMatch(REASONS);
            expect(after).toEqual(before);
            return;
          }
          expectNoWriteOutside(JSON.parse(planned.stdout).plans[0].steps, seen);
          if (applied.exit === 1 && isHeld(seen)) return;
          expect(applied.exit, screen).toBe(0);
          arrived += 1;
          const again = await run(service, ["plan", "--detailed-exitcode"]);
          expect(again.exit, `${screen}${again.stdout}`).toBe(0);
          expectOnlyMeant(manifests, prune, before, after, screen);
        });
      }),
      RUNS,
    );
    expect(arrived).toBeGreaterThan(RUNS.numRuns / 4);
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

/** Every write is the request of a step, or what a step sends instead. */
function expectNoWriteOutside(steps: readonly Step[], seen: readonly SeenRequest[]): void {
  const known = new Set(
    steps.flatMap(({ request, otherwise }) => [request, ...(otherwise === undefined ? [] : [otherwise])]).map(oneLine),
  );
  const outside = writesOf(seen)
    .map(({ method, path, body }) => oneLine({ method, path: path.replace(`/v1/games/${GAME_ID}/`, ""), body }))
    .filter((each) => !known.has(each));
  expect(outside).toEqual([]);
}

function oneLine({ method, path, body }: { method: string; path: string; body?: Json }): string {
  return `${method} ${path} ${JSON.stringify(body ?? null)}`;
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
  for (const kind of catalog) {
    const declared = new Map((resources[kind.plural] ?? []).map((each) => [String(each.custom_id), each]));
    const records = new Map((after[kind.plural] ?? []).map((each) => [String(each.custom_id), each]));
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
