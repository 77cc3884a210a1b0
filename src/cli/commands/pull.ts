/**
 * `laurel pull`: writes what was changed live into the manifests. Shows the changes of the files
 * first, and asks.
 */
import { sum } from "../../ground/collections.ts";
import { counted } from "../../ground/words.ts";
import { type Diagnostic, isFailure } from "../../model/diagnostics.ts";
import { maskPlanned } from "../../view/mask/mask.ts";
import { pullView } from "../../view/pull/view.ts";
import type { Document } from "../../view/render/document.ts";
import { renderText } from "../../view/render/text.ts";
import type { Games } from "../../workflow/game.ts";
import { isWritable, type PulledGame, pullGames, writePulled } from "../../workflow/pull.ts";
import {
  defineCommand,
  EXIT,
  type ExitCode,
  exitCodeOf,
  type Flags,
  type OnlineContext,
  type Result,
} from "../command/command.ts";
import {
  base,
  check,
  output,
  revealSecrets,
  target,
  text,
  whichGame,
  yes,
} from "../command/options.ts";
import { confirm } from "../terminal/prompts.ts";

const options = {
  base: {
    ...base,
    describe: `${base.describe} itself, such as the last applied one; takes only what was changed outside of git since`,
  },
  target,
  prefer: {
    ...text,
    choices: ["live", "files"],
    implies: "base",
    describe: "Which side wins where both have changed a value since --base",
  },
  check,
  yes,
  ...whichGame,
  ...output("text", "json", "markdown"),
  "reveal-secrets": revealSecrets,
} as const;
const examples = [
  [
    "laurel pull --env production",
    "Show the changes of the files, and prompt before they are written",
  ],
  ["laurel pull --env production --base HEAD", "Take only what was changed outside of git"],
] as const;

export const definition = defineCommand({ options, examples, isOnline: true, run });

type PullFlags = Flags<typeof options>;

async function run(flags: PullFlags, context: OnlineContext): Promise<Result> {
  const pulled = await pullGames(flags, context);
  const { ports, reporter } = context;
  const shown = pullView(pulled, maskPlanned(pulled, flags));
  reporter.show(shown.problems.all);
  if (flags.format === "text") ports.stdout.write(renderText(shown.document(), reporter.result));
  const end = await writeConfirmed({ pulled, document: shown.document }, flags, context);
  const failures = end.is === "failed" ? [end.problem] : [];
  return {
    view: shown.endWith(failures),
    code: exitCodeOf([...pulled.diagnostics, ...failures], CODES[end.is]),
    notes: listNotes(end),
  };
}

/** Outcome for the files. */
type PullEnd =
  /** The files match the live game, or a problem keeps all of them from being written. */
  | { readonly is: "unchanged" }
  | { readonly is: "checked" }
  | { readonly is: "denied" }
  | { readonly is: "failed"; readonly problem: Diagnostic }
  | { readonly is: "written"; readonly files: string };

const CODES = {
  unchanged: EXIT.done,
  checked: EXIT.changes,
  denied: EXIT.failed,
  failed: EXIT.failed,
  written: EXIT.done,
} as const satisfies Record<PullEnd["is"], ExitCode>;

interface Changes {
  readonly pulled: Games<PulledGame>;
  readonly document: () => Document;
}

/** Writes the files after a yes: all of them, or none. */
async function writeConfirmed(
  { pulled, document }: Changes,
  { check: isCheck, yes: isSure, format }: PullFlags,
  context: OnlineContext,
): Promise<PullEnd> {
  const { ports, reporter, signal } = context;
  const { games } = pulled;
  const count = sum(games.map(({ files }) => files.length));
  const files = counted(count, "file");
  if (!isWritable(pulled) || count === 0 || signal.aborted) return { is: "unchanged" };
  if (isCheck === true) return { is: "checked" };
  if (isSure !== true) {
    // Another format is printed after the files are written.
    const changes = format === "text" ? "" : renderText(document(), reporter.notes);
    const answer = await confirm(context, `write ${files}`, changes);
    if (isFailure(answer)) return { is: "failed", problem: answer.diagnostics[0] };
    if (!answer.value || signal.aborted) return { is: "denied" };
  }
  const problem = await writePulled(games, ports);
  return problem === undefined ? { is: "written", files } : { is: "failed", problem };
}

function listNotes(end: PullEnd): readonly string[] {
  if (end.is === "denied") return ["Nothing was changed."];
  return end.is === "written" ? [`Wrote ${end.files}. Next: \`git diff\`.`] : [];
}
