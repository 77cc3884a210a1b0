/** `laurel init [folder]`: makes a project that validates and plans at once, adds a pipeline to one, or writes a live game into one. */
import { resolve } from "node:path";
import { shownPath } from "../../files/read.ts";
import { defined } from "../../model/collections.ts";
import { diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { productionVariables } from "../../project/new-project.ts";
import { type MadeProject, renderBeginning, renderInitText, renderLiveManifests } from "../../view/init-text.ts";
import { type AskAnswers, init, TOKEN } from "../../workflow/init.ts";
import { PRODUCTION } from "../../workflow/init-pipelines.ts";
import { shellLine } from "../../workflow/shell-line.ts";
import { changedFlags } from "../args/shell-line.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function initCommand(flags: FlagsOf<"init">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const options = { ...flags, folder: resolve(ports.cwd, flags.folder ?? ".") };
  const wrong = wrongFlags(flags);
  if (wrong !== undefined) {
    reporter.report([diagnostic("usage", wrong)]);
    return EXIT.usage;
  }
  if (flags.fromLive === true) return writeLive(flags, options.folder, ports);
  const shown = shownPath(options.folder, ports.cwd);
  let isInterrupted = false;
  const ask: AskAnswers = async (...question) => {
    const { openInitQuestions } = await import("../terminal/init-questions.ts");
    const questions = openInitQuestions(ports, reporter, () => {
      isInterrupted = true;
    });
    reporter.note(renderBeginning(shown, reporter.notes));
    return questions(...question);
  };
  const isInteractive = ports.canAsk && flags.yes !== true;
  return withInterrupts(ports, reporter, async (run) => {
    const { made, diagnostics } = await init(options, isInteractive ? ask : undefined, run);
    reporter.report(diagnostics);
    if (made !== undefined) {
      const { files, pipeline, answers } = made;
      const game = answers && nextSteps(answers.game, shown);
      ports.stdout.write(renderInitText({ folder: shown, files, ...defined({ game, pipeline }) }, reporter.result));
    }
    if (made !== undefined || hasErrors(diagnostics)) return exitCodeOf(diagnostics);
    reporter.note("Nothing was written.");
    return isInterrupted ? EXIT.interrupted : EXIT.failed;
  });
}

function wrongFlags({ fromLive, ci, env, project }: FlagsOf<"init">): string | undefined {
  if (fromLive === true)
    return ci.length > 0 ? "--from-live writes manifests only: run laurel init --ci after it." : undefined;
  return (env ?? project) === undefined
    ? undefined
    : "--env and --project choose the game of --from-live, which is missing.";
}

async function writeLive(flags: FlagsOf<"init">, folder: string, ports: ProcessPorts): Promise<ExitCode> {
  const { writeLiveGame } = await import("../../workflow/from-live.ts");
  const reporter = openReporter(flags, ports);
  const { project, env } = flags;
  const options = { folder, game: flags.game === undefined ? [] : [flags.game], ...defined({ project, env }) };
  return withInterrupts(ports, reporter, async (run) => {
    const { value, diagnostics } = await writeLiveGame(options, run);
    reporter.report(diagnostics);
    if (value === undefined) return exitCodeOf(diagnostics);
    const which = changedFlags(flags, ["project", "game"]);
    const plan = shellLine(["laurel", "plan", ...which, "--env", value.environment]);
    const next = [
      { command: plan, does: "finds nothing to do" },
      { command: shellLine(["laurel", "lint", ...which]), does: "do the manifests make sense?" },
    ];
    ports.stdout.write(renderLiveManifests({ ...value, next }, reporter.result));
    return exitCodeOf(diagnostics);
  });
}

function nextSteps(game: string, shown: string): NonNullable<MadeProject["game"]> {
  const go = shown === "." ? [] : [{ command: shellLine(["cd", shown]), does: "" }];
  return {
    name: game,
    next: [
      ...go,
      { command: "laurel validate", does: "are the manifests right?" },
      { command: "laurel lint", does: "do the manifests make sense?" },
      { command: "laurel test", does: "do players earn what they should?" },
      { command: "laurel plan", does: "what would change on the embedded service; needs no network" },
      { command: "laurel apply", does: "apply it; prompts first" },
    ],
    production: {
      variables: [...productionVariables(game), TOKEN],
      command: shellLine(["laurel", "plan", "--env", PRODUCTION]),
      does: "what would change there; writes nothing",
    },
  };
}
