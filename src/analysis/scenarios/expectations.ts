/**
 * Reads and checks the members of `expect` in scenarios (scenarios-schema.ts).
 *
 * earned: [ten]   →   expected ten to be earned by player, but it is not
 */

import { defined, namesOfTable, sum } from "../../ground/collections.ts";
import { didYouMean } from "../../ground/nearest.ts";
import { both, counted, inDigits, quoted } from "../../ground/words.ts";
import { rankPlayers } from "../../rules/leaderboards.ts";
import type { Reader } from "./reader.ts";
import type { EarnedInStep, Expectation, ExpectationAnswer, ScenarioEvents } from "./scenario.ts";
import type { WrittenExpectation, WrittenOfPlayer, WrittenRanking } from "./scenarios-schema.ts";

type PlayerMembers = Required<WrittenOfPlayer>;

/** The part of a player's expectation that depends on its member. */
interface PlayerExpectation extends Pick<Expectation, "place" | "expected" | "words" | "position"> {
  /** Checks the player's own achievements, in the order of earning. */
  readonly check: (own: readonly EarnedInStep[], happened: ScenarioEvents) => ExpectationAnswer;
}

const KINDS: {
  readonly [Name in keyof PlayerMembers]: (
    written: WrittenOfPlayer[Name] & {},
    player: string,
    reader: Reader,
  ) => readonly PlayerExpectation[];
} = {
  earned: (ids, player, reader) =>
    readIds("achievement", ids, reader).map(([achievement, place]) => ({
      place,
      expected: { achievement },
      words: `${achievement} to be earned by ${player}`,
      check: checkEarned(achievement, (earned) => earned !== undefined),
    })),
  not_earned: (ids, player, reader) =>
    readIds("achievement", ids, reader).map(([achievement, place]) => ({
      place,
      expected: { achievement },
      words: `${achievement} not to be earned by ${player}`,
      check: checkEarned(achievement, (earned) => earned === undefined),
    })),
  earned_exactly: (ids, player, reader) => {
    const achievements = readIds("achievement", ids, reader).map(([id]) => id);
    const check: PlayerExpectation["check"] = (earned) => {
      const ids = earned.map(({ achievement }) => achievement);
      const wanted = new Set(achievements);
      const found = new Set(ids);
      const why = [...achievements, ...ids].filter((id) => !wanted.has(id) || !found.has(id));
      return { passed: why.length === 0, outcome: `; earned: ${formatList(ids)}`, why };
    };
    const words = `${player} to have exactly ${formatList(achievements)}`;
    return [{ place: reader.at([], "key").span(), expected: { achievements }, words, check }];
  },
  earned_at: (positions, player, reader) =>
    Object.entries(positions).flatMap(([achievement, position]) => {
      const read = readPosition(achievement, position, reader);
      if (read === undefined) return [];
      const { place, step, repetition } = read;
      return {
        place,
        expected: { achievement, step, ...defined({ repetition }) },
        words: `${achievement} to be earned by ${player}`,
        position: ` in ${describePosition(step, repetition)}`,
        check: checkEarned(
          achievement,
          (earned) =>
            earned?.step === step && (repetition ?? earned.repetition) === earned.repetition,
        ),
      };
    }),
  points: (points, player, reader) => {
    const check: PlayerExpectation["check"] = (earned) => {
      const total = sum(earned.map((badge) => badge.points));
      const summands = earned.map((badge) => `${badge.achievement} ${badge.points}`).join(", ");
      return {
        passed: total === points,
        outcome: `; there are ${inDigits(total)}${summands && ` (${summands})`}`,
      };
    };
    const words = `${player} to have ${counted(points, "point")}`;
    return [{ place: reader.span(), expected: { points }, words, check }];
  },
  rewards: (ids, player, reader) =>
    readIds("reward", ids, reader).map(([reward, place]) => ({
      place,
      expected: { reward },
      words: `${player} to get ${reward}`,
      check: (earned, { design }) => {
        const sources = earned
          .filter(({ rewards }) => rewards.includes(reward))
          .map(({ achievement }) => achievement);
        if (sources.length > 0)
          return { passed: true, outcome: `, and ${both(sources)} gives it`, why: sources };
        const givers = [...design.achievements.values()].filter(({ rewards }) =>
          rewards.includes(reward),
        );
        const why = givers.map(({ custom_id }) => custom_id);
        const none = `none of the achievements that give it is earned: ${both(why)}`;
        return {
          passed: false,
          outcome: `, but ${why.length === 0 ? "no achievement gives it" : none}`,
          why,
        };
      },
    })),
};

