/** Documents for programs follow their schemas, which describe every member. */

import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../src/ground/json.ts";
import { diagnostic } from "../../src/model/diagnostics.ts";
import type { Plan } from "../../src/model/model.ts";
import { applyJson } from "../../src/view/apply/json.ts";
import {
  type DiagnosticsDocument,
  type DocumentDiagnostic,
  diagnosticsJson,
  type JsonDocument,
} from "../../src/view/json/diagnostics.ts";
import type { MvDocument } from "../../src/view/pull/json.ts";
import { type RankingsDocument, rankingsJson } from "../../src/view/rankings/json.ts";
import { safeJson } from "../../src/view/render/safe-text.ts";
import { SCHEMAS, schemaProblems, schemaValidator } from "../support/schemas.ts";
import { shownProblems, shownResult } from "../support/shown.ts";
import { shownPlan } from "../support/shown-plan.ts";
import {
  emptyPlan,
  everyAction,
  hostilePlan,
  mixedResult,
  plansDocument,
  refusals,
  span,
} from "./sample-plans.ts";

const placed = diagnostic("duplicate-id", "Twice.", {
  address: "action/a",
  primary: { span: span(2, 3, 9), text: "here" },
  others: [{ span: span(1, 1, 8), text: "first here" }],
  help: ["remove one"],
});
const plansJson = (...plans: readonly Plan[]): string =>
  safeJson(plansDocument(plans, { allowed: ["mass-change"], diagnostics: [...refusals, placed] }));
const answer = {
  game: "dungeon",
  environment: "local",
  game_id: "g",
  leaderboard: "points",
  player: "p",
  rankings: [],
};

const DOCUMENTS: Readonly<Record<string, readonly [schema: JsonObject, text: string]>> = {
  plan: [SCHEMAS.plan, plansJson(everyAction, emptyPlan)],
  apply: [
    SCHEMAS.apply,
    safeJson(
      applyJson(
        { results: [shownResult(mixedResult)], changed: undefined },
        shownProblems([placed]),
      ),
    ),
  ],
  diagnostics: [
    SCHEMAS.diagnostics,
    safeJson(diagnosticsJson(shownProblems([placed, ...refusals]))),
  ],
  rankings: [SCHEMAS.rankings, safeJson(rankingsJson(answer))],
};

/**
 * The document with one thing wrong, for every place in it: another type, another name of the
 * member, or one more member.
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
    { ...value, "an-undeclared-member": null },
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
    const { diagnostics } = JSON.parse(safeJson(diagnosticsJson(shownProblems([placed]))));
    expect(diagnostics).toEqual([
      {
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
      },
    ]);
  });
});

/** `npm run types` fails if one of these compiles. */
describe("a document that the compiler refuses", () => {
  const { rankings: _, ...withoutRankings } = rankingsJson(answer);
  const problem = diagnosticsJson(shownProblems([placed])).diagnostics.map((each) => {
    const { help: __, ...withoutHelp } = each;
    return withoutHelp;
  });
  const diagnostics: readonly DocumentDiagnostic[] = [];
  // @ts-expect-error a member is missing
  const missing: RankingsDocument = withoutRankings;
  // @ts-expect-error a member has another name
  const renamed: RankingsDocument = { ...withoutRankings, ranking: [] };
  // @ts-expect-error a member has another type
  const retyped: RankingsDocument = { ...withoutRankings, rankings: [], player: 7 };
  // @ts-expect-error a member is not declared
  const undeclared: DiagnosticsDocument = { format: 1, diagnostics, secrets: [] };
  // @ts-expect-error a member inside has no help
  const missingInside: DiagnosticsDocument = { format: 1, diagnostics: problem };
  // @ts-expect-error the version is another one
  const version: DiagnosticsDocument = { format: 2, diagnostics };

  it.each<[string, JsonObject, JsonDocument]>([
    ["without a member", SCHEMAS.rankings, missing],
    ["with a renamed member", SCHEMAS.rankings, renamed],
    ["with a member of another type", SCHEMAS.rankings, retyped],
    ["with an undeclared member", SCHEMAS.diagnostics, undeclared],
    ["without a member of a member", SCHEMAS.diagnostics, missingInside],
    ["of another version", SCHEMAS.diagnostics, version],
  ])("%s does not follow its schema", (_, schema, document) => {
    expect(schemaProblems(schema, safeJson(document))).not.toEqual([]);
  });

  it("forgets a member that may be absent, which has to be written out as undefined", () => {
    // @ts-expect-error rename is missing
    const forgotten: MvDocument = { format: 1, diagnostics };
    const absent: MvDocument = { format: 1, rename: undefined, diagnostics };
    expect(safeJson(forgotten)).toBe(safeJson(absent));
    expect(schemaProblems(SCHEMAS.mv, safeJson(absent))).toEqual([]);
  });
});
