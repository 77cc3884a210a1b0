/** The schemas of the documents of `laurel pull` and `laurel mv`. */

import {
  address,
  choice,
  documentOf,
  FORMAT,
  flag,
  list,
  object,
  optional,
  shared,
  text,
  whole,
} from "../json/build-schema.ts";
import {
  DIAGNOSTICS,
  diagnostic,
  fieldChange,
  file,
  notVerified,
  origin,
} from "../json/parts-schema.ts";

export const pulledResource = object(
  {
    address: address(),
    action: choice(["add", "remove", "rename", "update"]),
    fields: list(shared("fieldChange", fieldChange)),
  },
  "A declaration that changes.",
);

export const pull = object(
  {
    game: text(),
    environment: text(),
    game_id: text(),
    resources: list(
      shared("pulledResource", pulledResource),
      "What differed live, in the order of the catalog.",
    ),
    waiting: list(
      address(),
      "Resources that are left alone because something of them is not applied.",
    ),
    not_verified: list(shared("notVerified", notVerified)),
    left_out: whole("How many live records are left out. `diagnostics` names each."),
    files: list(shared("file", file)),
  },
  "What was changed live in one game: `before` are values in the manifests, `after` are live ones.",
);

export const pullSchema = documentOf(
  {
    format: FORMAT,
    pulls: list(shared("pull", pull), "The games that were read."),
    diagnostics: DIAGNOSTICS,
  },
  {
    commands: ["pull"],
    definitions: { pull, pulledResource, fieldChange, origin, notVerified, file, diagnostic },
  },
);

export const renamedResource = object(
  {
    games: list(text(), "The games that have the manifests."),
    from: address(),
    to: address(),
    written: flag("Whether the files were changed."),
    consent: optional(
      text(
        "The `moved` entry that allows the rename on a live service. Absent: games don't use ids of the kind, or none is live.",
      ),
    ),
    files: list(shared("file", file)),
  },
  "A rename that was written, or would be.",
);

export const mvSchema = documentOf(
  {
    format: FORMAT,
    rename: optional(
      shared("renamedResource", renamedResource, "Absent where nothing could be renamed."),
    ),
    diagnostics: DIAGNOSTICS,
  },
  { commands: ["mv"], definitions: { renamedResource, file, diagnostic } },
);
