/** `laurel graph`: what leads to what in the chosen games, as a picture. Needs no network. */
import { graphView } from "../../view/graph/view.ts";
import { maskLoaded } from "../../view/mask/mask.ts";
import { gameGraphs } from "../../workflow/checks.ts";
import { type CommandContext, defineCommand, type Flags, type Result } from "../command/command.ts";
import { ofGames, texts } from "../command/options.ts";

const options = {
  achievement: {
    ...texts,
    describe: "Only what leads to this achievement and what it gives; repeatable",
  },
  ...ofGames("markdown", "json", "html"),
} as const;
const examples = [
  ["laurel graph --out graph.html", "Write a page to search and walk through"],
  ["laurel graph --achievement dragon-slayer", "Draw one achievement as Mermaid, for Markdown"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const loaded = await gameGraphs(flags, context);
  const view = graphView(loaded, maskLoaded(loaded, flags));
  // Other programs may still draw a graph that no host would.
  if (flags.format === "markdown" && !view.isDrawable) {
    const advice =
      "GitHub and others will not show this graph: it is too large. Try --achievement ID, or --out graph.html.";
    context.reporter.note(advice, "warn");
  }
  return { view };
}
