/**
 * What a job of a pipeline shows and passes on. On GitHub, results are added to the job's summary as Markdown. A plan adds lines
 * `NAME=VALUE` to the file that `LAUREL_OUTPUTS` names, on GitHub to its own: `has_changes`, and `expect`, the flags with which
 * `laurel apply` applies exactly this plan.
 */
import { appendFile } from "node:fs/promises";
import { isEmpty } from "../../plan/plan.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { ProcessPorts } from "../terminal/ports.ts";

type Environment = ProcessPorts["env"];

/** The file that the runner shows as the job's summary; undefined elsewhere. */
export function summaryFile({ GITHUB_ACTIONS, GITHUB_STEP_SUMMARY }: Environment): string | undefined {
  return GITHUB_ACTIONS === "true" ? GITHUB_STEP_SUMMARY : undefined;
}

/** `code`: what the plan came to. With a problem nothing is passed on that could be applied. */
export async function writeOutputs(
  { games }: GameResults<PlannedGame>,
  code: ExitCode,
  env: Environment,
): Promise<void> {
  const file = env.LAUREL_OUTPUTS ?? (env.GITHUB_ACTIONS === "true" ? env.GITHUB_OUTPUT : undefined);
  if (file === undefined || file === "" || (code !== EXIT.done && code !== EXIT.changes)) return;
  const open = games.filter(({ plan }) => !isEmpty(plan));
  const expect = open.map(({ plan }) => `--expect ${plan.digest}`).join(" ");
  const lines = [`has_changes=${open.length > 0}`, ...(expect === "" ? [] : [`expect=${expect}`])];
  await appendFile(file, `${lines.join("\n")}\n`);
}
