/**
 * One rule for values that the service takes only at creation: no PUT changes them, a difference
 * replaces the resource, and known values are sent back as they are.
 */
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { Kind } from "../../src/catalog/types.ts";
import type { JsonObject } from "../../src/ground/json.ts";
import { desiredGame, type GameText } from "../support/games.ts";
import { ModelService, send } from "../support/model-service.ts";
import { SERVICES, type ServiceShape } from "../support/service-shapes.ts";
import { planned } from "./planning.ts";

/** Two values of each create-only field and link. */
const VALUES: Readonly<Record<string, readonly [before: JsonObject, after: JsonObject]>> = {
  "action.reactions": [{ reactions: ["other"] }, { reactions: ["other", "third"] }],
  "criteria_group.criteria_groups": [
    { criteria_groups: ["other"] },
    { criteria_groups: ["third"] },
  ],
  "leaderboard.type": [{ type: "custom" }, { type: "session" }],
  "leaderboard.ordering": [{ ordering: "larger-is-better" }, { ordering: "smaller-is-better" }],
  "leaderboard.score_preference": [
    { score_preference: "prefer-higher" },
    { score_preference: "prefer-last" },
  ],
  "leaderboard.custom_session_id": [
    { custom_session_id: "spring" },
    { custom_session_id: "summer" },
  ],
};

const createOnlyNames = ({ name: kind, fields, links }: Kind): readonly string[] =>
  [
    ...fields.filter(({ createOnly }) => createOnly === true),
    ...links.filter(({ endpoint }) => endpoint?.memberField === undefined),
  ].map(({ name }) => `${kind}.${name}`);

it("has values for every kind", () => {
  expect(Object.keys(VALUES)).toEqual(catalog.flatMap(createOnlyNames));
});

describe.each(Object.keys(SERVICES))("on a service of the shape %j", (shape) => {
  it.each(Object.entries(VALUES))("%s is never changed by a PUT", (value, [before, after]) => {
    const [kindName, name = ""] = value.split(".");
    const kind = catalog.find((each) => each.name === kindName) as Kind;
    const usual: JsonObject = kind.fields.some(({ name }) => name === "type")
      ? { type: "custom" }
      : {};
    const game = (changed: JsonObject, description: string): GameText => ({
      [kind.plural]: [
        { custom_id: "other", ...usual },
        { custom_id: "third", ...usual },
        { custom_id: "changed", description: "Changed", ...usual, ...changed },
        { custom_id: "kept", description, ...usual, ...before },
      ],
    });
    const service = new ModelService(SERVICES[shape] as ServiceShape, "refused").fill(
      game(before, "Old"),
    );
    const desired = desiredGame(game(after, "New"));
    const isShown = kind.fields.some((field) => field.name === name) || service.shows(kind, name);
    const { steps } = planned(desired, service.live());
    const ofChanged = steps.filter(({ address }) => address.endsWith("/changed"));
    expect(ofChanged.map(({ request }) => request.method)).toEqual(
      isShown ? ["PUT", "POST", "DELETE"] : [],
    );
    const written = ofChanged
      .filter(({ request }) => request.method === "POST")
      .map(({ request }) => request.body);
    expect(written.map((body) => body?.[name])).toEqual(isShown ? [after[name]] : []);
    for (const { address, request } of steps.filter(({ request }) => request.method === "PUT")) {
      const sent = request.body?.[name];
      expect(
        sent === undefined || JSON.stringify(sent) === JSON.stringify(before[name]),
        address,
      ).toBe(true);
    }
    send(service, steps);
    expect(planned(desired, service.live()).steps).toEqual([]);
  });
});
