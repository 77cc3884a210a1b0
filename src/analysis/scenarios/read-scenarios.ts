/**
 * Reads scenarios from a parsed file. All problems of a file are found in one run, and scenarios
 * with a problem are left out.
 */

import { repeatedIn } from "../../ground/collections.ts";
import { canonicalNumbers, type Json } from "../../ground/json.ts";
import { both, inQuotes, quoted } from "../../ground/words.ts";
import type { DocumentSchema } from "../../manifest/checks.ts";
import { explainShape, explainSyntax } from "../../manifest/explain/explain-text.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import { beginningOf, memberNamed, type Part, partsIn, sourceOf } from "../../manifest/parts.ts";
import {
  type Checked,
  checked,
  type Diagnostic,
  hasErrors,
  mapErrors,
  problemAt,
  type Success,
  sortDiagnostics,
  tellingOf,
} from "../../model/diagnostics.ts";
import { findClock } from "../../rules/local-time.ts";
import { tryReading } from "../../rules/model.ts";
import type { Design } from "../design/design.ts";
import { readExpectation } from "./expectations.ts";
import { addDuration, hasZone, parseDuration, parseMoment } from "./moments.ts";
import { findNamedResources } from "./named-resources.ts";
import { indexByName, openReader, type Reader } from "./reader.ts";
import type {
  ActivityStep,
  Scenario,
  ScenarioPlayer,
  ScenarioStep,
  ScoreStep,
} from "./scenario.ts";
import { checks } from "./scenarios-check.ts";
import type { WrittenFile, WrittenScenario, WrittenStep } from "./scenarios-schema.ts";

const DEFAULTS = { time_zone: "UTC", custom_data: null } as const;
const START = Date.parse("2026-01-01T12:00:00Z");
const SCENARIOS: DocumentSchema = { checks, key: "scenarios" };

/** Reads the scenarios of all documents in a file. */
export function readScenarios(parsed: ParsedText, design: Design): Success<readonly Scenario[]> {
  const { documents, isBroken, source } = parsed;
  const read = documents.flatMap((root) => readDocument(root, design));
  const scenarios = read.flatMap(({ value }) => value ?? []);
  const label = "the file holds no scenarios";
  const help = ["write scenarios:, and below it a list of them"];
  const empty =
    documents.length > 0 || isBroken
      ? []
      : [problemAt("missing-field", beginningOf(source), { label, help })];
  // Reports and filters identify scenarios by name.
  const repeated = repeatedIn(scenarios, ({ name }) => name).map(([scenario, earlier]) => {
    const others = [{ span: earlier.place, text: "it is called so first here" }];
    const text = `another scenario is called ${quoted(scenario.name)}, too`;
    const about = [...scenario.about, ...earlier.about];
    return problemAt("duplicate-name", scenario.place, { label: { text, about }, others });
  });
  const problems = [
    ...explainSyntax(parsed, SCENARIOS),
    ...empty,
    ...read.flatMap((reading) => reading.diagnostics),
    ...repeated,
  ];
  return { value: scenarios, diagnostics: sortDiagnostics(problems) };
}

/** The elements of a list in a document. */
function valuesBelow(root: Part, name: string): readonly Json[] {
  const list = memberNamed(root, name)?.value;
  return list === undefined ? [] : partsIn(list).map(({ value }) => value);
}

function readDocument(root: Part, design: Design): readonly Checked<Scenario>[] {
  const wrong = explainShape(root, SCENARIOS);
  if (hasErrors(wrong)) {
    const about = findNamedResources(root.value, design);
    return [{ diagnostics: mapErrors(wrong, (all) => all.map((one) => tellingOf(one, about))) }];
  }
  const file: unknown = canonicalNumbers(root.value);
  // The schema was checked, and WrittenFile is the schema's type.
  const { scenarios } = file as WrittenFile;
  const written = valuesBelow(root, "scenarios");
  return scenarios.map((scenario, index) => {
    const { steps, players = { player: null } } = scenario;
    const all = Object.entries(players).map(
      ([id, player]): ScenarioPlayer => ({ ...DEFAULTS, ...player, id }),
    );
    const problems: Diagnostic[] = [];
    const about = findNamedResources(written[index], design);
    const parts = {
      source: sourceOf(root),
      design,
      ...indexByName(all, steps),
      about,
      problems,
      now: START,
    };
    return readScenario(scenario, openReader(parts, `/scenarios/${index}`));
  });
}

