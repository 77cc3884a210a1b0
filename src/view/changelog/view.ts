/** The view of `laurel changelog`. */
import type { GameChangelog } from "../../analysis/impact/changelog.ts";
import { type Mask, maskProblems, type ProblemsOfRun } from "../mask/mask.ts";
import { maskChangelog } from "../mask/results.ts";
import type { View } from "../view.ts";
import { changelogDocument } from "./document.ts";
import { changelogJson } from "./json.ts";

interface ChangelogsOfRun extends ProblemsOfRun {
  readonly games: readonly GameChangelog[];
}

export function changelogView(run: ChangelogsOfRun, mask: Mask): View {
  const changelogs = run.games.map(maskChangelog);
  const { all } = maskProblems(run, mask);
  return {
    // Its page is for players, who need no problems.
    problems: { all, onPages: [] },
    document: () => changelogDocument(changelogs),
    json: () => changelogJson(changelogs, all),
  };
}
