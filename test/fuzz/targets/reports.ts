/** Reports of applies that were changed, line by line or as text, and gone back from. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EXIT } from "../../../src/cli/exit-codes.ts";
import type { Json } from "../../../src/model/json.ts";
import { HAZARDS } from "../../../src/model/model.ts";
import { mutatedJson } from "../json-mutations.ts";
import { rawText } from "../nasty.ts";
import { checkRun } from "../outputs.ts";
import type { Random } from "../random.ts";
import { openScene } from "../scene.ts";
import type { Target } from "../target.ts";
import { mutatedText } from "../text-mutations.ts";

interface ReportInput {
  readonly text: string;
  readonly isForced: boolean;
}

const SERVICE = "@service@";
const ALLOWED = HAZARDS.flatMap((name) => ["--allow", name]);

export const reports: Target<ReportInput> = {
  name: "report files",
  share: 20,
  open: async (_, folder) => {
    const scene = await openScene(folder);
    await scene.reset();
    await scene.run(["apply", "--yes", "--report", "report.jsonl", ...ALLOWED]);
    // Its address is another one in each run.
    const original = (await readFile(join(scene.folder, "report.jsonl"), "utf8")).replaceAll(scene.url, SERVICE);
    return {
      make: (random) => ({ text: changed(original, random), isForced: random.chance(0.5) }),
      run: async ({ text, isForced }) => {
        await scene.reset();
        await writeFile(join(scene.folder, "report.jsonl"), text.replaceAll(SERVICE, scene.url));
        const flags = [...ALLOWED, ...(isForced ? ["--force"] : [])];
        const run = await scene.run(["revert", "report.jsonl", "--yes", "--format", "json", ...flags]);
        const exits = [EXIT.done, EXIT.failed, EXIT.invalid, EXIT.refused, EXIT.usage];
        checkRun(run, exits, { format: "json", schema: "apply" });
      },
      close: scene.close,
    };
  },
};

function changed(original: string, random: Random): string {
  if (random.chance(0.3)) return mutatedText(original, 1 + random.below(3), [original], random);
  const lines = original.trimEnd().split("\n");
  const values = lines.map((line) => JSON.parse(line) as Json);
  const changes = 1 + random.below(3);
  for (let change = 0; change < changes; change += 1) {
    const at = random.below(values.length);
    values[at] = mutatedJson(values[at] ?? null, 1, values, random);
  }
  return values.map((value) => `${rawText(JSON.stringify(value))}\n`).join("");
}
