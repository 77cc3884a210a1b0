/** Planning the games that differ from a commit against planning all games, of which all others have nothing to do. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figure, section } from "./figures.js";
import { QUEST, questsOf } from "./game.js";
import { writeManifests } from "./manifests.js";
import { MAIN, measure } from "./measure.js";
import { leastToRead } from "./requests.js";

const MOST_GAMES = 1000;
const CHANGED = 3;

/** @type {import("./main.js").Measurement} */
export async function changed({ service, sizes, latencies }) {
  // One quest is a game; small sizes are for runs whose times say nothing.
  const count = Math.min(MOST_GAMES, Math.max(...sizes) / QUEST);
  const folder = mkdtempSync(join(tmpdir(), "laurel-bench-"));
  writeGames(folder, count, service.url);
  const figures = [];
  // A plan of all games takes minutes where each answer takes longer.
  for (const latency of latencies.filter((each) => each <= 5)) {
    const plan = (name, ...flags) => ({
      name,
      words: [MAIN, "plan", "--detailed-exitcode", ...flags],
      cwd: folder,
      exit: 2,
      before: async () => {
        await service.fill({ resources: QUEST, latency });
        await service.asked();
      },
      after: async () => (await service.asked()).GET ?? 0,
    });
    const [all, own] = await measure([plan("all games"), plan("--changed", "--changed", "--base", "main")], 3);
    const name = `${count.toLocaleString("en")} games of ${QUEST} resources, ${CHANGED} changed, ${latency} ms`;
    figures.push(figure(name, all, own, { least: CHANGED * leastToRead(QUEST) }));
  }
  rmSync(folder, { recursive: true });
  return section({
    name: "changed",
    title: "`laurel plan --changed`",
    floor: "a plan of all games; the requests are those with `--changed`",
    heads: ["all games", "--changed"],
    figures,
  });
}

/** A repository with a project, in which the last games have one more leaderboard than the branch `main`. */
function writeGames(folder, count, url) {
  const names = Array.from({ length: count }, (_, index) => `game-${index + 1}`);
  for (const name of names) writeManifests(join(folder, "games", name), questsOf(QUEST));
  const blocks = names.map(
    (name) => `  ${name}: { manifests: games/${name}, environments: { live: { game_id: ${name} } } }\n`,
  );
  writeFileSync(join(folder, "laurel.yaml"), `version: 1\nservice: { base_url: "${url}" }\ngames:\n${blocks.join("")}`);
  const author = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"];
  const git = (...words) => execFileSync("git", [...author, ...words], { cwd: folder, stdio: "ignore" });
  git("init", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
  for (const name of names.slice(-CHANGED)) {
    const file = join(folder, "games", name, "chapter-0001/leaderboards.yaml");
    appendFileSync(file, "  - { custom_id: new, name: New }\n");
  }
}
