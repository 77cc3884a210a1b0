/** `laurel pull`: writes what was changed live into the manifests. Shows the changes of the files first, and asks. */
import { counted } from "../../manifest/wording.ts";
import { diagnostic } from "../../model/diagnostics.ts";
import { renderPullJson, renderPullMarkdown, renderPullText } from "../../view/pull.ts";
import { pullGames, writePulled } from "../../workflow/pull.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { pageOptions } from "../output/markdown.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openPrompts } from "../terminal/prompts.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function pullCommand(flags: FlagsOf<"pull">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const prompts = openPrompts(ports);
  return withInterrupts(ports, reporter, async (run) => {
    const { games, diagnostics } = await pullGames(flags, run);
    const pulls = games.map((game) => ({
      ...game,
      others: (game.choice.environments ?? []).filter((name) => name !== game.target.environment),
    }));
    const count = games.reduce((sum, { files }) => sum + files.length, 0);
    const failure = exitCodeOf(diagnostics);
    const isOpen = failure === EXIT.done && count > 0 && run.signal() === undefined;
    const end = (code: ExitCode, written: boolean, problems = diagnostics): ExitCode => {
      if (flags.format === "json") ports.stdout.write(renderPullJson(pulls, written, problems));
      return code;
    };
    reporter.report(diagnostics);
    if (flags.format === "markdown" && failure === EXIT.done)
      ports.stdout.write(renderPullMarkdown(pulls, pageOptions(flags, ports.env)));
    if (flags.format === "text" && pulls.length > 0) ports.stdout.write(renderPullText(pulls, reporter.result));
    if (!isOpen) return end(failure, false);
    if (flags.check === true) return end(EXIT.changes, false);
    if (flags.yes !== true) {
      if (prompts.unavailable !== undefined) {
        const problem = diagnostic("not-confirmed", `${prompts.unavailable}, so no file was written.`, {
          help: ["to write the files without a prompt, add the flag: --yes"],
        });
        reporter.report([problem]);
        return end(exitCodeOf([problem]), false, [...diagnostics, problem]);
      }
      const answer = await prompts.confirmFiles(count);
      if (answer !== true) {
        reporter.note(`${answer === undefined ? "\n" : ""}No file was written.`);
        return end(EXIT.done, false);
      }
    }
    const problem = await writePulled(games, ports);
    if (problem !== undefined) {
      reporter.report([problem]);
      return end(exitCodeOf([problem]), false, [...diagnostics, problem]);
    }
    reporter.note(`Wrote ${counted(count, "file")}. Next: \`git diff\`.`);
    return end(EXIT.done, true);
  });
}
