/** Schemas of the parts that several JSON documents have, and of the document of diagnostics. */
import Type from "typebox";
import { CODES, type DiagnosticCode } from "../../model/codes.ts";
import {
  address,
  anything,
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
} from "./build-schema.ts";

const FILE = text("The file, relative to the working directory.");
const END_LINE = whole("The line in which the place ends.");
const END_COLUMN = whole("The column behind the end of the place.");

/** A line and a column, as members of every object with a place. */
export const LINE = whole("Counted from 1.");
export const COLUMN = whole("Counted from 1, in UTF-16 units.");

const PLACE = {
  file: FILE,
  line: LINE,
  column: COLUMN,
  end_line: END_LINE,
  end_column: END_COLUMN,
};

export const place = object(PLACE, "A piece of a file.");
export const otherPlace = object({ ...PLACE, text: text() });

export const diagnostic = object(
  {
    code: Type.Unsafe<DiagnosticCode>({ type: "string", enum: Object.keys(CODES).sort() }),
    severity: choice(["error", "warning"]),
    summary: text(),
    detail: text(
      "Full sentences that name the thing. May hold text from outside: renderers make it harmless.",
    ),
    game: optional(text("Name of the game, in a run over several games.")),
    address: optional(address()),
    file: optional(FILE),
    line: optional(LINE),
    column: optional(COLUMN),
    end_line: optional(END_LINE),
    end_column: optional(END_COLUMN),
    others: optional(
      list(otherPlace, "Further places that belong to the problem, with what is to be seen there."),
    ),
    help: list(text(), "What to do: sentences, or lines to copy."),
  },
  "A problem. Not every problem has a place.",
);

/** The problems of a run, as a member of its document. */
export const DIAGNOSTICS = list(
  shared("diagnostic", diagnostic),
  "Problems, in the order of files and lines.",
);

export const diagnosticsSchema = documentOf(
  { format: FORMAT, diagnostics: DIAGNOSTICS },
  { commands: ["validate", "lint"], definitions: { diagnostic } },
);

export const origin = object(
  { line: whole(), column: whole(), file: text() },
  "Where a resource is declared.",
);

/** Members of a changed value. */
export const CHANGE = {
  path: text(),
  before: optional(anything()),
  after: optional(anything()),
  not_shown: optional(
    flag(
      "The service does not show the value: `before` is unknown, and the change cannot be verified. Absent: it shows it.",
    ),
  ),
  origin: optional(
    shared(
      "origin",
      origin,
      "Place of the override with the value. Absent: the resource's own declaration has the value.",
    ),
  ),
};

export const fieldChange = object(
  CHANGE,
  "A difference of one value. `path` points into the resource: fields and links by name. A value is absent if its side does not have it.",
);

export const notVerified = object(
  { address: address(), fields: list(text(), "Names of fields and links.") },
  "A declared resource with fields or links that the service does not return, so that they are not compared with the live game. With `--base`, those that the manifests changed since the commit are sent.",
);

export const changedGames = object(
  {
    base: object({ ref: text(), commit: text() }, "The commit, as given and as its full id."),
    games: whole("Number of games that differ from it, including new games."),
    of: whole("Number of games that were compared."),
  },
  "Number of requested games that have changed.",
);

export const file = object(
  {
    file: text(),
    diff: text("The changed lines as a unified diff, with invisible characters escaped."),
  },
  "A file that changes.",
);

export const wayStep = object(
  {
    custom_action_id: text(),
    amount: whole(),
    times: whole(),
    note: text(
      'The occasions in words, such as `every day, in March`; `""` where they do not matter.',
    ),
  },
  "Activities that differ in when and with what they are done, which the note says.",
);
