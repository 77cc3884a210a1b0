/** `laurel revert FILE`: plans back to what was live before an apply, from its report. */
import { dirname, resolve } from "node:path";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { readReportText } from "../files/report.ts";
import { quoted } from "../manifest/wording.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Step, Target } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { refusals } from "../plan/hazards.ts";
import { type ReportRun, readReport } from "../plan/revert/report-reading.ts";
import type { ReportHead } from "../plan/revert/report-schema.ts";
import { readsBeforeReverting, wayBack } from "../plan/revert/revert.ts";
import { secretsOf } from "../plan/secrets.ts";
import { writtenPlace } from "../project/targets.ts";
import { wrongOptions } from "./apply-games.ts";
import { type AddressConsent, type ApplyContext, addressConsent, chooseAll, unapprovedRevert } from "./consent.ts";
import { eachGame, type GameChoice, type GameResults, type PlannedGame, resultsOf } from "./game.ts";
import type { RevertOptions } from "./options.ts";
import { allowedHazards, refusedByFreeze, secretsFor } from "./plan-games.ts";
import { planGame, planImpact, touchedOf, verifyByPlanning, withPlayerData } from "./planning.ts";
import {
  choiceOfTarget,
  EMBEDDED,
  isSameTarget,
  type LoadProject,
  loadProject,
  selectAll,
  wrongTarget,
} from "./selection.ts";
import { inSession } from "./session.ts";

/** Plans the reverts of all games of the report. `problems`: of the command line. */
export async function planReverts(
  options: RevertOptions,
  problems: readonly Diagnostic[],
  run: ApplyContext,
): Promise<GameResults<PlannedGame>> {
  const wrong = [...problems, ...wrongTarget(options), ...(await wrongOptions(options, run.ports.cwd))];
  const runs = wrong.length > 0 ? { diagnostics: wrong } : await requestedRuns(options, run.ports.cwd);
  const reports = runs.value ?? [];
  const project = loadProject(options, run.ports);
  const consent = addressConsent(options.file, options, run);
  const { choices, refusals: refused } = await chooseAll(reports, ({ head }) =>
    choiceOfReport(head, () => project, options, run, consent),
  );
  if (refused.length > 0) return resultsOf(refused);
  const each = reports.map((report) => {
    const { game, environment } = report.head;
    return { game, environment, value: report, diagnostics: choices.get(report)?.diagnostics ?? [] };
  });
  return eachGame(resultsOf(runs.diagnostics, each), async (report) => {
    const choice = choices.get(report)?.value;
    return choice === undefined || run.stop.aborted ? { diagnostics: [] } : planRevert(report, choice, options, run);
  });
}

function planRevert(
  report: ReportRun,
  choice: GameChoice,
  options: RevertOptions,
  run: ApplyContext,
): Promise<Checked<PlannedGame>> {
  return inSession(choice, run, async ({ client, target }): Promise<Checked<PlannedGame>> => {
    const touched = await readGame(client, catalog, readsBeforeReverting(report, catalog));
    if (touched.value === undefined) return { diagnostics: touched.diagnostics };
    const back = wayBack(report, touched.value, catalog, options.force ?? false);
    if (back.value === undefined) return { diagnostics: back.diagnostics };
    const { desired, losses } = back.value;
    const planOptions = { prune: false, targets: [], scalars: choice.scalars, play: choice };
    const readAt = run.ports.clock.now();
    const { value: plan, live, diagnostics: planning } = await planGame(client, target, desired, planOptions);
    const diagnostics = [...losses, ...planning];
    if (plan === undefined || live === undefined) return { diagnostics };
    const allowed = allowedHazards(choice, options);
    const steps = plan.steps.map(withoutConsent);
    const impact = await planImpact(plan, desired, live, choice);
    const value: PlannedGame = {
      reverts: true,
      choice,
      plan,
      desired,
      live: touchedOf(live, plan),
      readAt,
      allowed,
      refusals: [
        ...(await withPlayerData(refusals(steps, allowed), steps, client)),
        ...refusedByFreeze({ choice, plan, impact }, options, run.ports),
      ],
      impact,
      secrets: secretsFor(options, () => secretsOf({ plan, desired, live }, catalog)),
      verify: (results, open) => verifyByPlanning({ plan, desired, target }, planOptions, results, open),
    };
    return { value, diagnostics: [...diagnostics, ...unapprovedRevert(value, options, run)] };
  });
}

