/** What `laurel init` shows. */
import type { LiveManifests } from "../../workflow/from-live.ts";
import type { MadeFiles } from "../../workflow/init.ts";
import { type Mask, maskProblems, NO_PROBLEMS } from "../mask/mask.ts";
import type { View } from "../view.ts";
import { initDocument, liveManifestsDocument } from "./document.ts";

/** Where a project was made, as its user would name the folder, and how to go there. */
interface MadePlace {
  readonly folder: string;
  /** Undefined if the user is there. */
  readonly cd: string | undefined;
}

export function initView(made: MadeFiles, { folder, cd }: MadePlace): View {
  return { problems: NO_PROBLEMS, document: () => initDocument(made, folder, cd) };
}

/** `plan`: the command that plans the environment. */
export function liveManifestsView(written: LiveManifests, plan: string, mask: Mask): View {
  return {
    problems: maskProblems(
      { byGame: [{ game: written.game, diagnostics: written.diagnostics }] },
      mask,
    ),
    document: () => liveManifestsDocument(written, plan),
  };
}
