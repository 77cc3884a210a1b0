/** Under every setting of `semantics`, the embedded service records, gives and ranks what `laurel test` says. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Design } from "../../src/analysis/design/design.ts";
import { playScenario } from "../../src/analysis/scenarios/play-scenario.ts";
import type { Scenario, ScenarioStep } from "../../src/analysis/scenarios/scenario.ts";
import { timestamp } from "../../src/emulator/state.ts";
import { type Json, type JsonObject, jsonText } from "../../src/model/json.ts";
import { SEMANTICS_NAMES, SEMANTICS_SETTINGS, type Semantics } from "../../src/project/rules-settings.ts";
import { compile } from "../../src/rules/compiled.ts";
import { TIME_SPANS } from "../../src/rules/leaderboards.ts";
import { type Activity, type GroupRules, type Player, rulesFrom } from "../../src/rules/model.ts";
import { openProgress } from "../../src/rules/play.ts";
import {
  arbitraryActions,
  arbitraryCriterion,
  arbitraryGroups,
  arbitraryPlay,
  arbitraryPlayer,
  arbitrarySemantics,
} from "../rules/play-arbitrary.ts";
import { runs } from "../support/runs.ts";
import { createService } from "../support/service/service.ts";

const NOW = Date.parse("2026-03-08T00:00:00Z");
const PLACE = { file: "x", start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };
const IDS = ["ada", "bob"] as const;
const criteria = ["c0", "c1", "c2"];
const boards = ["prefer-higher", "prefer-lower", "prefer-first", "prefer-last"] as const;

/** What `xor` means shows with three members only. */
const ODD: GroupRules = { custom_id: "odd", operator: "xor", conditions: null, criteria, criteria_groups: [] };

const arbitraryGame = fc.record({
  actions: arbitraryActions,
  criteria: fc.tuple(...criteria.map(arbitraryCriterion)),
  groups: arbitraryGroups(criteria, 3).map((groups) => [...groups, ODD]),
  players: fc.tuple(arbitraryPlayer, arbitraryPlayer),
  play: arbitraryPlay.chain((activities) =>
    fc.tuple(...activities.map((each) => fc.record({ player: fc.constantFrom(...IDS), activity: fc.constant(each) }))),
  ),
  scores: fc.array(
    fc.record({
      player: fc.constantFrom(...IDS),
      board: fc.constantFrom(...boards),
      score: fc.integer({ min: 0, max: 2 }),
      at: fc.integer({ min: 1, max: 20 }).map((days) => NOW - days * 86_400_000),
    }),
    { maxLength: 8 },
  ),
});
type Game = typeof arbitraryGame extends fc.Arbitrary<infer T> ? T : never;

/** What became of it, in one form for both. */
interface Outcome {
  readonly activities: Json;
  readonly badges: Json;
  readonly rankings: Json;
}

function designOfGame(game: Game, semantics: Semantics): Design {
  const titled = (custom_id: string) => ({
    custom_id,
    name: custom_id,
    description: "",
    address: `action/${custom_id}`,
  });
  const achievements = game.groups.map(({ custom_id }, index) => ({
    custom_id,
    points: index,
    custom_criteria_group_id: custom_id,
    rewards: [],
  }));
  const leaderboards = new Map(
    ["standard", ...boards].map((id) => [
      id,
      {
        ...titled(id),
        type: id === "standard" ? id : "custom",
        ordering: id === "prefer-lower" ? "smaller-is-better" : "larger-is-better",
        score_preference: id === "standard" ? "prefer-higher" : id,
        equal_score: semantics.equal_score,
      },
    ]),
  );
  const { actions, criteria: all, groups: criteria_groups } = game;
  const rules = rulesFrom({ actions, criteria: all, criteria_groups, achievements }, semantics);
  return { ...rules, rewards: new Map(), leaderboards, known: new Set() } as unknown as Design;
}

/** By the run-time rules, as `laurel test` plays. */
function evaluated(game: Game, semantics: Semantics): Outcome {
  const design = designOfGame(game, semantics);
  const compiled = compile(design);
  const players = IDS.map((id, index) => ({ id, ...(game.players[index] as Player) }));
  const progress = new Map(players.map((player) => [player.id, openProgress(compiled, player)]));
  const results = game.play.map(({ player, activity }) => {
    const { recorded = [], earned = [] } = progress.get(player)?.record(activity) ?? {};
    return { player, recorded: recorded.map((each) => shownActivity(player, each)), earned };
  });
  const expectations = [...design.leaderboards.keys()].flatMap((leaderboard) =>
    TIME_SPANS.map((time_span) => ({ of: "ranking" as const, place: PLACE, leaderboard, time_span })),
  );
  const steps: readonly ScenarioStep[] = [
    ...game.play.map(({ player, activity: { at, ...activity } }, index): ScenarioStep => {
      return { does: "activity", number: index + 1, place: PLACE, player, ...activity, moments: [at] };
    }),
    ...game.scores.map(({ board, ...each }): ScenarioStep => {
      return { does: "score", place: PLACE, leaderboard: board, ...each };
    }),
    { does: "wait", place: PLACE, until: NOW },
    { does: "expect", place: PLACE, expectations },
  ];
  const scenario: Scenario = { name: "it", description: "", place: PLACE, players, start: 0, steps };
  const played = playScenario(scenario, design, compiled);
  const badges = results.flatMap(({ player, earned }) => earned.map((each) => ({ player, ...each })));
  expect(played.earned.map(({ player, achievement }) => [player, achievement])).toEqual(
    badges.map(({ player, custom_achievement_id }) => [player, custom_achievement_id]),
  );
  return {
    activities: results.flatMap(({ recorded }) => recorded),
    badges: IDS.map((id) =>
      badges
        .filter(({ player }) => player === id)
        .map((each) => [each.custom_achievement_id, each.points, each.custom_session_id]),
    ),
    rankings: played.answers.map(({ actual }) => (actual.of === "ranking" ? (actual.rows as unknown as Json) : null)),
  };
}

