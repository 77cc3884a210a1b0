/**
 * `npm run demo:pages`: the pages of HTML that laurel makes, for the example game, in the folder `demo`. The plan is one
 * with changes of every sort: the game is applied to the embedded service, its manifests are edited, and somebody has been
 * at the live game meanwhile. All of it happens in a copy.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pages = join(root, "demo");
const folder = mkdtempSync(join(tmpdir(), "laurel-demo-"));
const example = join(folder, "examples/dungeon");

/** What the branch under review changes: file, what is there, and what takes its place. */
const EDITS = [
  ["combat/battles.yaml", "rule: gte:100\n", "rule: gte:250\n"],
  [
    "combat/battles.yaml",
    "The amount is the damage dealt.\n    reactions",
    "The damage dealt is the amount.\n    reactions",
  ],
  ["seasons/habits.yaml", "streak: days:7", "streak: days:5"],
  ["secrets.yaml", "points: 66", "points: 99"],
  ["leaderboards.yaml", "Points from achievements.", "Points from achievements, for ever."],
];
/** Those are drift: changed on the live game, and not in git. */
const DRIFT = [
  ["leaderboards.yaml", "name: Deepest dive", "name: Deepest dive of all"],
  ["leaderboards.yaml", "The duel rating. It goes up and down", "The rating of duels. It goes up and down"],
];
const NEW_ACHIEVEMENT = `achievements:
  - custom_id: tower-climber
    name: Tower climber
    description: Climb the tower of glass.
    points: 40
    custom_criteria_group_id:
      custom_id: tower-climbed
      name: Tower climbed
      criteria:
        - custom_id: tower-top
          name: The top of the tower
          custom_action_id: { custom_id: climb-tower, name: Climb the tower }
`;
const GONE = "leaderboards.yaml";

function show(text) {
  process.stdout.write(`${text}\n`);
}

function run(program, words, may = []) {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const { status, stderr } = spawnSync(program, words, { cwd: folder, env, encoding: "utf8" });
  if (status === 0 || may.includes(status)) return;
  throw new Error(`${program} ${words.join(" ")} ended with ${status}\n${stderr}`);
}

function laurel(words, may) {
  run(process.execPath, [join(root, "dist/main.js"), ...words, "--project", join(example, "laurel.yaml")], may);
}

function git(...words) {
  run("git", ["-c", "user.name=Demo", "-c", "user.email=demo@example.com", ...words]);
}

function edit(file, from, to) {
  const path = join(example, "game", file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

try {
  rmSync(pages, { recursive: true, force: true });
  mkdirSync(pages);
  cpSync(join(root, "examples"), join(folder, "examples"), {
    recursive: true,
    filter: (path) => !path.includes("/.laurel"),
  });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Game");
  for (const change of DRIFT) edit(...change);
  laurel(["apply", "--yes"]);
  for (const [file, from, to] of DRIFT) edit(file, to, from);
  for (const change of EDITS) edit(...change);
  const boards = join(example, "game", GONE);
  const text = readFileSync(boards, "utf8");
  // The last leaderboard goes, with the scores of players.
  writeFileSync(boards, text.slice(0, text.lastIndexOf("  - custom_id:")));
  writeFileSync(join(example, "game/tower.yaml"), NEW_ACHIEVEMENT);

  laurel(
    ["plan", "--base", "HEAD", "--show-requests", "--out", "plan.json", "--output", `html=${join(pages, "plan.html")}`],
    [4],
  );
  laurel(["graph", "--plan", "plan.json", "--output", `html=${join(pages, "graph.html")}`]);
  laurel(["report", "--output", `html=${join(pages, "report.html")}`]);
  for (const page of ["plan", "graph", "report"]) show(join("demo", `${page}.html`));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
