/** The data file of the embedded service, changed by hand or damaged: every command that reads it says so. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EXIT } from "../../../src/cli/exit-codes.ts";
import type { Json } from "../../../src/model/json.ts";
import { mutatedJson } from "../json-mutations.ts";
import { rawText } from "../nasty.ts";
import { checkRun } from "../outputs.ts";
import { openScene } from "../scene.ts";
import type { Target } from "../target.ts";
import { mutatedText } from "../text-mutations.ts";

interface DataInput {
  readonly text: string;
  readonly argv: readonly string[];
}

const COMMANDS: readonly (readonly string[])[] = [
  ["plan", "--env", "local"],
  ["apply", "--env", "local", "--yes"],
  ["rankings", "points", "--env", "local"],
];

export const embeddedData: Target<DataInput> = {
  name: "embedded data",
  share: 10,
  open: async (_, folder) => {
    const scene = await openScene(folder);
    await scene.reset();
    await scene.run(["apply", "--env", "local", "--yes"]);
    const file = join(scene.folder, ".laurel/demo@local.json");
    const original = await readFile(file, "utf8");
    const value = JSON.parse(original) as Json;
    return {
      make: (random) => {
        const changes = 1 + random.below(3);
        const isText = random.chance(0.3);
        const text = isText
          ? mutatedText(original, changes, [original], random)
          : rawText(JSON.stringify(mutatedJson(value, changes, [value], random)));
        return { text, argv: random.pick(COMMANDS) };
      },
      run: async ({ text, argv }) => {
        await scene.reset();
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
        const exits = [EXIT.done, EXIT.failed, EXIT.invalid, EXIT.refused];
        checkRun(await scene.run(argv), exits, { format: "text" });
      },
      close: scene.close,
    };
  },
};