/** The parts of the report for the requested games. */
async function requestedRuns(
  { file, game: games = [] }: RevertOptions,
  cwd: string,
): Promise<Checked<readonly ReportRun[]>> {
  const text = await readReportText(resolve(cwd, file), cwd);
  if (text.value === undefined) return { diagnostics: text.diagnostics };
  const runs = readReport(text.value.text, text.value.file, catalog);
  if (runs.value === undefined || games.length === 0) return runs;
  const names = runs.value.map(({ head }) => head.game);
  const diagnostics = games
    .filter((name) => !names.includes(name))
    .map((name) =>
      diagnostic("unknown-game", `The report is not about a game "${name}".`, { help: didYouMean(name, names) }),
    );
  if (diagnostics.length > 0) return { diagnostics };
  return { value: runs.value.filter(({ head }) => games.includes(head.game)), diagnostics };
}

/** A revert deletes because of a report, without a written reason: that needs its own consent. */
function withoutConsent(step: Step): Step {
  return { ...step, hazards: step.hazards.map(({ name, sentence }) => ({ name, sentence })) };
}

/** What the project says when it does not have the game in that environment. */
const UNKNOWN: readonly DiagnosticCode[] = ["unknown-game", "unknown-environment"];

/**
 * The game that the report is about. A project must have it at the same place: no token is sent to an address only
 * because it is in a file. Without a project, the address in the report counts.
 */
async function choiceOfReport(
  head: ReportHead,
  load: LoadProject,
  options: RevertOptions,
  run: ApplyContext,
  consent: AddressConsent,
): Promise<Checked<GameChoice>> {
  const { baseUrl, project, allowInsecureHttp = false } = options;
  if (baseUrl !== undefined && !isSameTarget(head, { ...head, base_url: baseUrl })) {
    const detail = `The report was made for the game ${quoted(head.game)} ${placeText(head)}, and --base-url names another address.`;
    return { diagnostics: [otherTarget(detail, head, undefined)] };
  }
  const requested = { project, game: [head.game], env: head.environment, allowInsecureHttp };
  const own = await selectAll(requested, run.ports, load);
  const choice = own.value?.[0];
  if (choice !== undefined) {
    return isSameTarget(head, placeOf(choice, head))
      ? { value: choice, diagnostics: own.diagnostics }
      : { diagnostics: [elsewhere(head, choice)] };
  }
  const codes = own.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  if (codes.every((code) => UNKNOWN.includes(code))) {
    return { diagnostics: [notInProject(head, (await load()).value?.path)] };
  }
  if (!codes.includes("no-project")) return { diagnostics: own.diagnostics };
  if (head.base_url === EMBEDDED) {
    const detail = `The report is about the embedded service of ${quoted(head.game)}, whose data is next to the project file.`;
    return { diagnostics: [diagnostic("no-project", detail, { help: ["name the project file with --project"] })] };
  }
  const value = choiceOfTarget(head, head.scalars, options);
  const refusal = value.target.type === "live" ? await consent(head, value.target.token_env) : undefined;
  return refusal === undefined ? { value, diagnostics: [] } : { diagnostics: [refusal] };
}

function placeOf({ target }: GameChoice, { game_id }: ReportHead): Pick<Target, "base_url" | "game_id"> {
  return target.type === "embedded" ? { base_url: EMBEDDED, game_id } : target;
}

function elsewhere(head: ReportHead, choice: GameChoice): Diagnostic {
  const { target } = choice;
  const isWritten = target.type === "live" && target.written !== undefined;
  const here = isWritten ? `at ${writtenPlace(target.written)}` : placeText(placeOf(choice, head));
  const detail = `The report was made for the game ${quoted(head.game)} (${head.environment}) ${placeText(head)}; the project has it ${here}.`;
  return otherTarget(detail, head, choice.projectFile);
}

function notInProject(head: ReportHead, projectFile: string | undefined): Diagnostic {
  const detail = `The project here does not have the game ${quoted(head.game)} with the environment ${quoted(head.environment)}, for which the report was made (${placeText(head)}).`;
  return otherTarget(detail, head, projectFile);
}

/** Outside of the project the report's own address is enough: the person has to choose that. */
function otherTarget(detail: string, { base_url }: ReportHead, projectFile: string | undefined): Diagnostic {
  const isFound = projectFile !== undefined && base_url !== EMBEDDED;
  const outside = isFound
    ? [`if you know the report and its address, run it outside of ${dirname(projectFile)}, with --base-url ${base_url}`]
    : [];
  return diagnostic("other-target", detail, { help: ["nothing was changed", ...outside] });
}

function placeText({ base_url, game_id }: Pick<Target, "base_url" | "game_id">): string {
  return base_url === EMBEDDED ? "on the embedded service" : `at ${base_url}, game id ${game_id}`;
}
