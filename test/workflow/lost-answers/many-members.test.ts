/**
 * Hundreds of members join one group, several at a time, on a service with small pages that closes
 * connections after its answers. A request on a closed connection has no answer, and other members
 * join while the list is read back.
 */
import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/ground/json.ts";
import { GAME_ID, inGame, movingClock } from "../../support/cli.ts";
import type { Fault } from "../../support/service/service.ts";

const MEMBERS = 120;

const criteria = Array.from({ length: MEMBERS }, (_, index) => {
  return { custom_id: `c${index}`, name: `C${index}`, custom_action_id: "jump" };
});
const BASE = { actions: [{ custom_id: "jump", name: "Jump" }], criteria };
const group = (members: readonly JsonObject[]) => ({
  custom_id: "all",
  name: "All",
  criteria: members.map(({ custom_id }) => custom_id as string),
});

const closing = (seed: number): Fault => ({
  effect: "close-idle",
  when: { probability: 0.2, seed },
});

it.each([
  ["new ones are created and join", {}, MEMBERS + 2],
  ["they join a group with none", { ...BASE, criteria_groups: [group([])] }, MEMBERS],
  [
    "they join a group with half of them",
    { ...BASE, criteria_groups: [group(criteria.slice(0, MEMBERS / 2))] },
    MEMBERS / 2,
  ],
])("%s", async (_, live, steps) => {
  const clock = movingClock();
  const game = await inGame({
    live,
    manifests: { "game.json": JSON.stringify({ ...BASE, criteria_groups: [group(criteria)] }) },
    service: {
      maxPageSize: 7,
      faults: [
        closing(1),
        { effect: "drop-after", when: { method: "POST", probability: 0.05, seed: 2 } },
      ],
      clock: { now: clock.now, wait: clock.sleep },
    },
  });
  const { exit, stdout } = await game.run(
    ["apply", "--yes", "--format", "json", "--allow", "mass-change"],
    { clock },
  );
  const [{ totals, converged }] = JSON.parse(stdout).results;
  expect({ exit, converged, totals }).toMatchObject({
    exit: 0,
    converged: true,
    totals: { done: steps, failed: 0 },
  });
  const [stored] = game.service().contents(GAME_ID).criteria_groups ?? [];
  expect(stored?.criteria).toHaveLength(MEMBERS);
});
