/** Reading a list back has the list for itself; everything else goes side by side. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { openListLocks } from "../../src/workflow/game-lists.ts";

it("writes to one list go side by side, a reading only between them, and other lists are independent", async () => {
  const seen: string[] = [];
  const locks = openListLocks();
  const run = (name: string, ms: number) => async (): Promise<void> => {
    seen.push(`${name} begins`);
    await wait(ms);
    seen.push(`${name} ends`);
  };
  await Promise.all([
    locks.whileWriting("groups/a", run("write a", 20)),
    locks.whileWriting("groups/b", run("write b", 40)),
    locks.whileReading("groups", run("read", 10)),
    locks.whileWriting("groups/c", run("write c", 1)),
    locks.whileReading("boards", run("boards", 1)),
  ]);
  const together = [
    "write a begins",
    "write b begins",
    "boards begins",
    "boards ends",
    "write a ends",
    "write b ends",
  ];
  expect(seen).toEqual([...together, "read begins", "read ends", "write c begins", "write c ends"]);
});

it("they open again after what fails", async () => {
  const locks = openListLocks();
  await expect(
    locks.whileReading("groups", () => Promise.reject(new Error("broken"))),
  ).rejects.toThrow("broken");
  expect(await locks.whileWriting("groups/a", async () => "written")).toBe("written");
});
