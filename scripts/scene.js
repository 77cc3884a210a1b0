/** A copy of the example game in a folder of its own, with the steps that demonstrations and pictures are made of. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** What the branch under review changes: file, what is in it, and what replaces that. */
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
/** Drift: changed on the live game, and not in git. */
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

/**
 * The example game, committed in a new repository. `laurel` runs the built command in its folder and returns what it printed;
 * any other exit code than 0 and those given throws.
 */
export function openScene() {
  const folder = mkdtempSync(join(tmpdir(), "laurel-scene-"));
  const game = join(folder, "game");
  cpSync(join(ROOT, "examples/dungeon"), folder, { recursive: true, filter: (path) => !path.includes("/.laurel") });

  function run(program, words, mayEndWith = [0]) {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env, encoding: "utf8" });
    if (mayEndWith.includes(status)) return { stdout, stderr };
    throw new Error(`${program} ${words.join(" ")} ended with ${status}\n${stderr}`);
  }
  const git = (...words) => run("git", ["-c", "user.name=Demo", "-c", "user.email=demo@example.com", ...words]);

  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Game");
  return {
    folder,
    laurel: (words, mayEndWith) => run(process.execPath, [join(ROOT, "dist/main.js"), ...words], mayEndWith),
    /** Replaces the first occurrence in a manifest. */
    edit(file, from, to) {
      const path = join(game, file);
      const text = readFileSync(path, "utf8");
      if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}`);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
    },
    /** Removes the last entry of a manifest. */
    removeLast(file) {
      const path = join(game, file);
      const text = readFileSync(path, "utf8");
      writeFileSync(path, text.slice(0, text.lastIndexOf("  - custom_id:")));
    },
    add: (file, text) => writeFileSync(join(game, file), text),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A scene in which a plan has changes of every sort, with drift, a deletion and a secret. */
export function openReview() {
  const scene = openScene();
  for (const change of DRIFT) scene.edit(...change);
  scene.laurel(["apply", "--yes"]);
  for (const [file, from, to] of DRIFT) scene.edit(file, to, from);
  for (const change of EDITS) scene.edit(...change);
  scene.removeLast("leaderboards.yaml");
  scene.add("tower.yaml", NEW_ACHIEVEMENT);
  return scene;
}
