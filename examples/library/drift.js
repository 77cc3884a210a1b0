// @ts-check
/**
 * Checks every night whether live games still match their manifests. Writes nothing to the service.
 * Exits with 0 if they match, with 2 if something differs, and with 1 if a game could not be checked.
 *
 *   node drift.js laurel.yaml production
 */
import { dirname } from "node:path";
import * as laurel from "@laurel-progression/laurel";

const [file = "laurel.yaml", environment = "production"] = process.argv.slice(2);
const { value: games = [], diagnostics } = await laurel.loadProject(file, { environment });
const problems = [...diagnostics];
let drifted = 0;

for (const game of games) {
  const connected = await laurel.connectGame(game, { variables: process.env });
  problems.push(...connected.diagnostics);
  if (connected.value === undefined) continue;
  const plan = await planOf(connected.value, game);
  await connected.value.close();
  problems.push(...plan.diagnostics);
  if (plan.value === undefined || plan.value.steps.length === 0) continue;
  drifted += 1;
  console.log(laurel.renderPlan(plan.value));
}

process.stderr.write(laurel.renderDiagnostics(problems, dirname(file)));
if (laurel.hasErrors(problems)) process.exitCode = 1;
else if (drifted > 0) process.exitCode = 2;
else console.log(`No drift in ${games.length} ${games.length === 1 ? "game" : "games"}.`);

/** @param {laurel.Connection} connection @param {laurel.Game} game @returns {Promise<laurel.Checked<laurel.Plan>>} */
async function planOf(connection, game) {
  const { value: live, diagnostics } = await laurel.readLive(connection, game);
  if (live === undefined) return { diagnostics };
  const plan = laurel.plan(connection, game, live);
  return { ...plan, diagnostics: [...diagnostics, ...plan.diagnostics] };
}
