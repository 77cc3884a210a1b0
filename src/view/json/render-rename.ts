/** A rename as the JSON document that `rename-document.ts` defines. */
import type { RenamedResource } from "../../edit/rename.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { fileDiffText } from "../render/difference.ts";
import { FORMAT, renderJsonDocument } from "../render/json-document.ts";
import type { RenameDocument } from "./rename-document.ts";
import { diagnosticsJson } from "./render.ts";

/** `renamed`: undefined where nothing could be renamed; `diagnostics` then say why. */
export function renderRenameJson(renamed: RenamedResource | undefined, diagnostics: readonly Diagnostic[]): string {
  const problems = diagnosticsJson(diagnostics);
  if (renamed === undefined) return renderJsonDocument<RenameDocument>({ format: FORMAT, diagnostics: problems });
  const { games, from, to, moved, written } = renamed;
  const files = renamed.files.map((each) => ({ file: each.file, diff: fileDiffText(each) }));
  const rename = { games, from, to, moved, written, files };
  return renderJsonDocument<RenameDocument>({ format: FORMAT, rename, diagnostics: problems });
}
