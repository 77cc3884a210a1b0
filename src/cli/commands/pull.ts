/** `laurel pull`: writes what was changed live into the manifests. Shows the changes of the files first, and asks. */
import { NO_SECRETS } from "../../analysis/secrets.ts";
import { counted } from "../../manifest/wording.ts";
import { sum } from "../../model/collections.ts";
import { diagnostic } from "../../model/diagnostics.ts";
import { pullDocument } from "../../view/pull.ts";
import { type PulledGame, pullGames, writePulled } from "../../workflow/pull.ts";
import { type CommandContext, EXIT, type ExitCode, type Flags, type Result, Stop } from "../command/command.ts";
import { online } from "../command/online.ts";
import { base, check, format, revealSecrets, target, text, whichGame, yes } from "../command/options.ts";
import { print } from "../command/print.ts";
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
    const pulls = flags.revealSecrets === true ? games.map((game) => ({ ...game, secrets: NO_SECRETS })) : games;
    const result: Result = {
      diagnostics,
      document: () => pullDocument(pulls),
      json: (view) => ["pull", { pulls: pulls.map(view.pullMembers), diagnostics }],
    };
    const code = await print(result, flags, context);
    return code === EXIT.done && open.signal() === undefined ? write(games, flags, context) : code;
  });
}

/** Writes the files after a yes. */
async function write(
  games: readonly PulledGame[],
  flags: Flags<typeof options>,
  { ports, reporter }: CommandContext,
): Promise<ExitCode> {
  const count = sum(games.map(({ files }) => files.length));
  if (count === 0) return EXIT.done;
  if (flags.check === true) return EXIT.changes;
  const { unavailable, confirmFiles } = openPrompts(ports);
  if (flags.yes !== true && unavailable !== undefined) {
    const help = ["to write the files without a prompt, add the flag: --yes"];
    throw new Stop(diagnostic("not-confirmed", `${unavailable}, so no file was written.`, { help }));
  }
  if (flags.yes !== true && !(await confirmFiles(count))) {
    reporter.note("No file was written.");
    return EXIT.done;
  }
  const problem = await writePulled(games, ports);
  if (problem !== undefined) throw new Stop(problem);
  reporter.note(`Wrote ${counted(count, "file")}. Next: \`git diff\`.`);
  return EXIT.done;
}
