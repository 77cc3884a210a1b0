/** Whole projects on the disk through `validate`, in every form that it has: each output is valid in its form. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FORMATS } from "../../../src/cli/args/formats.ts";
import { EXIT } from "../../../src/cli/exit-codes.ts";
import { runCli } from "../../support/run-cli.ts";
import { readCorpus } from "../corpus.ts";
import { checkRun } from "../outputs.ts";
import type { Target } from "../target.ts";
import { bytesOf, type HostileFile, hostileFile } from "../texts.ts";

interface ProjectOnDisk {
  readonly files: readonly HostileFile[];
  readonly format: string;
}

const PLAIN = Buffer.from(`version: 1
games:
  demo:
    manifests: game
    environments: { test: { embedded: true } }
`).toString("base64");

export const projectsOnDisk: Target<ProjectOnDisk> = {
  name: "projects on disk",
  share: 40,
  open: async (root, folder) => {
    const { values, ...texts } = readCorpus(root);
    const manifest = { texts: texts.manifests, values: values.manifests };
    const override = { texts: texts.overrides, values: values.overrides };
    const project = { texts: texts.projects, values: values.projects };
    return {
      make: (random) => ({
        files: [
          random.chance(0.8) ? { file: "laurel.yaml", bytes: PLAIN } : hostileFile("laurel.yaml", project, random),
          hostileFile(random.pick(["game/a.yaml", "game/a.json"]), manifest, random),
          ...(random.chance(0.3) ? [hostileFile("game/deeper/b.yaml", manifest, random)] : []),
          ...(random.chance(0.3) ? [hostileFile("game/overrides/test.yaml", override, random)] : []),
        ],
        format: random.pick(FORMATS.validate),
      }),
      run: async ({ files, format }) => {
        await rm(folder, { recursive: true, force: true });
        for (const each of files) {
          await mkdir(dirname(join(folder, each.file)), { recursive: true });
          await writeFile(join(folder, each.file), bytesOf(each));
        }
        const run = await runCli(["validate", "--format", format], { cwd: folder });
        checkRun(run, [EXIT.done, EXIT.invalid, EXIT.refused, EXIT.usage], { format });
      },
      close: async () => undefined,
    };
  },
};
