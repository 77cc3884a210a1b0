/** What a pull changes in files, as text, Markdown and JSON. Text from the live game is made harmless in each. */

import type { Secrets } from "../analysis/secrets.ts";
import type { Pull, PulledResource } from "../edit/pull.ts";
import { both, counted } from "../manifest/wording.ts";
import { defined } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { jsonText } from "../model/json.ts";
import type { Address, Target } from "../model/model.ts";
import { type Concealment, concealFields } from "./findings/concealment.ts";
import type { PullDocument } from "./json/pull-document.ts";
import { diagnosticsJson } from "./json/render.ts";
import { listSection, type MarkdownOptions, nameOf, renderPage } from "./markdown/markdown-page.ts";
import { code, prose } from "./markdown/markdown-text.ts";
import { renderFields } from "./plan/fields.ts";
import { keptLines } from "./plan/plan-text.ts";
import { matchNote } from "./plan/plan-view.ts";
import { fileDiff, fileDiffText } from "./text/file-diff.ts";
import { FORMAT, renderJsonDocument } from "./text/json-document.ts";
import { blocksOf, hanging, type TextView } from "./text/layout.ts";
import { notVerifiedGroups } from "./text/not-verified.ts";
import { renderTarget } from "./text/phrases.ts";
import { safeText } from "./text/safe-text.ts";

/** The pull of one game. `others`: environments with the same manifests. */
export interface ShownPull extends Pull {
  readonly target: Target;
  readonly others: readonly string[];
  readonly secrets: Secrets;
  /** What was changed live and in the manifests, and stays as these say. */
  readonly kept: readonly Address[];
}

const ACTIONS = {
  update: { sign: "~", words: "changed live" },
  rename: { sign: "~", words: "renamed live" },
  add: { sign: "+", words: "created live" },
  remove: { sign: "-", words: "deleted live" },
} as const;

/** What changes and in which files, in front of the question. New files are only named. */
export function renderPullText(pulls: readonly ShownPull[], view: TextView): string {
  return pulls.map((pull) => renderOne(pull, view)).join("\n");
}

function renderOne(pull: ShownPull, view: TextView): string {
  const { target, resources, files } = pull;
  const { style, width } = view;
  const paint = { "~": style.update, "+": style.create, "-": style.delete };
  const title = `Pull of game "${safeText(target.game)}" (${safeText(target.environment)})`;
  const rows = resources.flatMap(({ address, action, fields }) => {
    const { sign, words } = ACTIONS[action];
    const shown = fields.map((field) => ({ field, mark: "" }));
    const line = `  ${paint[sign](`${sign} ${safeText(address)}`)}  ${style.muted(words)}`;
    return [line, ...renderFields(shown, true, view, 6)];
  });
  return blocksOf([
    [`${style.strong(title)} ${style.muted(renderTarget(target))}`],
    rows,
    files.flatMap(({ file, before }) => (before === undefined ? style.create(`+ ${safeText(file)}`) : [])),
    ...files.map((file) => (file.before === undefined ? [] : fileDiff(file, style))),
    ...notVerifiedGroups(pull.notVerified, view.verbose).map((group) => keptLines(group, view)),
    notesOf(pull).flatMap((note) => hanging("", safeText(note), width)),
    hanging("", summary(pull), width).map(style.strong),
  ]);
}

/** What is not taken over, and where it matters as well. */
function notesOf({ waiting, others, files, kept }: ShownPull): readonly string[] {
  const them = others.length === 1 ? "it" : "them";
  const shared = `The same manifests are for ${both(others.map((name) => `"${name}"`))}: plan ${them}, too.`;
  const left = "Left alone, because an entry or an interrupted apply is not applied:";
  return [
    kept.length === 0 ? "" : `Changed live, too, and kept as the manifests say: ${both(kept)}.`,
    waiting.length === 0 ? "" : `${left} ${both(waiting)}.`,
    others.length === 0 || files.length === 0 ? "" : shared,
  ].filter((note) => note !== "");
}

function summary({ resources, files, waiting, kept, notVerified }: ShownPull): string {
  const many = counted(resources.length, "resource");
  if (files.length > 0)
    return `${many} differ${resources.length === 1 ? "s" : ""} live, in ${counted(files.length, "file")}.`;
  if (resources.length > 0) return `No file changes. The next apply creates ${many} again.`;
  if (waiting.length + kept.length > 0) return "Nothing to pull.";
  return `No changes. ${matchNote({ kept: [], not_verified: notVerified }, "The live game matches")}`;
}

/** For the text of a pull request, which shows the files itself. */
export function renderPullMarkdown(
  pulls: readonly ShownPull[],
  { reveal, catalog, runUrl }: Concealment & Pick<MarkdownOptions, "runUrl">,
): string {
  const changed = pulls.filter(({ files }) => files.length > 0);
  const total = changed.reduce((sum, { resources }) => sum + resources.length, 0);
  const lead =
    total === 0
      ? pulls.map(summary).join(" ")
      : `${counted(total, "resource")} ${total === 1 ? "was" : "were"} changed outside of git. Merge this to keep what is live; close it and apply to restore what the manifests say.`;
  const sections = changed.flatMap((pull) =>
    listSection(
      { rank: 1, counts: "resource", head: `### ${nameOf(pull.target)}\n\n` },
      (reveal ? pull.resources : concealFields(pull.resources, pull.secrets, catalog)).map(
        (resource) => () => resourceLine(resource),
      ),
    ),
  );
  const bottom = pulls.flatMap((pull) =>
    notesOf(pull).map((note) => prose(pulls.length > 1 ? `${pull.target.game}: ${note}` : note)),
  );
  const page = { title: "## Changes from the live game", top: [lead], sections, bottom, command: "laurel pull" };
  return renderPage(page, defined({ runUrl }));
}

function resourceLine({ address, action, fields }: PulledResource): string {
  const changes = fields.map(({ path, before, after }) => {
    const side = (value: typeof before): string => (value === undefined ? "nothing" : code(jsonText(value)));
    return `${code(path.slice(1))} ${side(before)} → ${side(after)}`;
  });
  return [`${code(address)}: ${ACTIONS[action].words}`, ...changes].join("; ");
}

export function renderPullJson(
  pulls: readonly ShownPull[],
  written: boolean,
  diagnostics: readonly Diagnostic[],
): string {
  const shown = pulls.map(({ target: { game, environment }, resources, waiting, notVerified, files }) => {
    const diffs = files.map((each) => ({ file: each.file, diff: fileDiffText(each) }));
    return { game, environment, resources, waiting, not_verified: notVerified, files: diffs };
  });
  const problems = diagnosticsJson(diagnostics);
  return renderJsonDocument<PullDocument>({ format: FORMAT, pulls: shown, written, diagnostics: problems });
}
