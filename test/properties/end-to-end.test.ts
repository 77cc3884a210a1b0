/** Random games from manifests to a service of random habits and back, over real HTTP. fast-check prints the seed. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { catalog } from "../../src/catalog/index.ts";
import type { Kind } from "../../src/catalog/types.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import type { Fault } from "../../src/service/faults.ts";
import { type RunningService, type StartOptions, startService } from "../../src/service/server.ts";
import { arbitraryGame } from "../support/arbitrary-game.ts";
import { type CliRun, createSignals, GAME_ID, runCli, type Signals, TOKEN, writeFiles } from "../support/cli.ts";
import type { GameText } from "../support/games.ts";

const RUNS = { numRuns: 25 };
const EVERYTHING = ["--prune", "--allow", "deletes-player-data", "--allow", "mass-change", "--allow", "empties-kind"];

const habits: fc.Arbitrary<StartOptions> = fc
  .record({
    profile: fc.constantFrom("documented" as const, "extended" as const),
    put: fc.constantFrom("patch" as const, "replace" as const),
    scalars: fc.constantFrom("native" as const, "string" as const),
    maxPageSize: fc.constantFrom(1, 2, 3, 100),
    strict: fc.boolean(),
  })
  // A service that does not show which action reacts to which gives nobody the order in which it lets them be deleted.
  .map((options) => (options.profile === "documented" ? { ...options, strict: false } : options));

const faults: fc.Arbitrary<readonly Fault[]> = fc.array(
  fc
    .record({
      effect: fc.constantFrom(
        { effect: "error-before", status: 500 } as const,
        { effect: "error-before", status: 422 } as const,
        { effect: "error-after", status: 502 } as const,
        { effect: "drop-before" } as const,
        { effect: "drop-after" } as const,
        { effect: "truncate" } as const,
        { effect: "html", status: 503 } as const,
        { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 2 } } as const,
      ),
      probability: fc.constantFrom(0.05, 0.2, 0.5),
      seed: fc.nat(100_000),
      method: fc.constantFrom("POST", "PUT", "DELETE", "GET"),
    })
    .map(({ effect, ...when }): Fault => ({ ...effect, when })),
  { minLength: 1, maxLength: 4 },
);

/** Both sides, made so that the service is able to come from one to the other: what it takes only on creation agrees. */
const sides = fc.tuple(arbitraryGame({ allKinds: true }), arbitraryGame({ allKinds: true })).map(([desired, live]) => {
  const aligned = catalog.map((kind) => alignKind(kind, desired[kind.plural] ?? [], live[kind.plural] ?? []));
  const side = (name: "desired" | "live"): GameText =>
    Object.fromEntries(catalog.map(({ plural }, index) => [plural, aligned[index]?.[name] ?? []]));
  return { desired: side("desired"), live: side("live") };
});

function alignKind(
  kind: Kind,
  desired: readonly JsonObject[],
  live: readonly JsonObject[],
): { readonly desired: readonly JsonObject[]; readonly live: readonly JsonObject[] } {
  const byId = (resources: readonly JsonObject[]) => new Map(resources.map((each) => [each.custom_id as string, each]));
  const [wanted, found] = [byId(desired), byId(live)];
  const fixedFields = kind.fields.filter(({ createOnly }) => createOnly === true);
  const fixedLinks = kind.links.filter(({ endpoint }) => endpoint?.memberField === undefined);
  const shared = (id: string): JsonObject => {
    const [mine, theirs] = [wanted.get(id), found.get(id)];
    if (mine === undefined || theirs === undefined) return {};
    const links = fixedLinks.map(({ name }): [string, Json] => [
      name,
      (theirs[name] as readonly string[]).filter((member) => wanted.has(member)),
    ]);
    return {
      ...Object.fromEntries(fixedFields.map(({ name }) => [name, mine[name] ?? null])),
      ...Object.fromEntries(links),
    };
  };
  const single = kind.fields.find((field) => field.type === "choice" && field.atMostOne !== undefined);
  const other = (resource: JsonObject): JsonObject =>
    single === undefined || wanted.has(resource.custom_id as string) ? {} : { [single.name]: "custom" };
  return {
    desired: desired.map((each) => ({ ...each, ...shared(each.custom_id as string) })),
    live: live.map((each) => ({ ...each, ...shared(each.custom_id as string), ...other(each) })),
  };
}

