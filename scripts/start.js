/**
 * `npm start`: plays the main job through for newcomers: plan, apply, plan again,
 * for the example game on the embedded service, from an empty game.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const project = "examples/dungeon/laurel.yaml";

function show(text) {
  process.stdout.write(`${text}\n`);
}

function laurel(...words) {
  show(`\n$ laurel ${words.join(" ")}\n`);
  const { status } = spawnSync(process.execPath, [join(root, "dist/main.js"), ...words], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) {
    show(`\nThat ended with exit code ${status}.`);
    process.exit(status ?? 1);
  }
}

show("The example game, planned and applied on the embedded service (local, starting empty).");
rmSync(join(root, "examples/dungeon/.laurel"), { recursive: true, force: true });

laurel("plan", "--project", project);
laurel("apply", "--project", project, "--yes");
laurel("plan", "--project", project);

show(`
What to do next, after alias laurel="node $PWD/dist/main.js":

  1. Change something: edit examples/dungeon/game/secrets.yaml
  2. See what it means:    laurel plan --project ${project}
  3. Apply it:             laurel apply --project ${project}
  4. Look at a ranking:    laurel rankings renown --project ${project}

The same manifests go to a live service with --env production; README.md says how, under "Going live".`);
