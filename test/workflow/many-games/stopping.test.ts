/** What is sent after somebody has said stop: nothing that still waits for its turn, in whichever game. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type CliRun, createSignals, movingClock, runCli } from "../../support/cli.ts";
import type { SeenRequest, ServiceOptions } from "../../support/service/service.ts";
import { ENV, gameNames, manyGames, type WatchedService, watchedService } from "./games.ts";

const GAMES = gameNames(8);
const REWARDS = 8;
/** Requests in flight at most, on one service. */
const CONCURRENCY = 4;

const EIGHT_REWARDS = `rewards:\n${Array.from({ length: REWARDS }, (_, index) => `  - { custom_id: r${index}, name: R${index} }\n`).join("")}`;

interface Stopped {
  readonly run: CliRun;
  readonly cwd: string;
  readonly watched: WatchedService;
  readonly posts: readonly SeenRequest[];
  readonly again: () => Promise<CliRun>;
}

/** Applies eight games; at the first answer to a POST the signal comes, if there is one. */
async function applyMany(
  argv: readonly string[],
  service: ServiceOptions,
  options: { readonly lines?: string; readonly isInterrupted: boolean },
): Promise<Stopped> {
  const clock = movingClock();
  const signals = createSignals();
  const posts: SeenRequest[] = [];
  const onRequest = (request: SeenRequest): void => {
    if (request.method !== "POST") return;
    posts.push(request);
    if (options.isInterrupted && posts.length === 1) signals.send("SIGTERM");
  };
  const watched = await watchedService({ ...service, onRequest }, clock.now, () => nextTurn());
  const cwd = await manyGames({
    names: GAMES,
    url: watched.url,
    service: `  concurrency: ${CONCURRENCY}\n${options.lines ?? ""}`,
    manifests: Object.fromEntries(GAMES.map((name) => [name, EIGHT_REWARDS])),
  });
  const run = await runCli(["apply", "--yes", ...argv], { cwd, env: ENV, clock, signals });
  const again = (): Promise<CliRun> => runCli(["apply", "--yes"], { cwd, env: ENV, clock });
  return { run, cwd, watched, posts: [...posts], again };
}

function made({ watched }: Stopped): number {
  return GAMES.map((name) => watched.service.contents(name).rewards?.length ?? 0).reduce((a, b) => a + b);
}

describe("a signal in the middle of an apply over several games", () => {
  it("sends nothing more that waits for its turn, and tells of no step that was not sent", async () => {
    const stopped = await applyMany(["--format", "json"], {}, { isInterrupted: true });
    const { run, posts, again } = stopped;
    expect(run.exit).toBe(143);
    expect(posts.length).toBeLessThanOrEqual(CONCURRENCY);
    expect(made(stopped)).toBe(posts.length);
    const { results } = JSON.parse(run.stdout) as {
      results: { outcome: string; steps: { status: string }[]; totals: { failed: number } }[];
    };
    const fates = results.flatMap(({ steps }) => steps.map(({ status }) => status));
    expect(fates.filter((fate) => fate === "done")).toHaveLength(posts.length);
    expect(fates.filter((fate) => fate === "not-started")).toHaveLength(GAMES.length * REWARDS - posts.length);
    for (const { outcome } of results) expect(["interrupted", "not-started"]).toContain(outcome);
    const second = await again();
    expect(second.exit, second.stderr).toBe(0);
    expect(made(stopped)).toBe(GAMES.length * REWARDS);
  });

  it("does not wait for the turn that a slow pace would give", async () => {
    const lines = "  requests_per_second: 1\n";
    const stopped = await applyMany([], {}, { lines, isInterrupted: true });
    expect(stopped.run.exit).toBe(143);
    expect(stopped.posts.length).toBeLessThanOrEqual(CONCURRENCY);
  });

  it("does not repeat what the service has put off", async () => {
    const busy = {
      effect: "rate-limit",
      retryAfter: { form: "seconds", seconds: 60 },
      when: { method: "POST", to: CONCURRENCY },
    } as const;
    const stopped = await applyMany([], { faults: [busy] }, { isInterrupted: true });
    expect(stopped.run.exit).toBe(143);
    expect(stopped.posts.length).toBeLessThanOrEqual(CONCURRENCY);
    expect(made(stopped)).toBe(0);
    expect(stopped.run.stdout).toContain('8 not started ("game-001"');
    expect((await stopped.again()).exit).toBe(0);
  });
});
