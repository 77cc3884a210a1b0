import { describe, expect, it } from "vitest";
import { createFaultSwitch, type Fault, parseFault } from "../../src/emulator/faults.ts";
import type { SeenRequest } from "../../src/emulator/options.ts";
import { fakeClock, startClient } from "./client.ts";

const reward = { custom_id: "a", name: "A" };

function fault(text: string): Fault {
  const parsed = parseFault(text);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.fault;
}

async function withFault(text: string) {
  const seen: SeenRequest[] = [];
  const clock = fakeClock("2026-01-01T00:00:00Z");
  const call = await startClient({ faults: [fault(text)], onRequest: (request) => seen.push(request), clock });
  const isStored = () => call.service.contents("g").rewards?.length === 1;
  return { call, seen, clock, isStored };
}

describe("faults", () => {
  it("error-before does nothing, error-after has done it", async () => {
    const before = await withFault("error-before=503@1");
    expect((await before.call("POST", "rewards", reward)).status).toBe(503);
    expect(before.isStored()).toBe(false);
    expect((await before.call("POST", "rewards", reward)).status).toBe(201);
    const after = await withFault("error-after@1");
    const answer = await after.call("POST", "rewards", reward);
    expect(answer).toMatchObject({ status: 500, body: { message: "Server Error" } });
    expect(after.isStored()).toBe(true);
  });

  it.each([
    ["drop-before", false, null],
    ["drop-after", true, null],
    ["truncate", true, 201],
    ["garble=text", true, 201],
    ["garble=bytes", true, 201],
  ])("%s gives no usable answer; whether the request was carried out: %s", async (effect, isDone, status) => {
    const { call, seen, isStored } = await withFault(`${effect}@1`);
    await expect(call("POST", "rewards", reward)).rejects.toThrow();
    expect(seen).toMatchObject([{ index: 1, status, body: reward }]);
    expect(isStored()).toBe(isDone);
    expect((await call("GET", "rewards")).status).toBe(200);
  });

  it("html answers a page", async () => {
    const { call, isStored } = await withFault("html=502@1");
    const answer = await call("POST", "rewards", reward);
    expect(answer.status).toBe(502);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.body).toContain("<html>");
    expect(isStored()).toBe(false);
  });

  it.each([
    ["silent-before", false],
    ["silent-after", true],
  ])("%s never answers; whether the request was carried out: %s", async (effect, isDone) => {
    const { call, seen, isStored } = await withFault(`${effect}@1`);
    const url = `${call.service.url}/v1/games/g/rewards`;
    const headers = { Authorization: `Bearer ${call.service.token}`, "Content-Type": "application/json" };
    const giveUp = new AbortController();
    const asked = fetch(url, { method: "POST", headers, body: JSON.stringify(reward), signal: giveUp.signal });
    await expect.poll(() => seen.some(({ method, status }) => method === "POST" && status === null)).toBe(true);
    expect(isStored()).toBe(isDone);
    giveUp.abort();
    await expect(asked).rejects.toThrow();
  });

  it("drip sends the whole body, a byte at a time", async () => {
    const { call, clock } = await withFault("drip=50@1");
    const answer = await call("POST", "rewards", reward);
    expect(answer).toMatchObject({ status: 201, body: { data: reward } });
    expect(new Set(clock.waits)).toEqual(new Set([50]));
    expect(clock.waits.length).toBe(Number(answer.headers.get("content-length")));
  });

  it("content-type changes the type alone", async () => {
    const { call, isStored } = await withFault("content-type@1");
    const answer = await call("POST", "rewards", reward);
    expect(answer.headers.get("content-type")).toBe("text/html");
    expect(JSON.parse(answer.body)).toMatchObject({ data: reward });
    expect(isStored()).toBe(true);
  });

  it("empty-page leaves out the records of a list and keeps the rest", async () => {
    const { call } = await withFault("empty-page@2-");
    await call("POST", "rewards", reward);
    expect((await call("GET", "rewards")).body).toMatchObject({ data: [], meta: { total: 1 } });
    expect((await call("GET", "rewards/a")).body).toMatchObject({ data: reward });
  });

  it("move-list puts the first record of a list last, and nothing is lost", async () => {
    const { call } = await withFault("move-list@4");
    for (const id of ["a", "b", "c"]) await call("POST", "rewards", { custom_id: id, name: id });
    const ids = async () =>
      (await call("GET", "rewards")).body.data.map(({ custom_id }: { custom_id: string }) => custom_id);
    expect(await ids()).toEqual(["b", "c", "a"]);
    expect(await ids()).toEqual(["b", "c", "a"]);
  });

  it.each([
    ["rate-limit=7@1", "7"],
    ["rate-limit=date:90@1", "Thu, 01 Jan 2026 00:01:30 GMT"],
    ["rate-limit=none@1", null],
  ])("%s answers 429 with Retry-After %s", async (text, header) => {
    const { call } = await withFault(text);
    const answer = await call("GET", "rewards");
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe(header);
  });

  it("redirect answers 302", async () => {
    const { call } = await withFault("redirect=https://user@elsewhere.example/a?b=c@1");
    const answer = await call("GET", "rewards");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("https://user@elsewhere.example/a?b=c");
  });

  it("latency waits before the answer", async () => {
    const { call, clock } = await withFault("latency=200@2-3");
    for (let request = 0; request < 4; request += 1) await call("GET", "rewards");
    expect(clock.waits).toEqual([200, 200]);
  });

  it("counts only the requests that its filters let through", async () => {
    const { call } = await withFault("error-before=500@2-,method=post,path=/rewards$");
    const statuses = [];
    for (const path of ["rewards", "actions", "rewards", "actions", "rewards"]) {
      statuses.push((await call("POST", path, {})).status);
      statuses.push((await call("GET", path)).status);
    }
    expect(statuses).toEqual([422, 200, 422, 200, 500, 200, 422, 200, 500, 200]);
  });

  it("by probability, the same seed hits the same requests", () => {
    const hits = (text: string) => {
      const isHit = createFaultSwitch([fault(text)]);
      return Array.from({ length: 1000 }, () => isHit("GET", "/").length);
    };
    const first = hits("drop-before@10%,seed=7");
    expect(hits("drop-before@10%,seed=7")).toEqual(first);
    expect(hits("drop-before@10%,seed=8")).not.toEqual(first);
    const share = first.reduce((sum, hit) => sum + hit, 0);
    expect(share).toBeGreaterThan(70);
    expect(share).toBeLessThan(130);
    expect(hits("drop-before@0%")).not.toContain(1);
    expect(hits("drop-before@100%")).not.toContain(0);
  });
});

