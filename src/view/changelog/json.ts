/** The document that `laurel changelog --format json` prints. */

import type { Static } from "typebox";
import type { GameChangelog } from "../../analysis/impact/changelog.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { problemsJson } from "../json/diagnostics.ts";
import type { Masked } from "../mask/mask.ts";
import type * as schemas from "./schema.ts";

export type ChangelogDocument = Static<typeof schemas.changelogSchema>;
type DocumentGameChangelog = Static<typeof schemas.gameChangelog>;
type DocumentChangelogEntry = Static<typeof schemas.changelogEntry>;

export function changelogJson(
  games: readonly Masked<GameChangelog>[],
  diagnostics: readonly Masked<Diagnostic>[],
): ChangelogDocument {
  return {
    format: 1,
    games: games.map(gameChangelogJson),
    diagnostics: problemsJson(diagnostics),
  };
}

function gameChangelogJson(changelog: GameChangelog): DocumentGameChangelog {
  const { entries, secret, base } = changelog;
  return {
    entries: entries.map(entryJson),
    secret: { changed: secret.changed, new: secret.new, removed: secret.removed },
    game: changelog.game,
    environment: changelog.environment,
    base: { ref: base.ref, commit: base.commit, has_game: base.has_game },
  };
}

function entryJson(entry: GameChangelog["entries"][number]): DocumentChangelogEntry {
  return { class: entry.class, sentence: entry.sentence, part: entry.part };
}
