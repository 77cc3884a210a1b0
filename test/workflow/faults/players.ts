/** The history that players leave in a game, and the judgement whether an apply has damaged it. */
import { isDeepStrictEqual } from "node:util";
import type { Kind } from "../../../src/catalog/types.ts";
import { activity, badge, player, score } from "../../../src/emulator/kinds.ts";
import {
  gameIn,
  idOf,
  recordsOf,
  type State,
  type StoredGame,
  type StoredRecord,
} from "../../../src/emulator/state.ts";
import type { JsonObject } from "../../../src/ground/json.ts";
import { addressOf } from "../../../src/model/catalog-lookup.ts";
import type { Address } from "../../../src/model/model.ts";
import { TOKEN } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import { createService } from "../../support/service/service.ts";

/** Only players write these. */
const HISTORY: readonly Kind[] = [player, activity, badge, score];

/** Enough of each action for the achievements of the scenarios. */
const AMOUNT = 10;

/**
 * The game after one player has recorded every action and reported a score to every leaderboard.
 */
export async function playedGame(gameId: string, live: Contents): Promise<State> {
  const { app, seed, snapshot } = createService({ token: TOKEN });
  await seed(gameId, live);
  const post = async (path: string, body: JsonObject): Promise<void> => {
    const response = await app.request(`/v1/games/${gameId}/${path}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${TOKEN}`,
        Accept: "application/json",
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  await post("players", { custom_id: "hero", time_zone: "Europe/Oslo" });
  for (const { custom_id = null } of live.actions ?? [])
    await post("activities", {
      custom_player_id: "hero",
      custom_action_id: custom_id,
      amount: AMOUNT,
    });
  for (const { custom_id = null } of live.leaderboards ?? [])
    await post("scores", { custom_player_id: "hero", custom_leaderboard_id: custom_id, score: 42 });
  const state = snapshot();
  const unused = resourcesWithoutHistory(gameIn(state, gameId));
  if (unused.length > 0) throw new Error(`no player has anything of ${unused.join(", ")}`);
  return state;
}

/** The actions, achievements and leaderboards with which no player has done or earned anything. */
function resourcesWithoutHistory(game: StoredGame): readonly Address[] {
  const used = new Set(
    HISTORY.flatMap((kind) =>
      recordsIn(game, kind).flatMap((record) => subjectsOf(game, kind, record)),
    ),
  );
  const references = HISTORY.flatMap(({ fields }) =>
    fields.flatMap((field) => (field.type === "reference" ? field.to : [])),
  );
  return [...new Set(references)].flatMap((kind) =>
    [...recordsOf(game, kind).values()]
      .map((record) => addressOf(kind, idOf(record)))
      .filter((address) => !used.has(address)),
  );
}

function recordsIn(game: StoredGame, kind: Kind): readonly StoredRecord[] {
  return [...recordsOf(game, kind.name).values()];
}

/** The resources and the player that a record is about. */
function subjectsOf(game: StoredGame, { fields }: Kind, record: StoredRecord): readonly Address[] {
  return fields.flatMap((field) => {
    if (field.type !== "reference") return [];
    const subject = recordsOf(game, field.to).get(Number(record.fields[field.name]));
    return subject === undefined ? [] : [addressOf(field.to, idOf(subject))];
  });
}

export interface History {
  readonly before: StoredGame;
  readonly after: StoredGame;
  /**
   * The resources that the manifests delete or replace on purpose: their history may go with them.
   */
  readonly expendable: ReadonlySet<Address>;
}

/**
 * Names each record of players that was lost, changed or made up. Renaming a resource damages none:
 * references are keys.
 */
export function damageToPlayers({ before, after, expendable }: History): readonly string[] {
  return HISTORY.flatMap((kind) => {
    const had = recordsOf(before, kind.name);
    if (had.size === 0) throw new Error(`there are no ${kind.plural} that could be lost`);
    const has = recordsOf(after, kind.name);
    const damaged = [...had.values()].flatMap((record): readonly string[] => {
      const subjects = subjectsOf(before, kind, record);
      const isGone = !has.has(record.key);
      if (isGone && subjects.some((address) => expendable.has(address))) return [];
      if (isDeepStrictEqual(has.get(record.key), record)) return [];
      return [
        `${kind.name} of ${subjects.join(" and ") || idOf(record)} was ${isGone ? "lost" : "changed"}`,
      ];
    });
    const added = [...has.keys()].filter((key) => !had.has(key));
    return [...damaged, ...added.map((key) => `${kind.name} ${key} was made up`)];
  });
}
