/** The document of `laurel mv --format json`: its schema, and the type that follows from it. */
import type { Static } from "typebox";
import {
  ADDRESS,
  commandDocument,
  DIAGNOSTICS,
  flag,
  list,
  object,
  objects,
  optional,
  STRING,
  text,
} from "./document-schema.ts";

const RENAME = object("The rename. Absent where nothing could be renamed.", {
  games: list("The games whose manifests declare the resource.", STRING),
  from: ADDRESS,
  to: ADDRESS,
  moved: flag("Whether a `moved` entry is written."),
  written: flag("Whether the files were changed: false with `--check`."),
  files: objects("The files that change.", "A file that changes.", {
    file: text("The file, relative to the working directory."),
    diff: text("The changed lines as a unified diff, with invisible characters escaped."),
  }),
});

export const renameSchema = commandDocument("mv", { rename: optional(RENAME), diagnostics: DIAGNOSTICS });
export type RenameDocument = Static<typeof renameSchema>;
