/** Reading a list back has the list for itself; everything else goes side by side. */
import { describe, expect, it } from "vitest";
import { openListLocks } from "../../src/workflow/send-step.ts";

/** Runs that end on demand, and a list of what has begun and ended so far. */
function stage() {
  const seen: string[] = [];
  const enders = new Map<string, () => void>();
  const run = (name: string) => (): Promise<void> => {
    seen.push(`${name} begins`);
    return new Promise((resolve) => {
      enders.set(name, () => {
        seen.push(`${name} ends`);
        resolve();
      });
    });
  };
  const end = (name: string): void => enders.get(name)?.();
  return { seen, run, end };
}

/** Until everything that can go on has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the locks of lists", () => {
  it("let writes to one list go side by side, and a reading only between them", async () => {
    const { seen, run, end } = stage();
    const locks = openListLocks();
    const all = [
      locks.whileWriting("groups/a", run("write a")),
      locks.whileWriting("groups/b", run("write b")),
      locks.whileReading("groups", run("read")),
      locks.whileWriting("groups/c", run("write c")),
    ];
    await settled();
    expect(seen).toEqual(["write a begins", "write b begins"]);
    end("write a");
    await settled();
    expect(seen.at(-1)).toBe("write a ends");
    end("write b");
    await settled();
    expect(seen.slice(-2)).toEqual(["write b ends", "read begins"]);
    end("read");
    await settled();
    expect(seen.slice(-2)).toEqual(["read ends", "write c begins"]);
    end("write c");
    await Promise.all(all);
  });

  it("of different lists are independent", async () => {
    const { seen, run } = stage();
    const locks = openListLocks();
    void locks.whileReading("groups", run("read groups"));
    void locks.whileWriting("boards/a", run("write board"));
    await settled();
    expect(seen.toSorted()).toEqual(["read groups begins", "write board begins"]);
  });

  it("open again after what fails", async () => {
    const locks = openListLocks();
    await expect(locks.whileReading("groups", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await locks.whileWriting("groups/a", async () => "written")).toBe("written");
  });
});
