/** Fetches every page of every list of a game with undici, and nothing else. */
import { Pool } from "undici";
import { PATHS } from "../wire.js";

const HEADERS = {
  authorization: `Bearer ${process.env.LAUREL_API_TOKEN}`,
  accept: "application/json",
  "content-type": "application/json",
};

/**
 * Four connections, as laurel has by default; what is more waits for one of them.
 *
 * @param {string} origin
 */
export function openGame(origin) {
  const pool = new Pool(origin, { connections: 4 });
  const send = async (method, path, body) => {
    const answer = await pool.request({
      method,
      path: `/v1/games/g/${path}`,
      headers: HEADERS,
      body,
    });
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} was answered ${answer.statusCode}`);
    return answer.body.json();
  };
  return { send, close: () => pool.close() };
}

/**
 * The first pages show how many more there are.
 *
 * @param {ReturnType<typeof openGame>} game
 */
export function fetchLists({ send }) {
  const page = (path, number) => send("GET", `${path}?page[size]=100&page[number]=${number}`);
  return Promise.all(
    PATHS.map(async (path) => {
      const first = await page(path, 1);
      const others = Array.from({ length: first.meta.last_page - 1 }, (_, index) =>
        page(path, index + 2),
      );
      return [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
    }),
  );
}
