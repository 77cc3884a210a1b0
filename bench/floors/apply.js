/**
 * What `apply` cannot do without: the lists fetched, every request of the prepared ones sent, the
 * lists fetched again. Nothing is compared, and no manifest is read. Words: the file of prepared
 * requests, the origin.
 */
import { readFileSync } from "node:fs";
import { fetchLists, openGame } from "./lists.js";

const [, , file, origin] = process.argv;
const requests = JSON.parse(readFileSync(file, "utf8"));
const game = openGame(origin);
await fetchLists(game);
await Promise.all(requests.map(({ path, body }) => game.send("POST", path, JSON.stringify(body))));
await fetchLists(game);
await game.close();
