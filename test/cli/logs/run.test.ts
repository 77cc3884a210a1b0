/** A run with `--log-format json`: everything on stderr is one object on each line, and says what happened. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manyRewards, SMALL_GAME, SMALL_GAME_POSTS } from "../../e2e/small-game.ts";
import { startLaurel } from "../../support/child.ts";
import { createSignals, inGame, runCli, scratchFolder, TOKEN, testService, writeFiles } from "../../support/cli.ts";
import type { Fault } from "../../support/service/service.ts";
import { manyGames } from "../../workflow/many-games/games.ts";
import { type LogLine, logLines, ofEvent } from "./log-lines.ts";

const JSON_LOG = ["--log-format", "json"];
const ONE_REWARD = { "rewards.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" };

/** The members that an event has of its own, and what it is. */
function own({ format, time, message, game, environment, ...rest }: LogLine): object {
  return rest;
}

describe("the log of an apply", () => {
  it("tells everything in its order, from the start to the exit code", async () => {
    const game = await inGame({ manifests: ONE_REWARD });
    const run = await game.run(["apply", "--yes", ...JSON_LOG]);
    expect(run.exit).toBe(0);
    const lines = logLines(run.stderr);
    const url = game.service().url;
    const request = { event: "request", level: "info", path: "/v1/games/g/rewards", attempt: 1, duration_ms: 0 };
    const get = { ...request, method: "GET", status: 200, bytes: expect.any(Number) };
    const step = { event: "step", level: "info", id: "create reward/egg", action: "create", address: "reward/egg" };
    const query = "page%5Bsize%5D=100&page%5Bnumber%5D=1";
    expect(lines.map(own)).toEqual([
      { event: "start", level: "info", command: "apply", version: "0.0.0-test" },
      { event: "game-start", level: "info", base_url: url, game_id: "g" },
      { ...get, query },
      {
        event: "plan",
        level: "info",
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        summary: expect.objectContaining({ create: 1, update: 0 }),
      },
      { event: "game-end", level: "info", requests: 1, retries: 0, duration_ms: 0 },
      { event: "game-start", level: "info", base_url: url, game_id: "g" },
      { ...step, status: "started" },
      { ...request, method: "POST", status: 201, bytes: expect.any(Number) },
      { ...step, status: "done", duration_ms: 0 },
      { event: "verify", level: "info" },
      { ...get, query },
      { event: "game-end", level: "info", requests: 2, retries: 0, duration_ms: 0 },
      {
        event: "result",
        level: "info",
        outcome: "done",
        converged: true,
        totals: { done: 1, failed: 0, skipped: 0, not_started: 0, not_needed: 0 },
        duration_ms: 0,
      },
      { event: "end", level: "info", exit_code: 0, duration_ms: 0 },
    ]);
    expect(new Set(lines.slice(1, -1).map(({ game, environment }) => `${game} ${environment}`))).toEqual(
      new Set(["manifests default"]),
    );
    expect(new Set(lines.map(({ time }) => time))).toEqual(new Set(["2030-01-01T00:00:00.000Z"]));
  });

  it("has one line for every request, and leaves stdout as it is", async () => {
    for (const format of ["text", "json", "jsonl"]) {
      const [logged, plain] = [await inGame({ manifests: SMALL_GAME }), await inGame({ manifests: SMALL_GAME })];
      const run = await logged.run(["apply", "--yes", "--format", format, ...JSON_LOG], { isTerminal: true });
      const other = await plain.run(["apply", "--yes", "--format", format]);
      const anywhere = (text: string): string =>
        text.replaceAll(/127\.0\.0\.1:\d+/g, "HOST").replaceAll(/[0-9a-f]{12,}/g, "X");
      if (format === "json") expect(anywhere(run.stdout)).toBe(anywhere(other.stdout));
      const requests = ofEvent(logLines(run.stderr), "request");
      expect(requests.map(({ method, path, status }) => [method, path, status])).toEqual(
        logged.requests().map(({ method, path, status }) => [method, path, status]),
      );
      const steps = ofEvent(logLines(run.stderr), "step");
      expect(steps.filter(({ status }) => status === "done")).toHaveLength(SMALL_GAME_POSTS);
    }
  });

  it("says why a request is sent again, when, and which one it then is", async () => {
    const faults: readonly Fault[] = [
      { effect: "error-before", status: 503, when: { method: "GET", from: 1, to: 1 } },
      { effect: "drop-before", when: { method: "GET", from: 2, to: 2 } },
      { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 7 }, when: { method: "GET", from: 3, to: 3 } },
      { effect: "rate-limit", retryAfter: { form: "none" }, when: { method: "GET", from: 4, to: 4 } },
      { effect: "truncate", when: { method: "GET", from: 5, to: 5 } },
    ];
    const game = await inGame({ manifests: ONE_REWARD, service: { faults } });
    const run = await game.run(["plan", ...JSON_LOG]);
    expect(run.exit).toBe(0);
    const lines = logLines(run.stderr);
    expect(
      ofEvent(lines, "request").map(({ attempt, level, status, failure, retry_reason, retry_in_ms }) => ({
        attempt,
        level,
        status,
        failure,
        retry_reason,
        retry_in_ms,
      })),
    ).toEqual([
      { attempt: 1, level: "warn", status: 503, retry_reason: "the service answered 503", retry_in_ms: 375 },
      { attempt: 2, level: "warn", failure: "broken", retry_reason: "the connection failed", retry_in_ms: 750 },
      { attempt: 3, level: "warn", status: 429, retry_reason: "the service's rate limit", retry_in_ms: 7000 },
      { attempt: 4, level: "warn", status: 429, retry_reason: "the service's rate limit", retry_in_ms: 3000 },
      {
        attempt: 5,
        level: "warn",
        status: 200,
        failure: "broken",
        retry_reason: "the answer was not complete",
        retry_in_ms: 6000,
      },
      { attempt: 6, level: "info", status: 200 },
    ]);
    expect(ofEvent(lines, "wait").map(({ reason, wait_ms }) => [reason, wait_ms])).toEqual([
      ["the service answered 503", 375],
      ["the connection failed", 750],
      ["the service's rate limit", 7000],
      ["the service's rate limit", 3000],
      ["the answer was not complete", 6000],
    ]);
    expect(ofEvent(lines, "game-end")).toMatchObject([{ requests: 6, retries: 5, duration_ms: 17_125 }]);
    expect(lines.at(-1)).toMatchObject({ event: "end", time: "2030-01-01T00:00:17.125Z", duration_ms: 17_125 });
  });

  it("times a step with its repeats and waits, and says why one failed or was skipped", async () => {
    const faults: readonly Fault[] = [
      {
        effect: "rate-limit",
        retryAfter: { form: "seconds", seconds: 20 },
        when: { method: "POST", path: "/actions$", to: 1 },
      },
      { effect: "error-before", status: 422, when: { method: "POST", path: "/criteria/?$" } },
    ];
    const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
    const run = await game.run(["apply", "--yes", ...JSON_LOG]);
    expect(run.exit).toBe(1);
    const lines = logLines(run.stderr);
    const ended = ofEvent(lines, "step").filter(({ status }) => status !== "started");
    expect(ended).toHaveLength(SMALL_GAME_POSTS);
    expect(ended.find(({ id }) => id === "create action/fight")).toMatchObject({ status: "done", duration_ms: 20_000 });
    expect(ended.find(({ id }) => id === "create criterion/ten-slain")).toMatchObject({
      level: "error",
      status: "failed",
      diagnostic: { code: "step-failed", severity: "error", address: "criterion/ten-slain", line: 5 },
    });
    expect(ended.find(({ id }) => id === "create criteria_group/slayers")).toMatchObject({
      level: "warn",
      status: "skipped",
      because: "create criterion/ten-slain",
    });
    expect(ofEvent(lines, "result")).toMatchObject([
      { level: "error", converged: false, totals: { done: 4, failed: 1, skipped: 3 } },
    ]);
    expect(lines.at(-1)).toMatchObject({ event: "end", level: "error", exit_code: 1 });
  });

  it("names the places of problems", async () => {
    const game = await inGame({ manifests: { "a.yaml": "rewards:\n  - { custom_id: a }\n" } });
    const run = await game.run(["plan", ...JSON_LOG]);
    expect(run.exit).toBe(3);
    expect(ofEvent(logLines(run.stderr), "diagnostic")).toMatchObject([
      { level: "error", code: "missing-field", severity: "error", file: "manifests/a.yaml", line: 2, column: 7 },
    ]);
  });

  it("has the refusals that the text of a plan tells itself, and each problem once", async () => {
    const live = { rewards: [{ custom_id: "old", name: "Old" }], achievements: [{ custom_id: "a", name: "A" }] };
    const game = await inGame({ manifests: { "a.yaml": "achievements: []\n" }, live });
    for (const format of ["text", "json"]) {
      const run = await game.run(["plan", "--prune", "--format", format, ...JSON_LOG]);
      expect(run.exit).toBe(4);
      const codes = ofEvent(logLines(run.stderr), "diagnostic").map(({ code }) => code);
      expect(codes).toContain("deletes-player-data");
      expect(new Set(codes).size).toBe(codes.length);
    }
  });

  it("tells of an interruption and ends with its code", async () => {
    const signals = createSignals();
    const game = await inGame({
      manifests: manyRewards(30),
      onRequest: ({ method }) => method === "POST" && signals.send("SIGTERM"),
    });
    const run = await game.run(["apply", "--yes", ...JSON_LOG], { signals, isTerminal: true });
    expect(run.exit).toBe(143);
    const lines = logLines(run.stderr);
    expect(ofEvent(lines, "note")).toMatchObject([{ message: expect.stringMatching(/in flight/) }]);
    expect(lines.at(-1)).toMatchObject({ event: "end", exit_code: 143 });
  });
});

