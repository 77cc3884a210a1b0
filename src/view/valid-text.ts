/** What `validate` says when there is nothing to complain about. */
import { both } from "../manifest/wording.ts";
import type { TextView } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

export interface ValidGame {
  readonly game: string;
  readonly resources: number;
  /** Environments whose overrides were checked, too. */
  readonly overridden: readonly string[];
  /** What lies in the folder and was not read as a manifest. */
  readonly skipped: readonly string[];
}

/** One line for each game; when all is asked for, also what was not read. */
export function renderValid(games: readonly ValidGame[], { style, verbose }: TextView): string {
  return games
    .map(({ game, resources, overridden, skipped }) => {
      const overrides = overridden.length === 0 ? "" : `, and overrides for ${both(overridden.map(safeText))}`;
      const lines = skipped.map((each) => `  not read as a manifest: ${style.muted(safeText(each))}\n`);
      const notRead = verbose ? lines.join("") : "";
      return `${style.create("Valid:")} game "${safeText(game)}", ${counted(resources)}${overrides}.\n${notRead}`;
    })
    .join("");
}

function counted(resources: number): string {
  return resources === 1 ? "1 resource" : `${resources} resources`;
}
