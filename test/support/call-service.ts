/**
 * What a game does at the service beside laurel: players report activities and scores, and look at
 * what they have.
 */
import { expect } from "vitest";
import { type JsonObject, jsonText } from "../../src/ground/json.ts";
import { GAME_ID, type TestGame, TOKEN } from "./cli.ts";

/** GET of a path below the game, or POST of a body to it. */
export async function callService(
  game: TestGame,
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const response = await game.service().app.request(`/v1/games/${GAME_ID}/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      Accept: "application/json",
      "Content-Type": "application/json",
    },
    ...(body === undefined ? {} : { body: jsonText(body) }),
  });
  const answer = (await response.json()) as JsonObject;
  expect(response.ok, `${path}: ${JSON.stringify(answer)}`).toBe(true);
  return answer;
}
