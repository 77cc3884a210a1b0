/** `laurel init [folder]`: makes a project that validates and plans at once, or adds a pipeline to an existing one. */
import { resolve } from "node:path";
import { shownPath } from "../../files/read.ts";
import { defined } from "../../model/collections.ts";
import { hasErrors } from "../../model/diagnostics.ts";
import { shellLine } from "../../model/shell-line.ts";
import { productionVariables } from "../../project/new-project.ts";
import { type MadeProject, renderBeginning, renderInitText } from "../../view/init-text.ts";
import { type Answers, type AskAnswers, init, newProject, TOKEN } from "../../workflow/init.ts";
import { PRODUCTION } from "../../workflow/init-pipelines.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function initCommand(flags: FlagsOf<"init">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const options = { ...flags, folder: resolve(ports.cwd, flags.folder ?? ".") };
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
      const game = answers && nextSteps(answers, shown, options.allowInsecureHttp === true);
      ports.stdout.write(renderInitText({ folder: shown, files, ...defined({ game, pipeline }) }, reporter.result));
    }
    if (made !== undefined || hasErrors(diagnostics)) return exitCodeOf(diagnostics);
    reporter.note("Nothing was written.");
    return isInterrupted ? EXIT.interrupted : EXIT.failed;
  });
}

function nextSteps(answers: Answers, shown: string, isInsecure: boolean): NonNullable<MadeProject["game"]> {
  const insecure = isInsecure ? ["--allow-insecure-http"] : [];
  const planLive = shellLine(["laurel", "plan", "--env", PRODUCTION, ...insecure]);
  const lint = { command: "laurel lint", does: "do the manifests make sense?" };
  const go = shown === "." ? [] : [{ command: shellLine(["cd", shown]), does: "" }];
  const local = [
    { command: "laurel plan", does: "what would change on the embedded service; needs no network" },
    { command: "laurel apply", does: "apply it; prompts first" },
  ];
  if (answers.start === "live") {
    return { name: answers.game, next: [...go, { command: planLive, does: "finds nothing to do" }, lint, ...local] };
  }
  const test =
    answers.start === "example" ? [{ command: "laurel test", does: "do players earn what they should?" }] : [];
  const validate = { command: "laurel validate", does: "are the manifests right?" };
  return {
    name: answers.game,
    next: [...go, validate, lint, ...test, ...local],
    production: {
      variables: [...productionVariables(newProject(answers)), TOKEN],
      command: planLive,
      does: "what would change there; writes nothing",
    },
  };
}
