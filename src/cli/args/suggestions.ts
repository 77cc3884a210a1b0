/** Command lines that help messages suggest: the given one, changed. */
import { lstat } from "node:fs/promises";
import { parse, resolve } from "node:path";
import { fileWord, flagWords, shellLine } from "../../model/shell-line.ts";
import type { GameToApply } from "../../workflow/game.ts";
import type { Suggestions } from "../../workflow/run.ts";
import { type GivenFlags, GLOBAL_FLAGS, planning, whichGames, whichService } from "./command.ts";
import { changedFlags, givenFlags, namesOf } from "./shell-line.ts";

type Game = Pick<GameToApply, "choice" | "plan">;

type Flags = GivenFlags & {
  readonly plan?: string | undefined;
  readonly file?: string | undefined;
  readonly report?: string | undefined;
  readonly expect: readonly string[];
};

/** `command`: `apply` or `revert`, with the name of its positional. */
export function suggestionsFor(command: "apply" | "revert", flags: Flags, cwd: string): Suggestions {
  const file = command === "apply" ? "plan" : "file";
  return {
    withAddress: (base_url) => {
      const others = namesOf(flags).filter((name) => name !== file && name !== "base-url");
      const words = [fileWord(flags[file] ?? ""), ...changedFlags(flags, others), "--base-url", base_url];
      return shellLine(["laurel", command, ...words]);
    },
    toApprove: (game) => toApprove(game, flags),
    toContinue: (games) => toContinue(games, flags, cwd),
  };
}

function toApprove({ choice, plan }: Game, flags: Flags): readonly string[] {
  const project = givenFlags(flags, ["project"]);
  const chosen = choice.projectFile === undefined ? [] : ["--game", plan.game, "--env", plan.environment];
  const words = [
    ...project,
    ...chosen,
    ...givenFlags(flags, ["manifests", "base-url", "game-id", "target", "exclude"]),
  ];
  // The project has another target, or none, than flags gave when the plan was made.
  const isElsewhere = givenFlags(flags, ["base-url", "game-id"]).length > 0;
  const target = isElsewhere ? ["--base-url", plan.base_url, "--game-id", plan.game_id] : project;
  return [
    "save the plan, have it reviewed, and apply the file:",
    `  ${shellLine(["laurel", "plan", ...words, "--out", "plan.json"])}`,
    `  ${shellLine(["laurel", "apply", "plan.json", ...target])}`,
    "or have a plan reviewed, and apply it by the digest that it shows:",
    `  ${shellLine(["laurel", "apply", ...words, "--expect"])} DIGEST`,
  ];
}

const TO_PLAN = Object.keys({ ...whichGames, ...whichService, ...planning, ...GLOBAL_FLAGS });
const FINISH = "to finish, run this; what is done is not repeated:";

/** Reports are never overwritten, an approved digest fits no other plan, and a saved plan that was begun is stale. */
async function toContinue(games: readonly Game[], flags: Flags, cwd: string): Promise<readonly string[]> {
  const report = await nextReport(flags, cwd);
  const file = flags.plan;
  if (file !== undefined) return afterSavedPlan(file, games, flags, report);
  const isApproved = flags.expect.length > 0;
  const reverted = flags.file;
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

/** The project says where the manifests are. Without it, they are not known. */
function afterSavedPlan(
  file: string,
  games: readonly Game[],
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
    ...[...new Set(games.flatMap(({ plan }) => plan.excluded ?? []))].flatMap((each) => flagWords("exclude", each)),
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
    namesOf(flags).filter((name) => !left.has(name)),
  );
}

/** `--report` with a name that is free: `monday.jsonl`, `monday-2.jsonl`, `monday-3.jsonl`. */
async function nextReport(flags: Flags, cwd: string): Promise<readonly string[]> {
  const report = flags.report;
  if (report === undefined) return [];
  const { ext, name } = parse(report);
  const before = report.slice(0, report.length - name.length - ext.length);
  const [, stem = name, number = "1"] = /^(.+)-(\d{1,6})$/.exec(name) ?? [];
  for (let next = Number(number) + 1; ; next += 1) {
    const free = `${before}${stem}-${next}${ext}`;
    if ((await lstat(resolve(cwd, free)).catch(() => undefined)) === undefined) return flagWords("report", free);
  }
}
