/** A rename in the files of a game: a diff of each file, and what to do next. */

import { counted } from "../manifest/wording.ts";
import type { RenamedResource } from "../workflow/rename.ts";
import { fileChange } from "./render/difference.ts";
import type { Document } from "./render/document.ts";
import * as doc from "./render/document.ts";

/** A file that is not current. */
export function fileDiffDocument(file: string, before: string, after: string): Document {
  return { title: "", blocks: doc.diff([fileChange({ file, before, after })]) };
}

export function renameDocument({ from, to, written, files }: RenamedResource): Document {
  const lead = `${written ? "Renamed" : "Would rename"} ${from} to ${to} in ${counted(files.length, "file")}.`;
  const advice = written ? "run `laurel plan`" : "run again without --check to write the files";
  return {
    title: "",
    blocks: [doc.diff(files.map(fileChange)), doc.paragraph(doc.strong(lead)), doc.note(`Next: ${advice}.`)],
  };
}
