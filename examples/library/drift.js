// @ts-check
/**
 * Checks every night whether live games still match their manifests. Writes nothing to the service.
 * Exits with 0 if they match, with 2 if something differs, and with 1 if a game could not be checked.
 *
 *   node drift.js laurel.yaml production
 */
import * as laurel from "@laurel-progression/laurel";

const [project = "laurel.yaml", env = "production"] = process.argv.slice(2);
const planned = await laurel.plan({ project, env, variables: process.env });
const drifted = planned.games.filter(({ plan }) => plan.steps.length > 0);

process.stderr.write(laurel.renderDiagnostics(planned.diagnostics));
if (drifted.length > 0) console.log(laurel.renderPlan(planned));
if (laurel.hasErrors(planned.diagnostics)) process.exitCode = 1;
else if (drifted.length > 0) process.exitCode = 2;
else console.log(`No drift in ${planned.games.length} ${planned.games.length === 1 ? "game" : "games"}.`);
