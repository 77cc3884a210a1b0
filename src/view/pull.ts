/** What a pull changes in files: what was changed live, and the files as diffs. */
import type { Secrets } from "../analysis/secrets.ts";
import type { Pull, PulledResource } from "../edit/pull.ts";
import { both, counted } from "../manifest/wording.ts";
import { sum } from "../model/collections.ts";
import type { Address, Target } from "../model/model.ts";
import { type Concealment, concealFields } from "./concealment.ts";
import { nameWords } from "./games.ts";
import { matchNote, notVerifiedBlocks } from "./plan-kept.ts";
import { fieldDifference, fileDifference } from "./render/difference.ts";
import {
  type Block,
  BREAK,
  code,
  type Diff,
  type Document,
  heading,
  list,
  painted,
  paragraph,
  type Row,
  strong,
} from "./render/document.ts";
import { targetWords } from "./render/phrases.ts";
import { fieldLabel, valueText } from "./render/values.ts";

/** The pull of one game. `others`: environments with the same manifests. */
export interface ShownPull extends Pull {
  readonly target: Target;
  readonly others: readonly string[];
  readonly secrets: Secrets;
  /** What was changed live and in the manifests, and stays as these say. */
  readonly kept: readonly Address[];
}

const ACTIONS = {
  update: { sign: "~", role: "update", words: "changed live" },
  rename: { sign: "~", role: "update", words: "renamed live" },
  add: { sign: "+", role: "create", words: "created live" },
  remove: { sign: "-", role: "delete", words: "deleted live" },
} as const;

/** `hides`: for the text of a pull request, which shows the files itself. */
export function pullDocument(pulls: readonly ShownPull[], hides?: Concealment): Document {
  const isSeveral = pulls.length > 1;
  const [only] = pulls;
  const total = sum(pulls.filter(({ files }) => files.length > 0).map(({ resources }) => resources.length));
  const lead = `${counted(total, "resource")} ${total === 1 ? "was" : "were"} changed outside of git. Merge this to keep what is live; close it and apply to restore what the manifests say.`;
  return {
    title:
      isSeveral || only === undefined
        ? "Changes from the live game"
        : ["Changes from the live game ", ...nameWords(only.target)],
    command: "laurel pull",
    blocks: [
      ...(total === 0 ? [] : [paragraph(lead, { on: "markdown" })]),
      ...pulls.flatMap((pull) => pullBlocks(pull, isSeveral, hides)),
    ],
  };
}

function pullBlocks(pull: ShownPull, isSeveral: boolean, hides?: Concealment): readonly Block[] {
  const { target, secrets, files } = pull;
  const resources =
    hides === undefined || hides.reveal ? pull.resources : concealFields(pull.resources, secrets, hides.catalog);
  const columns = [{ title: "Change" }, { title: "Resource" }, { title: "What changes", on: "page" }] as const;
  const title = isSeveral ? [heading(nameWords(target), { rank: 1 })] : [];
  const changed: Block = {
    type: "table",
    noun: "resource",
    caption: "Resources that were changed live",
    rank: 1,
    isOpen: true,
    columns,
    rows: resources.map(rowOf),
  };
  const diff: Diff = {
    type: "diff",
    of: "files",
    on: "text",
    differences: files.filter(({ before }) => before !== undefined).map(fileDifference),
  };
  const made = files.filter(({ before }) => before === undefined).map(({ file }) => [painted(`+ ${file}`, "create")]);
  return [
    ...title,
    paragraph(targetWords(target), { role: "muted", on: "text", isTight: true }),
    ...(resources.length === 0 ? [] : [changed]),
    ...list("file", made, { on: "text" }),
    ...(diff.differences.length === 0 ? [] : [diff]),
    ...notVerifiedBlocks(pull.notVerified),
    ...notesOf(pull).map((note) => paragraph(note)),
    paragraph([strong(summary(pull))]),
  ];
}

function rowOf({ address, action, fields }: PulledResource): Row {
  const { sign, role, words } = ACTIONS[action];
  const side = (value: (typeof fields)[number]["before"]): string =>
    value === undefined ? "nothing" : valueText(value);
  const short = fields.map(({ path, before, after }) => [
    code(fieldLabel(path)),
    ": ",
    code(side(before)),
    " → ",
    code(side(after)),
  ]);
  const differences = fields.map(({ path, before, after }) => fieldDifference(fieldLabel(path), { before, after }));
  return {
    cells: [
      [painted(`${sign} ${words}`, role)],
      [strong(address)],
      short.flatMap((line, index) => (index === 0 ? line : [BREAK, ...line])),
    ],
    notes: fields.length === 0 ? [] : [{ type: "diff", of: "fields", differences }],
  };
}

/** What is not taken over, and where it matters as well. */
function notesOf({ waiting, others, files, kept }: ShownPull): readonly string[] {
  const names = others.map((name) => `\`${name}\``);
  return [
    ...(kept.length === 0 ? [] : [`Also changed live, and kept as the manifests say: ${both(kept)}.`]),
    ...(waiting.length === 0
      ? []
      : [`Left alone, because an entry or an interrupted apply is not applied: ${both(waiting)}.`]),
    ...(others.length === 0 || files.length === 0
      ? []
      : [
          `${both(names)} ${others.length === 1 ? "uses" : "use"} these manifests too; plan ${others.length === 1 ? "it" : "them"} as well.`,
        ]),
  ];
}

function summary({ resources, files, waiting, kept, notVerified }: ShownPull): string {
  const many = counted(resources.length, "resource");
  if (files.length > 0)
    return `${many} differ${resources.length === 1 ? "s" : ""} live, in ${counted(files.length, "file")}.`;
  if (resources.length > 0) return `No file changes. The next apply creates ${many} again.`;
  if (waiting.length + kept.length > 0) return "Nothing to pull.";
  return `No changes. ${matchNote({ kept: [], not_verified: notVerified }, "The live game matches")}`;
}
