// @ts-check
/**
 * Rehearses a release: applies the manifests of the project's embedded environment, and prints how every step ended.
 * Exits with 1 if the embedded service does not end as the manifests say.
 *
 *   node rehearse.js laurel.yaml local
 */
import * as laurel from "@laurel-progression/laurel";

const [project = "laurel.yaml", env = "local"] = process.argv.slice(2);
const applied = await laurel.apply({ project, env, variables: process.env });

process.stderr.write(laurel.renderDiagnostics(applied.plans.diagnostics));
for (const { game, steps, converged, diagnostics } of applied.results) {
  for (const { status, id } of steps) console.log(`${game}: ${status} ${id}`);
  process.stderr.write(laurel.renderDiagnostics(diagnostics));
  console.log(`${game}: ${converged ? "matches its manifests" : "does not match its manifests"}`);
}
if (applied.outcome !== "done") process.exitCode = 1;
