/** A scene with a door in front of its service, at which requests are counted, and where the program can be struck. */
import { type RunningLaurel, startLaurel } from "../../support/child.ts";
import { type CliRun, runCli, type TestGame, writeProject } from "../../support/cli.ts";
import { listening } from "../../support/listening.ts";
import { type Scene, startScene } from "./scene.ts";

/** `number` counts from 1. Gives the answer, or undefined for none: the request is then lost. */
export type Guard = (
  number: number,
  isWrite: boolean,
  carryOut: () => Promise<Response>,
) => Promise<Response | undefined>;

export interface Stage {
  readonly scene: Scene;
  readonly game: TestGame;
  /** Who stands at the door from now on; the numbers begin again. Without one, everything passes. */
  guard(guard?: Guard): void;
  /** Waits until nothing is at the door any more. */
  quiet(): Promise<void>;
  start(argv: readonly string[]): RunningLaurel;
  /** Runs a command in this process. */
  run(argv: readonly string[]): Promise<CliRun>;
}

export async function openStage(scene: Scene): Promise<Stage> {
  const game = await startScene(scene);
  const open = new Set<Promise<unknown>>();
  let count = 0;
  let guard: Guard | undefined;
  const url = await listening((request, env) => {
    count += 1;
    const carryOut = async (): Promise<Response> => game.service().fetch(request, env);
    const answer = guard === undefined ? carryOut() : guard(count, request.method !== "GET", carryOut);
    const whole = answer.then((response) => response ?? new Response(null, { status: 503 }));
    open.add(whole);
    void whole.finally(() => open.delete(whole)).catch(() => undefined);
    return whole;
  });
  await writeProject(game.folder, { base_url: url });
  const env = { ...game.env, LAUREL_ALLOWED_ORIGINS: url };
  return {
    scene,
    game,
    guard: (next) => {
      guard = next;
      count = 0;
    },
    quiet: async () => {
      while (open.size > 0) await Promise.allSettled(open);
    },
    start: (argv) => startLaurel(argv, { cwd: game.folder, env }),
    run: (argv) => runCli(argv, { cwd: game.folder, env }),
  };
}
