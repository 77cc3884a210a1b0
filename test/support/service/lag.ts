/**
 * A service with a replica: reads show what was there a while ago, and writes work on what is
 * there.
 */
import * as emulator from "../../../src/emulator/server.ts";
import type { State } from "../../../src/emulator/state.ts";
import { withPanel } from "./panel.ts";
import type { Fetch, Stage } from "./service.ts";

/** `around`: what the answers go through. `milliseconds`: how far reads lag behind. */
export function withLag(
  milliseconds: number,
  stage: Stage,
  around: (stage: Stage) => Fetch,
): Fetch {
  const { service, clock } = stage;
  const replica = withPanel(emulator.createService({ clock, token: service.token }), () =>
    clock.now(),
  );
  const present = around(stage);
  const past = around({ service: replica, clock });
  /** What was there before each of the last writes, and until when it is shown. */
  const earlier: { readonly until: number; readonly content: State }[] = [];
  return async (request, env) => {
    const now = clock.now();
    if (request.method !== "GET") {
      earlier.push({ until: now + milliseconds, content: service.snapshot() });
      return present(request, env);
    }
    while ((earlier[0]?.until ?? now + 1) <= now) earlier.shift();
    const [shown] = earlier;
    if (shown === undefined) return present(request, env);
    await replica.restore(shown.content);
    return past(request, env);
  };
}
