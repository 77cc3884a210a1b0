/** The six kinds of the service, each after the kinds that it refers to: the order in which resources are made. */
import { achievement } from "./kinds/achievement.ts";
import { action } from "./kinds/action.ts";
import { criteriaGroup } from "./kinds/criteria-group.ts";
import { criterion } from "./kinds/criterion.ts";
import { leaderboard } from "./kinds/leaderboard.ts";
import { reward } from "./kinds/reward.ts";
import type { Catalog } from "./types.ts";

export const catalog: Catalog = [action, criterion, criteriaGroup, reward, achievement, leaderboard];
