/**
 * `laurel pull`: writes what was changed live into the manifests. Shows the changes of the files
 * first, and asks.
 */
import { sum } from "../../ground/collections.ts";
import { counted } from "../../ground/words.ts";
import { makeMask } from "../../view/mask/mask.ts";
import { pullView } from "../../view/pull/view.ts";
import { Stop } from "../../workflow/problems.ts";
import { isWritable, pullGames, writePulled } from "../../workflow/pull.ts";
import {
  EXIT,
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
import { confirmed } from "../terminal/prompts.ts";

export const options = {
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
export const examples = [
  [
    "laurel pull --env production",
    "Show the changes of the files, and prompt before they are written",
  ],
  ["laurel pull --env production --base HEAD", "Take only what was changed outside of git"],
] as const;

export const isOnline = true;

export async function run(flags: Flags<typeof options>, context: OnlineContext): Promise<Result> {
  const { ports, reporter, signal } = context;
  const results = await pullGames(flags, context);
  const { games, diagnostics } = results;
  const known = results.byGame.map(({ game, value, secrets = value?.secrets }) => {
    return { game, secrets };
  });
  const files = counted(sum(games.map((game) => game.files.length)), "file");
  return {
    view: pullView(results, makeMask(known, flags)),
    afterwards: async (code) => {
      const hasChanges = games.some((game) => game.files.length > 0);
      const isPrinted = code === exitCodeOf(diagnostics);
      if (!isPrinted || !isWritable(results) || !hasChanges || signal() !== undefined) return code;
      if (flags.check === true) return code === EXIT.done ? EXIT.changes : code;
      if (flags.yes !== true && !(await confirmed(ports, `write ${files}`))) {
        reporter.note("Nothing was changed.");
        return EXIT.failed;
      }
      const problem = await writePulled(games, ports);
      if (problem !== undefined) throw new Stop(problem);
      reporter.note(`Wrote ${files}. Next: \`git diff\`.`);
      return code;
    },
  };
}
