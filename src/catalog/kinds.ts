/** The kinds of the service, one line each, in any order. */
export { achievement } from "./achievement.ts";
export { action } from "./action.ts";
export { criteriaGroup } from "./criteria-group.ts";
export { criterion } from "./criterion.ts";
export { leaderboard } from "./leaderboard.ts";
export { reward } from "./reward.ts";
