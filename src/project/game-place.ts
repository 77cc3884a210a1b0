/** Where a game is, so that it can be compared: two targets are one place if their requests go to the same address. */
import type { Target } from "../model/model.ts";

/** What stands in front of `/v1` in the address, which may end in a slash, in `/v1` or in both (docs/service.md#transport). */
export function pathPrefix({ pathname }: URL): string {
  return pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
}

/** One text for each place, however its address is written. What is no address, such as `embedded`, stands for itself. */
export function placeOf({ base_url, game_id }: Pick<Target, "base_url" | "game_id">): string {
  if (!URL.canParse(base_url)) return `${base_url} ${game_id}`;
  const url = new URL(base_url);
  return `${url.origin}${pathPrefix(url)} ${game_id}`;
}
