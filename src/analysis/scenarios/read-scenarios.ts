/**
 * From the text of a file of scenarios to scenarios that can be played. All problems of a file are found in one run; a
 * scenario with a problem is left out.
 */
import { checkDocument } from "../../manifest/explain.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import { jsonOf, type Part, pointerTo, sourceOf } from "../../manifest/parts.ts";
import { problemAt } from "../../manifest/problem.ts";
import { quoted } from "../../manifest/wording.ts";
import { repeatedIn } from "../../model/collections.ts";
import { type Checked, sortDiagnostics } from "../../model/diagnostics.ts";
import { canonicalNumbers } from "../../model/json.ts";
import type { Pointer } from "../../model/model.ts";
import { clockOf } from "../../rules/local-time.ts";
import type { Design } from "../design/design.ts";
import { readExpectation } from "./expectations.ts";
import { hasZone, parseMoment } from "./moments.ts";
import { readSteps } from "./read-steps.ts";
import { openReader, type ScenarioReader } from "./reader.ts";
import type { Scenario, ScenarioPlayer, ScenarioStep, WrittenScenario } from "./scenario.ts";
import { checks } from "./scenarios-check.ts";

/** The player of a scenario that names none. */
const ONLY_PLAYER: ScenarioPlayer = { id: "player", time_zone: "UTC", custom_data: null };
const START = Date.parse("2026-01-01T12:00:00Z");
const BEGINNING = { line: 1, column: 1, offset: 0 };

/** The scenarios of one file, each document of it in turn. */
export function readScenarios(
  { documents, diagnostics, isBroken, source }: ParsedText,
  design: Design,
): Checked<readonly Scenario[]> {
  const read = documents.flatMap((root) => readDocument(root, design));
  const scenarios = read.flatMap(({ value }) => value ?? []);
  const label = "the file holds no scenarios";
  const help = ["write scenarios:, and below it a list of them"];
  const span = { file: source.file, start: BEGINNING, end: BEGINNING };
  const empty = documents.length > 0 || isBroken ? [] : [problemAt("missing-field", span, label, { help })];
  // Reports and filters call scenarios by their names.
  const repeated = repeatedIn(scenarios, ({ name }) => name).map(([{ name, place }, earlier]) => {
    const others = [{ span: earlier.place, text: "it is called so first here" }];
    return problemAt("duplicate-name", place, `another scenario is called ${quoted(name)}, too`, { others });
  });
  const found = [...diagnostics, ...empty, ...read.flatMap((each) => each.diagnostics), ...repeated];
  return { value: scenarios, diagnostics: sortDiagnostics(found) };
}

function readDocument(root: Part, design: Design): readonly Checked<Scenario>[] {
  const wrong = checkDocument(root, { checks, key: "scenarios" });
  if (wrong.length > 0) return [{ diagnostics: wrong }];
  const { scenarios } = canonicalNumbers(jsonOf(root)) as unknown as { readonly scenarios: WrittenScenario[] };
  return scenarios.map((scenario, index) => readScenario(scenario, `/scenarios/${index}`, root, design));
}

function readScenario(written: WrittenScenario, pointer: Pointer, root: Part, design: Design): Checked<Scenario> {
  const { name, description = "", steps, expect } = written;
  const reader = openReader(sourceOf(root), design, { steps, players: playersOf(written) });
  const { players, problems, span } = reader;
  checkNames(pointer, reader);
  const start = readStart(written, pointer, reader);
  // Without its zones and its start, its times are not known.
  if (problems.length > 0) return { diagnostics: problems };
  const played = readSteps(`${pointer}/steps`, start, reader);
  const place = span(`${pointer}/name`, "value");
  if (expect === undefined && steps.every((step) => step.expect === undefined)) {
    reader.problem("missing-field", place, "the scenario expects nothing", ["write expect: below its steps"]);
  }
  const atEnd = expect === undefined ? [] : readExpectation(expect, `${pointer}/expect`, reader);
  const last: ScenarioStep = { does: "expect", moments: played.at(-1)?.moments ?? [start], expectations: atEnd };
  if (problems.length > 0) return { diagnostics: problems };
  return { value: { name, description, place, players, start, steps: [...played, last] }, diagnostics: [] };
}

function playersOf({ players }: WrittenScenario): readonly ScenarioPlayer[] {
  if (players === undefined) return [ONLY_PLAYER];
  return Object.entries(players).map(([id, written]) => ({ ...ONLY_PLAYER, ...written, id }));
}

/** Time zones exist, and no two steps have one name. */
function checkNames(pointer: Pointer, { players, steps, span, problem }: ScenarioReader): void {
  for (const { id, time_zone } of players) {
    if (clockOf(time_zone).ok) continue;
    const help = ["write a name of the time zone database, such as Europe/Vienna"];
    const place = span(`${pointer}/players${pointerTo(id)}/time_zone`, "value");
    problem("invalid-value", place, `there is no time zone ${quoted(time_zone)}`, help);
  }
  for (const [index, { name }] of steps.entries()) {
    if (name === undefined || steps.findIndex((each) => each.name === name) === index) continue;
    const place = span(`${pointer}/steps/${index}/name`, "value");
    problem("invalid-value", place, `another step is called ${quoted(name)}, too`);
  }
}

function readStart({ start }: WrittenScenario, pointer: Pointer, { players, span, problem }: ScenarioReader): number {
  const [{ time_zone } = ONLY_PLAYER] = players;
  if (start === undefined || !clockOf(time_zone).ok) return START;
  const place = span(`${pointer}/start`, "value");
  if (players.length > 1 && !hasZone(start)) {
    const help = [`write Z behind it for UTC: ${start}Z`];
    problem("invalid-value", place, "with several players, the start needs a zone", help);
    return START;
  }
  const at = parseMoment(start, time_zone);
  if (!at.ok) problem("invalid-value", place, at.reason);
  return at.ok ? at.value : START;
}
