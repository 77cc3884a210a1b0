/** Manifests and overrides: read, and where they are valid planned against an empty game and the other way round. */
import { catalog } from "../../../src/catalog/index.ts";
import { sha256, textOfBytes } from "../../../src/files/read.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import type { ManifestText } from "../../../src/manifest/parse.ts";
import { hasErrors } from "../../../src/model/diagnostics.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { renderBy } from "../../../src/view/json/render.ts";
import { plainStyle } from "../../../src/view/render/document.ts";
import { renderDiagnosticsText } from "../../support/diagnostics-text.ts";
import { liveGame, TARGET } from "../../support/games.ts";
import { SCHEMAS } from "../../support/schemas.ts";
import { readCorpus } from "../corpus.ts";
import type { Random } from "../random.ts";
import { checkPlaces, insist, type Target } from "../target.ts";
import { bytesOf, type HostileFile, hostileFile } from "../texts.ts";

interface Files {
  readonly manifests: readonly HostileFile[];
  readonly overrides: readonly HostileFile[];
}

export const manifests: Target<Files> = {
  name: "manifests",
  share: 700,
  open: async (root) => {
    const { values, ...texts } = readCorpus(root);
    const manifest = { texts: texts.manifests, values: values.manifests };
    const override = { texts: texts.overrides, values: values.overrides };
    const named = (random: Random): string => random.pick(["game.yaml", "game.yaml", "game.json"]);
    return {
      make: (random) => ({
        manifests: [
          hostileFile(named(random), manifest, random),
          ...(random.chance(0.05) ? [hostileFile("more.yaml", manifest, random)] : []),
        ],
        overrides: random.chance(0.15) ? [hostileFile("overrides/test.yaml", override, random)] : [],
      }),
      run: async (input) => load(readable(input.manifests), readable(input.overrides)),
      close: async () => undefined,
    };
  },
};

function readable(files: readonly HostileFile[]): readonly ManifestText[] {
  return files.flatMap((each) => textOfBytes(bytesOf(each), each.file).value ?? []);
}

function load(files: readonly ManifestText[], overrides: readonly ManifestText[]): void {
  const { value, diagnostics } = loadDesired(files, catalog, overrides);
  const texts = new Map([...files, ...overrides].map(({ file, text }) => [file, text]));
  insist((value === undefined) === hasErrors(diagnostics), () => "a game where there are errors, or none without");
  checkPlaces(diagnostics, texts);
  renderDiagnosticsText(diagnostics, { style: plainStyle, textOf: (file) => texts.get(file) });
  renderBy(SCHEMAS.diagnostics, { diagnostics });
  if (value === undefined) return;
  const options = { prune: true, targets: [], scalars: "native" } as const;
  makePlan({ target: TARGET, desired: value, live: liveGame({}), catalog, hash: sha256 }, options);
}
