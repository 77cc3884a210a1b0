/** The views of `laurel pull` and `laurel mv`. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { PulledGame } from "../../workflow/pull.ts";
import type { RenamedResource } from "../../workflow/rename.ts";
import {
  joinProblems,
  type Mask,
  type MaskedProblems,
  maskGeneral,
  maskProblems,
  type ProblemsOfRun,
} from "../mask/mask.ts";
import { maskPull, maskRename } from "../mask/results.ts";
import type { Document } from "../render/document.ts";
import type { View } from "../view.ts";
import { pullDocument, renameDocument } from "./document.ts";
import { mvJson, pullJson } from "./json.ts";

interface PullsOfRun extends ProblemsOfRun {
  readonly games: readonly PulledGame[];
}

export interface PullView extends View {
  readonly document: () => Document;
  /**
   * Makes the view after the question, without the text that was shown before it. `failures`: new
   * problems with writing the files.
   */
  readonly endWith: (failures: readonly Diagnostic[]) => View;
}

/** Shows the pulls before the question about the files. */
export function pullView(run: PullsOfRun, mask: Mask): PullView {
  const pulls = run.games.map((game) => maskPull(game, mask));
  const problems = maskProblems(run, mask);
  const document = (): Document => pullDocument(pulls);
  return {
    problems,
    document,
    json: () => pullJson(pulls, problems.all),
    endWith: (failures) => {
      const late = maskGeneral(failures, mask);
      const { all, onPages } = joinProblems(problems, late);
      return {
        problems: { all: late.all, onPages },
        document,
        json: () => pullJson(pulls, all),
        verbatim: (form) => (form === "text" ? "" : undefined),
      };
    },
  };
}

/** Shows a rename. `rename`: undefined if nothing could be renamed; the problems then say why. */
export function renameView(
  rename: RenamedResource | undefined,
  { mask, problems }: { readonly mask: Mask; readonly problems: MaskedProblems },
): View {
  if (rename === undefined) return { problems, json: () => mvJson(undefined, problems.all) };
  const shown = maskRename(rename, mask);
  return {
    problems,
    document: () => renameDocument(shown),
    json: () => mvJson(shown, problems.all),
  };
}
