/**
 * The model of a strict service refuses what such a service refuses, and keeps identities through
 * every rename.
 */
import { describe, expect, it } from "vitest";
import type { ApiRequest } from "../../src/model/model.ts";
import { planned } from "../plan/planning.ts";
import { carryOut } from "./carry-out.ts";
import { desiredGame, type GameText, liveGame } from "./games.ts";
import { ModelService, send } from "./model-service.ts";
import { SERVICES, type ServiceShape } from "./service-shapes.ts";

const GAME: GameText = {
  actions: [
    { custom_id: "jump", name: "Jump" },
    { custom_id: "run", name: "Run" },
  ],
  criteria: [{ custom_id: "jumps", name: "Jumps", custom_action_id: "jump" }],
  criteria_groups: [
    { custom_id: "inner", name: "Inner", criteria: ["jumps"] },
    { custom_id: "outer", name: "Outer", criteria_groups: ["inner"] },
  ],
  achievements: [{ custom_id: "hero", name: "Hero", custom_criteria_group_id: "outer" }],
  leaderboards: [
    { custom_id: "main", name: "Main", type: "standard" },
    { custom_id: "race", name: "Race", type: "custom" },
  ],
};

const started = (service = "ids in the record"): ModelService =>
  new ModelService(SERVICES[service] as ServiceShape, "refused").fill(GAME);

it("the model of a service that cascades deletes what requires a resource, and ends other references to it", () => {
  const service = started("deletions that cascade");
  service.send({ method: "DELETE", path: "actions/jump" });
  service.send({ method: "DELETE", path: "criteria-groups/outer" });
  const { actions, criteria, criteria_groups, achievements } = service.contents();
  expect({ actions, criteria, criteria_groups, achievements }).toMatchObject({
    actions: [{ custom_id: "run" }],
    criteria: [],
    criteria_groups: [{ custom_id: "inner", criteria: [] }],
    achievements: [{ custom_id: "hero", custom_criteria_group_id: null }],
  });
});

describe("the model service refuses", () => {
  it.each<[string, RegExp, ApiRequest]>([
    [
      "an unknown path",
      /404/,
      { method: "POST", path: "quests", body: { custom_id: "a", name: "A" } },
    ],
    ["an unknown resource", /404/, { method: "PUT", path: "actions/fly", body: { name: "Fly" } }],
    ["a resource that is gone", /404/, { method: "DELETE", path: "actions/fly" }],
    [
      "an id that is taken",
      /custom_id jump .*taken/,
      { method: "POST", path: "actions", body: { custom_id: "jump", name: "Other" } },
    ],
    [
      "an id that differs in case only",
      /taken/,
      { method: "POST", path: "actions", body: { custom_id: "JUMP", name: "Other" } },
    ],
    [
      "a name that is taken",
      /name Run .*taken/,
      { method: "PUT", path: "actions/jump", body: { custom_id: "jump", name: "Run" } },
    ],
    [
      "a rename to an id that is taken",
      /custom_id run .*taken/,
      { method: "PUT", path: "actions/jump", body: { custom_id: "run", name: "Jump" } },
    ],
    [
      "a second standard leaderboard",
      /type standard .*taken/,
      {
        method: "POST",
        path: "leaderboards",
        body: { custom_id: "b", name: "B", type: "standard" },
      },
    ],
    [
      "a reference to nothing",
      /no action fly/,
      {
        method: "PUT",
        path: "criteria/jumps",
        body: { custom_id: "jumps", name: "Jumps", custom_action_id: "fly" },
      },
    ],
    [
      "a member that does not exist",
      /no criterion fly/,
      {
        method: "PUT",
        path: "criteria-groups/inner",
        body: { custom_id: "inner", name: "Inner", criteria: ["fly"] },
      },
    ],
    [
      "a cycle of groups",
      /leads back/,
      {
        method: "PUT",
        path: "criteria-groups/inner",
        body: { custom_id: "inner", name: "Inner", criteria_groups: ["outer"] },
      },
    ],
    [
      "deleting a referenced resource",
      /409 jumps refers to jump/,
      { method: "DELETE", path: "actions/jump" },
    ],
    [
      "deleting a member",
      /409 outer refers to inner/,
      { method: "DELETE", path: "criteria-groups/inner" },
    ],
    [
      "changing what only creation takes",
      /422 type/,
      {
        method: "PUT",
        path: "leaderboards/race",
        body: { custom_id: "race", name: "Race", type: "session" },
      },
    ],
    [
      "an endpoint of links that it lacks",
      /404/,
      { method: "POST", path: "criteria-groups/outer/criteria", body: { custom_id: "jumps" } },
    ],
  ])("%s", (_, complaint, request) => {
    expect(() => started().send(request)).toThrow(complaint);
  });

  it("a step before the step that it needs", () => {
    const live = liveGame({});
    const { steps } = planned(desiredGame(GAME), live);
    const reversed = [...steps].reverse();
    expect(() => carryOut(live, reversed)).toThrow("no step can be sent");
    expect(() =>
      carryOut(
        live,
        reversed.map((step) => ({ ...step, needs: [] })),
      ),
    ).toThrow("422");
    expect(carryOut(live, steps).resources.size).toBe(8);
  });

  it("a step that is not ready, and a run in which no step is", () => {
    const service = new ModelService(SERVICES.extended as ServiceShape, "ignored");
    const { steps } = planned(desiredGame(GAME), service.live());
    expect(() =>
      send(service.copy(), steps, { pick: () => steps.find(({ needs }) => needs.length > 0) }),
    ).toThrow("no step can be sent");
    expect(() => send(service.copy(), steps, { pick: () => undefined })).toThrow(
      "no step can be sent",
    );
  });
});

it("a renamed resource is the same one; one that is deleted and created again is another one", () => {
  const service = started();
  const before = service.find("action", "run")?.who;
  service.send({ method: "PUT", path: "actions/run", body: { custom_id: "sprint", name: "Run" } });
  expect(service.find("action", "sprint")?.who).toBe(before);
  service.send({ method: "DELETE", path: "actions/sprint" });
  service.send({ method: "POST", path: "actions", body: { custom_id: "sprint", name: "Run" } });
  expect(service.find("action", "sprint")?.who).not.toBe(before);
});
