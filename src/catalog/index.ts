/** The six kinds of the service, each after the kinds that it refers to: the order in which resources are made. */
import { achievement } from "./achievement.ts";
import { action } from "./action.ts";
import { criteriaGroup } from "./criteria-group.ts";
import { criterion } from "./criterion.ts";
import { leaderboard } from "./leaderboard.ts";
import { reward } from "./reward.ts";
import type { Catalog } from "./types.ts";

export const catalog: Catalog = [action, criterion, criteriaGroup, reward, achievement, leaderboard];
