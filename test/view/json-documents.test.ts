/** Documents for programs follow their schemas, which describe every member. */
import { describe, expect, it } from "vitest";
import { diagnostic } from "../../src/model/diagnostics.ts";
import { isJsonObject, type Json } from "../../src/model/json.ts";
import type { HazardName, Plan } from "../../src/model/model.ts";
import { planMembers, renderBy } from "../../src/view/json/render.ts";
import { SCHEMAS, schemaProblems, schemaValidator } from "../support/schemas.ts";
import { shownPlan } from "../support/shown-plan.ts";
import { emptyPlan, everyAction, hostilePlan, mixedResult, refusals } from "./sample-plans.ts";

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
const documented = (plan: Plan) => planMembers({ plan, allowed: new Set<HazardName>(["mass-change"]), impact: [] });
const plansJson = (...plans: readonly Plan[]) =>
  renderBy(SCHEMAS.plan, { plans: plans.map(documented), games: [], diagnostics: [...refusals, placed] });
const ranking = {
  game: "dungeon",
  environment: "local",
  game_id: "g",
  leaderboard: "points",
  player: "p",
  rankings: [],
};

const DOCUMENTS = {
  plan: [SCHEMAS.plan, plansJson(everyAction, emptyPlan)],
  apply: [SCHEMAS.apply, renderBy(SCHEMAS.apply, { results: [mixedResult], diagnostics: [placed] })],
  diagnostics: [SCHEMAS.diagnostics, renderBy(SCHEMAS.diagnostics, { diagnostics: [placed, ...refusals] })],
  rankings: [SCHEMAS.rankings, renderBy(SCHEMAS.rankings, ranking)],
} as const;

/** The document with one thing wrong, for every place in it: another type, or another name of the member. */
function spoiled(value: Json, isRoot = true): readonly Json[] {
  const here: readonly Json[] = isRoot ? [] : [isJsonObject(value) ? [] : {}];
  if (Array.isArray(value)) {
    return [...here, ...value.flatMap((each, index) => spoiled(each, false).map((bad) => value.with(index, bad)))];
  }
  if (!isJsonObject(value)) return here;
  const members = Object.entries(value).filter(([name]) => !FREE.has(name));
  return [
    ...here,
    ...members.map(([name, member]) => {
      const { [name]: _, ...rest } = value;
      return { ...rest, [`${name}_`]: member };
    }),
    ...members.flatMap(([name, member]) => spoiled(member as Json, false).map((bad) => ({ ...value, [name]: bad }))),
  ];
}

/** Members that hold values of the game, which may be any. */
const FREE = new Set(["rankings", "body", "before", "after", "links", "base"]);

describe("JSON documents", () => {
  it.each(Object.entries(DOCUMENTS))("%s follows its schema, which describes every member", (_, [schema, text]) => {
    expect(schemaProblems(schema, text)).toEqual([]);
  });

  it.each(Object.entries(DOCUMENTS))("%s does not follow it with anything wrong in it", (_, [schema, text]) => {
    const wrong = spoiled(JSON.parse(text) as Json);
    expect(wrong.length).toBeGreaterThan(10);
    const isValid = schemaValidator(schema);
    expect(wrong.filter((each) => isValid(each))).toEqual([]);
  });

  it("a plan read back is the same plan", () => {
    const [read] = JSON.parse(plansJson(hostilePlan)).plans;
    expect(read).toEqual({ ...shownPlan(hostilePlan), allowed: ["mass-change"], impact: [] });
  });

  it("hold no character that a terminal would obey", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
    expect(plansJson(hostilePlan)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });
});
