import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/files/hash.ts";
import { diagnostic } from "../../src/model/diagnostics.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { savedPlan } from "../../src/plan/plan-file.ts";
import { planSchema } from "../../src/plan/plan-schema.ts";
import { renderApplyJson, renderDiagnosticsJson, renderRankingsJson } from "../../src/view/json.ts";
import { renderPlansJson } from "../../src/view/plan/plan-json.ts";
import { applySchema, diagnosticsSchema, rankingsSchema } from "../../src/view/schema/documents.ts";
import { emptyPlan, everyAction, hostilePlan, mixedResult, refusals } from "./sample-plans.ts";

/** The schema with every object closed, so that a member which the schema does not describe is found. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isJsonObject(schema)) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]));
  return isJsonObject(schema.properties) && schema.type === "object"
    ? { ...members, additionalProperties: false }
    : members;
}

function problemsOf(schema: object, text: string): unknown {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(closed(schema as JsonObject) as object);
  validate(JSON.parse(text));
  return validate.errors ?? [];
}

const span = {
  file: "a.yaml",
  start: { line: 2, column: 3, offset: 10 },
  end: { line: 2, column: 9, offset: 16 },
};
const placed = diagnostic("duplicate-id", "Twice.", {
  address: "action/a",
  primary: { span, text: "here" },
  others: [{ span, text: "first here" }],
  help: ["remove one"],
});

describe("JSON documents", () => {
  it("plans follow their schema, which describes every member", () => {
    const plans = [everyAction, emptyPlan].map((plan) => savedPlan(plan, new Set(["mass-change"])));
    const text = renderPlansJson(plans, [...refusals, placed], sha256);
    expect(problemsOf(planSchema, text)).toEqual([]);
  });

  it("a plan read back is the same plan", () => {
    const plans = [everyAction, emptyPlan, hostilePlan];
    expect(JSON.parse(renderPlansJson(plans, [], sha256)).plans).toEqual(plans);
  });

  it("the plan of a game is the same text every time", async () => {
    await expect(renderPlansJson([everyAction], refusals, sha256)).toMatchFileSnapshot("expect/plan-json.txt");
  });

  it("results of applies follow their schema, which describes every member", async () => {
    const text = renderApplyJson([mixedResult], [placed]);
    expect(problemsOf(applySchema, text)).toEqual([]);
    await expect(text).toMatchFileSnapshot("expect/apply-json.txt");
  });

  it("problems follow their schema, which describes every member", () => {
    expect(problemsOf(diagnosticsSchema, renderDiagnosticsJson([placed, ...refusals]))).toEqual([]);
  });

  it("rankings follow their schema and keep ranks as the service counts them", () => {
    const question = { game: "dungeon", environment: "local", game_id: "g", leaderboard: "points", player: "p" };
    const row = { time_span: "all-time", score: 5, rank: 0, custom_player_id: "p" };
    const text = renderRankingsJson(question, [row]);
    expect(problemsOf(rankingsSchema, text)).toEqual([]);
    expect(JSON.parse(text).rankings).toEqual([row]);
  });

  it("holds no character that a terminal would obey", () => {
    expect(renderPlansJson([hostilePlan], [], sha256)).toMatch(/^[\n\u0020-\u007e]+$/);
  });
});
