/** JSON Schema of the document of `changelog --format json`: the form of `GameChangelog` in `plan/changelog.ts`. */
import type { JsonObject } from "../../model/json.ts";
import {
  countSchema,
  DIAGNOSTIC_SCHEMA,
  DIAGNOSTICS_MEMBER,
  documentSchema,
  listSchema,
  objectSchema,
  textSchema,
} from "../../model/schema/output.ts";
import { CHANGELOG_PART_NAMES, IMPACT_CLASS_NAMES } from "../../plan/impact.ts";

const ENTRY = objectSchema("Something that players would notice.", {
  part: textSchema("The part of the changelog that it belongs to.", { enum: [...CHANGELOG_PART_NAMES] }),
  class: textSchema("What it is to players, as docs/impact.md says.", { enum: [...IMPACT_CLASS_NAMES] }),
  name: textSchema("What it is about, by its name."),
  sentence: textSchema("What players are told."),
});

const GAME = objectSchema("One game.", {
  game: textSchema("The game's name in the project file."),
  base: objectSchema("The commit with which the manifests were compared.", {
    ref: textSchema("As it was named."),
    commit: textSchema("Its full id."),
    has_game: { type: "boolean", description: "Whether it has manifests of the game. If not, everything is new." },
  }),
  entries: listSchema("What players are told, in the order of the game.", ENTRY),
  secret: objectSchema("Secret achievements, which are not named without `--reveal-secrets`.", {
    new: countSchema("How many are new."),
    changed: countSchema("How many have changed."),
    removed: countSchema("How many are gone."),
  }),
  points: objectSchema("The points of all achievements together, without those of secrets.", {
    before: countSchema("At the commit."),
    after: countSchema("Now."),
  }),
});

export const changelogSchema: JsonObject = documentSchema(
  "laurel changelog",
  "What `laurel changelog --format json` prints.",
  { games: listSchema("In the order of the project.", GAME), diagnostics: DIAGNOSTICS_MEMBER },
  { diagnostic: DIAGNOSTIC_SCHEMA },
);
