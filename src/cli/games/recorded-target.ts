/** Where a report's game is: in the project where there is one that has it, else at the address in the report. */
import { dirname } from "node:path";
import { type Checked, type Diagnostic, diagnostic } from "../../core/diagnostics.ts";
import type { ReportHead } from "../../core/undo/report.ts";
import { findProjectFile } from "../../edges/files/project-file.ts";
import { type Flags, text } from "../line/command.ts";
import type { Ports } from "../ports.ts";
import { choiceOfTarget, chooseGames, type GameChoice } from "./games.ts";
import { EMBEDDED } from "./session.ts";

/**
 * The game that the report is about. What the project says about it counts, and must name the same place: a token is
 * not sent to another one because a file says so.
 */
export async function choiceOfReport(head: ReportHead, flags: Flags, ports: Ports): Promise<Checked<GameChoice>> {
  const hasProject = text(flags, "project") !== undefined || (await findProjectFile(ports.cwd)) !== undefined;
  if (!hasProject) return alone(head, flags, []);
  const chosen = await chooseGames({ ...flags, game: [head.game], env: head.environment }, ports);
  const choice = chosen.value?.[0];
  if (choice === undefined) {
    const isOther = chosen.diagnostics.every(({ code }) => code === "unknown-game" || code === "unknown-environment");
    return isOther ? alone(head, flags, chosen.diagnostics) : { diagnostics: chosen.diagnostics };
  }
  const { target } = choice;
  const isSame =
    target.type === "embedded"
      ? head.base_url === EMBEDDED
      : target.base_url === head.base_url && target.game_id === head.game_id;
  return isSame ? { value: choice, diagnostics: chosen.diagnostics } : { diagnostics: [elsewhere(head, choice)] };
}

/** Without a project: the address in the report. The data of an embedded service is found through the project only. */
function alone(head: ReportHead, flags: Flags, because: readonly Diagnostic[]): Checked<GameChoice> {
  if (head.base_url !== EMBEDDED) return { value: choiceOfTarget(head, head.scalars, flags), diagnostics: [] };
  const detail = `The report is about the embedded service of "${head.game}", whose data lies beside the project file.`;
  const missing = diagnostic("no-project", detail, { help: ["name the project file with --project"] });
  return { diagnostics: because.length > 0 ? because : [missing] };
}

function elsewhere(
  { game, environment, base_url, game_id }: ReportHead,
  { projectFile, target }: GameChoice,
): Diagnostic {
  const here =
    target.type === "embedded" ? "on the embedded service" : `at ${target.base_url}, game id ${target.game_id}`;
  const place = base_url === EMBEDDED ? "on the embedded service" : `at ${base_url}, game id ${game_id}`;
  return diagnostic(
    "other-target",
    `The report was made for the game "${game}" (${environment}) ${place}; the project has it ${here}.`,
    { help: [`run it outside of ${dirname(projectFile ?? "")} to use the report's own address`] },
  );
}
