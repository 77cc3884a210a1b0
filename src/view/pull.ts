/** What a pull changes in files: what was changed live, and the files as diffs. */
import type { Secrets } from "../analysis/secrets.ts";
import type { Pull, PulledResource } from "../edit/pull.ts";
import { both, counted } from "../manifest/wording.ts";
import { sum } from "../model/collections.ts";
import type { Target } from "../model/model.ts";
import { type Concealment, concealFields } from "./concealment.ts";
import { nameWords } from "./games.ts";
import { matchWords, notVerifiedBlocks } from "./plan-kept.ts";
import { cellWords, fieldChange, fileChange } from "./render/difference.ts";
import {
  type Block,
  BREAK,
  type Document,
  heading,
  list,
  painted,
  paragraph,
  type Row,
  strong,
} from "./render/document.ts";
import { targetWords } from "./render/phrases.ts";

/** The pull of one game. `others`: environments with the same manifests. */
export interface ShownPull extends Pull {
  readonly target: Target;
  readonly others: readonly string[];
  readonly secrets: Secrets;
}

const ACTIONS = {
  update: { sign: "~", role: "update", words: "changed live" },
  rename: { sign: "~", role: "update", words: "renamed live" },
  add: { sign: "+", role: "create", words: "created live" },
  remove: { sign: "-", role: "delete", words: "deleted live" },
} as const;

/** `hides`: for the text of a pull request, which shows the files itself. */
export function pullDocument(pulls: readonly ShownPull[], hides?: Concealment): Document {
  const [only, ...others] = pulls;
  const isSeveral = others.length > 0;
  const total = sum(pulls.filter(({ files }) => files.length > 0).map(({ resources }) => resources.length));
  const lead = `${counted(total, "resource")} changed outside of git. Merge this to keep what is live; close it and apply to restore the manifests' values.`;
  return {
    title: ["Changes from the live game", ...(isSeveral || only === undefined ? [] : [" ", ...nameWords(only.target)])],
    command: "laurel pull",
    blocks: [
      ...(total === 0 ? [] : [paragraph(lead, { on: "page" })]),
      ...pulls.flatMap((pull) => pullBlocks(pull, isSeveral, hides)),
    ],
  };
}

function pullBlocks(pull: ShownPull, isSeveral: boolean, hides?: Concealment): readonly Block[] {
  const { target, secrets, files, notVerified } = pull;
  const resources = pull.resources.map((each) => (hides === "masked" ? concealFields(each, secrets) : each));
  const columns = [{ title: "Change" }, { title: "Resource" }, { title: "What changes", on: "page" }] as const;
  const rows = resources.map(rowOf);
  const changed = files.filter(({ before }) => before !== undefined);
  const made = files.filter(({ before }) => before === undefined).map(({ file }) => [painted(`+ ${file}`, "create")]);
  return [
    ...(isSeveral ? [heading(nameWords(target), { rank: 1 })] : []),
    paragraph(targetWords(target), { role: "muted", on: "text", isTight: true }),
    ...(rows.length === 0 ? [] : [{ type: "table", noun: "resource", rank: 1, isOpen: true, columns, rows } as const]),
    ...list("file", made, { on: "text" }),
    ...(changed.length === 0 ? [] : [{ type: "diff", on: "text", changes: changed.map(fileChange) } as const]),
    ...notVerifiedBlocks(notVerified),
    ...notesOf(pull).map((note) => paragraph(note)),
    paragraph([strong(summary(pull))]),
  ];
}

function rowOf({ address, action, fields }: PulledResource): Row {
  const { sign, role, words } = ACTIONS[action];
  const changes = fields.map((field) => fieldChange(field));
  const short = changes.map(cellWords).flatMap((line, index) => (index === 0 ? line : [BREAK, ...line]));
  return {
    cells: [[painted(`${sign} ${words}`, role)], [strong(address)], short],
    details: fields.length === 0 ? [] : [{ type: "diff", on: "text", changes }],
  };
}

/** What is not taken over, and where it matters as well. */
function notesOf({ waiting, others, files, kept }: ShownPull): readonly string[] {
  return [
    ...(kept.length === 0 ? [] : [`Also changed live, and kept as the manifests say: ${both(kept)}.`]),
    ...(waiting.length === 0 ? [] : [`Left alone until the next apply: ${both(waiting)}.`]),
    ...(others.length === 0 || files.length === 0
      ? []
      : [`Also uses these manifests: ${both(others)}. Plan it as well.`]),
  ];
}

function summary({ resources, files, waiting, kept, notVerified }: ShownPull): string {
  const many = counted(resources.length, "resource");
  if (files.length > 0) return `${many} changed live, in ${counted(files.length, "file")}.`;
  if (resources.length > 0) return `No file changes. The next apply creates ${many} again.`;
  if (waiting.length + kept.length > 0) return "Nothing to pull.";
  return `No changes. ${matchWords("The live game matches", { "not verified": notVerified.length })}`;
}
