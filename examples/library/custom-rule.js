// @ts-check
/**
 * Lints a project with the rules of laurel and one of its own: every achievement has an icon in its custom_data.
 * Exits with 1 if there is an error.
 *
 *   node custom-rule.js laurel.yaml
 */
import { dirname } from "node:path";
import * as laurel from "@laurel-progression/laurel";

/** @type {laurel.CustomRule} */
const icons = {
  code: "studio/icons", // switched off like any rule: # laurel-ignore studio/icons -- reason
  severity: "error",
  summary: "Achievement without an icon",
  check: (game) =>
    [...game.resources.values()]
      .filter(({ kind, body }) => kind === "achievement" && !hasIcon(body.custom_data))
      .map(({ address }) => ({
        address,
        pointer: "/custom_data",
        text: "the achievement has no icon",
        help: ["add one: custom_data: { icon: FILE.png }"],
      })),
};

/** @param {laurel.Json | undefined} data */
function hasIcon(data) {
  return typeof data === "object" && data !== null && "icon" in data && typeof data.icon === "string";
}

const [file = "laurel.yaml"] = process.argv.slice(2);
const project = await laurel.loadProject(file);
const findings = [
  ...project.diagnostics,
  ...(project.value ?? []).flatMap((game) => laurel.lint(game, { rules: [icons] })),
];
process.stdout.write(laurel.renderDiagnostics(findings, dirname(file)));
process.exitCode = laurel.hasErrors(findings) ? 1 : 0;
