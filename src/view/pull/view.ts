/** What `laurel pull` and `laurel mv` show. */
import type { PulledGame } from "../../workflow/pull.ts";
import type { RenamedResource } from "../../workflow/rename.ts";
import { type Mask, type MaskedProblems, maskProblems, type ProblemsOfRun } from "../mask/mask.ts";
import { maskPull, maskRename } from "../mask/results.ts";
import type { View } from "../view.ts";
import { pullDocument, renameDocument } from "./document.ts";
import { mvJson, pullJson } from "./json.ts";

interface PullsOfRun extends ProblemsOfRun {
  readonly games: readonly PulledGame[];
}

export function pullView(run: PullsOfRun, mask: Mask): View {
  const pulls = run.games.map((game) => maskPull(game, mask));
  const problems = maskProblems(run, mask);
  return {
    problems,
    document: () => pullDocument(pulls),
    json: () => pullJson(pulls, problems.all),
  };
}

/** `rename`: undefined if nothing could be renamed, which the problems then say. */
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
