/** The manifests of the games that are measured, written once for each size and gone at the end. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { questsOf } from "./game.js";
import { writeManifests } from "./manifests.js";
import { requestsFor } from "./wire.js";

/**
 * @typedef {object} Games
 * @property {(resources: number) => string} folder of the manifests
 * @property {(resources: number, url: string) => string} project a project file for these manifests
 * and this service
 * @property {(resources: number) => string} requests a file with the requests that make the game
 * @property {() => void} remove
 */

/** @returns {Games} */
export function openGames() {
  const root = mkdtempSync(join(tmpdir(), "laurel-bench-"));
  const known = new Set();
  const once = (path, make) => {
    if (!known.has(path)) make(path);
    known.add(path);
    return path;
  };
  const folder = (resources) =>
    once(join(root, `game-${resources}`), (path) => writeManifests(path, questsOf(resources)));
  return {
    folder,
    project: (resources, url) => {
      folder(resources);
      return once(join(root, `game-${resources}.yaml`), (file) =>
        writeFileSync(file, projectOf(`game-${resources}`, url)),
      );
    },
    requests: (resources) =>
      once(join(root, `requests-${resources}.json`), (file) =>
        writeFileSync(file, JSON.stringify(requestsFor(questsOf(resources)))),
      ),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A project with one live game. */
export function projectOf(manifests, url) {
  return `version: 1
service: { base_url: "${url}" }
games: { game: { manifests: ${manifests}, environments: { live: { game_id: g } } } }
`;
}
