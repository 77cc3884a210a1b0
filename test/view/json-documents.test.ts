/** Documents for programs follow their schemas, which describe every member. */
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json } from "../../src/ground/json.ts";
import { diagnostic } from "../../src/model/diagnostics.ts";
import type { HazardName, Plan } from "../../src/model/model.ts";
import { planMembers, renderBy } from "../../src/view/json/render.ts";
import { SCHEMAS, schemaProblems, schemaValidator } from "../support/schemas.ts";
import { shownPlan } from "../support/shown-plan.ts";
import {
  emptyPlan,
  everyAction,
  hostilePlan,
  mixedResult,
  refusals,
  span,
} from "./sample-plans.ts";

const placed = diagnostic("duplicate-id", "Twice.", {
  address: "action/a",
  primary: { span: span(2, 3, 9), text: "here" },
  others: [{ span: span(1, 1, 8), text: "first here" }],
  help: ["remove one"],
});
const documented = (plan: Plan) =>
  planMembers({ plan, allowed: new Set<HazardName>(["mass-change"]), impact: [] });
const plansJson = (...plans: readonly Plan[]) =>
  renderBy(SCHEMAS.plan, {
    plans: plans.map(documented),
    games: [],
    diagnostics: [...refusals, placed],
  });
const asked = {
  game: "dungeon",
  environment: "local",
  game_id: "g",
  leaderboard: "points",
  player: "p",
};

const DOCUMENTS = {
  plan: [SCHEMAS.plan, plansJson(everyAction, emptyPlan)],
  apply: [
    SCHEMAS.apply,
    renderBy(SCHEMAS.apply, { results: [mixedResult], diagnostics: [placed] }),
  ],
  diagnostics: [
    SCHEMAS.diagnostics,
    renderBy(SCHEMAS.diagnostics, { diagnostics: [placed, ...refusals] }),
  ],
  rankings: [SCHEMAS.rankings, renderBy(SCHEMAS.rankings, { ...asked, rankings: [] })],
} as const;

/**
 * The document with one thing wrong, for every place in it: another type, or another name of the
 * member.
 */
function spoiled(value: Json, isRoot = true): readonly Json[] {
  const here: readonly Json[] = isRoot ? [] : [isJsonObject(value) ? [] : {}];
  if (Array.isArray(value)) {
    return [
      ...here,
      ...value.flatMap((element, index) =>
        spoiled(element, false).map((bad) => value.with(index, bad)),
      ),
    ];
  }
  if (!isJsonObject(value)) return here;
  const members = Object.entries(value).filter(([name]) => !FREE.has(name));
  return [
    ...here,
    ...members.map(([name, member]) => {
      const { [name]: _, ...rest } = value;
      return { ...rest, [`${name}_`]: member };
    }),
    ...members.flatMap(([name, member]) =>
      spoiled(member as Json, false).map((bad) => ({ ...value, [name]: bad })),
    ),
  ];
}

/** Members that hold values of the game, which may be any. */
const FREE = new Set(["rankings", "body", "before", "after", "links", "base"]);

describe("JSON documents", () => {
  it.each(Object.entries(DOCUMENTS))(
    "%s follows its schema, and does not with anything wrong",
    (_, [schema, text]) => {
      expect(schemaProblems(schema, text)).toEqual([]);
      const wrong = spoiled(JSON.parse(text) as Json);
      expect(wrong.length).toBeGreaterThan(10);
      const isValid = schemaValidator(schema);
      expect(wrong.filter((document) => isValid(document))).toEqual([]);
    },
  );

  it("a plan read back is the same plan", () => {
    const [read] = JSON.parse(plansJson(hostilePlan)).plans;
    expect(read).toEqual({ ...shownPlan(hostilePlan), allowed: ["mass-change"], impact: [] });
  });

  it("a problem has lines and columns that count from 1, up to the first behind it", () => {
    const { diagnostics } = JSON.parse(DOCUMENTS.diagnostics[1]);
    expect(diagnostics.at(-1)).toEqual({
      code: "duplicate-id",
      severity: "error",
      summary: "Duplicate custom_id",
      detail: "Twice.",
      address: "action/a",
      file: "a.yaml",
      line: 2,
      column: 3,
      end_line: 2,
      end_column: 9,
      others: [
        { file: "a.yaml", line: 1, column: 1, end_line: 1, end_column: 8, text: "first here" },
      ],
      help: ["remove one"],
    });
  });
});
