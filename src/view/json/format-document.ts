/** The document of `laurel fmt --format json`: its schema, and the type that follows from it. */
import type { Static } from "typebox";
import { commandDocument, count, DIAGNOSTICS, flag, objects, text } from "../../model/schema/document.ts";

export const formatSchema = commandDocument("fmt", {
  check: flag("Whether the files were left as they are."),
  changed: objects("The files that were formatted, or would be with `--check`.", "A file.", {
    file: text("The file, relative to the working directory."),
  }),
  unchanged: count("How many files are formatted already."),
  diagnostics: DIAGNOSTICS,
});
export type FormatDocument = Static<typeof formatSchema>;
