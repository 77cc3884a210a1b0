/** What plans mean to players, as Markdown: a line for each impact that is more than texts and additions. */
import { counted } from "../../manifest/wording.ts";
import { gravestFirst, type Impact, isNotable } from "../../plan/impact.ts";
import { impactCounts } from "../impact/impact-text.ts";
import { prose } from "./markdown-text.ts";
import type { Pile } from "./size-budget.ts";

/** `1 harder, 2 cosmetic` as a sentence; nothing where a plan does nothing. */
export function impactLine(impacts: readonly Impact[]): readonly string[] {
  return impacts.length === 0 ? [] : [`Impact on players: ${impactCounts(impacts)}.`];
}

/** `game`: whose they are, as Markdown, where there are several. */
export function impactPile(impacts: readonly Impact[], game: string, isNamed: boolean): readonly Pile[] {
  const told = gravestFirst(impacts.filter(isNotable));
  if (told.length === 0) return [];
  return [
    {
      rank: 1,
      counts: "impact",
      game,
      head: `**What this means for players${isNamed ? ` of ${game}` : ""}:**\n\n`,
      units: told.map((each) => () => `- **${each.class}**: ${prose(each.sentence)}\n`),
      foot: "",
      more: (left) => `- and ${counted(left, "more impact")}, not shown here\n`,
    },
  ];
}
