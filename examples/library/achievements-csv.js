// @ts-check
/**
 * Prints the achievements of a project as CSV, for a spreadsheet: what each gives, and the cheapest way to earn it.
 * Secret achievements are left out.
 *
 *   node achievements-csv.js laurel.yaml > achievements.csv
 */
import * as laurel from "@laurel-progression/laurel";

const [project = "laurel.yaml"] = process.argv.slice(2);
const { games, diagnostics } = await laurel.report({ project });
process.stderr.write(laurel.renderDiagnostics(diagnostics));
if (laurel.hasErrors(diagnostics)) process.exit(1);

const header = ["game", "achievement", "name", "points", "rewards", "effort", "how"];
const rows = games.flatMap(({ game, economy }) =>
  economy.achievements
    .filter(({ is_secret }) => !is_secret)
    .map(({ custom_id, name, points, rewards, way }) => {
      const effort = way.steps.length === 0 ? "" : way.effort;
      return [game, custom_id, name, points, rewards.join(" "), effort, howTo(way)];
    }),
);
process.stdout.write([header, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join(""));

/** @param {laurel.CheapestWay} way */
function howTo({ steps, reasons }) {
  if (steps.length === 0) return reasons.join("; ");
  return steps.map(({ custom_action_id, amount, times }) => `${times} × ${custom_action_id} ${amount}`).join(", ");
}

/** A value in quotes (RFC 4180). Spreadsheets take a text that begins with one of =+-@ for a formula. @param {unknown} value */
function cell(value) {
  const text = String(value).replaceAll('"', '""');
  return typeof value === "string" ? `"${/^[=+\-@]/.test(text) ? "'" : ""}${text}"` : text;
}