describe("the log of other commands", () => {
  it("names the game of every line, and is one whole for several games", async () => {
    const service = await testService();
    const names = ["dungeon", "races", "farm"];
    const cwd = await manyGames({ names, url: service.url });
    const run = await runCli(["apply", "--yes", ...JSON_LOG], { cwd, env: { LAUREL_API_TOKEN: TOKEN } });
    expect(run.exit).toBe(0);
    const lines = logLines(run.stderr);
    for (const name of names) {
      const of = lines.filter((line) => line.game === name);
      expect(of.every(({ environment }) => environment === "live")).toBe(true);
      expect(of[0]?.event).toBe("game-start");
      expect(of.at(-1)?.event).toBe("result");
      expect(ofEvent(of, "game-end")).toHaveLength(2);
      for (const { path } of ofEvent(of, "request")) expect(path).toContain(`/games/${name}/`);
      expect(ofEvent(of, "result")).toMatchObject([{ converged: true }]);
    }
    expect(lines.filter(({ game }) => game === undefined).map(({ event }) => event)).toEqual(["start", "end"]);
  });

  it("has a result for every game, those that were left as they are among them", async () => {
    const service = await testService();
    const manifests = { bad: "rewards:\n  - { custom_id: cup }\n" };
    const cwd = await manyGames({ names: ["good", "bad"], url: service.url, manifests });
    const run = await runCli(["apply", "--yes", ...JSON_LOG], { cwd, env: { LAUREL_API_TOKEN: TOKEN } });
    expect(run.exit).toBe(3);
    const lines = logLines(run.stderr);
    const results = ofEvent(lines, "result").map(({ game, outcome, level }) => ({ game, outcome, level }));
    expect(results).toEqual([
      { game: "good", outcome: "done", level: "info" },
      { game: "bad", outcome: "invalid", level: "error" },
    ]);
    expect(ofEvent(lines, "diagnostic")).toMatchObject([{ game: "bad", code: "missing-field" }]);
  });

  it.each([
    [["export", "--out-dir", "manifests", "--force"], 0],
    [["rankings", "points"], 1],
    [["plan", "--format", "json", "--verbose"], 0],
    [["plan", "--target", "nonsense"], 64],
    [["schema", "log"], 0],
    [["completion", "bash"], 0],
    [["apply", "nothing.json"], 3],
    [["revert", "nothing.jsonl"], 3],
  ] as const)("is lines only: %j", async (argv, exit) => {
    const game = await inGame({ manifests: SMALL_GAME });
    const flags = ["revert", "schema", "completion"].includes(argv[0]) ? [] : game.flags;
    const run = await runCli([...argv, ...flags, ...JSON_LOG], { cwd: game.folder, env: game.env });
    const lines = logLines(run.stderr);
    expect(lines[0]).toMatchObject({ event: "start", command: argv[0] });
    expect(lines.at(-1)).toMatchObject({ event: "end", exit_code: run.exit });
    expect(run.exit).toBe(exit);
  });

  it("has what the embedded service was asked", async () => {
    const signals = createSignals();
    const cwd = await scratchFolder();
    let stopped = false;
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    const running = runCli(["serve", "--token", TOKEN, "--port", "0", ...JSON_LOG], {
      cwd,
      clock,
      signals: {
        send: signals.send,
        onSignal: (listener) => {
          const forget = signals.onSignal(listener);
          stopped = true;
          return forget;
        },
      },
    });
    while (!stopped) await new Promise((resolve) => setImmediate(resolve));
    signals.send("SIGTERM");
    const run = await running;
    expect(run.exit).toBe(0);
    expect(logLines(run.stderr).map(({ event }) => event)).toEqual(["start", "end"]);
  });
});

