/**
 * From the text of a file of scenarios to scenarios that can be played. All problems of a file are found in one run; a
 * scenario with a problem is left out.
 */
import { checkDocument, type DocumentSchema } from "../../manifest/explain.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import { jsonOf, type Part, pointerTo, sourceOf } from "../../manifest/parts.ts";
import { problemAt } from "../../manifest/problem.ts";
import { both, quoted } from "../../manifest/wording.ts";
import { pushAll, repeatedIn } from "../../model/collections.ts";
import { type Checked, type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import { canonicalNumbers } from "../../model/json.ts";
import type { Pointer, Source, Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import { clockOf } from "../../rules/local-time.ts";
import type { Design } from "../design/design.ts";
import { hasZone, parseMoment } from "./moments.ts";
import { readExpectation, readSteps, type ScenarioReader } from "./read-steps.ts";
import type { NamedKind, Scenario, ScenarioPlayer, WrittenScenario } from "./scenario.ts";
import { checks } from "./scenarios-check.ts";

/** The player of a scenario that names none. */
const ONLY_PLAYER = "player";
const START = "2026-01-01T12:00:00Z";

/** The scenarios of one file, each document of it in turn. */
export function readScenarios(
  { documents, diagnostics, isBroken, source }: ParsedText,
  design: Design,
): Checked<readonly Scenario[]> {
  const read = documents.map((root) => readDocument(root, design));
  const scenarios = read.flatMap(({ value = [] }) => value);
  const label = "the file holds no scenarios";
  const help = ["write scenarios:, and below it a list of them"];
  const empty =
    documents.length > 0 || isBroken
      ? []
      : [problemAt("missing-field", { file: source.file, start: BEGINNING, end: BEGINNING }, label, { help })];
  const found = [...diagnostics, ...empty, ...read.flatMap((each) => each.diagnostics), ...sameNames(scenarios)];
  return { value: scenarios, diagnostics: sortDiagnostics(found) };
}

const BEGINNING = { line: 1, column: 1, offset: 0 };

/** Files of scenarios for `checkDocument`. */
const SCENARIOS: DocumentSchema = { checks, key: "scenarios" };

function readDocument(root: Part, design: Design): Checked<readonly Scenario[]> {
  const wrong = checkDocument(root, SCENARIOS);
  if (wrong.length > 0) return { diagnostics: wrong };
  const diagnostics: Diagnostic[] = [];
  const { scenarios: written } = canonicalNumbers(jsonOf(root)) as unknown as { readonly scenarios: WrittenScenario[] };
  const scenarios: Scenario[] = [];
  for (const [index, scenario] of written.entries()) {
    const read = readScenario(scenario, `/scenarios/${index}`, root, design);
    pushAll(diagnostics, read.diagnostics);
    if (read.value !== undefined) scenarios.push(read.value);
  }
  return { value: scenarios, diagnostics };
}

function readScenario(written: WrittenScenario, pointer: Pointer, root: Part, design: Design): Checked<Scenario> {
  const source = sourceOf(root);
  const diagnostics: Diagnostic[] = [];
  const players = readPlayers(written, pointer, source, diagnostics);
  const named = written.steps.map(({ name, times = 1 }) => ({ name, times }));
  const isFound = (missing: Diagnostic | undefined): boolean => {
    if (missing !== undefined) diagnostics.push(missing);
    return missing === undefined;
  };
  const reader: ScenarioReader = {
    players,
    design,
    steps: named,
    span: (path, half) => source.locate(path, half),
    problem: (code, span, label, help = []) => diagnostics.push(problemAt(code, span, label, { help })),
    resource: (kind, id, span) => isFound(missingResource(design, kind, id, span)),
    player: (id, span) => isFound(missingPlayer(players, id, span)),
  };
  for (const [index, { name }] of named.entries()) {
    if (name === undefined || named.findIndex((each) => each.name === name) === index) continue;
    const span = reader.span(`${pointer}/steps/${index}/name`, "value");
    reader.problem("invalid-value", span, `another step is called ${quoted(name)}, too`);
  }
  const start = readStart(written, players, pointer, reader);
  // Without its zones and its start, its times are not known.
  if (diagnostics.some(({ code }) => code === "invalid-value")) return { diagnostics };
  const played = readSteps(written.steps, `${pointer}/steps`, start, reader);
  const isSaid = written.expect !== undefined || written.steps.some(({ expect }) => expect !== undefined);
  const place = reader.span(`${pointer}/name`, "value");
  if (!isSaid)
    reader.problem("missing-field", place, "the scenario expects nothing", ["write expect: below its steps"]);
  const steps = [...played];
  if (written.expect !== undefined) {
    const at = `${pointer}/expect`;
    const expectations = readExpectation(written.expect, at, reader);
    steps.push({ does: "expect", place: reader.span(at, "key"), expectations });
  }
  if (diagnostics.length > 0) return { diagnostics };
  const { name, description = "" } = written;
  return { value: { name, description, place, players, start, steps }, diagnostics };
}

function readPlayers(
  { players }: WrittenScenario,
  pointer: Pointer,
  source: Source,
  diagnostics: Diagnostic[],
): readonly ScenarioPlayer[] {
  if (players === undefined) return [{ id: ONLY_PLAYER, time_zone: "UTC", custom_data: null }];
  return Object.entries(players).map(([id, written]) => {
    const { time_zone = "UTC", custom_data = null } = written ?? {};
    if (!clockOf(time_zone).ok) {
      const span = source.locate(`${pointer}/players${pointerTo(id)}/time_zone`, "value");
      const help = ["write a name of the time zone database, such as Europe/Vienna"];
      diagnostics.push(problemAt("invalid-value", span, `there is no time zone ${quoted(time_zone)}`, { help }));
    }
    return { id, time_zone, custom_data };
  });
}

function readStart(
  { start: written }: WrittenScenario,
  players: readonly ScenarioPlayer[],
  pointer: Pointer,
  reader: ScenarioReader,
): number {
  const [first] = players;
  if (written === undefined || first === undefined) return Date.parse(START);
  const span = reader.span(`${pointer}/start`, "value");
  if (players.length > 1 && !hasZone(written)) {
    const help = [`write Z behind it for UTC: ${written}Z`];
    reader.problem("invalid-value", span, "with several players, the start needs a zone", help);
    return Date.parse(START);
  }
  if (!clockOf(first.time_zone).ok) return Date.parse(START);
  const at = parseMoment(written, first.time_zone);
  if (!at.ok) reader.problem("invalid-value", span, at.reason);
  return at.ok ? at.value : Date.parse(START);
}

/** Reports and filters call scenarios by their names. */
function sameNames(scenarios: readonly Scenario[]): readonly Diagnostic[] {
  return repeatedIn(scenarios, ({ name }) => name).map(([{ name, place }, earlier]) => {
    const others = [{ span: earlier.place, text: "it is called so first here" }];
    return problemAt("duplicate-name", place, `another scenario is called ${quoted(name)}, too`, { others });
  });
}

// Missing resources and players, with the name that was probably meant.

function missingResource(design: Design, kind: NamedKind, id: string, span: Span): Diagnostic | undefined {
  const known = design[`${kind}s` as const];
  const isComplete = design.known.has(kind);
  if (known.has(id)) return undefined;
  // Actions that live only on the service can be played without their definition: criteria name them.
  if (kind === "action" && !isComplete && isCriterionAction(design, id)) return undefined;
  const elsewhere = isComplete ? [] : [`the manifests declare no ${kind}s, and nothing else is read here`];
  const help = [...didYouMean(id, known.keys()), ...elsewhere];
  return problemAt("dangling-reference", span, `there is no ${kind} ${quoted(id)}`, { help });
}

function missingPlayer(players: readonly ScenarioPlayer[], id: string, span: Span): Diagnostic | undefined {
  const ids = players.map((each) => each.id);
  if (ids.includes(id)) return undefined;
  const similar = didYouMean(id, ids);
  const help = similar.length > 0 ? similar : [`its players: ${both(ids.map(quoted))}`];
  return problemAt("dangling-reference", span, `the scenario has no player ${quoted(id)}`, { help });
}

function isCriterionAction({ criteria }: Design, id: string): boolean {
  return [...criteria.values()].some(({ custom_action_id }) => custom_action_id === id);
}
