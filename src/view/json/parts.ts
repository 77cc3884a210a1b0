/** Parts of several JSON documents, besides problems. */
import type { Static } from "typebox";
import type { WayStep } from "../../analysis/design/ways.ts";
import type { FieldChange, NotVerified, Origin } from "../../model/model.ts";
import type { ChangedGames } from "../../project/changed.ts";
import type { FileToShow } from "../mask/results.ts";
import { fileChange } from "../render/difference.ts";
import type * as schemas from "./parts-schema.ts";

type DocumentOrigin = Static<typeof schemas.origin>;
type DocumentFieldChange = Static<typeof schemas.fieldChange>;
type DocumentNotVerified = Static<typeof schemas.notVerified>;
type DocumentChangedGames = Static<typeof schemas.changedGames>;
type DocumentFile = Static<typeof schemas.file>;
type DocumentWayStep = Static<typeof schemas.wayStep>;

export function originJson({ line, column, file }: Origin): DocumentOrigin {
  return { line, column, file };
}

export function fieldChangeJson(change: FieldChange): DocumentFieldChange {
  return {
    path: change.path,
    before: change.before,
    after: change.after,
    not_shown: change.not_shown,
    origin: change.origin && originJson(change.origin),
  };
}

export function notVerifiedJson({ address, fields }: NotVerified): DocumentNotVerified {
  return { address, fields };
}

export function changedGamesJson({ base, games, of }: ChangedGames): DocumentChangedGames {
  return { base: { ref: base.ref, commit: base.commit }, games, of };
}

export function fileJson(change: FileToShow): DocumentFile {
  return { file: change.file, diff: [...fileChange(change).lines(), ""].join("\n") };
}

export function wayStepJson(step: WayStep): DocumentWayStep {
  return {
    custom_action_id: step.custom_action_id,
    amount: step.amount,
    times: step.times,
    note: step.note,
  };
}
