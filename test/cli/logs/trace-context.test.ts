/** W3C trace context: what is handed on, and what is not (https://www.w3.org/TR/trace-context/). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newSpan, readTraceContext } from "../../../src/api/trace-context.ts";
import { open, scripted } from "../../api/support/game-client.ts";
import { SMALL_GAME } from "../../e2e/small-game.ts";
import { inGame, runCli } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";
import { logLines, ofEvent } from "./log-lines.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_ID = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE_ID}-${PARENT_ID}-01`;

describe("TRACEPARENT", () => {
  it.each([
    ["sampled", TRACEPARENT, { trace_id: TRACE_ID, flags: "01" }],
    ["not sampled", `00-${TRACE_ID}-${PARENT_ID}-00`, { trace_id: TRACE_ID, flags: "00" }],
    ["random", `00-${TRACE_ID}-${PARENT_ID}-03`, { trace_id: TRACE_ID, flags: "03" }],
    ["flags without a meaning yet", `00-${TRACE_ID}-${PARENT_ID}-fd`, { trace_id: TRACE_ID, flags: "01" }],
    ["of a later version", `01-${TRACE_ID}-${PARENT_ID}-01-more`, { trace_id: TRACE_ID, flags: "01" }],
    ["with blanks around it", ` ${TRACEPARENT}\n`, { trace_id: TRACE_ID, flags: "01" }],
  ])("is understood: %s", (_, text, context) => {
    expect(readTraceContext({ TRACEPARENT: text })).toEqual({ context });
  });

  it.each([
    ["a trace id of zeros", `00-${"0".repeat(32)}-${PARENT_ID}-01`],
    ["a parent id of zeros", `00-${TRACE_ID}-${"0".repeat(16)}-01`],
    ["the version ff", `ff-${TRACE_ID}-${PARENT_ID}-01`],
    ["capitals", TRACEPARENT.toUpperCase()],
    ["more than the first version has", `${TRACEPARENT}-more`],
    ["too short an id", `00-${TRACE_ID.slice(1)}-${PARENT_ID}-01`],
    ["too long an id", `00-${TRACE_ID}0-${PARENT_ID}-01`],
    ["something else", "hello\r\nx-evil: 1"],
    ["no flags", `00-${TRACE_ID}-${PARENT_ID}`],
  ])("is left out and told: %s", (_, text) => {
    const { context, problem } = readTraceContext({ TRACEPARENT: text, TRACESTATE: "a=1" });
    expect(context).toBeUndefined();
    expect(problem).toMatch(/^TRACEPARENT /);
    expect(problem).not.toContain(text);
  });

  it.each([[{}], [{ TRACEPARENT: "" }], [{ TRACESTATE: "a=1" }]])("may be missing: %j", (env) => {
    expect(readTraceContext(env)).toEqual({});
  });
});

describe("TRACESTATE", () => {
  it.each([
    "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
    "fw529a3039@dt=FfAsfd, ot=p:8;r:62",
    "a=1,,b=2",
    "x=with blanks inside",
    Array.from({ length: 32 }, (_, index) => `k${index}=v`).join(","),
  ])("is handed on as it is: %s", (state) => {
    expect(readTraceContext({ TRACEPARENT, TRACESTATE: state })).toEqual({
      context: { trace_id: TRACE_ID, flags: "01", state },
    });
  });

  it.each([
    ["no member", ",,"],
    ["no value", "a="],
    ["no key", "=1"],
    ["no pair", "abc"],
    ["a key with capitals", "A=1"],
    ["the same key twice", "a=1,a=2"],
    ["a line break", "a=1\r\nx-evil: 1"],
    ["letters beyond ASCII", "a=ü"],
    ["more than 512 characters", `a=${"x".repeat(250)},b=${"x".repeat(250)},c=${"x".repeat(9)}`],
    ["more than 32 members", Array.from({ length: 33 }, (_, index) => `k${index}=v`).join(",")],
  ])("is left out and told, while the trace is kept: %s", (_, state) => {
    const { context, problem } = readTraceContext({ TRACEPARENT, TRACESTATE: state });
    expect(context).toEqual({ trace_id: TRACE_ID, flags: "01" });
    expect(problem).toMatch(/^TRACESTATE /);
  });
});

describe("a span", () => {
  it("has an id that is never zero, whatever chance says", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 2 }),
        (draws) => {
          let index = 0;
          const random = (): number => draws[index++ % draws.length] ?? 0;
          const { span_id, headers } = newSpan({ trace_id: TRACE_ID, flags: "01" }, random);
          expect(span_id).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
          expect(headers).toEqual({ traceparent: `00-${TRACE_ID}-${span_id}-01` });
        },
      ),
      runs(200),
    );
    expect(newSpan({ trace_id: TRACE_ID, flags: "01" }, () => 0).span_id).toBe("0000000000000001");
  });
});

describe("a client with a trace", () => {
  it("sends it with every request, with a span of its own each, repeats and redirects among them", async () => {
    const server = await scripted(({ path }, _, index) =>
      index === 1
        ? { status: 503 }
        : path.endsWith("/")
          ? { body: {} }
          : { status: 301, headers: { location: `${path}/` } },
    );
    const { client, traces } = open(server.url, { traceContext: { trace_id: TRACE_ID, flags: "01", state: "a=1" } });
    await client.read("actions", {});
    await client.write({ method: "POST", path: "actions/", body: {} });
    expect(server.received).toHaveLength(4);
    const parents = server.received.map(({ headers }) => String(headers.traceparent));
    for (const parent of parents)
      expect(parent).toMatch(new RegExp(`^00-${TRACE_ID}-(?!${PARENT_ID})[0-9a-f]{16}-01$`));
    expect(new Set(parents).size).toBe(4);
    expect(parents).toEqual(traces.map(({ span_id }) => `00-${TRACE_ID}-${span_id}-01`));
    expect(server.received.map(({ headers }) => headers.tracestate)).toEqual(Array(4).fill("a=1"));
  });

  it("sends none of it to another origin", async () => {
    const elsewhere = await scripted(() => ({ body: {} }));
    const server = await scripted(({ path }) => ({ status: 307, headers: { location: `${elsewhere.url}${path}/` } }));
    const { client } = open(server.url, { traceContext: { trace_id: TRACE_ID, flags: "01" } });
    expect((await client.read("actions", {})).outcome).toBe("refused");
    expect(elsewhere.received).toEqual([]);
  });

  it("sends nothing of the kind without one", async () => {
    const server = await scripted(() => ({ body: {} }));
    await open(server.url).client.read("actions", {});
    expect(Object.keys(server.received[0]?.headers ?? {})).not.toContain("traceparent");
    expect(Object.keys(server.received[0]?.headers ?? {})).not.toContain("tracestate");
  });
});

describe("a run with a trace", () => {
  it("names it on every line, and the span on every request", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const run = await game.run(["apply", "--yes", "--log-format", "json"], {
      env: { ...game.env, TRACEPARENT, TRACESTATE: "a=1" },
    });
    expect(run.exit).toBe(0);
    const lines = logLines(run.stderr);
    expect(new Set(lines.map(({ trace_id }) => trace_id))).toEqual(new Set([TRACE_ID]));
    for (const { span_id } of ofEvent(lines, "request")) expect(span_id).toMatch(/^[0-9a-f]{16}$/);
  });

  it("says once that it is not a trace, and goes on without", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const env = { ...game.env, TRACEPARENT: "what\u001b[2Jever" };
    const text = await game.run(["plan"], { env });
    expect(text.exit).toBe(0);
    expect(text.stderr).toBe("warning: TRACEPARENT is not the parent of a W3C trace; requests are sent without one.\n");
    const log = logLines((await game.run(["plan", "--log-format", "json"], { env })).stderr);
    expect(ofEvent(log, "note")).toMatchObject([{ level: "warn" }]);
    expect(log.every(({ trace_id }) => trace_id === undefined)).toBe(true);
  });

  it("says nothing of it where no service is asked", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const run = await runCli(["validate", "--manifests", "manifests"], {
      cwd: game.folder,
      env: { TRACEPARENT: "x" },
    });
    expect(run.stderr).toBe("");
  });
});
