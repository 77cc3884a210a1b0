/** The schema of the document of `laurel changelog`. */
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import {
  choice,
  documentOf,
  FORMAT,
  flag,
  list,
  object,
  optional,
  shared,
  text,
  whole,
} from "../json/build-schema.ts";
import { DIAGNOSTICS, diagnostic } from "../json/parts-schema.ts";

export const changelogEntry = object({
  class: choice(IMPACT_CLASS_NAMES),
  sentence: text(),
  part: choice(["changed", "new", "rankings", "removed"]),
});

export const gameChangelog = object({
  entries: list(shared("changelogEntry", changelogEntry)),
  secret: object(
    { changed: whole(), new: whole(), removed: whole() },
    "How many secret achievements are not named.",
  ),
  game: text(),
  environment: optional(
    text(
      "The environment, if the game has several. Absent with several: the manifests are taken without overrides.",
    ),
  ),
  base: object({
    ref: text(),
    commit: text(),
    has_game: flag("Whether the commit has the game. If not, everything is new."),
  }),
});

export const changelogSchema = documentOf(
  { format: FORMAT, games: list(gameChangelog), diagnostics: DIAGNOSTICS },
  { commands: ["changelog"], definitions: { changelogEntry, diagnostic } },
);
