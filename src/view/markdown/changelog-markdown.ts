/** What players are told of a change, as Markdown: for a page of news or the notes of a release. */
import type { GameChangelog } from "../../plan/impact.ts";
import { headline, partsOf } from "../impact/changelog-text.ts";
import { nameOf } from "./markdown-page.ts";
import { prose } from "./markdown-text.ts";

export function renderChangelogMarkdown(games: readonly GameChangelog[]): string {
  return games.map((each) => `${blocksOf(each, games.length > 1).join("\n\n")}\n`).join("\n");
}

/** The name of the only game is known to whoever reads its news. */
function blocksOf(changelog: GameChangelog, isNamed: boolean): readonly string[] {
  return [
    isNamed ? `## What is new in ${nameOf(changelog)}` : "## What is new",
    prose(headline(changelog)),
    ...partsOf(changelog).flatMap(({ title, lines }) => [
      `### ${title}`,
      lines.map((line) => `- ${prose(line)}`).join("\n"),
    ]),
  ];
}
