/**
 * Results as JSON documents: of each result, the members that the document's schema declares. Of `{
 * game: "a", layout: … }` and a schema of games, `{ "format": 1, "game": "a" }`.
 */
import { totalsOf } from "../../analysis/scenarios/test-game.ts";
import type { TextChange } from "../../edit/game-texts.ts";
import type { JsonObject } from "../../ground/json.ts";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import { HAZARDS, type HazardName } from "../../model/model.ts";
import type { Span } from "../../model/source.ts";
import type { PulledGame } from "../../workflow/pull.ts";
import type { GameOfTests } from "../concealment.ts";
import { helpLines } from "../parts/problems.ts";
import type { PlanToShow } from "../plan/changes.ts";
import { fileChange } from "../render/difference.ts";
import { safeJson } from "../render/safe-text.ts";
import { expectedWords } from "../test/document.ts";

/** A declared member that is missing is a bug, unless it is optional. */
export function renderBy(schema: object, result: object): string {
  const { $defs = {} } = schema as JsonObject;
  return safeJson(
    declared(result, schema as JsonObject, $defs as unknown as JsonSchemas) as object,
  );
}

type JsonSchemas = Readonly<Record<string, JsonObject>>;

/** Values that are not printed as they are, by the definition that they are printed by. */
const PRINTED: Readonly<Record<string, (value: never) => object>> = {
  diagnostic: diagnosticMembers,
  file: (change: TextChange) => ({
    file: change.file,
    diff: [...fileChange(change).lines(), ""].join("\n"),
  }),
};

function declared(value: unknown, schema: JsonObject, definitions: JsonSchemas): unknown {
  const { $ref, items, properties, required } = schema as Readonly<Record<string, never>>;
  if ($ref !== undefined) {
    const name = ($ref as string).replace("#/$defs/", "");
    return declared(PRINTED[name]?.(value as never) ?? value, definitions[name] ?? {}, definitions);
  }
  if (Array.isArray(value) && items !== undefined) {
    const isProblems = (items as JsonObject).$ref === "#/$defs/diagnostic";
    const list = isProblems ? sortDiagnostics(value as readonly Diagnostic[]) : value;
    return list.map((element) => declared(element, items, definitions));
  }
  if (properties === undefined) return value;
  const members = Object.entries(properties as JsonSchemas).flatMap(([name, member]) => {
    const written = member.const ?? (value as Readonly<Record<string, unknown>>)[name];
    if (written !== undefined) return [[name, declared(written, member, definitions)]];
    if (((required ?? []) as readonly string[]).includes(name))
      throw new Error(`the result has no ${name}`);
    return [];
  });
  return Object.fromEntries(members);
}

/** Line and column count from 1, the end lies behind the place. */
function diagnosticMembers({ primary, others, help, ...rest }: Diagnostic): object {
  return {
    ...rest,
    ...(primary && placeMembers(primary.span)),
    ...(others.length > 0 && {
      others: others.map(({ span, text }) => ({ ...placeMembers(span), text })),
    }),
    help: helpLines(help),
  };
}

function placeMembers({ source, start, end }: Span): object {
  return {
    file: source.name,
    line: start.line,
    column: start.column,
    end_line: end.line,
    end_column: end.column,
  };
}

export function pullMembers({ target, notVerified, leftOut, ...pull }: PulledGame): object {
  return { ...pull, ...target, not_verified: notVerified, left_out: leftOut };
}

/** `allowed`: hazards that flags and the project allow. */
type DocumentedPlan = Omit<PlanToShow, "refusals"> & { readonly allowed: ReadonlySet<HazardName> };

/** The plan with the causes of its changes in it. Its digest is that of the plan alone. */
export function planMembers({ plan, allowed, impact, causes }: DocumentedPlan): object {
  const met = new Set(plan.steps.flatMap(({ hazards }) => hazards.map(({ name }) => name)));
  const own = {
    ...plan,
    impact,
    allowed: HAZARDS.filter((name) => met.has(name) && allowed.has(name)),
  };
  if (causes === undefined) return own;
  const steps = plan.steps.map((step) => {
    const { cause = "pending", fields = [] } = causes.steps.get(step.id) ?? {};
    return {
      ...step,
      cause,
      fields: step.fields.map((field, index) => ({ ...field, cause, ...fields[index] })),
    };
  });
  return { ...own, base: causes.base, summary: { ...plan.summary, causes: causes.totals }, steps };
}

export function testMembers(games: readonly GameOfTests[]): object {
  const { scenarios: all, failed } = totalsOf(games);
  const tested = games.map(({ game, files }) => ({
    game,
    files: files.map(({ file, scenarios }) => ({
      file,
      scenarios: scenarios.map(
        ({ scenario: { name, description, place }, earned, answers, ...scenario }) => ({
          ...{ ...scenario, ...place.start, name, description: description || undefined },
          earned: earned.map((badge) => ({
            ...badge,
            at: badge.at === undefined ? undefined : new Date(badge.at).toISOString(),
          })),
          expectations: answers.map((answer) => {
            const { of, expected, place: own } = answer.expectation;
            const { step, passed } = answer;
            return {
              ...own.start,
              expects: of,
              expected,
              in_step: step,
              passed,
              text: expectedWords(answer),
            };
          }),
        }),
      ),
    })),
  }));
  return { summary: { scenarios: all, passed: all - failed, failed }, games: tested };
}