/** Reads the expectations of an `expect`, in the order of the report. */
export function readExpectation(
  { players = {}, rankings: boards = [], ...expectation }: WrittenExpectation,
  reader: Reader,
): readonly Expectation[] {
  const [only, ...others] = reader.scenario.players;
  const [member] = Object.keys(expectation);
  if (member !== undefined && others.length > 0) {
    const count = counted(others.length + 1, "player");
    const help = `write it below players, and the player: players: { ${only?.id}: { ${member}: … } }`;
    const label = `the scenario has ${count}, and this does not say whose it is`;
    reader.at([member], "key").reportProblem("missing-field", label, help);
  }
  return [
    ...readPlayerExpectations(expectation, only?.id ?? "", reader),
    ...Object.entries(players).flatMap(([player, written]) => {
      const isThere = reader.at(["players", player], "key").checkPlayer(player);
      return isThere ? readPlayerExpectations(written, player, reader.at(["players", player])) : [];
    }),
    ...boards.flatMap((board, index) => readRanking(board, reader.at(["rankings", index]))),
  ];
}

function readPlayerExpectations(
  written: WrittenOfPlayer,
  player: string,
  reader: Reader,
): readonly Expectation[] {
  return namesOfTable(KINDS).flatMap((of) => {
    const expectations = readMember(of, { written, player, reader });
    return expectations.map(({ check, ...each }) => ({
      ...each,
      of,
      player,
      expected: { player, ...each.expected },
      check: (happened) =>
        check(
          happened.earned.filter((earned) => earned.player === player),
          happened,
        ),
    }));
  });
}

function readMember<Name extends keyof WrittenOfPlayer>(
  name: Name,
  { written, player, reader }: WrittenForPlayer,
): readonly PlayerExpectation[] {
  const value = written[name];
  return isPresent(value) ? KINDS[name](value, player, reader.at([name])) : [];
}

function isPresent<Value>(value: Value): value is Value & {} {
  return value !== undefined && value !== null;
}

interface WrittenForPlayer {
  readonly written: WrittenOfPlayer;
  readonly player: string;
  readonly reader: Reader;
}

/** Returns the ids that exist, with their places, and reports the others. */
function readIds(kind: "achievement" | "reward", ids: readonly string[], reader: Reader) {
  const places = ids.map((id, index) => [id, reader.at([index])] as const);
  return places.flatMap(([id, place]) =>
    place.checkResource(kind, id) ? [[id, place.span()] as const] : [],
  );
}

function readPosition(id: string, position: PlayerMembers["earned_at"][string], reader: Reader) {
  const { step: written, repetition } =
    typeof position === "object" ? position : { step: position };
  const place = reader.at([id], typeof position === "object" ? "key" : "value");
  const { steps, stepNamed } = reader.scenario;
  const step = typeof written === "number" ? written : (stepNamed.get(written) ?? -1) + 1;
  const { times = 1 } = steps[step - 1] ?? {};
  const isThere = reader.at([id], "key").checkResource("achievement", id);
  if (step === 0) {
    const names = steps.flatMap(({ name }) => name ?? []);
    const help = didYouMean(`${written}`, names);
    place.reportProblem("invalid-value", `no step is called ${quoted(`${written}`)}`, ...help);
  } else if (step > steps.length) {
    place.reportProblem("out-of-range", `the scenario has ${counted(steps.length, "step")}`);
  } else if ((repetition ?? 1) > times) {
    place.reportProblem(
      "out-of-range",
      `the step is done only ${times === 1 ? "once" : `${times} times`}`,
    );
  } else if (isThere) return { place: place.span(), step, repetition };
  return undefined;
}

