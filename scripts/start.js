/**
 * `npm start`: the main job on one screen, for newcomers. Plans and applies the example game on the
 * embedded service, from an empty game, and then plans again: nothing is left to do.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const program = "dist/main.js";
const folder = "examples/dungeon";
const project = `${folder}/laurel.yaml`;

function show(text) {
  process.stdout.write(`${text}\n`);
}

/** Lines of a long output that are shown: its end. */
const LAST_LINES = 12;

function laurel(...words) {
  show(`\n$ node ${program} ${words.join(" ")}\n`);
  const stdio = ["inherit", "pipe", "inherit"];
  const { status, stdout } = spawnSync(process.execPath, [join(root, program), ...words], {
    cwd: root,
    stdio,
  });
  const lines = String(stdout).trimEnd().split("\n");
  show([...(lines.length > LAST_LINES ? ["…"] : []), ...lines.slice(-LAST_LINES)].join("\n"));
  if (status !== 0) {
    show(`\nThat ended with exit code ${status}.`);
    process.exit(status ?? 1);
  }
}

show(
  "Plan and apply the example game on the embedded service (local, starting empty), then plan again.",
);
rmSync(join(root, folder, ".laurel"), { recursive: true, force: true });

laurel("apply", "--project", project, "--yes");
laurel("plan", "--project", project);

show(`
Try next:
  cd ${folder}
  # Change a file in game, then see what that means for players
  node ../../${program} plan
  # The points economy, and how to earn each achievement
  node ../../${program} report
  # Scenarios: what players earn by what they do
  node ../../${program} test`);
