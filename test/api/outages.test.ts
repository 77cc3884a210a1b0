/** What is sent to a service that was there, and is gone. */
import { describe, expect, it } from "vitest";
import { Connections } from "../../src/api/connections.ts";
import { failureOf, movingClock, open, scripted } from "./support/game-client.ts";
import type { Script } from "./support/scripted-server.ts";

const list = { body: { data: [] } };
const dropped: Script = (_, response) => {
  response.socket?.destroy();
  return undefined;
};
const gone: readonly (readonly [string, Script])[] = [
  ["closes connections", dropped],
  ["answers 500", () => ({ status: 500, body: { message: "Server Error" } })],
  ["answers 503 and asks to wait", () => ({ status: 503, headers: { "retry-after": "2" } })],
  ["answers 429", () => ({ status: 429 })],
  ["answers 429 and asks to wait", () => ({ status: 429, headers: { "retry-after": "1" } })],
  ["answers with a page", () => ({ body: "<h1>Back soon</h1>" })],
];

/** The first read is answered; from then on what the script says. */
async function outage(script: Script, options = {}) {
  const clock = movingClock();
  const connections = new Connections({ clock, env: {} });
  const server = await scripted((received, response, index) =>
    index === 1 ? list : script(received, response, index),
  );
  const shared = { clock, connections, ...options };
  const one = open(server.url, { ...shared, game_id: "one" });
  const two = open(server.url, { ...shared, game_id: "two", token: "another-token-of-the-studio" });
  await one.client.read("actions", {});
  const begun = clock.now();
  return { clock, connections, server, one, two, seconds: () => (clock.now() - begun) / 1000 };
}

const read = ({ client }: ReturnType<typeof open>, ...paths: readonly string[]) =>
  Promise.all(paths.map((path) => client.read(path, {})));

describe.each(gone)("a service that was there and %s", (_, script) => {
  it("is given up after a minute by everybody, after probes one at a time", async () => {
    const { server, one, two, seconds } = await outage(script);
    const paths = ["rewards", "criteria", "actions"];
    const reads = (await Promise.all([read(one, ...paths), read(two, ...paths)])).flat();
    expect(reads.filter(({ outcome }) => outcome === "ok")).toEqual([]);
    expect(seconds()).toBeGreaterThanOrEqual(59);
    expect(seconds()).toBeLessThanOrEqual(63);
    expect(server.received.length).toBeLessThan(70);
    const sent = server.received.length;
    const late = await two.client.read("leaderboards", {});
    expect(failureOf(late)).toMatchObject({ code: "service-unreachable" });
    expect(failureOf(late).detail).toMatch(
      /was not sent, because the service has given no usable answer for \d+ seconds\./,
    );
    const held = await one.client.write({
      method: "POST",
      path: "rewards",
      body: { custom_id: "r", name: "R" },
    });
    expect(held.outcome).toBe("held");
    expect(one.client.hasGivenUp() && two.client.hasGivenUp()).toBe(true);
    expect(server.received, "nothing more is sent").toHaveLength(sent);
  });

  it("goes on when it is back, although a request has no retries left by then", async () => {
    const { server, one, seconds } = await outage((received, response, index) =>
      index > 12 ? list : script(received, response, index),
    );
    const reads = await read(one, "rewards", "criteria", "actions");
    expect(reads.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok"]);
    expect(seconds()).toBeLessThan(60);
    expect(server.received.length).toBeLessThanOrEqual(12 + 1 + 4);
  });
});

describe("an outage", () => {
  it("is none where others are answered: one request that always fails has its retries", async () => {
    const { server, one } = await outage(({ path }) =>
      path.endsWith("rewards") ? { status: 503 } : list,
    );
    expect(await one.client.read("rewards", {})).toMatchObject({ outcome: "refused", status: 503 });
    expect(server.received.filter(({ path }) => path.endsWith("rewards"))).toHaveLength(6);
    expect(one.client.hasGivenUp()).toBe(false);
  });

  // A write that a page answers is read back.
  const ofWrites = gone.filter(([name]) => name !== "answers with a page");
  it.each(ofWrites)(
    "of writes alone, whose service %s, ends 40 steps after a minute",
    async (name, script) => {
      const failing: Script = (received, response, index) =>
        received.method === "GET" ? list : script(received, response, index);
      const { one, seconds, clock } = await outage(failing, {
        retries: name.includes("429") ? 5 : 0,
      });
      for (let step = 0; step < 40; step += 1) {
        await one.client.write({
          method: step % 3 === 0 ? "POST" : "PUT",
          path: `rewards/${step}`,
          body: {},
        });
        // As after each write of unknown fate.
        await read(one, `rewards/${step}`);
        await clock.sleep(2000);
      }
      expect(one.client.hasGivenUp()).toBe(true);
      expect(seconds() - 2 * 40).toBeLessThanOrEqual(63);
    },
  );

  it("leaves the fate of a creation unknown that was under way, and what had not been sent unsent", async () => {
    const { one } = await outage(dropped);
    const body = { custom_id: "r", name: "R" };
    const create = () => one.client.write({ method: "POST", path: "rewards", body });
    const outcomes = (await Promise.all(Array.from({ length: 8 }, create))).map(
      ({ outcome }) => outcome,
    );
    expect([...new Set(outcomes)].sort()).toEqual(["held", "unknown"]);
  });

  it("ends at once for requests that are aborted meanwhile", async () => {
    const { one, connections } = await outage(dropped);
    const reading = read(one, "a", "b", "c", "d");
    await connections.abort();
    for (const outcome of await reading) expect(failureOf(outcome).code).toBe("interrupted");
    expect(one.client.hasGivenUp()).toBe(false);
  });
});
