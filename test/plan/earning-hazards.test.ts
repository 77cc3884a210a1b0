/** Earning is judged only where a step can break it; that is never where a step does. */
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { requestTo } from "../../src/model/codec.ts";
import type { FieldChange, Step } from "../../src/model/model.ts";
import { withHazards } from "../../src/plan/hazards.ts";
import { desiredGame, effectsOf, liveGame } from "../support/games.ts";

/** Whether the run-time rules are asked about a plan of one step. */
function isJudged(kind: string, action: Step["action"], names: readonly string[]): boolean {
  let asked = false;
  const game = liveGame({});
  const idInEnd = () => "a";
  const fields = names.map((name): FieldChange => ({ path: `/${name}`, before: "a", after: "b" }));
  const request = requestTo("PUT", []);
  const base = {
    id: "",
    address: `${kind}/a`,
    fields,
    needs: [],
    hazards: [],
    notes: [],
    request,
  } as const;
  const link = { name: "", member: "" };
  const step: Step =
    action === "attach" || action === "detach" ? { ...base, action, link } : { ...base, action };
  const sides = {
    before: game,
    after: game,
    desired: desiredGame({}),
    catalog,
    effects: effectsOf([step]),
    idInEnd,
  };
  const findNothing = () => {
    asked = true;
    return [];
  };
  withHazards([step], { ...sides, findUnearnable: findNothing });
  return asked;
}

/** What no run-time rule of earning reads, in any kind. */
const HARMLESS = ["name", "description", "points", "custom_session_id"];

describe("earning is judged", () => {
  const parts = catalog.flatMap(({ name: kind, fields, links }) =>
    [...fields, ...links].map(({ name }) => [kind, name] as const),
  );

  it.each(parts)("where a step changes of %s the %s, unless no rule reads it", (kind, name) => {
    expect(isJudged(kind, "update", [name])).toBe(!HARMLESS.includes(name));
    expect(isJudged(kind, "update", ["name", name])).toBe(!HARMLESS.includes(name));
  });

  it.each(catalog.map(({ name }) => name))(
    "where a %s is renamed, deleted, or loses or gets a member",
    (kind) => {
      const actions = ["rename", "delete", "attach", "detach"] as const;
      expect(actions.map((action) => isJudged(kind, action, ["name"]))).toEqual([
        true,
        true,
        true,
        true,
      ]);
    },
  );
});
