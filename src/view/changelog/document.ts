/** Changelogs for players, for a terminal, a page of news or release notes. */
import type { GameChangelog } from "../../analysis/impact/changelog.ts";
import { CHANGELOG_PART_NAMES, CHANGELOG_PARTS } from "../../analysis/impact/impacts.ts";
import { counted } from "../../ground/words.ts";
import type { Masked } from "../mask/mask.ts";
import { nameWords } from "../parts/games.ts";
import type { Content, Document } from "../render/document.ts";
import * as doc from "../render/document.ts";

export function changelogDocument(games: readonly Masked<GameChangelog>[]): Document {
  return { title: "What is new", command: "laurel changelog", blocks: games.map(gameBlocks) };
}

function gameBlocks({ game, environment, base, entries, secret }: GameChangelog): Content {
  const since = base.has_game ? ` since ${base.ref}` : `, which ${base.ref} does not have`;
  const parts = CHANGELOG_PART_NAMES.flatMap((part): readonly Content[] => {
    const hidden = part === "rankings" ? 0 : secret[part];
    const named = entries.filter((entry) => entry.part === part).map(({ sentence }) => sentence);
    const lines = [...named, ...(hidden === 0 ? [] : [counted(hidden, "secret one")])];
    const title = doc.heading(CHANGELOG_PARTS[part], { level: 3, rank: 1 });
    return lines.length === 0 ? [] : [title, doc.list("entry", lines, { rank: 1, isTight: true })];
  });
  return [
    doc.heading([nameWords({ game, environment }), since]),
    !base.has_game &&
      parts.length > 0 &&
      doc.paragraph("All of it counts as new. Some may have been live before."),
    parts.length > 0 ? parts : doc.paragraph("Nothing new for players."),
  ];
}
