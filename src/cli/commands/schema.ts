/** `laurel schema DOCUMENT`: prints a JSON Schema from the folder `schemas` of the package. */
import { readSchema } from "../../files/assets.ts";
import type { Flags } from "../command/command.ts";
import { EXIT, type ExitCode } from "../command/exit-codes.ts";
import type { CommandContext } from "../terminal/reporter.ts";

const INPUTS = ["manifest", "overrides", "project", "scenarios"] as const;
const RESULTS = [
  "plan",
  "apply",
  "pull",
  "mv",
  "test",
  "economy",
  "graph",
  "changelog",
  "rankings",
  "diagnostics",
] as const;

export const options = {
  document: { type: "string", choices: [...INPUTS, ...RESULTS], demandOption: true, describe: "Which document" },
} as const;

export const examples = [
  ["laurel schema manifest > manifest.schema.json", "Save the schema of manifests for an editor"],
] as const;

export async function run({ document }: Flags<typeof options>, { ports }: CommandContext): Promise<ExitCode> {
  ports.stdout.write(readSchema(document));
  return EXIT.done;
}
