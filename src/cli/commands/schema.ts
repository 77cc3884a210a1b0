/** `laurel schema DOCUMENT`: prints a JSON Schema from the folder `schemas` of the package. */
import { readSchema } from "../../files/assets.ts";
import { type CommandContext, EXIT, type ExitCode, type Flags } from "../command/command.ts";

const WRITTEN = ["manifest", "overrides", "project", "scenarios"] as const;
const RESULTS = ["plan", "apply", "pull", "mv", "test", "economy", "graph", "changelog", "rankings"] as const;

export const options = {
  document: {
    type: "string",
    choices: [...WRITTEN, ...RESULTS, "diagnostics"],
    demandOption: true,
    describe: "Which document",
  },
} as const;
export const examples = [["laurel schema manifest > manifest.schema.json", "Save the schema of manifests"]] as const;

export async function run({ document }: Flags<typeof options>, { ports }: CommandContext): Promise<ExitCode> {
  ports.stdout.write(readSchema(document));
  return EXIT.done;
}
