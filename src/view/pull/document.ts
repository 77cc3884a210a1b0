/**
 * Changes of files by a pull or a rename: the live changes, the files as diffs, and the next
 * command.
 */
import { catalog } from "../../catalog/index.ts";
import type { PulledResource } from "../../edit/pull.ts";
import { sum } from "../../ground/collections.ts";
import { both, counted } from "../../ground/words.ts";
import { kindAt } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import type { Masked } from "../mask/mask.ts";
import type { FileToShow, PullToShow, RenameToShow } from "../mask/results.ts";
import { gameSections, targetWords, titleFor } from "../parts/games.ts";
import { matchWords, notVerifiedBlocks } from "../plan/kept.ts";
import { cellLines, fieldChange, fileChange } from "../render/difference.ts";
import type { Content, Document, Row } from "../render/document.ts";
import * as doc from "../render/document.ts";

const ACTIONS = {
  update: { sign: "~", role: "update", words: "changed live" },
  rename: { sign: "~", role: "update", words: "renamed live" },
  add: { sign: "+", role: "create", words: "created live" },
  remove: { sign: "-", role: "delete", words: "deleted live" },
} as const;

/** Shows pulls. A page is the text of a pull request, which shows the files itself. */
export function pullDocument(pulls: readonly Masked<PullToShow>[]): Document {
  const total = sum(
    pulls.filter(({ files }) => files.length > 0).map(({ resources }) => resources.length),
  );
  const lead = `${counted(total, "resource")} changed outside of git. Merge this to keep what is live; close it and apply to restore the manifests' values.`;
  const named = pulls.map((pull) => ({ ...pull, ...pull.target }));
  return {
    title: titleFor("Live changes in", named),
    command: "laurel pull",
    blocks: [total > 0 && doc.onPage(doc.paragraph(lead)), gameSections(named, pullBlocks)],
  };
}

function pullBlocks(pull: PullToShow): Content {
  const { target, resources, files, notVerified } = pull;
  const made = files.filter(({ before }) => before === undefined);
  const changed = files.filter(({ before }) => before !== undefined);
  const newFiles = made.map(({ file }) => doc.paint(`+ ${file}`, "create"));
  const rows = resources.map((resource) => () => makeRow(resource));
  const columns = [
    { title: "Change" },
    { title: "Resource" },
    { title: "What changes", on: "page" },
  ] as const;
  return [
    doc.onText(doc.note(targetWords(target))),
    { type: "table", noun: "resource", rank: 1, isOpen: true, columns, rows },
    doc.onText(doc.list("file", newFiles), doc.diff(changed.map(fileChange))),
    notVerifiedBlocks(notVerified),
    writeNotes(pull),
    doc.paragraph(doc.strong(summarisePull(pull))),
  ];
}

function makeRow(resource: PulledResource): Row {
  const { sign, role, words } = ACTIONS[resource.action];
  const changes = resource.fields.map((field) => fieldChange(field));
  return {
    cells: [doc.paint(`${sign} ${words}`, role), doc.strong(resource.address), cellLines(changes)],
    details: doc.onText(doc.diff(changes)),
  };
}

/** Notes changes that were not pulled, and other environments of the manifests. */
function writeNotes({ waiting, choice, target, resources, files, kept }: PullToShow): Content {
  const others = choice.environments.filter((name) => name !== target.environment);
  const isShared = others.length > 0 && files.length > 0;
  const isInGames = resources.some(({ action, address }) => {
    return action === "rename" && kindAt(catalog, address).clientUse !== undefined;
  });
  return [
    kept.length > 0 &&
      doc.paragraph(`Also changed live, and kept as the manifests say: ${both(kept)}.`),
    waiting.length > 0 && doc.paragraph(waitingWords(waiting)),
    isShared &&
      isInGames &&
      doc.paragraph(
        `Games have ids that were renamed. A plan for ${both(others)} refuses this (\`breaks-clients\`) until the \`moved\` entries have \`allow: breaks-clients\`.`,
      ),
    isShared && doc.paragraph(`Also uses these manifests: ${both(others)}. Plan it as well.`),
  ];
}

function summarisePull(pull: PullToShow): string {
  return [summariseChanges(pull), ...leftOutWords(pull)].join(" ");
}

function summariseChanges({
  resources,
  files,
  waiting,
  kept,
  leftOut,
  notVerified,
}: PullToShow): string {
  const many = counted(resources.length, "resource");
  if (files.length > 0 && resources.length > 0)
    return `${many} changed live, in ${counted(files.length, "file")}.`;
  if (files.length > 0)
    return "Nothing to pull. The changed entries let the next apply restore ids that were changed live.";
  if (resources.length > 0) return `No file changes. The next apply creates ${many} again.`;
  if (waiting.length + kept.length + leftOut > 0) return "Nothing to pull.";
  return `No changes. ${matchWords("The live game matches", { "not verified": notVerified.length })}`;
}

/** Counts the live records that were left out, if there are any. */
export function leftOutWords({ leftOut }: Pick<PullToShow, "leftOut">): readonly string[] {
  return leftOut === 0 ? [] : [`${counted(leftOut, "live record")} left out.`];
}

/** Names the resources that the next apply finishes. */
export function waitingWords(waiting: readonly Address[]): string {
  return `Left alone until the next apply: ${both(waiting)}.`;
}

/**
 * Shows a file that is not current. A page does not quote it, because its lines may contain
 * secrets.
 */
export function fileDiffDocument(change: Masked<FileToShow>): Document {
  const blocks = [
    doc.onText(doc.diff([fileChange(change)])),
    doc.onPage(doc.paragraph([doc.code(change.file), " is not current."])),
  ];
  return { title: "", blocks };
}

/**
 * Shows a diff of each file, and the next command. A page only names the files, because unchanged
 * lines next to a change may contain secrets.
 */
export function renameDocument(rename: Masked<RenameToShow>): Document {
  const { from, to, written, consent, files } = rename;
  const lead = `${written ? "Renamed" : "Would rename"} ${from} to ${to} in ${counted(files.length, "file")}.`;
  const advice = written ? "run `laurel plan`" : "run again without --check to write the files";
  return {
    title: "",
    blocks: [
      doc.onText(doc.diff(files.map(fileChange))),
      doc.paragraph(doc.strong(lead)),
      doc.onPage(
        doc.list(
          "file",
          files.map(({ file }) => doc.code(file)),
        ),
      ),
      consent !== undefined && [
        doc.paragraph(
          "Installed games that have the old id can no longer use it. On a live service, a plan refuses the rename (`breaks-clients`) until the `moved` entry allows it:",
        ),
        doc.listing([consent], { language: "yaml" }),
      ],
      doc.note(`Next: ${advice}.`),
    ],
  };
}
