/** Games in which something changes that the service takes only at creation, and what must hold at every moment. */
import { expect } from "vitest";
import { stringify } from "yaml";
import { catalog } from "../../../src/catalog/index.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { GAME_ID, inGame, type TestGame } from "../../support/cli.ts";
import type { GameText } from "../../support/games.ts";
import type { SeenRequest, ServiceOptions } from "../../support/service/service.ts";

/** What lets a replacement go ahead. */
export const ALLOW = ["replaces-player-data", "breaks-earning", "mass-change"].flatMap((name) => ["--allow", name]);

export interface Scene {
  readonly live: GameText;
  readonly desired: GameText;
}

const named = (custom_id: string, more: JsonObject = {}): JsonObject => ({
  custom_id,
  name: `Name ${custom_id}`,
  ...more,
});

const board = (more: JsonObject): GameText => ({ leaderboards: [named("board", { type: "custom", ...more })] });

/** Actions that react in a chain, each with a criterion, a group and an achievement that needs it. */
function chain(reactions: readonly string[], last: readonly string[] = ["middle"]): GameText {
  const ids = ["first", "middle", "last", "other"];
  return {
    actions: [named("first"), named("other"), named("middle", { reactions }), named("last", { reactions: last })],
    ...earningOf(ids),
  };
}

function earningOf(actions: readonly string[]): GameText {
  return {
    criteria: actions.map((id) => named(`c-${id}`, { custom_action_id: id })),
    criteria_groups: actions.map((id) => named(`g-${id}`, { criteria: [`c-${id}`] })),
    achievements: actions.map((id) => named(`a-${id}`, { points: 5, custom_criteria_group_id: `g-${id}` })),
  };
}

/** Groups in groups, each needed by an achievement. */
function nest(members: readonly string[]): GameText {
  const groups = [
    named("leaf", { criteria: ["c"] }),
    named("leaf2", { criteria: ["c"] }),
    named("inner", { criteria_groups: members }),
    named("outer", { criteria: ["c"], criteria_groups: ["inner"] }),
    named("top", { criteria_groups: ["outer", "leaf"] }),
  ];
  return {
    actions: [named("act")],
    criteria: [named("c", { custom_action_id: "act" })],
    criteria_groups: groups,
    achievements: groups.map(({ custom_id }) =>
      named(`a-${custom_id}`, { custom_criteria_group_id: custom_id as Json }),
    ),
  };
}

/** By what changes. */
export const SCENES: Readonly<Record<string, Scene>> = {
  "a leaderboard's type": { live: board({ type: "standard" }), desired: board({ type: "custom" }) },
  "a leaderboard that becomes the standard one": { live: board({}), desired: board({ type: "standard" }) },
  "a leaderboard's ordering": { live: board({}), desired: board({ ordering: "smaller-is-better" }) },
  "a leaderboard's score preference": { live: board({}), desired: board({ score_preference: "prefer-lower" }) },
  "a leaderboard's session": { live: board({}), desired: board({ custom_session_id: "season-2" }) },
  "a leaderboard's session that goes": { live: board({ custom_session_id: "season-1" }), desired: board({}) },
  "a leaderboard's ordering and its description": {
    live: board({ description: "Old" }),
    desired: board({ ordering: "smaller-is-better", description: "New" }),
  },
  "the ordering of the standard board": {
    live: board({ type: "standard" }),
    desired: board({ type: "standard", ordering: "smaller-is-better" }),
  },
  "which board is the standard one": {
    live: { leaderboards: [named("one", { type: "standard" }), named("two", { type: "custom" })] },
    desired: { leaderboards: [named("one", { type: "custom" }), named("two", { type: "standard" })] },
  },
  "an action's first reaction": { live: chain([], []), desired: chain(["first"], []) },
  "an action's reactions, and who reacts to it": { live: chain(["first"]), desired: chain(["first", "other"]) },
  "an action that reacts no more": { live: chain(["first"]), desired: chain([]) },
  "reactions of two actions that hold each other": {
    live: chain(["first"], ["middle"]),
    desired: chain(["other"], ["middle", "first"]),
  },
  "a group's inner groups": { live: nest(["leaf"]), desired: nest(["leaf", "leaf2"]) },
  "a group's only inner group": { live: nest(["leaf"]), desired: nest(["leaf2"]) },
  "an action's reactions and a group's inner groups": {
    live: { ...nest(["leaf"]), actions: [named("act"), named("first")] },
    desired: { ...nest(["leaf2"]), actions: [named("act", { reactions: ["first"] }), named("first")] },
  },
  "a board, an action and another wording": {
    live: { ...chain([], []), ...board({}) },
    desired: {
      ...chain(["first"], []),
      leaderboards: [named("board", { type: "custom", ordering: "smaller-is-better", name: "Best times" })],
    },
  },
};

export async function startScene(
  { live, desired }: Scene,
  service: ServiceOptions = { strict: true },
  onRequest: (request: SeenRequest, game: () => TestGame) => void = () => {},
): Promise<TestGame> {
  let game: TestGame | undefined;
  game = await inGame({
    service,
    live,
    manifests: { "game.yaml": stringify(desired) },
    onRequest: (request) => {
      if (game !== undefined) onRequest(request, () => game as TestGame);
    },
  });
  return game;
}

type Contents = Readonly<Record<string, readonly JsonObject[]>>;

/** Nothing refers to what is not there, and every achievement has a group that can hold. */
export function expectSound(contents: Contents, when: string): void {
  const find = (kind: string, id: Json | undefined) =>
    contents[catalog.find(({ name }) => name === kind)?.plural ?? ""]?.find(({ custom_id }) => custom_id === id);
  for (const kind of catalog) {
    for (const record of contents[kind.plural] ?? []) {
      const references = kind.fields.flatMap((field) =>
        field.type === "reference" ? [[field.to, record[field.name] ?? null] as const] : [],
      );
      const members = kind.links.flatMap(({ name, to }) =>
        ((record[name] ?? []) as readonly Json[]).map((id) => [to, id] as const),
      );
      for (const [to, id] of [...references, ...members])
        expect(find(to, id)?.custom_id, `${kind.name}/${record.custom_id} ${when}`).toBe(id);
    }
  }
  const holds = (group: JsonObject | undefined): boolean => {
    const criteria = (group?.criteria ?? []) as readonly Json[];
    const groups = (group?.criteria_groups ?? []) as readonly Json[];
    return criteria.length + groups.length > 0 && groups.every((id) => holds(find("criteria_group", id)));
  };
  for (const { custom_id, custom_criteria_group_id } of contents.achievements ?? []) {
    const group = find("criteria_group", custom_criteria_group_id);
    expect(holds(group), `${custom_id} has a group that can hold ${when}`).toBe(true);
  }
}

/** The service has exactly what the manifests say, by ids, and a new plan is empty. */
export async function expectConverged(game: TestGame, { desired }: Scene, when: string): Promise<void> {
  const again = await game.run(["plan", "--detailed-exitcode"]);
  expect(again.exit, `${when}\n${again.stdout}${again.stderr}`).toBe(0);
  const contents = game.service().contents(GAME_ID);
  for (const { plural } of catalog) {
    const ids = (contents[plural] ?? []).map(({ custom_id }) => custom_id);
    expect(ids, `${plural} ${when}`).toEqual((desired[plural] ?? []).map(({ custom_id }) => custom_id).sort());
  }
  expect(JSON.stringify(contents), when).not.toContain("~laurel");
}
