/** The document of `laurel mv --format json`. */
import type { Static } from "typebox";
import type { RenamedResource } from "../../analysis/rename/rename.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
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
} from "../../model/schema/document.ts";
import { fileDiff } from "../text/file-diff.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";
import { diagnosticsJson } from "./render.ts";

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

/** `renamed`: undefined where nothing could be renamed; `diagnostics` then say why. */
export function renderRenameJson(renamed: RenamedResource | undefined, diagnostics: readonly Diagnostic[]): string {
  const problems = diagnosticsJson(diagnostics);
  if (renamed === undefined) return renderJsonDocument<RenameDocument>({ format: FORMAT, diagnostics: problems });
  const { games, from, to, moved, written } = renamed;
  const files = renamed.files.map((each) => ({
    file: each.file,
    diff: fileDiff(each)
      .map((line) => `${line}\n`)
      .join(""),
  }));
  const rename = { games, from, to, moved, written, files };
  return renderJsonDocument<RenameDocument>({ format: FORMAT, rename, diagnostics: problems });
}