function shownActivity(player: string, { at, ...activity }: Activity): JsonObject {
  return { ...activity, player, date_time_utc: timestamp(at) };
}

/** The same over HTTP. */
async function served(game: Game, semantics: Semantics): Promise<Outcome> {
  const clock = { now: () => NOW, wait: async () => undefined };
  const service = createService({ token: "t", semantics, clock });
  const named = <T extends { readonly custom_id: string }>(list: readonly T[]) =>
    list.map((each) => ({ ...each, name: each.custom_id })) as unknown as readonly JsonObject[];
  const { leaderboards, achievements } = designOfGame(game, semantics);
  await service.seed("g", {
    actions: named(game.actions),
    criteria: named(game.criteria),
    criteria_groups: named(game.groups),
    achievements: named([...achievements.values()]).map(({ rewards, ...each }) => each),
    leaderboards: named([...leaderboards.values()].map(({ equal_score, description, address, ...each }) => each)),
    players: IDS.map((custom_id, index) => ({ custom_id, ...(game.players[index] as Player) })),
  });
  const call = async (method: string, path: string, body?: JsonObject): Promise<readonly JsonObject[]> => {
    const headers = { authorization: "Bearer t", "content-type": "application/json" };
    const init = { method, headers, ...(body === undefined ? {} : { body: jsonText(body) }) };
    const answer = await service.app.request(`/v1/games/g/${path}`, init);
    expect([path, answer.status]).toEqual([path, method === "POST" ? 201 : 200]);
    return ((await answer.json()) as { data: readonly JsonObject[] }).data;
  };
  for (const { player, activity } of game.play) {
    const { at, custom_data, ...rest } = activity;
    const data = custom_data === null ? null : jsonText(custom_data);
    await call("POST", "activities", {
      ...rest,
      custom_player_id: player,
      date_time_utc: timestamp(at),
      custom_data: data,
    });
  }
  for (const { player, board, score, at } of game.scores) {
    const body = { custom_player_id: player, custom_leaderboard_id: board, score, date_time_utc: timestamp(at) };
    await call("POST", "scores", body);
  }
  const { activities, records } = (service.snapshot().games as unknown as Record<string, Stored>).g as Stored;
  const idOf = (kind: string, key: unknown) =>
    records[kind]?.find((each) => each.key === key)?.fields.custom_id ?? null;
  const badges = await Promise.all(IDS.map((id) => call("GET", `players/${id}/badges?page[size]=100`)));
  const paths = [...leaderboards.keys()].flatMap((id) =>
    TIME_SPANS.map((span) => `${id}/rankings?time_span=${span}&page[size]=100`),
  );
  return {
    activities: activities.map(({ uuid, player, action, ...each }) => {
      return { ...each, player: idOf("player", player), custom_action_id: idOf("action", action) };
    }),
    badges: badges.map((list) =>
      list.map((each) => [each.custom_achievement_id, each.points, each.custom_session_id] as Json),
    ),
    rankings: await Promise.all(paths.map((path) => call("GET", `leaderboards/${path}`))),
  };
}

interface Stored {
  readonly activities: readonly JsonObject[];
  readonly records: Readonly<Record<string, readonly { readonly key: number; readonly fields: JsonObject }[]>>;
}

describe("the embedded service under the settings of semantics", () => {
  it("records, gives and ranks what `laurel test` does, whatever they are", async () => {
    const values = SEMANTICS_NAMES.flatMap((name) =>
      Object.keys(SEMANTICS_SETTINGS[name].choices).map((value) => ({ name, value })),
    );
    const decided = new Set<string>();
    await fc.assert(
      fc.asyncProperty(arbitraryGame, arbitrarySemantics, async (game, semantics) => {
        const expected = evaluated(game, semantics);
        expect(await served(game, semantics)).toEqual(expected);
        for (const { name, value } of values) {
          if (decided.has(name) || semantics[name] === value) continue;
          if (jsonText(evaluated(game, { ...semantics, [name]: value })) !== jsonText(expected)) decided.add(name);
        }
      }),
      runs(80),
    );
    // Each setting decided something, or this would show nothing of it.
    expect([...decided].sort()).toEqual([...SEMANTICS_NAMES].sort());
  });
});
