/** Where a plan goes, in words. */
import type { Target } from "../../model/model.ts";
import { safeText } from "./safe-text.ts";

/** Such as `at https://api.example.com, game id x`. What is not an address names a service inside of this program. */
export function renderPlace({ base_url, game_id }: Target): string {
  const service = base_url.includes("://") ? `at ${base_url}` : `on the ${base_url} service`;
  return safeText(`${service}, game id ${game_id}`);
}
