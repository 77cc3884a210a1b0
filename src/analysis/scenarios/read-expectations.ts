/** What a scenario expects, taken apart into expectations that each can be held against what happened. */
import { pointerTo } from "../../manifest/parts.ts";
import { both, counted, quoted } from "../../manifest/wording.ts";
import type { Pointer, Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { NamedKind } from "./known-ids.ts";
import type { Expectation, PlayerExpectation, RankingExpectation } from "./model.ts";
import type { WrittenExpectation, WrittenPlayerExpectation, WrittenPosition, WrittenRanking } from "./written.ts";

/** What reading a scenario has to know, and where it puts what is wrong. */
export interface ScenarioReader {
  readonly players: readonly string[];
  /** Names of steps by number, and how often each of them is done. */
  readonly steps: readonly { readonly name: string | undefined; readonly times: number }[];
  span(pointer: Pointer, half: "key" | "value"): Span;
  problem(
    code: "missing-field" | "invalid-value" | "out-of-range",
    span: Span,
    label: string,
    help?: readonly string[],
  ): void;
  /** Tells whether it is there; if not, that is a problem. */
  resource(kind: NamedKind, id: string, span: Span): boolean;
  player(id: string, span: Span): boolean;
}

/** The expectations below a pointer, in the order in which they are told. */
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
    const help = [`write it below players, and the player: players: { ${only}: { ${members[0]}: … } }`];
    reader.problem("missing-field", reader.span(`${pointer}${pointerTo(members[0] ?? "")}`, "key"), label, help);
  }
  return [
    ...readOfPlayer(own, only ?? "", pointer, reader),
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
  const placeOf = (path: Pointer): Span => reader.span(`${pointer}${path}`, "value");
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
      : [
          {
            of: "earned_exactly" as const,
            player,
            place: reader.span(`${pointer}/earned_exactly`, "key"),
            achievements: exactly,
          },
        ]),
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
  const step = readStep(written, place, reader);
  if (step === undefined || !isThere) return [];
  const { times = 1 } = reader.steps[step - 1] ?? {};
  if (repetition !== undefined && repetition > times) {
    reader.problem("out-of-range", place, `the step is done ${times === 1 ? "once" : `${times} times`} only`);
    return [];
  }
  return [{ of: "earned_at", player, place, achievement, step, ...(repetition === undefined ? {} : { repetition }) }];
}

/** The number of a step. */
function readStep(written: number | string, place: Span, { steps, problem }: ScenarioReader): number | undefined {
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
  if (!isThere) return [];
  return [
    {
      of: "ranking",
      place,
      leaderboard,
      time_span,
      ...(players === undefined ? {} : { players }),
      ...(scores === undefined ? {} : { scores }),
    },
  ];
}
