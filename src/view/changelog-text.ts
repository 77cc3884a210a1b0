/** Changelogs for players, as text and as Markdown for a page of news or release notes. */

import type { GameChangelog } from "../analysis/impact/changelog.ts";
import { CHANGELOG_PART_NAMES, CHANGELOG_PARTS, type ChangelogPart } from "../analysis/impact/impacts.ts";
import { counted } from "../manifest/wording.ts";
import { nameOf } from "./markdown/markdown-page.ts";
import { prose } from "./markdown/markdown-text.ts";
import { hanging, type TextView } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

export function renderChangelogText(games: readonly GameChangelog[], view: TextView): string {
  return games.map((each) => `${gameLines(each, view).join("\n")}\n`).join("\n");
}

function gameLines(changelog: GameChangelog, { style, width }: TextView): readonly string[] {
  const { game, base } = changelog;
  const since = base.has_game ? `since ${base.ref}` : `, which ${base.ref} does not have`;
  const title = `What is new in "${safeText(game)}"${base.has_game ? " " : ""}${safeText(since)}`;
  return [
    style.strong(title),
    ...hanging("", headline(changelog), width),
    ...partsOf(changelog).flatMap(({ title: part, lines }) => [
      "",
      style.strong(part),
      ...lines.flatMap((line) => hanging("  - ", safeText(line), width)),
    ]),
  ];
}

/** `3 new achievements, 1 easier, 2 removed. 75 points more to earn.` */
function headline({ entries, secret, points }: GameChangelog): string {
  const count = (part: ChangelogPart): number => entries.filter((each) => each.part === part).length;
  const changed = new Map<string, number>();
  for (const { part, class: name } of entries) {
    if (part === "changed" && NAMED.includes(name)) changed.set(name, (changed.get(name) ?? 0) + 1);
  }
  const counts: readonly (readonly [string, number])[] = [
    ["new", count("new") + secret.new],
    ...changed,
    ["removed", count("removed") + secret.removed],
  ];
  const parts = counts
    .filter(([, number]) => number > 0)
    .map(([word, number], index) => (index === 0 ? counted(number, `${word} achievement`) : `${number} ${word}`));
  const more = points.after - points.before;
  const earned = `${counted(Math.abs(more), "point")} ${more > 0 ? "more" : "fewer"} to earn`;
  const sentences = [...(parts.length > 0 ? [parts.join(", ")] : []), ...(more === 0 ? [] : [earned])];
  if (sentences.length > 0) return `${sentences.join(". ")}.`;
  const isQuiet = entries.length === 0 && secret.changed === 0;
  return isQuiet ? "Nothing that players would notice." : `${counted(entries.length + secret.changed, "change")}.`;
}

/** Classes that are counted by name. */
const NAMED: readonly string[] = ["easier", "harder"];

/** The entries part by part; secret ones are counted at the end of their part. */
function partsOf({ entries, secret }: GameChangelog): readonly {
  readonly title: string;
  readonly lines: readonly string[];
}[] {
  return CHANGELOG_PART_NAMES.flatMap((part) => {
    const hidden = part === "rankings" ? 0 : secret[part];
    const named = entries.filter((each) => each.part === part).map(({ sentence }) => sentence);
    const and = named.length === 0 ? "" : "and ";
    const lines = [...named, ...(hidden === 0 ? [] : [`${and}${counted(hidden, "secret one")}`])];
    return lines.length === 0 ? [] : [{ title: CHANGELOG_PARTS[part], lines }];
  });
}

export function renderChangelogMarkdown(games: readonly GameChangelog[]): string {
  return games.map((each) => `${blocksOf(each, games.length > 1).join("\n\n")}\n`).join("\n");
}

/** The name of the only game is omitted. */
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
