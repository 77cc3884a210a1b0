/** The steps of a scenario, with every time in them told. Time never runs backwards. */
import { both } from "../../manifest/wording.ts";
import type { Pointer, Span } from "../../model/model.ts";
import type { Design } from "../design/design.ts";
import type { ScenarioPlayer, Step } from "./model.ts";
import { momentAfter, parseDuration, parseMoment, TooLate } from "./moments.ts";
import { readExpectation, type ScenarioReader } from "./read-expectations.ts";
import type { WrittenStep } from "./written.ts";

interface StepScene {
  readonly reader: ScenarioReader;
  readonly players: readonly ScenarioPlayer[];
  readonly start: number;
  readonly design: Design;
}

/** Members that go with each sort of step, beside `name`. */
const MEMBERS = {
  do: ["amount", "times", "every", "player", "at", "after", "custom_data", "session"],
  score: ["leaderboard", "player", "at", "after"],
  wait: [],
  expect: [],
} as const satisfies Record<string, readonly (keyof WrittenStep)[]>;

/** Steps with a problem are left out; the problems are told to the reader. */
export function readSteps(steps: readonly WrittenStep[], pointer: Pointer, scene: StepScene): readonly Step[] {
  let now = scene.start;
  return steps.flatMap((written, index) => {
    const place = `${pointer}/${index}`;
    try {
      const step = readStep(written, index + 1, place, now, scene);
      now = endOf(step, now);
      return step === undefined ? [] : [step];
    } catch (error) {
      if (!(error instanceof TooLate)) throw error;
      scene.reader.problem("out-of-range", scene.reader.span(place, "value"), error.message);
      return [];
    }
  });
}

/** When a step is over. */
function endOf(step: Step | undefined, now: number): number {
  switch (step?.does) {
    case "activity":
      return step.moments.at(-1) ?? now;
    case "score":
      return step.at;
    case "wait":
      return step.until;
    default:
      return now;
  }
}

function readStep(
  written: WrittenStep,
  number: number,
  pointer: Pointer,
  now: number,
  scene: StepScene,
): Step | undefined {
  const { reader, players } = scene;
  const sort = (["do", "score", "wait", "expect"] as const).find((each) => written[each] !== undefined) ?? "do";
  const place = reader.span(`${pointer}/${sort}`, "value");
  const common = { number, place, ...(written.name === undefined ? {} : { name: written.name }) };
  checkMembers(written, sort, pointer, reader);
  if (sort === "wait") {
    const zone = players.length === 1 ? (players[0]?.time_zone ?? "UTC") : "UTC";
    return { ...common, does: "wait", until: momentAfter(now, parseDuration(written.wait ?? ""), 1, zone) };
  }
  if (sort === "expect") {
    const expectations = readExpectation(written.expect ?? {}, `${pointer}/expect`, reader);
    return { ...common, place: reader.span(`${pointer}/expect`, "key"), does: "expect", expectations };
  }
  const player = playerOf(written, pointer, scene);
  const at = player === undefined ? now : readTime(written, pointer, player, now, reader);
  return sort === "do"
    ? readActivity(written, pointer, { ...common, player, at }, scene)
    : readScore(written, pointer, { ...common, player, at }, scene);
}

interface Timed {
  readonly number: number;
  readonly name?: string;
  readonly place: Span;
  readonly player: ScenarioPlayer | undefined;
  readonly at: number;
}

function readActivity(written: WrittenStep, pointer: Pointer, timed: Timed, { reader }: StepScene): Step | undefined {
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
  return {
    ...common,
    does: "activity",
    player: player.id,
    custom_action_id: action,
    amount,
    custom_data,
    custom_session_id: session,
    moments,
  };
}

function readScore(
  written: WrittenStep,
  pointer: Pointer,
  timed: Timed,
  { reader, design }: StepScene,
): Step | undefined {
  const { score = 0, leaderboard } = written;
  const { player, at, ...common } = timed;
  if (leaderboard === undefined) {
    reader.problem("missing-field", common.place, 'a score needs "leaderboard"');
    return undefined;
  }
  const place = reader.span(`${pointer}/leaderboard`, "value");
  if (!reader.resource("leaderboard", leaderboard, place) || player === undefined) return undefined;
  if (design.leaderboards.get(leaderboard)?.type === "standard") {
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

function playerOf(
  { player }: WrittenStep,
  pointer: Pointer,
  { reader, players }: StepScene,
): ScenarioPlayer | undefined {
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
