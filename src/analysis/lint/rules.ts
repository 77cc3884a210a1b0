/** Every rule by its code. Those about comments have no function: they are asked when all others have answered. */
import type { LintCode } from "../../model/lint-codes.ts";
import { ACHIEVEMENT_RULES } from "./achievements.ts";
import { CONDITION_RULES } from "./conditions.ts";
import { CRITERION_RULES } from "./criteria.ts";
import { CUSTOM_DATA_RULES } from "./custom-data.ts";
import { LEADERBOARD_RULES } from "./leaderboards.ts";
import type { LintRule } from "./linted-game.ts";
import { NAME_RULES } from "./names.ts";
import { OVERLAP_RULES } from "./overlaps.ts";
import { POINT_RULES } from "./points.ts";
import { REACHABILITY_RULES } from "./reachability.ts";
import { TEXT_RULES } from "./texts.ts";
import { UNDOCUMENTED_RULES } from "./undocumented.ts";
import { UNUSED_RULES } from "./unused.ts";

/** Rules about the comments that switch others off. */
export type CommentRule = "unknown-ignore" | "idle-ignore";

export const RULES: Readonly<Record<Exclude<LintCode, CommentRule>, LintRule>> = {
  ...REACHABILITY_RULES,
  ...CRITERION_RULES,
  ...OVERLAP_RULES,
  ...CONDITION_RULES,
  ...UNUSED_RULES,
  ...UNDOCUMENTED_RULES,
  ...ACHIEVEMENT_RULES,
  ...POINT_RULES,
  ...TEXT_RULES,
  ...NAME_RULES,
  ...CUSTOM_DATA_RULES,
  ...LEADERBOARD_RULES,
};
