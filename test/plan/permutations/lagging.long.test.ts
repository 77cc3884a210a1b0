/**
 * Two badges exchange ids, names and rewards on a service whose reads lag behind its writes. The
 * apply is killed after every write and continued at once, when reads may still show what was
 * before.
 */
import { expect, it } from "vitest";
import { gameIn, recordsOf } from "../../../src/emulator/state.ts";
import { GAME_ID, inGame, movingClock } from "../../support/cli.ts";
import type { Quirks } from "../../support/service/quirks.ts";

const LAG = 2_000;
const SHAPES: readonly Quirks[] = [
  {},
  { profile: "members" },
  { includes: "none", put: "replace" },
];
/**
 * Where the ids and the names of the two go: they stay, exchange, move on to what is free, or one
 * takes the other's.
 */
const STAY = [0, 1] as const;
const SWAP = [1, 0] as const;
const SHIFT = [1, 2] as const;
const TAKE = [2, 0] as const;
const WAYS = [
  ...[STAY, SHIFT, TAKE].flatMap((ids) => [STAY, SWAP].map((names) => ({ ids, names }))),
  { ids: SHIFT, names: SHIFT },
  // Names of a swap that are live at their ids would say that it has happened.
  ...[STAY, [2, 1] as const].map((names) => ({ ids: SWAP, names })),
];
const REWARDS = [0, 1].map((who) => ({ custom_id: `r${who}`, name: `R${who}` }));

const idAt = (place: number): string => "abc"[place] as string;
const badge = (place: number, name: number, reward: number) =>
  ({
    custom_id: idAt(place),
    name: `N${name}`,
    points: reward * 10,
    rewards: [`r${reward}`],
  }) as const;

/** Applies three times; the first apply is killed after `most` writes. */
async function trial(shape: Quirks, { ids, names }: (typeof WAYS)[number], most: number) {
  const clock = movingClock();
  const killed = { from: Number.POSITIVE_INFINITY };
  let writes = 0;
  const goal = ids.map((place, who) => badge(place, names[who] as number, 1 - who));
  const moved = ids.flatMap((to, who) =>
    to === who ? [] : [{ kind: "achievement", from: idAt(who), to: idAt(to) }],
  );
  const game = await inGame({
    service: {
      ...shape,
      lag: LAG,
      clock: { now: clock.now, wait: clock.sleep },
      faults: [{ effect: "error-before", status: 401, when: killed }],
    },
    live: { rewards: REWARDS, achievements: [badge(0, 0, 0), badge(1, 1, 1)] },
    manifests: { "game.json": JSON.stringify({ rewards: REWARDS, achievements: goal, moved }) },
    onRequest: ({ method, status }) => {
      if (method === "GET" || status === 401) return;
      writes += 1;
      if (writes === most) killed.from = 0;
      void clock.sleep(most % 2 === 0 ? 600 : 0);
    },
  });
  const ends: string[] = [];
  const apply = async (): Promise<void> => {
    const { exit, stdout } = await game.run(
      ["apply", "--yes", "--allow", "breaks-clients", "--format", "json"],
      {
        clock,
      },
    );
    const stored = gameIn(game.service().state, GAME_ID);
    const rewardsByKey = [...recordsOf(stored, "reward")];
    // In the order in which they were made, which no request changes.
    const badges = [...recordsOf(stored, "achievement").values()].map(
      ({ fields: { custom_id, name, points }, links }) => {
        const attached = rewardsByKey.filter(([key]) => links.rewards?.includes(key));
        return {
          custom_id,
          name,
          points,
          rewards: attached.map(([, { fields }]) => fields.custom_id),
        };
      },
    );
    ends.push(`${exit} ${stdout.match(/"converged": true/)} ${JSON.stringify(badges)}`);
  };
  await apply();
  const wasKilled = killed.from === 0;
  killed.from = Number.POSITIVE_INFINITY;
  await apply();
  await clock.sleep(LAG);
  await apply();
  return { wasKilled, ends, reached: `0 "converged": true ${JSON.stringify(goal)}` };
}

it.each(SHAPES)("nothing is lost on a service with %o", { timeout: 600_000 }, async (shape) => {
  for (const way of WAYS.filter((_, index) => index % SHAPES.length === SHAPES.indexOf(shape)))
    for (let [most, isOpen] = [1, true]; isOpen; most += 1) {
      const { wasKilled, ends, reached } = await trial(shape, way, most);
      isOpen = wasKilled;
      const isTrue =
        ends.every((end) => end === reached || !end.includes("true")) && ends[2] === reached;
      expect(isTrue, `${JSON.stringify(way)}, killed after ${most}:\n${ends.join("\n")}`).toBe(
        true,
      );
    }
});