let folder = "";
let round = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "laurel-end-to-end-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder with the manifests, and a way to run commands on them against a service. */
async function prepare(desired: GameText) {
  round += 1;
  const cwd = join(folder, String(round));
  await writeFiles(cwd, { "manifests/game.yaml": stringify(desired) });
  return (service: RunningService, argv: readonly string[], signals?: Signals): Promise<CliRun> => {
    const target = ["--manifests", "manifests", "--base-url", service.url, "--game-id", GAME_ID];
    return runCli([...argv, ...target, ...EVERYTHING], {
      cwd,
      env: { LAUREL_API_TOKEN: TOKEN },
      ...(signals === undefined ? {} : { signals }),
    });
  };
}

async function withService<T>(options: StartOptions, work: (service: RunningService) => Promise<T>): Promise<T> {
  const service = await startService({ token: TOKEN, ...options });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

describe("the product against a service of any habits", () => {
  it("converges from any game to any other, and then has nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(sides, habits, async ({ desired, live }, options) => {
        const run = await prepare(desired);
        await withService(options, async (service) => {
          await service.seed(GAME_ID, live);
          const applied = await run(service, ["apply", "--yes"]);
          expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
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
      RUNS,
    );
  });

  it("is repaired by running again, whatever went wrong before", async () => {
    await fc.assert(
      fc.asyncProperty(sides, habits, faults, async ({ desired, live }, options, misfortune) => {
        const run = await prepare(desired);
        const content = await withService({ ...options, faults: misfortune }, async (service) => {
          await service.seed(GAME_ID, live);
          const applied = await run(service, ["apply", "--yes"]);
          expect([0, 1], `${applied.stdout}${applied.stderr}`).toContain(applied.exit);
          return service.snapshot();
        });
        await withService(options, async (service) => {
          await service.restore(content);
          const applied = await run(service, ["apply", "--yes"]);
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
      fc.asyncProperty(sides, habits, moment, async ({ desired, live }, options, { request, times }) => {
        const run = await prepare(desired);
        const signals = createSignals();
        const onRequest: StartOptions["onRequest"] = ({ index }) => {
          if (index === request) for (let time = 0; time < times; time += 1) signals.send("SIGINT");
        };
        await withService({ ...options, onRequest }, async (service) => {
          await service.seed(GAME_ID, live);
          const interrupted = await run(service, ["apply", "--yes"], signals);
          expect([0, 130], `${interrupted.stdout}${interrupted.stderr}`).toContain(interrupted.exit);
          const applied = await run(service, ["apply", "--yes"]);
          expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
          const again = await run(service, ["plan", "--detailed-exitcode"]);
          expect(again.exit, again.stdout).toBe(0);
        });
      }),
      RUNS,
    );
  });

  it("with some kinds unmanaged either converges, or refuses and writes nothing", async () => {
    const some = fc.tuple(arbitraryGame({ allKinds: false }), arbitraryGame({ allKinds: true }));
    await fc.assert(
      fc.asyncProperty(some, habits, async ([desired, live], options) => {
        const run = await prepare(desired);
        await withService(options, async (service) => {
          await service.seed(GAME_ID, live);
          const before = service.contents(GAME_ID);
          const { exit, stdout, stderr } = await run(service, ["apply", "--yes"]);
          expect([0, 1, 4], `${stdout}${stderr}`).toContain(exit);
          if (exit === 4) expect(service.contents(GAME_ID)).toEqual(before);
          if (exit === 1) expect(stdout).toContain("not-kept");
          const unmanaged = catalog.filter(({ plural }) => desired[plural] === undefined).map(({ plural }) => plural);
          const ids = (contents: Record<string, readonly JsonObject[]>) =>
            unmanaged.map((plural) => contents[plural]?.map(({ custom_id, name }) => [custom_id, name]));
          expect(ids(service.contents(GAME_ID))).toEqual(ids(before));
        });
      }),
      RUNS,
    );
  });
});