function readScenario(written: WrittenScenario, reader: Reader): Checked<Scenario> {
  const { name, description = "", expect } = written;
  const { scenario } = reader;
  checkNames(reader);
  scenario.now = readStart(written, reader);
  // Times need valid zones and a valid start.
  if (hasErrors(scenario.problems)) return { diagnostics: scenario.problems };
  const played = scenario.steps.flatMap((step, index) => {
    const member = reader.at(["steps", index]);
    const read = tryReading(() => readStep(step, member, index + 1));
    if (!read.ok) member.reportProblem("out-of-range", read.reason);
    return read.ok ? (read.value ?? []) : [];
  });
  const title = reader.at(["name"]);
  if (expect === undefined && scenario.steps.every((step) => step.expect === undefined)) {
    title.reportProblem(
      "missing-field",
      "the scenario expects nothing",
      "write expect: below its steps",
    );
  }
  const expectations = expect === undefined ? [] : readExpectation(expect, reader.at(["expect"]));
  const last: ScenarioStep = { does: "expect", at: scenario.now, expectations };
  const { players, problems, about } = scenario;
  const steps = [...played, last];
  return checked({ name, description, place: title.span(), about, players, steps }, problems);
}

/** Checks that time zones exist and that names of steps are unique. */
function checkNames(reader: Reader): void {
  const { players, steps, stepNamed } = reader.scenario;
  for (const { id, time_zone } of players) {
    if (findClock(time_zone).ok) continue;
    const help = "write a name of the time zone database, such as Europe/Vienna";
    const member = reader.at(["players", id, "time_zone"]);
    member.reportProblem("invalid-value", `there is no time zone ${quoted(time_zone)}`, help);
  }
  for (const [index, { name }] of steps.entries()) {
    if (name === undefined || stepNamed.get(name) === index) continue;
    reader
      .at(["steps", index, "name"])
      .reportProblem("invalid-value", `another step is called ${quoted(name)}, too`);
  }
}

function readStart({ start }: WrittenScenario, reader: Reader): number {
  const [{ time_zone } = DEFAULTS, ...others] = reader.scenario.players;
  if (start === undefined || !findClock(time_zone).ok) return START;
  const member = reader.at(["start"]);
  const at = parseMoment(start, time_zone);
  if (others.length > 0 && !hasZone(start)) {
    const help = `write Z behind it for UTC: ${start}Z`;
    member.reportProblem("invalid-value", "with several players, the start needs a zone", help);
  } else if (!at.ok) member.reportProblem("invalid-value", at.reason);
  return at.ok ? at.value : START;
}

/** Members that each sort of step can have in addition to `name`. */
const MEMBERS = {
  do: ["amount", "times", "every", "player", "at", "after", "custom_data", "session"],
  score: ["leaderboard", "player", "at", "after"],
  wait: [],
  expect: [],
} as const satisfies Partial<Record<keyof WrittenStep, readonly (keyof WrittenStep)[]>>;

