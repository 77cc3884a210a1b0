/** The types of the library and of the stages are those of the schemas: checked by the compiler (`npm run types`). */
import type { Static } from "typebox";
import { describe, expectTypeOf, it } from "vitest";
import type * as library from "../../src/library.ts";
import type { StepResult, StepStatus, StepTotals } from "../../src/library.ts";
import type { ApplyOutcome, ApplyResult, PlanOutcome } from "../../src/model/events.ts";
import type { Plan } from "../../src/model/model.ts";
import type * as documents from "../../src/view/json/documents.ts";
import type { ApplyResultJson, OUTCOME } from "../../src/view/json/documents.ts";
import type { PlanDocument, PlanJson, PlannedGameEnd } from "../../src/view/json/plan-document.ts";

/** What the document has beside the plan, with `--base`. */
type WithoutCauses<T> = T extends readonly (infer Item)[]
  ? readonly WithoutCauses<Item>[]
  : T extends object
    ? { readonly [Name in keyof T as Name extends "cause" | "causes" | "base" ? never : Name]: WithoutCauses<T[Name]> }
    : T;

describe("the types of", () => {
  it("plans are those of their schema", () => {
    expectTypeOf<Plan>().toExtend<Omit<PlanJson, "allowed">>();
    expectTypeOf<keyof WithoutCauses<PlanJson>>().toEqualTypeOf<keyof Plan | "allowed" | "impact">();
    expectTypeOf<keyof PlanJson["steps"][number]>().toEqualTypeOf<keyof Plan["steps"][number] | "cause">();
    expectTypeOf<keyof PlanJson["kept"][number]>().toEqualTypeOf<keyof Plan["kept"][number]>();
    expectTypeOf<PlanJson["kept"][number]["reason"]>().toEqualTypeOf<Plan["kept"][number]["reason"]>();
    expectTypeOf<PlanJson["steps"][number]["action"]>().toEqualTypeOf<Plan["steps"][number]["action"]>();
    expectTypeOf<PlanJson["steps"][number]["hazards"]>().toEqualTypeOf<Plan["steps"][number]["hazards"]>();
    expectTypeOf<PlanJson["steps"][number]["request"]>().toEqualTypeOf<Plan["steps"][number]["request"]>();
    expectTypeOf<PlanJson["basis"]>().toEqualTypeOf<Plan["basis"]>();
  });

  it("results are those of their schema", () => {
    expectTypeOf<Omit<ApplyResultJson, "steps" | "diagnostics">>().toEqualTypeOf<
      Omit<ApplyResult, "steps" | "diagnostics">
    >();
    expectTypeOf<Omit<ApplyResultJson["steps"][number], "diagnostic">>().toEqualTypeOf<
      Omit<StepResult, "diagnostic">
    >();
    expectTypeOf<ApplyResultJson["totals"]>().toEqualTypeOf<StepTotals>();
    expectTypeOf<ApplyResultJson["steps"][number]["status"]>().toEqualTypeOf<StepStatus>();
  });

  it("outcomes are those of their schemas", () => {
    expectTypeOf<PlannedGameEnd["outcome"]>().toEqualTypeOf<PlanOutcome>();
    expectTypeOf<Static<typeof OUTCOME>>().toEqualTypeOf<ApplyOutcome>();
  });

  it("the library's documents are those of their schemas, which the functions return", () => {
    type Documents = {
      plan: [PlanDocument, library.PlanDocument];
      changelog: [documents.ChangelogDocument, library.ChangelogDocument];
      apply: [documents.ApplyDocument, library.ApplyDocument];
      graph: [documents.GraphDocument, library.GraphDocument];
      diagnostics: [documents.DiagnosticsDocument, library.DiagnosticsDocument];
      test: [Omit<documents.TestDocument, "games">, Omit<library.TestDocument, "games">];
      economy: [documents.EconomyDocument, library.EconomyDocument];
    };
    type Wrong = {
      [Name in keyof Documents]: Documents[Name][0] extends Documents[Name][1]
        ? keyof Documents[Name][0] extends keyof Documents[Name][1]
          ? never
          : Name
        : Name;
    }[keyof Documents];
    expectTypeOf<Wrong>().toBeNever();
    expectTypeOf<ReturnType<typeof library.report>>().toEqualTypeOf<library.EconomyDocument["reports"][number]>();
    expectTypeOf<ReturnType<typeof library.graph>>().toEqualTypeOf<library.GraphDocument["graphs"][number]>();
    expectTypeOf<ReturnType<typeof library.test>["game"]>().toEqualTypeOf<library.TestDocument["games"][number]>();
    expectTypeOf<library.Plan>().toExtend<Omit<library.PlanDocument["plans"][number], "allowed">>();
    expectTypeOf<readonly library.Impact[]>().toExtend<library.PlanDocument["plans"][number]["impact"]>();
    expectTypeOf<library.Impact["class"]>().toEqualTypeOf<
      NonNullable<library.PlanDocument["plans"][number]["impact"]>[number]["class"]
    >();
  });
});