describe("faults as text", () => {
  it.each<[string, Fault]>([
    ["error-after=500@3", { effect: "error-after", status: 500, when: { from: 3, to: 3 } }],
    ["drop-before@10%,seed=7", { effect: "drop-before", when: { probability: 0.1, seed: 7 } }],
    ["latency=200", { effect: "latency", milliseconds: 200, when: {} }],
    ["truncate@2-4,path=a{1,2}$", { effect: "truncate", when: { from: 2, to: 4, path: "a{1,2}$" } }],
    ["silent-after@2", { effect: "silent-after", when: { from: 2, to: 2 } }],
    ["drip", { effect: "drip", milliseconds: 100, when: {} }],
    ["garble=bytes", { effect: "garble", form: "bytes", when: {} }],
    ["content-type=text/plain", { effect: "content-type", type: "text/plain", when: {} }],
    ["rate-limit", { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 1 }, when: {} }],
  ])("reads %s", (text, expected) => {
    expect(parseFault(text)).toEqual({ fault: expected });
  });

  it.each([
    ["", "not in the form"],
    ["explode", "no effect"],
    ["constructor", "no effect"],
    ["latency", "milliseconds"],
    ["latency=soon", "milliseconds"],
    ["error-before=200", "a status from 400 to 599"],
    ["drop-before=1", "takes no value"],
    ["drop-before@0", "counted from 1"],
    ["drop-before@3-2", "a range goes upwards"],
    ["drop-before@200%", "above 100"],
    ["drop-before@1,seed=x", "seed"],
    ["drop-before@1,path=(", "regular expression"],
    ["rate-limit=soon", "none"],
    ["drip=0", "milliseconds"],
    ["garble=all", "text or bytes"],
    ["content-type=html", "a type such as text/html"],
    ["move-list=1", "takes no value"],
    ["redirect", "address"],
  ])("says what is wrong with %j", (text, words) => {
    const parsed = parseFault(text);
    expect("problem" in parsed ? parsed.problem : "").toContain(words);
  });
});