describe("questions", () => {
  it("are not asked where stderr is a log; --yes is needed, and the refusal says so", async () => {
    const game = await inGame({ manifests: ONE_REWARD });
    const run = await game.run(["apply", ...JSON_LOG], { answers: ["yes"], isTerminal: true });
    expect(run.exit).toBe(64);
    const [problem] = ofEvent(logLines(run.stderr), "diagnostic");
    expect(problem).toMatchObject({ code: "not-confirmed" });
    expect(JSON.stringify(problem?.help)).toContain("--yes");
    expect(game.writes()).toEqual([]);
  });
});

describe("mistakes and bugs", () => {
  it.each([
    [["--log-format", "json", "plna"], /Unknown command/],
    [["plan", "--log-format=json", "--prun"], /Unknown flag/],
    [["plan", "--prun", "--log-format", "json"], /Unknown flag/],
    [["--log-format", "json"], /No command is given/],
    [["plan", "--log-format", "json", "--log-format", "json"], /more than once/],
  ])("wrong usage is a line, too: %j", async (argv, words) => {
    const run = await runCli(argv, { cwd: await scratchFolder() });
    expect(run).toMatchObject({ exit: 64, stdout: "" });
    const [problem, end] = logLines(run.stderr);
    expect(problem).toMatchObject({ event: "diagnostic", code: "usage", detail: expect.stringMatching(words) });
    expect(end).toMatchObject({ event: "end", exit_code: 64 });
  });

  it("a value that is not a format is reported as text", async () => {
    const run = await runCli(["plan", "--log-format", "xml"], { cwd: await scratchFolder() });
    expect(run.exit).toBe(64);
    expect(run.stderr).toMatch(/--log-format cannot be "xml"\.\nChoose from: text, json/);
  });

  it("help and version are results and no runs", async () => {
    for (const flag of ["--help", "--version"]) {
      const run = await runCli(["plan", flag, ...JSON_LOG], { cwd: await scratchFolder() });
      expect(run).toMatchObject({ exit: 0, stderr: "" });
    }
  });

  it("a bug is a line with where it happened, and no secret", async () => {
    const game = await inGame({ manifests: ONE_REWARD });
    const onSignal = (): never => {
      throw new Error(`broken by ${TOKEN}\nand \u001b[31mmore`);
    };
    const signals = { send: () => undefined, onSignal };
    const log = await game.run(["plan", ...JSON_LOG], { signals });
    expect(log.exit).toBe(70);
    const [, bug, end] = logLines(log.stderr);
    expect(bug).toMatchObject({
      event: "bug",
      level: "error",
      stack: expect.stringMatching(/broken by \*\*\*[\s\S]*run\.test/),
    });
    expect(bug?.command_line).toContain('"--log-format" "json"');
    expect(end).toMatchObject({ event: "end", exit_code: 70 });
    const text = await game.run(["plan"], { signals });
    expect(text.exit).toBe(70);
    expect(text.stderr).toContain("internal error");
    expect(`${log.stderr}${text.stderr}`).not.toContain(TOKEN);
    const serve = await runCli(["serve", "--token", "a-token-as-an-argument"], { cwd: game.folder, signals });
    expect(serve.exit).toBe(70);
    expect(serve.stderr).not.toContain("a-token-as-an-argument");
  });
});

