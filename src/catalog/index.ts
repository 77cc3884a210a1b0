/**
 * The kinds of the service, each after the kinds that it refers to: the order in which resources
 * are created.
 */
import { achievement } from "./achievement.ts";
import { action } from "./action.ts";
import { criteriaGroup } from "./criteria-group.ts";
import { criterion } from "./criterion.ts";
import { leaderboard } from "./leaderboard.ts";
import { reward } from "./reward.ts";
import type { Catalog, Kind } from "./types.ts";

const sorted: Kind[] = [];

function add(kind: Kind): void {
  if (sorted.includes(kind)) return;
  for (const { to } of [
    ...kind.fields.filter((field) => field.type === "reference"),
    ...kind.links,
  ]) {
    const target = all.find(({ name }) => name === to && name !== kind.name);
    if (target !== undefined) add(target);
  }
  sorted.push(kind);
}

const all: readonly Kind[] = [achievement, action, criteriaGroup, criterion, leaderboard, reward];
for (const kind of all) add(kind);

export const catalog: Catalog = sorted;
