/** The documents that `laurel pull --format json` and `laurel mv --format json` print. */

import type { Static } from "typebox";
import type { PulledResource } from "../../edit/pull.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { problemsJson } from "../json/diagnostics.ts";
import { fieldChangeJson, fileJson, notVerifiedJson } from "../json/parts.ts";
import type { Masked } from "../mask/mask.ts";
import type { PullToShow, RenameToShow } from "../mask/results.ts";
import type * as schemas from "./schema.ts";

export type PullDocument = Static<typeof schemas.pullSchema>;
export type MvDocument = Static<typeof schemas.mvSchema>;
type DocumentPull = Static<typeof schemas.pull>;
type DocumentPulledResource = Static<typeof schemas.pulledResource>;
type DocumentRenamedResource = Static<typeof schemas.renamedResource>;

export function pullJson(
  pulls: readonly Masked<PullToShow>[],
  diagnostics: readonly Masked<Diagnostic>[],
): PullDocument {
  return {
    format: 1,
    pulls: pulls.map(onePullJson),
    diagnostics: problemsJson(diagnostics),
  };
}

function onePullJson(pull: PullToShow): DocumentPull {
  return {
    game: pull.target.game,
    environment: pull.target.environment,
    game_id: pull.target.game_id,
    resources: pull.resources.map(pulledResourceJson),
    waiting: pull.waiting,
    not_verified: pull.notVerified.map(notVerifiedJson),
    left_out: pull.leftOut,
    files: pull.files.map(fileJson),
  };
}

function pulledResourceJson({ address, action, fields }: PulledResource): DocumentPulledResource {
  return { address, action, fields: fields.map(fieldChangeJson) };
}

/** Writes the document of a rename. `rename`: undefined if nothing could be renamed. */
export function mvJson(
  rename: Masked<RenameToShow> | undefined,
  diagnostics: readonly Masked<Diagnostic>[],
): MvDocument {
  return {
    format: 1,
    rename: rename && renamedResourceJson(rename),
    diagnostics: problemsJson(diagnostics),
  };
}

function renamedResourceJson(rename: RenameToShow): DocumentRenamedResource {
  return {
    games: rename.games,
    from: rename.from,
    to: rename.to,
    written: rename.written,
    consent: rename.consent,
    files: rename.files.map(fileJson),
  };
}
