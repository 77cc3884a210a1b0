/** Where a report's game is: as the project has it. Only where there is no project, the address in the report counts. */
import { dirname } from "node:path";
import { type Flags, text } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import { quoted } from "../manifest/wording.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Target } from "../model/model.ts";
import type { ReportHead } from "../plan/revert/report.ts";
import { writtenPlace } from "../project/targets.ts";
import type { AskConsent } from "./address-consent.ts";
import { choiceOfTarget } from "./choices.ts";
import { chooseGames, type GameChoice, type LoadProject } from "./games.ts";
import { isSameTarget } from "./same-target.ts";
import { EMBEDDED } from "./session.ts";

/** What the project says when it does not have the game in that environment. */
const UNKNOWN: readonly DiagnosticCode[] = ["unknown-game", "unknown-environment"];

/**
 * The game that the report is about. The project must have it, at the same place: a token is not sent to another one
 * because a file says so, and the project says whether somebody has to approve. `other-target` tells what does not fit.
 */
export async function choiceOfReport(
  head: ReportHead,
  load: LoadProject,
  flags: Flags,
  ports: Ports,
  consent: AskConsent,
): Promise<Checked<GameChoice>> {
  const base_url = text(flags, "base-url");
  if (base_url !== undefined && !isSameTarget(head, { ...head, base_url })) {
    const detail = `The report was made for the game ${quoted(head.game)} ${placeText(head)}, and --base-url names another address.`;
    return { diagnostics: [otherTarget(detail, head, undefined)] };
  }
  const asked = { ...flags, game: [head.game], env: head.environment, "base-url": undefined };
  const own = await chooseGames(asked, ports, load);
  const choice = own.value?.[0];
  if (choice !== undefined) {
    const isThere = isSameTarget(head, placeOf(choice, head));
    return isThere ? { value: choice, diagnostics: own.diagnostics } : { diagnostics: [elsewhere(head, choice)] };
  }
  const codes = own.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  if (codes.every((code) => UNKNOWN.includes(code))) {
    const named = await load(flags, ports);
    return { diagnostics: [notInProject(head, named.value?.path)] };
  }
  if (codes.includes("no-project")) return alone(head, flags, consent);
  return { diagnostics: own.diagnostics };
}

/** Without a project: the address in the report. The data of an embedded service is found through the project only. */
async function alone(head: ReportHead, flags: Flags, consent: AskConsent): Promise<Checked<GameChoice>> {
  if (head.base_url !== EMBEDDED) {
    const value = choiceOfTarget(head, head.scalars, flags);
    const refusal = value.target.type === "live" ? await consent(head, value.target.token_env) : undefined;
    return refusal === undefined ? { value, diagnostics: [] } : { diagnostics: [refusal] };
  }
  const detail = `The report is about the embedded service of ${quoted(head.game)}, whose data lies beside the project file.`;
  return { diagnostics: [diagnostic("no-project", detail, { help: ["name the project file with --project"] })] };
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

/** To leave the project is to say that the report's own word is enough: nobody does it unawares. */
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
