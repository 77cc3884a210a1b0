/** `laurel pull`: writes what was changed live into the manifests. Shows the changes of the files first, and asks. */
import { counted } from "../../manifest/wording.ts";
import { sum } from "../../model/collections.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { pullDocument } from "../../view/pull.ts";
import { type PulledGame, pullGames, writePulled } from "../../workflow/pull.ts";
import { type CommandContext, EXIT, type ExitCode, exitCodeOf, type Flags } from "../command/command.ts";
import { online } from "../command/online.ts";
import { base, check, format, revealSecrets, target, text, whichGame, yes } from "../command/options.ts";
import { print, type Result } from "../command/print.ts";
import { openPrompts } from "../terminal/prompts.ts";

export const options = {
  base: { ...base, describe: `${base.describe}; takes only what was changed outside of git since` },
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
  format: format("text", "json", "markdown"),
  "reveal-secrets": revealSecrets,
} as const;
export const examples = [
  ["laurel pull --env production", "Show the changes of the files, and prompt before they are written"],
  ["laurel pull --env production --base HEAD", "Take only what was changed outside of git"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  return online(context, async (open) => {
    const { games, diagnostics } = await pullGames(flags, open);
    const pulls = games.map((game) => {
      const environments = game.choice.environments ?? [];
      return { ...game, others: environments.filter((name) => name !== game.target.environment) };
    });
    const show = ({ written, code, problems }: Ending): Promise<ExitCode> => {
      const result: Result = {
        diagnostics: problems,
        code,
        document: (hides) => (pulls.length === 0 ? { title: "", blocks: [] } : pullDocument(pulls, hides)),
        json: (view) => ["pull", view.pullMembers(pulls, { written, diagnostics: problems })],
      };
      return print(result, flags, context);
    };
    const found = { written: false, code: exitCodeOf(diagnostics), problems: diagnostics };
    if (found.code !== EXIT.done || open.signal() !== undefined) return show(found);
    if (flags.format !== "json") await show(found);
    const end = await write(games, flags, context);
    if (flags.format === "json") return show({ ...end, problems: [...diagnostics, ...end.problems] });
    context.reporter.report(end.problems);
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
  { check: isCheck, yes: isYes }: Flags<typeof options>,
  { ports, reporter }: CommandContext,
): Promise<Ending> {
  const count = sum(games.map(({ files }) => files.length));
  const left = (code: ExitCode, ...problems: readonly Diagnostic[]): Ending => ({ written: false, code, problems });
  if (count === 0) return left(EXIT.done);
  if (isCheck === true) return left(EXIT.changes);
  const { unavailable, confirmFiles } = openPrompts(ports);
  if (isYes !== true && unavailable !== undefined) {
    const help = ["to write the files without a prompt, add the flag: --yes"];
    const problem = diagnostic("not-confirmed", `${unavailable}, so no file was written.`, { help });
    return left(exitCodeOf([problem]), problem);
  }
  if (isYes !== true && (await confirmFiles(count)) !== true) {
    reporter.note("No file was written.");
    return left(EXIT.done);
  }
  const problem = await writePulled(games, ports);
  if (problem !== undefined) return left(exitCodeOf([problem]), problem);
  reporter.note(`Wrote ${counted(count, "file")}. Next: \`git diff\`.`);
  return { written: true, code: EXIT.done, problems: [] };
}
