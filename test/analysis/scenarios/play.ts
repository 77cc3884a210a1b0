/**
 * A game made of manifests and scenarios made of text, both in memory, for the tests of scenarios.
 */

import { type Design, designOf } from "../../../src/analysis/design/design.ts";
import {
  type PlayedScenario,
  playScenario,
} from "../../../src/analysis/scenarios/play-scenario.ts";
import { readScenarios } from "../../../src/analysis/scenarios/read-scenarios.ts";
import type { Scenario } from "../../../src/analysis/scenarios/scenario.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { endlessWork } from "../../../src/ground/work.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { compile } from "../../../src/rules/compiled.ts";
import { loadTexts } from "../../support/sources.ts";

export function designFrom(manifest: string): Design {
  const { value, diagnostics } = loadTexts([{ file: "game.yaml", text: manifest }], catalog);
  if (value === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  return designOf(value.resources.values(), value.managed, { actions: new Map() });
}

/** When the first step is done. */
export function momentsOf({ steps: [first] }: Scenario): readonly number[] {
  return first?.does === "activity"
    ? Array.from({ length: first.times }, (_, index) => first.findMoment(index))
    : [];
}

/** Problems as `line:column code label | help`. */
export function problemsIn(text: string, design: Design): readonly string[] {
  return readScenarios(parseText("a.test.yaml", text), design).diagnostics.map(
    ({ code, primary, help }) =>
      `${primary?.span.start.line}:${primary?.span.start.column} ${code} ${primary?.text}${help.map((each) => ` | ${each}`).join("")}`,
  );
}

/** Reads scenarios that have to be valid, and plays them. */
export function playAll(text: string, design: Design): readonly PlayedScenario[] {
  const { value = [], diagnostics } = readScenarios(parseText("a.test.yaml", text), design);
  if (diagnostics.length > 0) throw new Error(problemsIn(text, design).join("\n"));
  return value.map((scenario) => {
    const end = playScenario(scenario, { design, compiled: compile(design), work: endlessWork() });
    if (end.is === "stopped") throw new Error("endless work ends");
    return end.played;
  });
}

/** Plays one scenario of which everything but the name is given. */
export function playOne(body: string, design: Design): PlayedScenario {
  const lines = body.split("\n").map((line) => `    ${line}`);
  const [played] = playAll(`scenarios:\n  - name: it\n${lines.join("\n")}\n`, design);
  if (played === undefined) throw new Error("there is no scenario");
  return played;
}
