/** Files of scenarios: read by the example game, and where they are valid played and told in every form. */
import { join } from "node:path";
import { type Design, designOf } from "../../../src/analysis/design/design.ts";
import { playScenario } from "../../../src/analysis/scenarios/play-scenario.ts";
import { readScenarios } from "../../../src/analysis/scenarios/read-scenarios.ts";
import { type TestedGame, totalsOf } from "../../../src/analysis/scenarios/test-game.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { readGameFolder } from "../../../src/files/manifests.ts";
import { textOfBytes } from "../../../src/files/read.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { type Diagnostic, hasErrors } from "../../../src/model/diagnostics.ts";
import { type CompiledRules, compile } from "../../../src/rules/compiled.ts";
import { renderBy, testMembers } from "../../../src/view/json/render.ts";
import { renderTestJunit } from "../../../src/view/junit.ts";
import { plainStyle } from "../../../src/view/render/document.ts";
import { renderText } from "../../../src/view/render/text.ts";
import { testDocument } from "../../../src/view/scenarios.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import { renderDiagnosticsText } from "../../support/diagnostics-text.ts";
import { SCHEMAS } from "../../support/schemas.ts";
import { readCorpus } from "../corpus.ts";
import { checkOutput } from "../outputs.ts";
import { checkPlaces, insist, type Target } from "../target.ts";
import { bytesOf, type HostileFile, hostileFile } from "../texts.ts";

const FILE = "game.test.yaml";

export const scenarios: Target<HostileFile> = {
  name: "scenarios",
  share: 50,
  open: async (root) => {
    const { scenarios: texts, values } = readCorpus(root);
    const design = await exampleDesign(root);
    const compiled = compile(design);
    return {
      make: (random) => hostileFile(FILE, { texts, values: values.scenarios }, random),
      run: async (input) => play(input, design, compiled),
      close: async () => undefined,
    };
  },
};

async function exampleDesign(root: string): Promise<Design> {
  const { manifests } = await readGameFolder({ manifests: join(root, "examples/dungeon/game") }, root);
  const { value } = loadDesired(manifests, catalog);
  if (value === undefined) throw new Error("the example is not valid");
  return designOf(value.resources.values(), value.managed, DEFAULT_PLAY);
}

function play(input: HostileFile, design: Design, compiled: CompiledRules): void {
  const { value: file } = textOfBytes(bytesOf(input), input.file);
  if (file === undefined) return;
  const { value = [], diagnostics } = readScenarios(parseText(file.file, file.text), design);
  // An empty list is valid, and there is nothing to play.
  if (value.length + diagnostics.length === 0 && /\bscenarios["']?\s*:\s*\[\s*\]/.test(file.text)) return;
  insist(value.length > 0 || diagnostics.length > 0, () => "neither scenarios nor problems");
  checkPlaces(diagnostics, new Map([[file.file, file.text]]));
  renderDiagnosticsText(diagnostics, { style: plainStyle, textOf: () => file.text });

  const played = value.map((scenario) => playScenario(scenario, design, compiled));
  for (const { scenario, passed, answers } of played) {
    insist(passed === answers.every((each) => each.passed), () => `"${scenario.name}" passes against its answers`);
  }
  const tested = played.map((each) => ({ ...each, milliseconds: 0 }));
  const files = [{ file: file.file, scenarios: tested }];
  tell({ game: "dungeon", files }, diagnostics);
}

function tell(game: TestedGame, diagnostics: readonly Diagnostic[]): void {
  const totals = totalsOf([game]);
  for (const verbose of [false, true]) {
    const view = { style: plainStyle, width: 80, verbose } as const;
    checkOutput(renderText(testDocument([game]), view), "text");
  }
  checkOutput(renderBy(SCHEMAS.test, { ...testMembers([game]), diagnostics }), "json", "test");
  // Texts in XML may have tabs.
  checkOutput(renderTestJunit([game], diagnostics).replaceAll("\t", " "), "junit");
  insist(totals.failed === 0 || totals.scenarios > 0, () => "a failure of nothing");
  insist(hasErrors(diagnostics) || totals.scenarios > 0, () => "nothing was played, and nothing is wrong");
}
