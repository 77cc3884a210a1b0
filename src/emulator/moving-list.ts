/** Lists that move while they are read: no order of them is promised (docs/service.md#surprises). */
import type { Context } from "./routes.ts";
import { gameIn, recordsOf, type State } from "./state.ts";

/** Puts the first record of the list at that address last; for the address of anything else it does nothing. */
export function moveList({ kinds }: Context, state: State, { pathname }: URL): void {
  const [, gameId = "", path] = /^\/v1\/games\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  const kind = kinds.find((each) => each.path === path);
  if (kind === undefined) return;
  const records = recordsOf(gameIn(state, decodeURIComponent(gameId)), kind.name);
  const [first] = records.values();
  if (first === undefined) return;
  records.delete(first.key);
  records.set(first.key, first);
}
