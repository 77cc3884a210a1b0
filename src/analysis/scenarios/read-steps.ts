/** The steps of a scenario, with all their times. Time never runs backwards. */

import { pointerTo } from "../../manifest/parts.ts";
import { both, counted, quoted } from "../../manifest/wording.ts";
import { defined } from "../../model/collections.ts";
import type { Pointer, Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { Design } from "../design/design.ts";
import { momentAfter, parseDuration, parseMoment, TooLate } from "./moments.ts";
import {
  type Expectation,
  endOf,
  type NamedKind,
  type PlayerExpectation,
  type RankingExpectation,
  type ScenarioPlayer,
  type ScenarioStep,
  type WrittenExpectation,
  type WrittenPlayerExpectation,
  type WrittenPosition,
  type WrittenRanking,
  type WrittenStep,
} from "./scenario.ts";

/** Members that go with each sort of step, beside `name`. */
const MEMBERS = {
  do: ["amount", "times", "every", "player", "at", "after", "custom_data", "session"],
  score: ["leaderboard", "player", "at", "after"],
  wait: [],
  expect: [],
} as const satisfies Record<string, readonly (keyof WrittenStep)[]>;

/** Steps with a problem are left out; problems go to the reader. */
export function readSteps(
  steps: readonly WrittenStep[],
  pointer: Pointer,
  start: number,
  reader: ScenarioReader,
): readonly ScenarioStep[] {
  let now = start;
  return steps.flatMap((written, index) => {
    const place = `${pointer}/${index}`;
    try {
      const step = readStep(written, index + 1, place, now, reader);
      if (step === undefined) return [];
      now = endOf(step, now);
      return [step];
    } catch (error) {
      if (!(error instanceof TooLate)) throw error;
      reader.problem("out-of-range", reader.span(place, "value"), error.message);
      return [];
    }
  });
}

function readStep(
  written: WrittenStep,
  number: number,
  pointer: Pointer,
  now: number,
  reader: ScenarioReader,
): ScenarioStep | undefined {
  const { players } = reader;
  const sort = (["do", "score", "wait", "expect"] as const).find((each) => written[each] !== undefined) ?? "do";
  const place = reader.span(`${pointer}/${sort}`, "value");
  const common = { number, place, ...defined({ name: written.name }) };
  checkMembers(written, sort, pointer, reader);
  if (sort === "wait") {
    const zone = players.length === 1 ? (players[0]?.time_zone ?? "UTC") : "UTC";
    return { ...common, does: "wait", until: momentAfter(now, parseDuration(written.wait ?? ""), 1, zone) };
  }
  if (sort === "expect") {
    const expectations = readExpectation(written.expect ?? {}, `${pointer}/expect`, reader);
    return { ...common, place: reader.span(`${pointer}/expect`, "key"), does: "expect", expectations };
  }
  const player = playerOf(written, pointer, reader);
  const at = player === undefined ? now : readTime(written, pointer, player, now, reader);
  const read = sort === "do" ? readActivity : readScore;
  return read(written, pointer, { ...common, player, at }, reader);
}

interface Timed {
  readonly number: number;
  readonly name?: string;
  readonly place: Span;
  readonly player: ScenarioPlayer | undefined;
  readonly at: number;
}

function readActivity(
  written: WrittenStep,
  pointer: Pointer,
  timed: Timed,
  reader: ScenarioReader,
): ScenarioStep | undefined {
  const { do: action = "", amount = 1, times = 1, every, custom_data = null, session = null } = written;
  const { player, at, ...common } = timed;
  const isThere = reader.resource("action", action, common.place);
  if (every !== undefined && times === 1) {
    const help = ["write times, or after for the time since the step before"];
    reader.problem("missing-field", reader.span(`${pointer}/every`, "key"), '"every" needs "times"', help);
  }
  if (player === undefined) return undefined;
  const between = parseDuration(every ?? "0s");
  const moments = Array.from({ length: times }, (_, index) => momentAfter(at, between, index, player.time_zone));
  if (!isThere) return undefined;
  const activity = { player: player.id, custom_action_id: action, amount, custom_data, custom_session_id: session };
  return { ...common, does: "activity", ...activity, moments };
}

function readScore(
  written: WrittenStep,
  pointer: Pointer,
  timed: Timed,
  reader: ScenarioReader,
): ScenarioStep | undefined {
  const { score = 0, leaderboard } = written;
  const { player, at, ...common } = timed;
  if (leaderboard === undefined) {
    reader.problem("missing-field", common.place, 'a score needs "leaderboard"');
    return undefined;
  }
  const place = reader.span(`${pointer}/leaderboard`, "value");
  if (!reader.resource("leaderboard", leaderboard, place) || player === undefined) return undefined;
  if (reader.design.leaderboards.get(leaderboard)?.type === "standard") {
    reader.problem("invalid-value", place, "a standard leaderboard takes no scores", [
      "it adds up the points of achievements by itself",
    ]);
    return undefined;
  }
  return { ...common, does: "score", player: player.id, leaderboard, score, at };
}

function checkMembers(
  written: WrittenStep,
  sort: keyof typeof MEMBERS,
  pointer: Pointer,
  { problem, span }: ScenarioReader,
): void {
  const allowed: readonly string[] = ["name", sort, ...MEMBERS[sort]];
  for (const name of Object.keys(written)) {
    if (allowed.includes(name)) continue;
    const help =
      MEMBERS[sort].length === 0 ? ["make a step of its own of it"] : [`it goes with ${both(MEMBERS[sort])}`];
    problem("invalid-value", span(`${pointer}/${name}`, "key"), `"${name}" does not go with "${sort}"`, help);
  }
}

function playerOf({ player }: WrittenStep, pointer: Pointer, reader: ScenarioReader): ScenarioPlayer | undefined {
  const { players } = reader;
  if (player !== undefined) {
    const isThere = reader.player(player, reader.span(`${pointer}/player`, "value"));
    return isThere ? players.find(({ id }) => id === player) : undefined;
  }
  if (players.length === 1) return players[0];
  const help = [`such as player: ${players[0]?.id}`];
  reader.problem("missing-field", reader.span(pointer, "value"), 'with several players, a step needs "player"', help);
  return undefined;
}

function readTime(
  { at, after }: WrittenStep,
  pointer: Pointer,
  { time_zone }: ScenarioPlayer,
  now: number,
  reader: ScenarioReader,
): number {
  if (at === undefined) return after === undefined ? now : momentAfter(now, parseDuration(after), 1, time_zone);
  const span = reader.span(`${pointer}/at`, "value");
  if (after !== undefined) {
    reader.problem("invalid-value", reader.span(`${pointer}/after`, "key"), 'a step has "at" or "after", not both');
  }
  const moment = parseMoment(at, time_zone);
  if (!moment.ok) {
    reader.problem("invalid-value", span, moment.reason);
    return now;
  }
  if (moment.value < now) {
    const shown = new Date(now).toISOString().replace(".000", "");
    reader.problem("invalid-value", span, `this is before the step before, which ends at ${shown}`);
    return now;
  }
  return moment.value;
}

// What a scenario expects, as single expectations.

/** What reading a scenario has to know, and where it puts what is wrong. */
export interface ScenarioReader {
  readonly players: readonly ScenarioPlayer[];
  readonly design: Design;
  /** Names of steps by number, and how often each of them is done. */
  readonly steps: readonly { readonly name: string | undefined; readonly times: number }[];
  span(pointer: Pointer, half: "key" | "value"): Span;
  problem(
    code: "missing-field" | "invalid-value" | "out-of-range",
    span: Span,
    label: string,
    help?: readonly string[],
  ): void;
  /** Whether it exists; if not, that is a problem. */
  resource(kind: NamedKind, id: string, span: Span): boolean;
  player(id: string, span: Span): boolean;
}

/** The expectations below a pointer, in the order of the report. */
export function readExpectation(
  written: WrittenExpectation,
  pointer: Pointer,
  reader: ScenarioReader,
): readonly Expectation[] {
  const { players = {}, rankings = [], ...own } = written;
  const [only, ...others] = reader.players;
  const members = Object.keys(own);
  if (members.length > 0 && others.length > 0) {
    const label = `the scenario has ${counted(reader.players.length, "player")}, and this does not say whose it is`;
    const help = [`write it below players, and the player: players: { ${only?.id}: { ${members[0]}: … } }`];
    reader.problem("missing-field", reader.span(`${pointer}${pointerTo(members[0] ?? "")}`, "key"), label, help);
  }
  return [
    ...readOfPlayer(own, only?.id ?? "", pointer, reader),
    ...Object.entries(players).flatMap(([id, each]) => {
      const place = `${pointer}/players${pointerTo(id)}`;
      return reader.player(id, reader.span(place, "key")) ? readOfPlayer(each, id, place, reader) : [];
    }),
    ...rankings.flatMap((each, index) => readRanking(each, `${pointer}/rankings/${index}`, reader)),
  ];
}

function readOfPlayer(
  written: WrittenPlayerExpectation,
  player: string,
  pointer: Pointer,
  reader: ScenarioReader,
): readonly PlayerExpectation[] {
  const { earned = [], earned_exactly, not_earned = [], earned_at = {}, points, rewards = [] } = written;
  const placeOf = (path: Pointer, half: "key" | "value" = "value"): Span => reader.span(`${pointer}${path}`, half);
  const lists = (of: "earned" | "not_earned", ids: readonly string[]): readonly PlayerExpectation[] =>
    ids.flatMap((achievement, index) => {
      const place = placeOf(`/${of}/${index}`);
      return reader.resource("achievement", achievement, place) ? [{ of, player, place, achievement }] : [];
    });
  const exactly = (earned_exactly ?? []).filter((id, index) =>
    reader.resource("achievement", id, placeOf(`/earned_exactly/${index}`)),
  );
  for (const [index, id] of not_earned.entries()) {
    if (![...earned, ...(earned_exactly ?? []), ...Object.keys(earned_at)].includes(id)) continue;
    const label = `${quoted(id)} is expected to be earned, and not to be`;
    reader.problem("invalid-value", placeOf(`/not_earned/${index}`), label);
  }
  return [
    ...lists("earned", earned),
    ...(earned_exactly === undefined
      ? []
      : [{ of: "earned_exactly" as const, player, place: placeOf("/earned_exactly", "key"), achievements: exactly }]),
    ...lists("not_earned", not_earned),
    ...Object.entries(earned_at).flatMap(([id, position]) =>
      readEarnedAt(player, id, position, `${pointer}/earned_at${pointerTo(id)}`, reader),
    ),
    ...(points === undefined ? [] : [{ of: "points" as const, player, place: placeOf("/points"), points }]),
    ...rewards.flatMap((reward, index) => {
      const place = placeOf(`/rewards/${index}`);
      return reader.resource("reward", reward, place) ? [{ of: "rewarded" as const, player, place, reward }] : [];
    }),
  ];
}

function readEarnedAt(
  player: string,
  achievement: string,
  position: WrittenPosition,
  pointer: Pointer,
  reader: ScenarioReader,
): readonly PlayerExpectation[] {
  const isThere = reader.resource("achievement", achievement, reader.span(pointer, "key"));
  const place = reader.span(pointer, typeof position === "object" ? "key" : "value");
  const { step: written, repetition } = typeof position === "object" ? position : { step: position };
  const step = stepNumber(written, place, reader);
  if (step === undefined || !isThere) return [];
  const { times = 1 } = reader.steps[step - 1] ?? {};
  if (repetition !== undefined && repetition > times) {
    reader.problem("out-of-range", place, `the step is done ${times === 1 ? "once" : `${times} times`} only`);
    return [];
  }
  return [{ of: "earned_at", player, place, achievement, step, ...defined({ repetition }) }];
}

/** The number of a step. */
function stepNumber(written: number | string, place: Span, { steps, problem }: ScenarioReader): number | undefined {
  if (typeof written === "number") {
    if (written <= steps.length) return written;
    problem("out-of-range", place, `the scenario has ${counted(steps.length, "step")}`);
    return undefined;
  }
  const index = steps.findIndex(({ name }) => name === written);
  if (index >= 0) return index + 1;
  const names = steps.flatMap(({ name }) => name ?? []);
  const help = didYouMean(written, names);
  const known =
    names.length === 0 ? ["no step has a name; write its number"] : [`names of steps: ${both(names.map(quoted))}`];
  problem("invalid-value", place, `no step is called ${quoted(written)}`, help.length > 0 ? help : known);
  return undefined;
}

function readRanking(written: WrittenRanking, pointer: Pointer, reader: ScenarioReader): readonly RankingExpectation[] {
  const { leaderboard, time_span = "all-time", players, scores } = written;
  const place = reader.span(`${pointer}/leaderboard`, "value");
  const isThere = reader.resource("leaderboard", leaderboard, place);
  if (players === undefined && scores === undefined) {
    reader.problem("missing-field", place, "nothing is expected of this leaderboard", [
      "write players, a list with the first one first, or scores",
    ]);
  }
  for (const [index, id] of (players ?? []).entries())
    reader.player(id, reader.span(`${pointer}/players/${index}`, "value"));
  for (const id of Object.keys(scores ?? {}))
    reader.player(id, reader.span(`${pointer}/scores${pointerTo(id)}`, "key"));
  return isThere ? [{ of: "ranking", place, leaderboard, time_span, ...defined({ players, scores }) }] : [];
}
