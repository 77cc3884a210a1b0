/** What to run after an apply that did not get to its end: lines that are commands begin with two blanks. */
import { lstat } from "node:fs/promises";
import { parse, resolve } from "node:path";
import { type Flags, text, texts } from "../cli/args/command.ts";
import { GLOBAL_FLAGS, planning, whichGames, whichService } from "../cli/args/flag-specs.ts";
import { changedFlags, fileWord, flagWords, shellLine } from "../cli/args/shell-line.ts";
import type { Ports } from "../cli/ports.ts";
import type { GameToApply } from "./game-to-apply.ts";

const TO_PLAN = Object.keys({ ...whichGames, ...whichService, ...planning, ...GLOBAL_FLAGS });

/**
 * For an apply or a way back that has begun. A report is never written over, an approved digest fits no other plan, and a
 * saved plan of which a part is done is stale: so it is not always the same command.
 */
export async function commandsToContinue(
  games: readonly Pick<GameToApply, "choice" | "plan">[],
  flags: Flags,
  ports: Ports,
): Promise<readonly string[]> {
  const report = await nextReport(flags, ports);
  const file = text(flags, "plan");
  if (file !== undefined) return afterSavedPlan(file, games, flags, report);
  const isApproved = texts(flags, "expect").length > 0;
  const reverted = text(flags, "file");
  if (reverted !== undefined) {
    const words = ["laurel", "revert", fileWord(reverted), ...rest(flags, ["file", ...(isApproved ? ["yes"] : [])])];
    return [FINISH, `  ${shellLine([...words, ...report])}`];
  }
  if (isApproved) {
    return [
      "plan what is left, and have that plan approved:",
      `  ${shellLine(["laurel", "plan", ...changedFlags(flags, TO_PLAN)])}`,
    ];
  }
  return [FINISH, `  ${shellLine(["laurel", "apply", ...rest(flags, []), ...report])}`];
}

const FINISH = "to finish, run this; what is done is not repeated:";

/** The project says where the manifests are. Without it, they are not known. */
function afterSavedPlan(
  file: string,
  games: readonly Pick<GameToApply, "choice" | "plan">[],
  flags: Flags,
  report: readonly string[],
): readonly string[] {
  const environments = [...new Set(games.map(({ plan }) => plan.environment))];
  const [environment] = environments;
  const isInProject = games.every(({ choice }) => choice.projectFile !== undefined);
  if (!isInProject || environment === undefined || environments.length > 1) {
    return ["plan again and apply the new plan: this one no longer fits, and what is done is not repeated"];
  }
  const which = [
    ...changedFlags(flags, ["project"]),
    ...games.flatMap(({ plan }) => flagWords("game", plan.game)),
    ...flagWords("env", environment),
    ...changedFlags(flags, ["base-url", "game-id", "allow-insecure-http"]),
  ];
  const plan = ["laurel", "plan", ...which, ...changedFlags(flags, ["allow"]), ...flagWords("out", file)];
  const apply = ["laurel", "apply", fileWord(file), ...rest(flags, ["plan"]), ...report];
  return [
    "plan what is left, and apply that plan; what is done is not repeated:",
    `  ${shellLine(plan)}`,
    `  ${shellLine(apply)}`,
  ];
}

/** All flags but these, and but the report, which gets another name, and the digests, which fit one plan only. */
function rest(flags: Flags, without: readonly string[]): readonly string[] {
  const left = new Set([...without, "report", "expect"]);
  return changedFlags(
    flags,
    Object.keys(flags).filter((name) => !left.has(name)),
  );
}

/** `--report` with a name that is free: `monday.jsonl`, `monday-2.jsonl`, `monday-3.jsonl`. */
async function nextReport(flags: Flags, { cwd }: Ports): Promise<readonly string[]> {
  const report = text(flags, "report");
  if (report === undefined) return [];
  const { ext, name } = parse(report);
  const before = report.slice(0, report.length - name.length - ext.length);
  const [, stem = name, number = "1"] = /^(.+)-(\d{1,6})$/.exec(name) ?? [];
  for (let next = Number(number) + 1; ; next += 1) {
    const free = `${before}${stem}-${next}${ext}`;
    if (!(await exists(resolve(cwd, free)))) return flagWords("report", free);
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
