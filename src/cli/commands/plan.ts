/** `laurel plan`: shows what would change, and writes nothing to the service. */
import { resolve } from "node:path";
import { sha256 } from "../../files/hash.ts";
import { removePlan, writePlanText } from "../../files/plan-file.ts";
import { shownPath } from "../../files/read.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { fileWord, shellLine } from "../../model/shell-line.ts";
import { isEmpty } from "../../plan/plan.ts";
import { savedPlan } from "../../plan/plan-file.ts";
import { renderPlansJson } from "../../view/plan/plan-json.ts";
import { namedGames } from "../../view/text/phrases.ts";
import { safeText } from "../../view/text/safe-text.ts";
import { type GameResults, type PlannedGame, resultsOf } from "../../workflow/game.ts";
import { planGames } from "../../workflow/plan-games.ts";
import { planEnds } from "../../workflow/planning.ts";
import { needsSecrets } from "../args/command.ts";
import { givenFlags } from "../args/shell-line.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { isPageOnTerminal, openOutputs } from "../output/outputs.ts";
import { allProblems, type PlanResult, planForms } from "../output/plan-forms.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function planCommand(flags: FlagsOf<"plan">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const older = await removeOlderPlan(flags, ports);
  const outputs = await openOutputs("plan", flags, ports);
  const forms = planForms(flags, ports);
  const wrong = [...older, ...outputs.diagnostics];
  if (hasErrors(wrong)) return show(resultsOf<PlannedGame>(wrong), forms, flags, reporter, ports);
  return withInterrupts(ports, reporter, async (run) => {
    const planned = await planGames({ ...flags, needsSecrets: needsSecrets(flags) }, run);
    const code = await show(planned, forms, flags, reporter, ports);
    const unsaved = run.stop.aborted ? [] : await savePlans(planned, flags, ports, reporter);
    // That a run which was broken off found nothing does not mean that there is nothing.
    const unwritten = [...unsaved, ...(run.stop.aborted ? [] : await outputs.write(forms, planned))];
    reporter.report(unwritten);
    return unwritten.length === 0 ? code : exitCodeOf([...allProblems(planned), ...unwritten]);
  });
}

/** Shows the result on stdout and the problems on stderr. Returns what they come to. */
async function show(
  result: PlanResult,
  forms: ReturnType<typeof planForms>,
  flags: FlagsOf<"plan">,
  reporter: TerminalReporter,
  ports: ProcessPorts,
): Promise<ExitCode> {
  const { format } = flags;
  const problems = allProblems(result);
  if (!isPageOnTerminal(format, ports)) {
    ports.stdout.write(await forms[format](result, { ...reporter.result, withProblems: false }));
  }
  // The text of a plan shows its refusals itself.
  reporter.report(format === "text" ? result.diagnostics : problems);
  const failure = exitCodeOf(problems);
  if (failure !== EXIT.done) return failure;
  const hasChanges = result.games.some(({ plan }) => !isEmpty(plan));
  return flags.detailedExitcode === true && hasChanges ? EXIT.changes : EXIT.done;
}

/** An older file at `--out` must not be mistaken for the plan of this run. */
async function removeOlderPlan(flags: FlagsOf<"plan">, { cwd }: ProcessPorts): Promise<readonly Diagnostic[]> {
  const problem = flags.out === undefined ? undefined : await removePlan(resolve(cwd, flags.out), cwd);
  return problem === undefined ? [] : [problem];
}

/**
 * Writes the file of `--out`, with plans that hazards refuse too: `apply` refuses them until the hazards are allowed. Games
 * that could not be planned are listed in it, so that `apply` reports them.
 */
async function savePlans(
  planned: GameResults<PlannedGame>,
  flags: FlagsOf<"plan">,
  ports: ProcessPorts,
  reporter: TerminalReporter,
): Promise<readonly Diagnostic[]> {
  if (flags.out === undefined) return [];
  const { each, games, general, diagnostics } = planned;
  const path = resolve(ports.cwd, flags.out);
  const file = shownPath(path, ports.cwd);
  const shown = safeText(file);
  const missing = each.filter(({ value }) => value === undefined).map(({ game }) => game);
  const isFaulty = each.some((one) => one.value !== undefined && hasErrors(one.diagnostics));
  if (hasErrors(general) || isFaulty || (games.length === 0 && missing.length > 0)) {
    reporter.note(`No plan was saved in ${shown}, because of the problems above.`);
    return [];
  }
  if (missing.length > 0) reporter.note(`No plan was saved for ${namedGames(missing)}, because of the problems above.`);
  const plans = games.map(({ plan, allowed, impact }) => savedPlan(plan, allowed, impact));
  const refused = games.flatMap((game) => game.refusals);
  const document = renderPlansJson(plans, [...diagnostics, ...refused], sha256, planEnds(each), planned);
  const problem = await writePlanText(path, document, ports.cwd);
  if (problem !== undefined) return [problem];
  // A plan holds the hazards that were allowed. A freeze counts when the plan is applied.
  const lifted = [...refused.map(({ code }) => code), ...flags.allow.filter((name) => name === "freeze")];
  const words = [
    ...["laurel", "apply", fileWord(file)],
    ...givenFlags(flags, ["project", "base-url", "allow-insecure-http"]),
    ...[...new Set(lifted)].flatMap((code) => ["--allow", code]),
  ];
  reporter.note(`The plan was saved in ${shown}. To apply it: ${safeText(shellLine(words))}`);
  return [];
}
