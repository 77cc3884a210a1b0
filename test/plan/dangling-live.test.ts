/**
 * References to what is neither in the manifests nor live, into a large kind: their number does not
 * multiply the work.
 */
import { expect, it } from "vitest";
import { desiredGame, liveGame } from "../support/games.ts";
import { problems } from "./planning.ts";

const LIVE = 50_000;
const live = liveGame({
  actions: Array.from({ length: LIVE }, (_, index) => ({
    custom_id: `action-${index}-of-the-game`,
  })),
});

/** Criteria of which so many refer to an action that is not there. */
function wrong(count: number) {
  const criteria = Array.from({ length: count }, (_, index) => ({
    custom_id: `c${index}`,
    custom_action_id: `acton-${index}-of-the-game`,
  }));
  const desired = desiredGame({ criteria });
  const begun = process.cpuUsage();
  const found = problems(desired, live).filter(({ code }) => code === "dangling-reference");
  const { user, system } = process.cpuUsage(begun);
  return { found, microseconds: user + system };
}

it("each is a problem, the first ones with a suggestion, in the time of a few", () => {
  wrong(4);
  const few = wrong(4);
  const many = wrong(200);
  expect(many.found).toHaveLength(200);
  expect(many.found.filter(({ help }) => help.length > 0)).toHaveLength(4);
  expect(many.found[0]?.help).toEqual(['did you mean "action-0-of-the-game"?']);
  expect(many.microseconds).toBeLessThan(5 * few.microseconds + 500_000);
});