describe("a real process", () => {
  /** A script that is loaded before laurel and does something as soon as laurel listens to such events. */
  async function whenListening(
    folder: string,
    event: string,
    action: string,
  ): Promise<Readonly<Record<string, string>>> {
    const file = join(folder, "before.cjs");
    const script = `process.on("newListener", (name) => { if (name === "${event}") setImmediate(() => { ${action} }); });\n`;
    await writeFiles(folder, { "before.cjs": script });
    return { NODE_OPTIONS: `--require ${file}` };
  }

  it("writes Node's own warnings as lines, too", async () => {
    const game = await inGame({ manifests: ONE_REWARD });
    const before = await whenListening(game.folder, "warning", 'process.emitWarning("look\\nout");');
    const env = { ...game.env, ...before };
    const log = await startLaurel(["plan", ...JSON_LOG, ...game.flags], { cwd: game.folder, env }).ended;
    expect(log.exit).toBe(0);
    const [note] = ofEvent(logLines(log.stderr), "note");
    expect(note).toMatchObject({ level: "warn", message: "Warning: look\\nout" });
  });

  it("tells of an error that nothing caught, and ends with 70", async () => {
    const faults: readonly Fault[] = [{ effect: "latency", milliseconds: 2000 }];
    const game = await inGame({ manifests: ONE_REWARD, service: { faults } });
    const before = await whenListening(game.folder, "uncaughtException", 'throw new Error("out of the blue");');
    const env = { ...game.env, ...before };
    const log = await startLaurel(["plan", ...JSON_LOG, ...game.flags], { cwd: game.folder, env }).ended;
    expect(log.exit).toBe(70);
    const [bug, end] = logLines(log.stderr).slice(-2);
    expect(bug).toMatchObject({ event: "bug", stack: expect.stringContaining("out of the blue") });
    expect(end).toMatchObject({ event: "end", exit_code: 70 });
    const text = await startLaurel(["plan", ...game.flags], { cwd: game.folder, env }).ended;
    expect(text.exit).toBe(70);
    expect(text.stderr).toContain("internal error");
  });
});
