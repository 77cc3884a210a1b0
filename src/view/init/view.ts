/** The views of `laurel init`. */
import type { LiveManifests } from "../../workflow/from-live.ts";
import type { MadeFiles } from "../../workflow/init.ts";
import { type Mask, maskProblems, NO_PROBLEMS } from "../mask/mask.ts";
import type { View } from "../view.ts";
import { initDocument, liveManifestsDocument } from "./document.ts";

/** The folder of a new project by its user's name, and the command that changes to it. */
interface MadePlace {
  readonly folder: string;
  /** The command; undefined if the user is in the folder. */
  readonly cd: string | undefined;
}

export function initView(made: MadeFiles, { folder, cd }: MadePlace): View {
  return { problems: NO_PROBLEMS, document: () => initDocument(made, folder, cd) };
}

/** Shows the files of live manifests. `plan`: the command that plans the environment. */
export function liveManifestsView(written: LiveManifests, plan: string, mask: Mask): View {
  return {
    problems: maskProblems(
      { byGame: [{ game: written.game, diagnostics: written.diagnostics }] },
      mask,
    ),
    document: () => liveManifestsDocument(written, plan),
  };
}
