/**
 * Resources exchange ids and names in every way, with links between them and with changes that replace them. Every plan
 * is broken off after every request, carried on, broken off again and carried on, on a service that knows which resource
 * is which. `LAUREL_PERMUTATIONS=quick` takes half a minute; `npm run test:explore` tries others, and more of them.
 */
import { afterAll, describe, expect, it } from "vitest";
import { explain, judge } from "./judge.ts";
import { GROUPS, namedRecipe, type Recipe, recipesOf } from "./recipes.ts";

/** One scenario alone, by its number (`two:17`) or as it is printed. */
const ALONE = process.env.LAUREL_SCENARIO;
/** So many different failures are printed; there are often many of one cause. */
const MOST = Number(process.env.LAUREL_FAILURES ?? 5);

const tally = { scenarios: 0, kills: 0, requests: 0, refused: new Map<string, number>() };

afterAll(() => {
  const refused = [...tally.refused].map(([what, count]) => `\n  ${count} refused, ${what}`).sort();
  process.stdout.write(
    `Permutations: ${tally.scenarios} scenarios, ${tally.requests} requests, ${tally.kills} runs broken off.${refused.join("")}\n`,
  );
});

function tryAll(group: string): void {
  const failures = new Map<string, string>();
  const kinds = new Map<string, number>();
  for (const [number, recipe] of recipesOf(group)) {
    const { problems, kills, requests, refused } = judge(recipe);
    tally.scenarios += 1;
    tally.kills += kills;
    tally.requests += requests;
    const what = `${refused}: ${recipe.game}`;
    if (refused !== undefined) tally.refused.set(what, (tally.refused.get(what) ?? 0) + 1);
    if (problems.length === 0) continue;
    const sort = (problems[0] ?? "").replaceAll(/\d+/g, "N").slice(0, 80);
    kinds.set(sort, (kinds.get(sort) ?? 0) + 1);
    if (failures.size < MOST) failures.set(explain(recipe), `${group}:${number}`);
  }
  const printed = [...failures].map(([why, name]) => `${name} ${why}`).join("\n\n");
  expect(printed, JSON.stringify([...kinds])).toBe("");
}

function tryOne(recipe: Recipe): void {
  const { problems, ...rest } = judge(recipe);
  process.stdout.write(`${JSON.stringify(rest)}\n${explain(recipe)}\n`);
  expect(problems).toEqual([]);
}

describe("resources exchange ids and names, wherever an apply is broken off", () => {
  if (ALONE === undefined) it.each(Object.keys(GROUPS))("%s", tryAll);
  else it(ALONE, () => tryOne(namedRecipe(ALONE)));
});
