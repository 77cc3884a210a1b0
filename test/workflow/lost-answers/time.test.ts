/**
 * The parts of an apply that wait: repeated readings, shared readings, steps that rest, and steps
 * that a late request would undo.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestTo } from "../../../src/model/codec.ts";
import type { ApplyEvent } from "../../../src/model/events.ts";
import type { Step } from "../../../src/model/model.ts";
import { execute, type SendStep } from "../../../src/workflow/execute.ts";
import { openListLocks, shareReadings } from "../../../src/workflow/game-lists.ts";
import { readUntil } from "../../../src/workflow/lag.ts";
import { movingClock } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";

describe("a repeated reading", () => {
  const milliseconds = fc.integer({ min: 0, max: 10_000 });

  it("shows a write that reads show within ten seconds, however long each reading takes", async () => {
    const property = fc.asyncProperty(milliseconds, milliseconds, async (lag, duration) => {
      const clock = movingClock();
      const written = clock.now();
      const read = async (): Promise<boolean> => {
        const isShown = clock.now() - written >= lag;
        await clock.sleep(duration);
        return isShown;
      };
      expect(await readUntil({ read, isShown: (shown) => shown }, { clock })).toBe(true);
    });
    await fc.assert(property, runs(50));
  });

  it("reads once if the last possible write is older than ten seconds, and does not wait after an abort", async () => {
    const clock = movingClock();
    let readings = 0;
    const read = async (): Promise<number> => {
      readings += 1;
      return readings;
    };
    expect(
      await readUntil({ read, isShown: () => false, since: clock.now() - 10_000 }, { clock }),
    ).toBe(1);
    expect(
      await readUntil({ read, isShown: () => false }, { clock, signal: AbortSignal.abort() }),
    ).toBe(2);
    expect(clock.sleeps).toEqual([]);
  });
});

it("callers that wait for a list share its reading, which begins after their writes; later callers get another one", async () => {
  const locks = openListLocks();
  const list: string[] = [];
  let readings = 0;
  const read = shareReadings(locks, {
    pathOf: (path: string) => path,
    read: async () => {
      readings += 1;
      const seen = [...list];
      await nextTurn();
      return seen;
    },
  });
  const write = (member: string): Promise<unknown> =>
    locks.whileWriting("groups/g/members", async () => {
      await nextTurn();
      list.push(member);
    });
  const lookFor = async (member: string): Promise<boolean> => {
    await write(member);
    return (await read("groups/g/members")).includes(member);
  };
  const members = Array.from({ length: 20 }, (_, index) => `m${index}`);
  expect(await Promise.all(members.map(lookFor))).toEqual(members.map(() => true));
  expect(readings).toBeLessThan(5);
  expect(await lookFor("late")).toBe(true);
});

const deletion = (id: string): Step => {
  const request = requestTo("DELETE", ["rewards", { kind: "reward", custom_id: id }]);
  return {
    id,
    address: `reward/${id}`,
    action: "delete",
    fields: [],
    needs: [],
    hazards: [],
    notes: [],
    request,
  };
};

it("one at a time, steps follow each other, also while one rests", async () => {
  const seen: string[] = [];
  const send: SendStep = async ({ id }, { whileResting }) => {
    seen.push(`${id} begins`);
    await whileResting(nextTurn);
    seen.push(`${id} ends`);
    return { done: true };
  };
  const { signal } = new AbortController();
  await execute([deletion("a"), deletion("b")], send, {
    concurrency: 1,
    signal,
    onEvent: () => undefined,
  });
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

it("another step starts in place of one that rests, and no more than the limit are at work", async () => {
  const steps = ["a", "b", "c", "d"].map(deletion);
  let atWork = 0;
  let mostAtWork = 0;
  let wake = (): void => undefined;
  const pause = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const send: SendStep = async ({ id }, { whileResting }) => {
    atWork += 1;
    mostAtWork = Math.max(mostAtWork, atWork);
    await nextTurn();
    atWork -= 1;
    // The first two wait for the last one.
    if (id === "a" || id === "b") await whileResting(() => pause);
    if (id === "d") wake();
    return { done: true };
  };
  const events: ApplyEvent[] = [];
  const options = {
    concurrency: 2,
    signal: new AbortController().signal,
    onEvent: (event: ApplyEvent) => events.push(event),
  };
  const results = await execute(steps, send, options);
  expect(results.map(({ status }) => status)).toEqual(["done", "done", "done", "done"]);
  expect(mostAtWork).toBe(2);
});
