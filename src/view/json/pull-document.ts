/** The document of `laurel pull --format json`: its schema, and the type that follows from it. */
import type { Static } from "typebox";
import {
  ADDRESS,
  choice,
  commandDocument,
  DIAGNOSTICS,
  flag,
  json,
  list,
  objects,
  optional,
  text,
} from "./document-schema.ts";
import { NOT_VERIFIED } from "./plan-document.ts";

const FIELDS = objects("What differed.", "A value that differed.", {
  path: text("JSON pointer (RFC 6901) into the resource: fields and links by name.", { pattern: "^(/.*)?$" }),
  before: optional(json("The value in the manifests. Absent: there was none.")),
  after: optional(json("The live value. Absent: there is none.")),
});

const PULLS = objects("The games that were read.", "One game.", {
  game: text("The game's name."),
  environment: text("Its environment."),
  resources: objects("What differed live, in the order of the catalog.", "One resource.", {
    address: ADDRESS,
    action: choice(
      "`update`: fields were changed live. `rename`: its id was changed live, and other fields perhaps. `add`: it was created live. `remove`: it was deleted live.",
      ["update", "add", "rename", "remove"],
    ),
    fields: FIELDS,
  }),
  waiting: list(
    "Resources that are left alone because a `moved` or `removed` entry or an interrupted apply is not applied.",
    ADDRESS,
  ),
  not_verified: NOT_VERIFIED,
  files: objects("The files that change.", "A file that changes.", {
    file: text("The file, relative to the working directory."),
    diff: text("The changed lines as a unified diff, with invisible characters escaped."),
  }),
});

export const pullSchema = commandDocument("pull", {
  pulls: PULLS,
  written: flag("Whether the files were changed."),
  diagnostics: DIAGNOSTICS,
});
export type PullDocument = Static<typeof pullSchema>;
