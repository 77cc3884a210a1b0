/** JSON Schema of the document of `export --format json`. */
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

const FILE = objectSchema("A manifest that was written.", {
  file: textSchema("The file, relative to the working directory."),
  key: textSchema("The top-level key in it: the plural of a kind."),
  resources: countSchema("How many resources are in it."),
});

const EXPORT = objectSchema("A game that was exported.", {
  game: textSchema("The game's name in the project file."),
  environment: textSchema("The environment's name in the project file."),
  game_id: textSchema("The game's id on the service."),
  files: listSchema("The files that were written, one for each kind.", FILE),
});

export const exportSchema: JsonObject = documentSchema(
  "laurel export",
  "What `laurel export --format json` prints.",
  { exports: listSchema("One for each game of which files were written.", EXPORT), diagnostics: DIAGNOSTICS_MEMBER },
  { diagnostic: DIAGNOSTIC_SCHEMA },
);
