/** Changelogs for players, for a terminal, a page of news or release notes. */
import type { GameChangelog } from "../analysis/impact/changelog.ts";
import { CHANGELOG_PART_NAMES, CHANGELOG_PARTS } from "../analysis/impact/impacts.ts";
import { counted } from "../manifest/wording.ts";
import { type Block, code, type Document, heading, list, paragraph } from "./render/document.ts";

/** The name of the only game is omitted. */
export function changelogDocument(games: readonly GameChangelog[]): Document {
  const isSeveral = games.length > 1;
  return {
    title: games.length === 0 ? "" : "What is new",
    command: "laurel changelog",
    blocks: games.flatMap(({ game, base, entries, secret }): readonly Block[] => {
      const since = base.has_game ? ` since ${base.ref}` : `, which ${base.ref} does not have`;
      const parts = CHANGELOG_PART_NAMES.flatMap((part): readonly Block[] => {
        const hidden = part === "rankings" ? 0 : secret[part];
        const named = entries.filter((each) => each.part === part).map(({ sentence }) => sentence);
        const lines = [...named, ...(hidden === 0 ? [] : [counted(hidden, "secret one")])];
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
        ...(parts.length === 0 ? [paragraph("Nothing that players would notice.")] : parts),
      ];
    }),
  };
}
