/**
 * From the text of a file of scenarios to scenarios that can be played. All problems of a file are found in one run; a
 * scenario with a problem is left out.
 */
import type { ParsedText } from "../../manifest/parse.ts";
import { jsonOf, type Part, pointerTo, sourceOf } from "../../manifest/parts.ts";
import { problemAt } from "../../manifest/problem.ts";
import { both, quoted } from "../../manifest/wording.ts";
import { pushAll } from "../../model/collections.ts";
import { type Checked, type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import { canonicalNumbers, isJsonObject } from "../../model/json.ts";
import type { Pointer, Source, Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import { errorsIn } from "../../model/schema/checks.ts";
import { clockOf } from "../../rules/local-time.ts";
import type { Design } from "../design/design.ts";
import { hasZone, parseMoment } from "./moments.ts";
import { readExpectation, readSteps, type ScenarioReader } from "./read-steps.ts";
import type { NamedKind, Scenario, ScenarioPlayer, WrittenScenario } from "./scenario.ts";
import { checks } from "./scenarios-check.ts";
import { explainShape } from "./shape.ts";

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
  const empty =
    documents.length > 0 || isBroken
      ? []
      : [
          problemAt(
            "missing-field",
            { file: source.file, start: BEGINNING, end: BEGINNING },
            "the file holds no scenarios",
            { help: ["write scenarios:, and below it a list of them"] },
          ),
        ];
  const found = [...diagnostics, ...empty, ...read.flatMap((each) => each.diagnostics), ...sameNames(scenarios)];
  return { value: scenarios, diagnostics: sortDiagnostics(found) };
}

const BEGINNING = { line: 1, column: 1, offset: 0 };

function readDocument(root: Part, design: Design): Checked<readonly Scenario[]> {
  const value = canonicalNumbers(jsonOf(root));
  const errors = errorsIn(checks, "scenarios", value);
  const diagnostics: Diagnostic[] = [...explainShape(root, errors)];
  const list = isJsonObject(value) && Array.isArray(value.scenarios) ? (value.scenarios as readonly unknown[]) : [];
  const scenarios: Scenario[] = [];
  for (const [index, written] of list.entries()) {
    const pointer = `/scenarios/${index}`;
    // What is not in its form cannot be looked into; the others can.
    if (errors.some(({ instancePath }) => `${instancePath}/`.startsWith(`${pointer}/`))) continue;
    const read = readScenario(written as WrittenScenario, pointer, root, design);
    pushAll(diagnostics, read.diagnostics);
    if (read.value !== undefined) scenarios.push(read.value);
  }
  return { value: scenarios, diagnostics };
}

function readScenario(written: WrittenScenario, pointer: Pointer, root: Part, design: Design): Checked<Scenario> {
  const source = sourceOf(root);
  const diagnostics: Diagnostic[] = [];
  const players = readPlayers(written, pointer, source, diagnostics);
  const steps = written.steps.map(({ name, times = 1 }) => ({ name, times }));
  const reader: ScenarioReader = {
    players: players.map(({ id }) => id),
    steps,
    span: (path, half) => source.locate(path, half),
    problem: (code, span, label, help = []) => diagnostics.push(problemAt(code, span, label, { help })),
    resource: (kind, id, span) => {
      const missing = missingResource(design, kind, id, span);
      pushAll(diagnostics, missing);
      return missing.length === 0;
    },
    player: (id, span) => {
      const missing = missingPlayer(
        players.map((each) => each.id),
        id,
        span,
      );
      pushAll(diagnostics, missing);
      return missing.length === 0;
    },
  };
  for (const [index, { name }] of steps.entries()) {
    if (name === undefined || steps.findIndex((each) => each.name === name) === index) continue;
    const span = reader.span(`${pointer}/steps/${index}/name`, "value");
    reader.problem("invalid-value", span, `another step is called ${quoted(name)}, too`);
  }
  const start = readStart(written, players, pointer, reader);
  // Without its zones and its start, its times are not known.
  if (diagnostics.some(({ code }) => code === "invalid-value")) return { diagnostics };
  const played = readSteps(written.steps, `${pointer}/steps`, { reader, players, start, design });
  const isSaid = written.expect !== undefined || written.steps.some(({ expect }) => expect !== undefined);
  const place = reader.span(`${pointer}/name`, "value");
  if (!isSaid)
    reader.problem("missing-field", place, "the scenario expects nothing", ["write expect: below its steps"]);
  const last =
    written.expect === undefined
      ? []
      : [
          {
            does: "expect" as const,
            place: reader.span(`${pointer}/expect`, "key"),
            expectations: readExpectation(written.expect, `${pointer}/expect`, reader),
          },
        ];
  if (diagnostics.length > 0) return { diagnostics };
  const { name, description = "" } = written;
  return { value: { name, description, place, players, start, steps: [...played, ...last] }, diagnostics };
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
  const first = new Map<string, Scenario>();
  return scenarios.flatMap((scenario) => {
    const earlier = first.get(scenario.name);
    if (earlier === undefined) {
      first.set(scenario.name, scenario);
      return [];
    }
    const others = [{ span: earlier.place, text: "it is called so first here" }];
    const label = `another scenario is called ${quoted(scenario.name)}, too`;
    return [problemAt("duplicate-name", scenario.place, label, { others })];
  });
}

// Whether what a scenario names is there, with the name that was probably meant where it is not.

/** A problem if there is no such resource. */
export function missingResource(design: Design, kind: NamedKind, id: string, span: Span): readonly Diagnostic[] {
  const known = idsOf(design, kind);
  if (known.has(id)) return [];
  const help = didYouMean(id, known);
  // Actions that live only on the service can be played without their definition: criteria name them.
  if (kind === "action" && !design.known.has(kind) && isCriterionAction(design, id)) return [];
  const elsewhere = design.known.has(kind) ? [] : [`the manifests declare no ${kind}s, and nothing else is read here`];
  return [
    problemAt("dangling-reference", span, `there is no ${kind} ${quoted(id)}`, { help: [...help, ...elsewhere] }),
  ];
}

/** A problem if the scenario has no such player. */
function missingPlayer(players: readonly string[], id: string, span: Span): readonly Diagnostic[] {
  if (players.includes(id)) return [];
  const help = didYouMean(id, players);
  const known = [`its players: ${both(players.map(quoted))}`];
  return [
    problemAt("dangling-reference", span, `the scenario has no player ${quoted(id)}`, {
      help: help.length > 0 ? help : known,
    }),
  ];
}

function idsOf(design: Design, kind: NamedKind): ReadonlySet<string> {
  switch (kind) {
    case "action":
      return new Set(design.actions.keys());
    case "achievement":
      return new Set(design.achievements.keys());
    case "reward":
      return new Set(design.rewards.keys());
    case "leaderboard":
      return new Set(design.leaderboards.keys());
  }
}

function isCriterionAction({ criteria }: Design, id: string): boolean {
  return [...criteria.values()].some(({ custom_action_id }) => custom_action_id === id);
}
