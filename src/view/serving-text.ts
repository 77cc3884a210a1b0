/** What `serve` says when the service listens. */

import type { TextView } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

/** The address and the token of the service, with the project file that points laurel at it. */
export function renderServing(url: string, token: string, { style }: TextView): string {
  return `${[
    `The embedded service listens at ${style.strong(safeText(url))}`,
    "",
    "In another terminal:",
    "",
    `  export LAUREL_API_TOKEN=${safeText(token)}`,
    "  laurel plan",
    "",
    "with this laurel.yaml:",
    "",
    ...projectLines(safeText(url)).map((line) => `  ${line}`),
    "",
    style.muted("Ctrl-C stops it."),
  ].join("\n")}\n`;
}

function projectLines(url: string): readonly string[] {
  return [
    "version: 1",
    "service:",
    `  base_url: ${url}`,
    "games:",
    "  my-game:",
    "    manifests: my-game",
    "    environments:",
    "      local: { game_id: my-game }",
  ];
}
