/**
 * The playing of scenarios over the example game, against the check of the same manifests without
 * playing anything.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { figure, section } from "./figures.js";
import { projectOf } from "./games.js";
import { MAIN, measure } from "./measure.js";
import { TARGETS } from "./targets.js";

const EXAMPLE = fileURLToPath(new URL("../examples/dungeon/game", import.meta.url));

/** Activities of one player in one scenario; the reactions that they set off come on top. */
const SIZES = [1_000, 10_000];

/** What is done in turn: chains of reactions, conditions, streaks and references. */
const ACTIONS = [
  "{ do: slay-fire-dragon",
  "{ do: slay-skeleton",
  "{ do: enter-floor, custom_data: { depth: 7, region: crypt }",
  "{ do: walk, amount: 400",
  "{ do: cast-spell, custom_data: { school: storm }",
  "{ do: float-lantern",
  "{ do: finish-guild-quest, custom_data: { guild: hammers }",
  "{ do: trigger-trap",
  "{ do: sell-loot, amount: 3",
  "{ do: finish-run, amount: 4000",
];

/** @param {number} activities */
function scenario(activities) {
  const rounds = activities / ACTIONS.length / 10;
  const steps = Array.from({ length: 10 }, () =>
    ACTIONS.map((action) => `      - ${action}, times: ${rounds}, every: 7m }\n`).join(""),
  ).join("");
  const players =
    "    players: { lea: { time_zone: Europe/Vienna, custom_data: { guild: lanterns } } }\n";
  return `scenarios:\n  - name: many activities\n${players}    steps:\n${steps}    expect: { not_earned: [cat-person] }\n`;
}

/** @type {import("./main.js").Measurement} */
export async function test({ roundsFor }) {
  const root = mkdtempSync(join(tmpdir(), "laurel-bench-test-"));
  const figures = [];
  try {
    for (const size of SIZES) {
      const folder = join(root, `game-${size}`);
      cpSync(EXAMPLE, folder, { recursive: true, filter: (path) => !path.endsWith(".test.yaml") });
      writeFileSync(join(folder, "many.test.yaml"), scenario(size));
      writeFileSync(join(root, "laurel.yaml"), projectOf(`game-${size}`, "http://127.0.0.1"));
      const [validating, laurel] = await measure(
        [
          { name: "laurel validate", words: [MAIN, "validate"], cwd: root },
          { name: "laurel test", words: [MAIN, "test"], cwd: root },
        ],
        roundsFor(1000),
      );
      figures.push(
        figure(`${size.toLocaleString("en")} activities`, validating, laurel, {
          most: TARGETS.test,
        }),
      );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const floorIs = "`laurel validate` of the same manifests, which plays nothing";
  return section({ name: "test", title: "`laurel test`", floor: floorIs, figures });
}
