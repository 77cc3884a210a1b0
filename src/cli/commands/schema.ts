/** `laurel schema DOCUMENT`: prints a JSON Schema from the folder `schemas` of the package. */
import { readSchema } from "../../files/assets.ts";
import { NO_PROBLEMS } from "../../view/mask/mask.ts";
import { defineCommand, type Flags, type Result } from "../command/command.ts";

/** Documents that people write, then documents that commands print. */
export const DOCUMENT_NAMES = [
  "manifest",
  "overrides",
  "project",
  "scenarios",
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

const options = {
  document: {
    type: "string",
    choices: DOCUMENT_NAMES,
    demandOption: true,
    describe: "Which document",
  },
} as const;
const examples = [
  ["laurel schema manifest > manifest.schema.json", "Save the schema of manifests"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run({ document }: Flags<typeof options>): Promise<Result> {
  return { view: { problems: NO_PROBLEMS, verbatim: () => readSchema(document) } };
}
