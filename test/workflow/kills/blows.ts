/** The ways in which a run is broken off at one of its requests. */
import type { Ended } from "../../support/child.ts";
import type { Guard, Stage } from "./stage.ts";

/**
 * `killed-before`: dead when the request arrives, which is lost. `killed-after`: dead when it is carried out, before
 * the answer. `SIGINT` comes before, `SIGTERM` after it is carried out; both wait for the answer. `twice`: SIGINT after
 * it is carried out and then SIGTERM; the answer never comes.
 */
export const BLOWS = ["killed-before", "killed-after", "SIGINT", "SIGTERM", "twice"] as const;
export type Blow = (typeof BLOWS)[number];

export interface BrokenOff extends Ended {
  /** Whether it said that it stops and finishes what is in flight. */
  readonly isOrderly: boolean;
  /** Writes that were under way when it had noticed the signal, and those that came afterwards. */
  readonly underWay: number;
}

/** Starts the command and strikes it at the request of that number. Resolves when all is quiet. */
export async function breakOff(stage: Stage, argv: readonly string[], blow: Blow, at: number): Promise<BrokenOff> {
  const isKilled = blow === "killed-before" || blow === "killed-after";
  let isDead = false;
  let hasNoticed = false;
  let underWay = 0;
  const writes = new Set<number>();
  const guard: Guard = async (number, isWrite, carryOut) => {
    if (isDead) return undefined;
    if (isWrite) writes.add(number);
    if (isWrite && hasNoticed) underWay += 1;
    try {
      if (number !== at) return await carryOut();
      if (blow === "killed-before" || blow === "SIGINT") {
        await strike();
        return isKilled ? undefined : await carryOut();
      }
      const answer = await carryOut();
      await strike();
      if (blow === "twice") {
        child.signal("SIGTERM");
        await child.ended;
      }
      return answer;
    } finally {
      writes.delete(number);
    }
  };
  const strike = async (): Promise<void> => {
    isDead = isKilled;
    child.signal(isKilled ? "SIGKILL" : blow === "SIGTERM" ? "SIGTERM" : "SIGINT");
    // Where there is nothing to finish, it ends without a word.
    await child.printed(/Finishing requests/, "stderr").catch(() => undefined);
    hasNoticed = true;
    underWay += writes.size;
  };
  stage.guard(guard);
  const child = stage.start(argv);
  const ended = await child.ended;
  isDead = true;
  await stage.quiet();
  stage.guard();
  return { ...ended, isOrderly: ended.stderr.includes("Finishing requests"), underWay };
}
