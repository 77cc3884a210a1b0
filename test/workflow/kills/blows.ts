/** The ways in which a run of the built program is broken off at one of its requests. */
import { type Ended, startLaurel } from "../../support/child.ts";
import { TOKEN } from "../../support/cli.ts";
import type { TestService } from "../../support/service/service.ts";
import type { Stage } from "../faults/trial.ts";

/**
 * `killed-before`: dead when the request arrives, which is lost. `killed-after`: dead when it is carried out, before
 * the answer. `SIGINT` comes before, `SIGTERM` after it is carried out; both wait for the answer. `twice`: SIGINT after
 * it is carried out and then SIGTERM; the answer never comes.
 */
export const BLOWS = ["killed-before", "killed-after", "SIGINT", "SIGTERM", "twice"] as const;
export type Blow = (typeof BLOWS)[number];

/** A blow at the request of that number of a command, run in the folder. */
interface Strike {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly blow: Blow;
  readonly at: number;
}

/** Gives the end and the service when all is quiet to `look`. */
export function strike<T>(
  stage: Stage,
  { argv, cwd, blow, at }: Strike,
  look: (ended: Ended, service: TestService) => Promise<T>,
): Promise<T> {
  const isKilled = blow.startsWith("killed");
  const open = new Set<Promise<unknown>>();
  let [child, isDead]: [ReturnType<typeof startLaurel> | undefined, boolean] = [undefined, false];
  const fall = async (): Promise<void> => {
    isDead = isKilled;
    child?.signal(isKilled ? "SIGKILL" : blow === "SIGTERM" ? "SIGTERM" : "SIGINT");
    // Where there is nothing to finish, it ends without a word.
    await child?.printed(/Finishing requests/, "stderr").catch(() => undefined);
  };
  const guarded = async (index: number, carryOut: () => Promise<Response>): Promise<Response | undefined> => {
    if (isDead) return undefined;
    if (index !== at) return carryOut();
    if (blow === "killed-before" || blow === "SIGINT") {
      await fall();
      return isKilled ? undefined : carryOut();
    }
    const answer = await carryOut();
    await fall();
    if (blow !== "twice") return answer;
    child?.signal("SIGTERM");
    await child?.ended;
    return answer;
  };
  const door: typeof guarded = (index, carryOut) => {
    const answer = guarded(index, carryOut);
    open.add(answer);
    void answer.finally(() => open.delete(answer)).catch(() => undefined);
    return answer;
  };
  return stage.on({ door }, async (service) => {
    child = startLaurel(argv, { cwd, env: { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: service.url } });
    const ended = await child.ended;
    isDead = true;
    while (open.size > 0) await Promise.allSettled(open);
    return look(ended, service);
  });
}
