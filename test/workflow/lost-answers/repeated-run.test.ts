/**
 * An earlier run has executed a request already, and reads do not show it when the game is planned
 * again: the step is done.
 */
import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../../src/ground/json.ts";
import { GAME_ID, inGame, movingClock, TOKEN } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { Door, Service } from "../../support/service/service.ts";

const criterion = (custom_id: string) => ({
  custom_id,
  name: custom_id.toUpperCase(),
  custom_action_id: "jump",
});
const groups = (criteria: readonly string[]) => [{ custom_id: "g", name: "G", criteria }];
const BASE = {
  actions: [{ custom_id: "jump", name: "Jump" }],
  criteria: ["old", "x", "y"].map(criterion),
};
const EGG = { custom_id: "egg", name: "Egg" };
const SHELL = { custom_id: "shell", name: "Egg" };

interface Change {
  readonly live: Contents;
  readonly wanted: JsonObject;
  /** The request of the earlier run. */
  readonly method: string;
  readonly path: string;
  readonly body?: JsonObject;
}

const CHANGES = {
  create: { live: {}, wanted: { rewards: [EGG] }, method: "POST", path: "rewards", body: EGG },
  rename: {
    live: { rewards: [EGG] },
    wanted: { rewards: [SHELL], moved: [{ kind: "reward", from: "egg", to: "shell" }] },
    method: "PUT",
    path: "rewards/egg",
    body: SHELL,
  },
  attach: {
    live: { criteria_groups: groups(["x"]) },
    wanted: { criteria_groups: groups(["x", "y"]) },
    method: "POST",
    path: "criteria-groups/g/criteria",
    body: { custom_criterion_id: "y" },
  },
  detach: {
    live: { criteria_groups: groups(["x", "y"]) },
    wanted: { criteria_groups: groups(["x"]) },
    method: "DELETE",
    path: "criteria-groups/g/criteria/y",
  },
  delete: {
    live: {},
    wanted: {
      criteria: ["x", "y"].map(criterion),
      removed: [{ kind: "criterion", custom_id: "old", reason: "It is over." }],
    },
    method: "DELETE",
    path: "criteria/old",
  },
} as const satisfies Readonly<Record<string, Change>>;

/** Refuses members that are in the list already, as some services do. */
const refuseRepetitions =
  (service: () => Service): Door =>
  async (_, carryOut, request) => {
    const isAttachment = request.method === "POST" && request.url.endsWith("/g/criteria");
    const [group] = service().contents(GAME_ID).criteria_groups ?? [];
    if (!isAttachment || JSON.stringify(group?.criteria) !== '["x","y"]') return carryOut();
    return Response.json(
      { errors: { custom_criterion_id: ["The criterion is there."] } },
      { status: 422 },
    );
  };

const CELLS = (Object.keys(CHANGES) as (keyof typeof CHANGES)[]).flatMap((change) =>
  [
    { before: 0, lag: 2_000 },
    { before: 1_500, lag: 2_000 },
    { before: 0, lag: 9_000 },
  ].map((times) => ({ change, ...times })),
);

it.each(CELLS)(
  "$change: executed $before ms before the apply, reads lag $lag ms",
  async ({ change, before, lag }) => {
    const { live, wanted, method, path, body }: Change = CHANGES[change];
    const clock = movingClock();
    const game = await inGame({
      live: { ...BASE, ...live },
      manifests: { "game.yaml": stringify({ ...BASE, ...wanted }) },
      service: {
        lag,
        clock: { now: clock.now, wait: clock.sleep },
        door: refuseRepetitions(() => game.service()),
      },
    });
    const earlier = await fetch(`${game.service().url}/v1/games/${GAME_ID}/${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(earlier.ok).toBe(true);
    const after = game.service().contents(GAME_ID);
    await clock.sleep(before);
    const allowed = ["--allow", "breaks-earning", "--allow", "breaks-clients"];
    const { exit, stdout } = await game.run(["apply", "--yes", "--format", "json", ...allowed], {
      clock,
    });
    const [{ steps, converged }] = JSON.parse(stdout).results;
    expect(
      steps.map(({ action, status }: Record<string, string>) => `${action} ${status}`),
    ).toEqual([`${change} done`]);
    expect({ exit, converged }).toEqual({ exit: 0, converged: true });
    expect(game.service().contents(GAME_ID)).toEqual(after);
  },
);

it("a creation that is refused for another value is not read back", async () => {
  const door: Door = async (_, carryOut, { method }) =>
    method === "POST"
      ? Response.json({ errors: { name: ["The name is too bold."] } }, { status: 422 })
      : carryOut();
  const game = await inGame({
    manifests: { "game.yaml": stringify({ rewards: [EGG] }) },
    service: { door },
  });
  const clock = movingClock();
  const { exit, stdout } = await game.run(["apply", "--yes", "--format", "json"], { clock });
  expect(exit).toBe(1);
  expect(JSON.parse(stdout).results[0].steps).toMatchObject([
    { status: "failed", diagnostic: { code: "step-failed" } },
  ]);
  expect(clock.sleeps).toEqual([]);
});
