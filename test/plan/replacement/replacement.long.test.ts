/** Replacements over the real service, which refuses to delete what something refers to. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { callService } from "../../support/call-service.ts";
import { startLaurel } from "../../support/child.ts";
import { GAME_ID, type TestGame } from "../../support/cli.ts";
import type { GameText } from "../../support/games.ts";
import { ALLOW, expectConverged, expectSound, SCENES, type Scene, startScene } from "./scenes.ts";

const scenes = Object.entries(SCENES);

describe("a change of what is taken only at creation, on a strict service", () => {
  it.each(scenes)("%s: arrives, and is sound after every single request", async (_, scene) => {
    let checked = 0;
    const problems: unknown[] = [];
    const game = await startScene(scene, { strict: true }, ({ method, path }, started) => {
      if (method === "GET") return;
      checked += 1;
      try {
        expectSound(started().service().contents(GAME_ID), `after ${checked}. ${method} ${path}`);
      } catch (error) {
        problems.push(error);
      }
    });
    const applied = await game.run(["apply", "--yes", ...ALLOW]);
    expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThan(2);
    expect(applied.stdout).toContain("to replace");
    await expectConverged(game, scene, "after the apply");
    game.forget();
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    expect(game.writes()).toEqual([]);
  });

  it.each(scenes)("%s: is finished by the next run, whichever request was the last before death", async (_, scene) => {
    const snapshots: { readonly after: string; readonly content: JsonObject }[] = [];
    const first = await startScene(scene, { strict: true }, ({ method, path }, started) => {
      if (method !== "GET") snapshots.push({ after: `${method} ${path}`, content: started().service().snapshot() });
    });
    expect((await first.run(["apply", "--yes", ...ALLOW])).exit).toBe(0);
    expect(snapshots.length).toBeGreaterThan(2);
    for (const [index, { after, content }] of [...snapshots.entries()]) {
      const when = `when the run died after ${index + 1}. ${after}`;
      const problems: unknown[] = [];
      let isWatched = false;
      const game = await startScene({ ...scene, live: {} }, { strict: true }, ({ method, path }, started) => {
        if (method === "GET" || !isWatched) return;
        try {
          expectSound(started().service().contents(GAME_ID), `${when}, then after ${method} ${path}`);
        } catch (error) {
          problems.push(error);
        }
      });
      await game.service().restore(content);
      isWatched = true;
      const applied = await game.run(["apply", "--yes", ...ALLOW]);
      expect(applied.exit, `${when}\n${applied.stdout}${applied.stderr}`).toBe(0);
      expect(problems).toEqual([]);
      await expectConverged(game, scene, when);
    }
  });

  it.each(scenes)(
    "%s: is finished by the next run, from whichever request on nothing came through",
    async (_, scene) => {
      const counting = await startScene(scene);
      expect((await counting.run(["apply", "--yes", ...ALLOW])).exit).toBe(0);
      const firstWrite = counting.requests().findIndex(({ method }) => method !== "GET") + 1;
      const last =
        firstWrite +
        counting
          .requests()
          .slice(firstWrite)
          .findLastIndex(({ method }) => method !== "GET") +
        1;
      for (const effect of ["drop-before", "drop-after"] as const) {
        for (let from = firstWrite; from <= last; from += 1) {
          const when = `${effect} from request ${from} on`;
          const game = await startScene(scene, { strict: true, faults: [{ effect, when: { from } }] });
          const died = await game.run(["apply", "--yes", ...ALLOW]);
          expect(died.exit, `${when}\n${died.stdout}${died.stderr}`).toBe(1);
          expectSound(game.service().contents(GAME_ID), when);
          await game.restart({ strict: true });
          const applied = await game.run(["apply", "--yes", ...ALLOW]);
          expect(applied.exit, `${when}\n${applied.stdout}${applied.stderr}`).toBe(0);
          await expectConverged(game, scene, when);
        }
      }
    },
  );

  it("is finished by the next run when the process is killed", async () => {
    const scene = SCENES["a group's inner groups"] as Scene;
    for (const number of [1, 2, 3]) {
      let kill: (() => void) | undefined;
      let writes = 0;
      const game = await startScene(scene, { strict: true }, ({ method }) => {
        if (method === "GET") return;
        writes += 1;
        if (writes === number) kill?.();
      });
      const child = startLaurel(["apply", "--yes", ...ALLOW], { cwd: game.folder, env: game.env });
      kill = () => child.signal("SIGKILL");
      expect((await child.ended).signal).toBe("SIGKILL");
      const applied = await game.run(["apply", "--yes", ...ALLOW]);
      expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
      await expectConverged(game, scene, `killed at write ${number}`);
    }
  });
});

describe("a service that takes the change in PUT after all", () => {
  const boards = scenes.filter(
    ([, { live, desired }]) => live.actions === undefined && desired.leaderboards?.length === 1,
  );

  it.each(boards)("%s: keeps its scores, and nothing is replaced", async (_, scene) => {
    // This service ignores what is taken only at creation, so somebody behind it carries it out.
    const game = await startScene(scene, { strict: true }, ({ method, path, body }, started) => {
      const names = ["type", "ordering", "score_preference", "custom_session_id"];
      const taken = Object.fromEntries(
        Object.entries((body ?? {}) as JsonObject).filter(([name]) => names.includes(name)),
      );
      if (method === "PUT" && path.endsWith("/leaderboards/board"))
        void started().service().edit(GAME_ID, "leaderboard", "board", taken);
    });
    const isStandard = scene.live.leaderboards?.[0]?.type === "standard";
    const played = isStandard ? [] : await playedBoard(game);
    game.forget();
    const applied = await game.run(["apply", "--yes", ...ALLOW, "--format", "json"]);
    expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
    const [result] = JSON.parse(applied.stdout).results;
    const fates = result.steps.map(({ status }: { status: string }) => status);
    expect(fates).toEqual(["done", ...fates.slice(1).map(() => "not-needed")]);
    expect(fates.length).toBeGreaterThan(2);
    expect(game.writes().map(({ method }) => method)).toEqual(["PUT"]);
    if (scene.desired.leaderboards?.[0]?.type !== "standard") {
      const players = (await rankings(game)).map(({ custom_player_id }) => custom_player_id).sort();
      expect(players).toEqual(played);
    }
    await expectConverged(game, scene, "after the apply");
  });

  it("plans no replacement where the records show that members are taken", async () => {
    const scene = SCENES["a group's inner groups"] as Scene;
    const game = await startScene(scene, { profile: "members" });
    const applied = await game.run(["apply", "--yes"]);
    expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
    expect(game.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /v1/games/${GAME_ID}/criteria-groups/inner`,
    ]);
    await expectConverged(game, scene, "after the apply");
  });
});

describe("a service that takes the change neither in PUT nor at creation", () => {
  it("ends with what was not kept, and nothing under a temporary id", async () => {
    const game = await startScene(SCENES["a leaderboard's ordering"] as Scene, { dropFields: ["ordering"] });
    const applied = await game.run(["apply", "--yes", ...ALLOW]);
    expect(applied.exit).toBe(1);
    expect(applied.stdout).toMatch(/did not keep "ordering":\s+it is\s+"larger-is-better", wanted "smaller-is-better"/);
    expect(applied.stdout).not.toContain("wanted absent");
    expect(
      game
        .service()
        .contents(GAME_ID)
        .leaderboards?.map(({ custom_id }) => custom_id),
    ).toEqual(["board"]);
  });
});

describe("a replacement that dies at any write", () => {
  const actions = {
    enemy: { custom_id: "enemy", name: "Enemy" },
    boss: { custom_id: "boss", name: "Boss" },
    theirs: { custom_id: "theirs", name: "Theirs", description: "Made in the panel.", reactions: ["boss"] },
  };
  const live = { actions: [actions.enemy, actions.boss, actions.theirs] };
  const declared: readonly JsonObject[] = [actions.enemy, { ...actions.boss, reactions: ["enemy"] }];
  const ours = { custom_id: "theirs", name: "Ours", reactions: ["boss"] };

  it.each([
    ["what no manifest declares", declared],
    ["what is only created", [...declared, { ...ours, create_only: true }]],
    ["an ignored name", [...declared, { ...ours, ignore: ["name", "description"] }]],
  ] as const)(
    "leaves %s as it was, though it is created again because it reacts to what is replaced",
    async (_, desired) => {
      const scene = { live, desired: { actions: desired } };
      const whole = await startScene(scene);
      const before = whole
        .service()
        .contents(GAME_ID)
        .actions?.find(({ custom_id }) => custom_id === "theirs");
      const applied = await whole.run(["apply", "--yes", ...ALLOW]);
      expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
      expect(whole.service().contents(GAME_ID).actions?.[2]).toEqual(before);
      const total = whole.requests().length;
      const first = whole.requests().findIndex(({ method }) => method !== "GET") + 1;
      for (let from = first; from < total; from += 1) {
        const game = await startScene(scene, { strict: true, faults: [{ effect: "drop-before", when: { from } }] });
        expect((await game.run(["apply", "--yes", ...ALLOW])).exit).toBe(1);
        await game.restart({ strict: true });
        const again = await game.run(["apply", "--yes", ...ALLOW]);
        expect(again.exit, `${from}\n${again.stdout}${again.stderr}`).toBe(0);
        const after = game.service().contents(GAME_ID).actions ?? [];
        expect(after.map(({ custom_id }) => custom_id)).toEqual(["boss", "enemy", "theirs"]);
        expect(after[2], `dead from request ${from} on`).toEqual(before);
      }
    },
  );
});

it("a group that gets another id, another inner group and one criterion less arrives", async () => {
  const parts = {
    actions: [{ custom_id: "act", name: "Act" }],
    criteria: [
      { custom_id: "c", name: "C", custom_action_id: "act" },
      { custom_id: "d", name: "D", custom_action_id: "act" },
    ],
  };
  const inner = { custom_id: "in", name: "In", criteria: ["c"] };
  const live = { ...parts, criteria_groups: [inner, { custom_id: "old", name: "Old", criteria: ["c", "d"] }] };
  const group = { custom_id: "new", name: "New", criteria: ["c"], criteria_groups: ["in"] };
  const desired: GameText = { ...parts, criteria_groups: [inner, group] };
  const game = await startScene({ live, desired });
  await game.write({ "moved.yaml": "moved: [{ kind: criteria_group, from: old, to: new }]\n" });
  const applied = await game.run(["apply", "--yes", ...ALLOW]);
  expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
  await expectConverged(game, { live, desired }, "after the apply");
});

/** Lets two players score on the board; who they are. */
async function playedBoard(game: TestGame): Promise<readonly string[]> {
  const players = ["ada", "bob"];
  for (const custom_player_id of players)
    await callService(game, "scores", { custom_player_id, custom_leaderboard_id: "board", score: 7 });
  return players;
}

async function rankings(game: TestGame): Promise<readonly JsonObject[]> {
  return (await callService(game, "leaderboards/board/rankings")).data as JsonObject[];
}
