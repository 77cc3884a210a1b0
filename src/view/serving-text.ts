/** What `serve` says when the service listens. */

import type { TextView } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

/** The address and the token of the service, with the lines that point laurel at it. */
export function renderServing(url: string, token: string, { style }: TextView): string {
  return `${[
    `The embedded service listens at ${style.strong(safeText(url))}`,
    "",
    "In another terminal:",
    "",
    `  export LAUREL_API_TOKEN=${safeText(token)}`,
    `  laurel plan --manifests DIR --base-url ${safeText(url)} --game-id my-game`,
    "",
    style.muted("Ctrl-C stops it."),
  ].join("\n")}\n`;
}
