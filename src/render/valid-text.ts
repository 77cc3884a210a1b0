/** What `validate` says when there is nothing to complain about. */
import { safeText } from "./safe-text.ts";
import type { TextView } from "./text-layout.ts";

/** One line for each game. */
export function renderValid(games: readonly { game: string; resources: number }[], { style }: TextView): string {
  return games
    .map(({ game, resources }) => `${style.create("Valid:")} game "${safeText(game)}", ${counted(resources)}.\n`)
    .join("");
}

function counted(resources: number): string {
  return resources === 1 ? "1 resource" : `${resources} resources`;
}