/** Reads a step; undefined if it is invalid or only lets time pass. Time never runs backwards. */
function readStep(written: WrittenStep, reader: Reader, number: number): ScenarioStep | undefined {
  const { scenario } = reader;
  const { players, now } = scenario;
  const sort =
    (["do", "score", "wait", "expect"] as const).find((verb) => written[verb] !== undefined) ??
    "do";
  const allowed: readonly string[] = ["name", sort, ...MEMBERS[sort]];
  const help =
    MEMBERS[sort].length === 0
      ? "make it a step of its own"
      : `it goes with ${both(MEMBERS[sort])}`;
  for (const name of Object.keys(written).filter((member) => !allowed.includes(member))) {
    reader
      .at([name], "key")
      .reportProblem("invalid-value", `${inQuotes(name)} does not go with ${inQuotes(sort)}`, help);
  }
  if (written.wait !== undefined) {
    const zone = players.length === 1 ? (players[0]?.time_zone ?? "UTC") : "UTC";
    scenario.now = addDuration(now, parseDuration(written.wait), zone);
    return undefined;
  }
  if (written.expect !== undefined) {
    const expectations = readExpectation(written.expect, reader.at(["expect"]));
    return { does: "expect", number, at: now, expectations };
  }
  const player = readPlayer(written, reader);
  if (player === undefined) return undefined;
  scenario.now = readTime(written, player, reader);
  const step = (sort === "do" ? readActivity : readScore)(written, player, reader);
  return step && { ...step, number };
}

function readPlayer({ player }: WrittenStep, reader: Reader): ScenarioPlayer | undefined {
  const { players, playerNamed } = reader.scenario;
  const [only, ...others] = players;
  if (player !== undefined) {
    reader.at(["player"]).checkPlayer(player);
    return playerNamed.get(player);
  }
  if (others.length === 0) return only;
  reader.reportProblem(
    "missing-field",
    'with several players, a step needs "player"',
    `such as player: ${only?.id}`,
  );
  return undefined;
}

function readTime(
  { at, after }: WrittenStep,
  { time_zone }: ScenarioPlayer,
  reader: Reader,
): number {
  const { now } = reader.scenario;
  if (at === undefined)
    return after === undefined ? now : addDuration(now, parseDuration(after), time_zone);
  if (after !== undefined) {
    reader
      .at(["after"], "key")
      .reportProblem("invalid-value", 'a step has "at" or "after", not both');
  }
  const moment = parseMoment(at, time_zone);
  if (moment.ok && moment.value >= now) return moment.value;
  const end = new Date(now).toISOString().replace(".000", "");
  const label = moment.ok ? `this is before the step before, which ends at ${end}` : moment.reason;
  reader.at(["at"]).reportProblem("invalid-value", label);
  return now;
}

function readActivity(
  written: WrittenStep,
  { id: player, time_zone }: ScenarioPlayer,
  reader: Reader,
): Omit<ActivityStep, "number"> | undefined {
  const { scenario } = reader;
  const {
    do: action = "",
    amount = 1,
    times = 1,
    every,
    custom_data = null,
    session = null,
  } = written;
  const isThere = reader.at(["do"]).checkResource("action", action);
  if (every !== undefined && times === 1) {
    const help = "write times, or after for the time since the step before";
    reader.at(["every"], "key").reportProblem("missing-field", '"every" needs "times"', help);
  }
  const { days, milliseconds } = parseDuration(every ?? "0s");
  const { now } = scenario;
  const findMoment = (index: number): number =>
    addDuration(now, { days: days * index, milliseconds: milliseconds * index }, time_zone);
  scenario.now = findMoment(times - 1);
  const activity = { custom_action_id: action, amount, custom_data, custom_session_id: session };
  const place = reader.at([written.times === undefined ? "do" : "times"]).span();
  return isThere ? { does: "activity", player, activity, times, findMoment, place } : undefined;
}

function readScore(
  { score = 0, leaderboard }: WrittenStep,
  { id }: ScenarioPlayer,
  reader: Reader,
): Omit<ScoreStep, "number"> | undefined {
  if (leaderboard === undefined) {
    reader.at(["score"]).reportProblem("missing-field", 'a score needs "leaderboard"');
    return undefined;
  }
  const { design, now } = reader.scenario;
  const member = reader.at(["leaderboard"]);
  if (!member.checkResource("leaderboard", leaderboard)) return undefined;
  if (design.leaderboards.get(leaderboard)?.type === "standard") {
    const help = "it adds up the points of achievements by itself";
    member.reportProblem("invalid-value", "a standard leaderboard takes no scores", help);
  }
  return {
    does: "score",
    leaderboard,
    submission: { custom_player_id: id, score: BigInt(score), at: now },
  };
}
