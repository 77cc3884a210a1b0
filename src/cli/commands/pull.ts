/** `laurel pull`: writes what was changed live into the manifests. Shows the changes of the files first, and asks. */
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { renderPullJson } from "../../view/json/render.ts";
import { pullDocument } from "../../view/pull.ts";
import { type PulledGame, pullGames, writePulled } from "../../workflow/pull.ts";
import type { Flags } from "../command/command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../command/exit-codes.ts";
import { withInterrupts } from "../command/interrupts.ts";
import { base, check, output, revealSecrets, target, text, whichGame, yes } from "../command/options.ts";
import { documentForms } from "../output/forms.ts";
import { openPrompts } from "../terminal/prompts.ts";
import type { CommandContext } from "../terminal/reporter.ts";

const { format } = output(["text", "json", "markdown"]);

export const options = {
  ...whichGame,
  target,
  base: { ...base, describe: `${base.describe}; takes only what was changed outside of git since` },
  prefer: {
    ...text,
    choices: ["live", "files"],
    implies: "base",
    describe: "Which side wins where both have changed a value since --base",
  },
  check,
  yes,
  format,
  "reveal-secrets": revealSecrets,
} as const;

export const examples = [
  ["laurel pull --env production", "Show the changes of the files, and prompt before they are written"],
  ["laurel pull --env production --base HEAD", "Take only what was changed outside of git"],
  ["laurel pull --target achievement/dragon-slayer", "Pull one resource"],
  ["laurel pull --env production --check", "Exit with 2 in CI if the live game differs"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  return withInterrupts(context, async (online) => {
    const { games, diagnostics } = await pullGames(flags, online);
    const pulls = games.map((game) => ({
      ...game,
      others: (game.choice.environments ?? []).filter((name) => name !== game.target.environment),
    }));
    reporter.report(diagnostics);
    const failure = exitCodeOf(diagnostics);
    const { text: asText, markdown } = documentForms(pullDocument, flags, ports);
    if (flags.format === "markdown" && failure === EXIT.done)
      ports.stdout.write(await markdown(pulls, reporter.result));
    if (flags.format === "text" && pulls.length > 0) ports.stdout.write(await asText(pulls, reporter.result));
    const isOpen = failure === EXIT.done && online.signal() === undefined;
    const end = isOpen ? await write(games, flags, context) : { written: false, code: failure, problems: [] };
    reporter.report(end.problems);
    if (flags.format === "json") {
      ports.stdout.write(renderPullJson(pulls, end.written, [...diagnostics, ...end.problems]));
    }
    return end.code;
  });
}

interface Ending {
  readonly written: boolean;
  readonly code: ExitCode;
  readonly problems: readonly Diagnostic[];
}

/** Writes the files after a yes. */
async function write(
  games: readonly PulledGame[],
  flags: Flags<typeof options>,
  context: CommandContext,
): Promise<Ending> {
  const { ports, reporter } = context;
  const count = games.reduce((sum, { files }) => sum + files.length, 0);
  const left = (code: ExitCode, ...problems: readonly Diagnostic[]): Ending => ({ written: false, code, problems });
  if (count === 0) return left(EXIT.done);
  if (flags.check === true) return left(EXIT.changes);
  const { unavailable, confirmFiles } = openPrompts(context);
  if (flags.yes !== true && unavailable !== undefined) {
    const help = ["to write the files without a prompt, add the flag: --yes"];
    const problem = diagnostic("not-confirmed", `${unavailable}, so no file was written.`, { help });
    return left(exitCodeOf([problem]), problem);
  }
  if (flags.yes !== true && (await confirmFiles(count)) !== true) {
    reporter.note("No file was written.");
    return left(EXIT.done);
  }
  const problem = await writePulled(games, ports);
  if (problem !== undefined) return left(exitCodeOf([problem]), problem);
  reporter.note(`Wrote ${counted(count, "file")}. Next: \`git diff\`.`);
  return { written: true, code: EXIT.done, problems: [] };
}
