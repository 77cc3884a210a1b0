/** The steps of a scenario, with all their times. Time never runs backwards. */
import { both } from "../../manifest/wording.ts";
import type { Pointer } from "../../model/model.ts";
import { readExpectation } from "./expectations.ts";
import { momentAfter, parseDuration, parseMoment, TooLate } from "./moments.ts";
import type { ScenarioReader } from "./reader.ts";
import type { ScenarioPlayer, ScenarioStep, WrittenStep } from "./scenario.ts";

/** Members that go with each sort of step, beside `name`. */
const MEMBERS = {
  do: ["amount", "times", "every", "player", "at", "after", "custom_data", "session"],
  score: ["leaderboard", "player", "at", "after"],
  wait: [],
  expect: [],
} as const satisfies Record<string, readonly (keyof WrittenStep)[]>;
type Sort = keyof typeof MEMBERS;

/** Steps with a problem are left out; problems go to the reader. */
export function readSteps(pointer: Pointer, start: number, reader: ScenarioReader): readonly ScenarioStep[] {
  let now = start;
  return reader.steps.flatMap((written, index) => {
    const place = `${pointer}/${index}`;
    try {
      const step = readStep(written, place, now, reader);
      now = step?.moments.at(-1) ?? now;
      return step === undefined ? [] : [{ ...step, number: index + 1 }];
    } catch (error) {
      if (!(error instanceof TooLate)) throw error;
      reader.problem("out-of-range", reader.span(place, "value"), error.message);
      return [];
    }
  });
}

function readStep(
  written: WrittenStep,
  pointer: Pointer,
  now: number,
  reader: ScenarioReader,
): ScenarioStep | undefined {
  const { players } = reader;
  const sort = (["do", "score", "wait", "expect"] as const).find((each) => written[each] !== undefined) ?? "do";
  checkMembers(written, sort, pointer, reader);
  if (sort === "wait") {
    const zone = players.length === 1 ? (players[0]?.time_zone ?? "UTC") : "UTC";
    return { does: "wait", moments: [momentAfter(now, parseDuration(written.wait ?? ""), 1, zone)] };
  }
  if (sort === "expect") {
    const expectations = readExpectation(written.expect ?? {}, `${pointer}/expect`, reader);
    return { does: "expect", moments: [now], expectations };
  }
  const player = playerOf(written, pointer, reader);
  const at = player === undefined ? now : readTime(written, pointer, { player, now }, reader);
  return sort === "do"
    ? readActivity(written, pointer, { player, now: at }, reader)
    : readScore(written, pointer, { player, now: at }, reader);
}

/** Who does it, and when. */
interface Occasion<Who = ScenarioPlayer | undefined> {
  readonly player: Who;
  readonly now: number;
}

function readActivity(
  written: WrittenStep,
  pointer: Pointer,
  { player, now }: Occasion,
  reader: ScenarioReader,
): ScenarioStep | undefined {
  const { do: action = "", amount = 1, times = 1, every, custom_data = null, session = null } = written;
  const isThere = reader.resource("action", action, reader.span(`${pointer}/do`, "value"));
  if (every !== undefined && times === 1) {
    const help = ["write times, or after for the time since the step before"];
    reader.problem("missing-field", reader.span(`${pointer}/every`, "key"), '"every" needs "times"', help);
  }
  if (player === undefined) return undefined;
  const between = parseDuration(every ?? "0s");
  const moments = Array.from({ length: times }, (_, index) => momentAfter(now, between, index, player.time_zone));
  if (!isThere) return undefined;
  const activity = { custom_action_id: action, amount, custom_data, custom_session_id: session };
  return { does: "activity", player: player.id, ...activity, moments };
}

function readScore(
  { score = 0, leaderboard }: WrittenStep,
  pointer: Pointer,
  { player, now }: Occasion,
  { design, problem, resource, span }: ScenarioReader,
): ScenarioStep | undefined {
  if (leaderboard === undefined) {
    problem("missing-field", span(`${pointer}/score`, "value"), 'a score needs "leaderboard"');
    return undefined;
  }
  const place = span(`${pointer}/leaderboard`, "value");
  if (!resource("leaderboard", leaderboard, place) || player === undefined) return undefined;
  if (design.leaderboards.get(leaderboard)?.type === "standard") {
    const help = ["it adds up the points of achievements by itself"];
    problem("invalid-value", place, "a standard leaderboard takes no scores", help);
    return undefined;
  }
  return { does: "score", player: player.id, leaderboard, score, moments: [now] };
}

function checkMembers(written: WrittenStep, sort: Sort, pointer: Pointer, { problem, span }: ScenarioReader): void {
  const allowed: readonly string[] = ["name", sort, ...MEMBERS[sort]];
  const help = MEMBERS[sort].length === 0 ? "make a step of its own of it" : `it goes with ${both(MEMBERS[sort])}`;
  for (const name of Object.keys(written).filter((each) => !allowed.includes(each))) {
    problem("invalid-value", span(`${pointer}/${name}`, "key"), `"${name}" does not go with "${sort}"`, [help]);
  }
}

function playerOf({ player }: WrittenStep, pointer: Pointer, reader: ScenarioReader): ScenarioPlayer | undefined {
  const { players } = reader;
  if (player !== undefined) {
    reader.player(player, reader.span(`${pointer}/player`, "value"));
    return players.find(({ id }) => id === player);
  }
  if (players.length === 1) return players[0];
  const help = [`such as player: ${players[0]?.id}`];
  reader.problem("missing-field", reader.span(pointer, "value"), 'with several players, a step needs "player"', help);
  return undefined;
}

function readTime(
  { at, after }: WrittenStep,
  pointer: Pointer,
  { player: { time_zone }, now }: Occasion<ScenarioPlayer>,
  { problem, span }: ScenarioReader,
): number {
  if (at === undefined) return after === undefined ? now : momentAfter(now, parseDuration(after), 1, time_zone);
  if (after !== undefined) {
    problem("invalid-value", span(`${pointer}/after`, "key"), 'a step has "at" or "after", not both');
  }
  const moment = parseMoment(at, time_zone);
  const shown = new Date(now).toISOString().replace(".000", "");
  const isEarly = moment.ok && moment.value < now;
  if (moment.ok && !isEarly) return moment.value;
  const label = moment.ok ? `this is before the step before, which ends at ${shown}` : moment.reason;
  problem("invalid-value", span(`${pointer}/at`, "value"), label);
  return now;
}
