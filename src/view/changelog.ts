/** Changelogs for players, for a terminal, a page of news or release notes. */
import type { GameChangelog } from "../analysis/impact/changelog.ts";
import { CHANGELOG_PART_NAMES, CHANGELOG_PARTS, type ChangelogPart } from "../analysis/impact/impacts.ts";
import { counted } from "../manifest/wording.ts";
import { type Block, code, type Document, heading, list, paragraph } from "./render/document.ts";

/** Classes that are counted by name. */
const NAMED = ["easier", "harder"] as const;

/** The name of the only game is omitted. */
export function changelogDocument(games: readonly GameChangelog[]): Document {
  const isSeveral = games.length > 1;
  return {
    title: games.length === 0 ? "" : "What is new",
    command: "laurel changelog",
    blocks: games.flatMap((changelog): readonly Block[] => {
      const { game, base, entries, secret } = changelog;
      const since = base.has_game ? ` since ${base.ref}` : `, which ${base.ref} does not have`;
      const parts = CHANGELOG_PART_NAMES.flatMap((part): readonly Block[] => {
        const hidden = part === "rankings" ? 0 : secret[part];
        const named = entries.filter((each) => each.part === part).map(({ sentence }) => sentence);
        const and = named.length === 0 ? "" : "and ";
        const lines = [...named, ...(hidden === 0 ? [] : [`${and}${counted(hidden, "secret one")}`])];
        if (lines.length === 0) return [];
        return [
          heading(CHANGELOG_PARTS[part], { level: isSeveral ? 3 : 2, rank: 1 }),
          ...list("entry", lines, { rank: 1, isTight: true }),
        ];
      });
      return [
        ...(isSeveral
          ? [heading([code(game), since], { id: game })]
          : [paragraph([code(game), since], { role: "muted", on: "text", isTight: true })]),
        paragraph(headline(changelog)),
        ...parts,
      ];
    }),
  };
}

/** `3 new achievements, 1 easier, 2 removed. 75 points more to earn.` */
function headline({ entries, secret, points }: GameChangelog): string {
  const count = (part: ChangelogPart): number => entries.filter((each) => each.part === part).length;
  const changed = NAMED.map(
    (name) => [name, entries.filter((each) => each.part === "changed" && each.class === name).length] as const,
  );
  const counts = (
    [["new", count("new") + secret.new], ...changed, ["removed", count("removed") + secret.removed]] as const
  ).filter(([, number]) => number > 0);
  const parts = counts.map(([word, number], index) =>
    index === 0 ? counted(number, `${word} achievement`) : `${number} ${word}`,
  );
  const more = points.after - points.before;
  const earned = `${counted(Math.abs(more), "point")} ${more > 0 ? "more" : "fewer"} to earn`;
  const sentences = [...(parts.length > 0 ? [parts.join(", ")] : []), ...(more === 0 ? [] : [earned])];
  if (sentences.length > 0) return `${sentences.join(". ")}.`;
  const changes = entries.length + secret.changed;
  return changes === 0 ? "Nothing that players would notice." : `${counted(changes, "change")}.`;
}
