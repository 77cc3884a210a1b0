/** The views of `laurel codegen`: the constants, or a file that differs from them. */
import type { Mask, MaskedProblems } from "../mask/mask.ts";
import { maskConstants } from "../mask/results.ts";
import { fileDiffDocument } from "../pull/document.ts";
import type { View } from "../view.ts";

/** Shows the constants on stdout. */
export function constantsView(constants: string, problems: MaskedProblems): View {
  return { problems, verbatim: () => constants };
}

interface OldConstants {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Shows a file that is not current. */
export function oldConstantsView(
  change: OldConstants,
  { mask, problems }: { readonly mask: Mask; readonly problems: MaskedProblems },
): View {
  return { problems, document: () => fileDiffDocument(maskConstants(change, mask)) };
}
