/** What `validate` says when there is nothing to complain about. */
import { both } from "../core/wording.ts";
import { safeText } from "./form/safe-text.ts";
import type { TextView } from "./form/text-layout.ts";

export interface ValidGame {
  readonly game: string;
  readonly resources: number;
  /** Environments whose overrides were checked, too. */
  readonly overridden: readonly string[];
}

/** One line for each game. */
export function renderValid(games: readonly ValidGame[], { style }: TextView): string {
  return games
    .map(({ game, resources, overridden }) => {
      const overrides = overridden.length === 0 ? "" : `, and overrides for ${both(overridden.map(safeText))}`;
      return `${style.create("Valid:")} game "${safeText(game)}", ${counted(resources)}${overrides}.\n`;
    })
    .join("");
}

function counted(resources: number): string {
  return resources === 1 ? "1 resource" : `${resources} resources`;
}