/** Describes a position, as in `step 2, time 10`. */
function describePosition(step: number, repetition?: number): string {
  return `step ${step}${repetition === undefined ? "" : `, time ${repetition}`}`;
}

function checkEarned(
  id: string,
  isExpected: (earned: EarnedInStep | undefined) => boolean,
): PlayerExpectation["check"] {
  return (own, { findProblems }) => {
    const earned = own.find(({ achievement }) => achievement === id);
    // If the rules cannot evaluate an achievement, "not earned" is not certain.
    const reasons = earned === undefined ? findProblems(id) : [];
    if (reasons.length > 0) return { ...answerUnknown(reasons), why: [id] };
    const passed = isExpected(earned);
    const state = earned === undefined ? "not" : "earned";
    const outcome = `, ${passed ? "and" : "but"} it is ${state}`;
    if (earned === undefined) return { passed, outcome, why: [id] };
    const when = describePosition(
      earned.step,
      earned.repetition === 1 ? undefined : earned.repetition,
    );
    return { passed, outcome, detail: ` in ${when}`, why: [id] };
  };
}

function answerUnknown(reasons: readonly string[]): ExpectationAnswer {
  return {
    passed: false,
    outcome: ", but laurel cannot evaluate it",
    detail: `: ${reasons.join("; ")}`,
  };
}

function readRanking(written: WrittenRanking, reader: Reader): readonly Expectation[] {
  const { leaderboard, time_span = "all-time", players, scores } = written;
  const place = reader.at(["leaderboard"]);
  const isThere = place.checkResource("leaderboard", leaderboard);
  if (players === undefined && scores === undefined) {
    const help = "write players, a list with the first one first, or scores";
    place.reportProblem("missing-field", "nothing is expected of this leaderboard", help);
  }
  for (const [index, id] of (players ?? []).entries())
    reader.at(["players", index]).checkPlayer(id);
  for (const id of Object.keys(scores ?? {})) reader.at(["scores", id], "key").checkPlayer(id);
  if (!isThere) return [];
  const wanted = [...(players ?? []), ...describeScores(Object.entries(scores ?? {}))];
  return [
    {
      of: "rankings",
      place: place.span(),
      expected: { leaderboard, time_span, ...defined({ players, scores }) },
      words: `${leaderboard} (${time_span}) to show ${formatList(wanted, "nobody")}`,
      check: (happened) => checkRanking({ ...written, time_span }, happened),
    },
  ];
}

function checkRanking(
  {
    leaderboard,
    time_span,
    players,
    scores = {},
  }: WrittenRanking & Pick<Required<WrittenRanking>, "time_span">,
  { design, earned, scores: submitted, now }: ScenarioEvents,
): ExpectationAnswer {
  const board = design.leaderboards.get(leaderboard);
  if (board === undefined) throw new Error("leaderboards are checked when scenarios are read");
  const badges = earned.map(({ player, points, at }) => ({
    custom_player_id: player,
    score: BigInt(points),
    at,
  }));
  const submissions = board.type === "standard" ? badges : (submitted.get(leaderboard) ?? []);
  const ranked = rankPlayers(board, submissions, { time_span, now });
  if (!ranked.ok) return answerUnknown([ranked.reason]);
  const rows = ranked.value.map(
    ({ custom_player_id, score }) => [custom_player_id, Number(score)] as const,
  );
  const scoreOf = new Map(rows);
  const isOrder =
    players === undefined || players.join("\n") === rows.map(([player]) => player).join("\n");
  return {
    passed: isOrder && Object.entries(scores).every(([id, score]) => scoreOf.get(id) === score),
    outcome: `; it shows ${formatList(describeScores(rows), "nobody")}`,
  };
}

function describeScores(
  scores: readonly (readonly [player: string, score: number])[],
): readonly string[] {
  return scores.map(([player, score]) => `${player} with ${score}`);
}

function formatList(all: readonly string[], none = "nothing"): string {
  return all.length === 0 ? none : both(all);
}
