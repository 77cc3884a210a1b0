/**
 * What `plan` cannot do without: the files parsed and the lists fetched, both kept. Words: the
 * folder, the origin.
 */
import { parseFiles } from "./files.js";
import { fetchLists, openGame } from "./lists.js";

const [, , folder, origin] = process.argv;
const desired = parseFiles(folder);
const game = openGame(origin);
const live = await fetchLists(game);
await game.close();
process.exitCode = desired.length > 0 && live.length > 0 ? 0 : 1;
