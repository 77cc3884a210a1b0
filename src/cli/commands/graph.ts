/** `laurel graph`: what leads to what in the chosen games, as a picture. Needs no network. */
import { beyondMermaid, renderGraphMarkdown } from "../../view/graph/graph-mermaid.ts";
import { renderGraphJson } from "../../view/json/render.ts";
import { concealGraphs, type GameGraphs, gameGraphs } from "../../workflow/graphs.ts";
import type { Flags } from "../command/command.ts";
import type { ExitCode } from "../command/exit-codes.ts";
import { FORMATS, formatOfFile } from "../command/formats.ts";
import { output, revealSecrets, texts, whichGame } from "../command/options.ts";
import { graphPage } from "../output/html-pages.ts";
import { type Forms, printResult } from "../output/outputs.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = {
  ...whichGame,
  achievement: {
    ...texts,
    describe: "Only this achievement, by its custom_id: what leads to it and what it gives; repeatable",
  },
  ...output(FORMATS.graph),
  "reveal-secrets": revealSecrets,
} as const;

export const examples = [
  ["laurel graph --format html > graph.html", "Write a page to search and walk through"],
  ["laurel graph --achievement dragon-slayer", "Draw one achievement as Mermaid, for Markdown"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const isMermaid = [flags.format, ...flags.out.map(formatOfFile)].includes("markdown");
  const shown = ({ games }: GameGraphs) => (flags.revealSecrets === true ? games : concealGraphs(games));
  const make = async () => {
    const result = await gameGraphs(flags, context);
    // Other programs may still draw a graph that no host would.
    const beyond = isMermaid ? beyondMermaid(shown(result)) : undefined;
    const advice = `The graph has ${beyond}: GitHub and others will not show it. Try --achievement ID, or --out graph.html.`;
    if (beyond !== undefined) context.reporter.note(advice, "warn");
    return result;
  };
  // Without a game there is nothing to draw.
  const forms: Forms<"graph", GameGraphs> = {
    markdown: (result) => (result.games.length === 0 ? "" : renderGraphMarkdown(shown(result))),
    html: (result) => (result.games.length === 0 ? "" : graphPage(shown(result))),
    json: ({ games, diagnostics }) => renderGraphJson(games, diagnostics),
  };
  return printResult("graph", { flags, context, forms, make });
}
