/** `laurel graph`: what leads to what in the chosen games, as a picture. Needs no network. */
import { beyondMermaid } from "../../view/graph/graph-mermaid.ts";
import { gameGraphs } from "../../workflow/graphs.ts";
import type { Flags } from "../command/command.ts";
import type { ExitCode } from "../command/exit-codes.ts";
import { FORMATS, formatOfFile } from "../command/formats.ts";
import { output, revealSecrets, texts, whichGame } from "../command/options.ts";
import { graphForms, shownGraphs } from "../output/forms.ts";
import { printResult } from "../output/outputs.ts";
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
  const make = async () => {
    const result = await gameGraphs(flags, context);
    // Other programs may still draw a graph that no host would.
    const beyond = isMermaid ? beyondMermaid(await shownGraphs(result, flags)) : undefined;
    const advice = `The graph has ${beyond}: GitHub and others will not show it. Try --achievement ID, or --out graph.html.`;
    if (beyond !== undefined) context.reporter.note(advice, "warn");
    return result;
  };
  return printResult("graph", { flags, context, forms: graphForms(flags), make });
}
