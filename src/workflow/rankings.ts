/** The rankings of a leaderboard, as the service answers. */

import { readRankings } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { diskTree } from "../files/disk.ts";
import { defined } from "../ground/collections.ts";
import { isJsonObject } from "../ground/json.ts";
import type { RankingsOptions } from "./options.ts";
import { unwrap } from "./problems.ts";
import type { RunContext } from "./run.ts";
import { onlyGame, selectGames } from "./selection.ts";
import { inSession } from "./session.ts";

export async function gameRankings(
  { leaderboard, player, query, ...options }: RankingsOptions,
  run: RunContext,
) {
  const choice = onlyGame(await selectGames(options, diskTree(run.ports)), "Rankings are of");
  const kind = catalog.find(({ rankings }) => rankings !== undefined);
  if (kind === undefined) throw new Error("no kind of the catalog has rankings");
  return inSession(choice, run, async ({ client, target: { game, environment, game_id } }) => {
    const answer = unwrap(
      await readRankings(client, kind, { customId: leaderboard, ...defined({ query, player }) }),
    );
    const { data: rankings = answer, meta } = isJsonObject(answer) ? answer : {};
    return { game, environment, game_id, leaderboard, rankings, ...defined({ player, meta }) };
  });
}
