/** How many requests a plan and an apply need at least. */
import { questsOf } from "./game.js";
import { recordsOf, requestsFor } from "./wire.js";

const LARGEST_PAGE = 100;

/**
 * Every page of every list once, at the largest size that the service gives; a list without records
 * has one page.
 */
export function leastToRead(resources) {
  const lists = [...recordsOf(questsOf(resources)).values()];
  return lists.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / LARGEST_PAGE)), 0);
}

/**
 * The empty lists to plan on, one write for each change, and every page of the lists that came of
 * it, to verify.
 */
export function leastToCreate(resources) {
  const lists = recordsOf(questsOf(resources)).size;
  return lists + requestsFor(questsOf(resources)).length + leastToRead(resources);
}
