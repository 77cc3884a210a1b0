/**
 * Saved plans. In: plans and what was allowed when they were made, or the text of a file. Out: the plans in the form
 * in which they are saved, or what is wrong with the file. It is the document of `plan --format json`, and holds no
 * token: a plan holds a service's address, a game's id, and values of the game.
 *
 * A plan with hazards that were not allowed is saved like any other, so that it can be looked at and approved. It
 * carries which of its hazards were allowed when it was made; the others must be allowed when it is applied. A plan
 * that could not be made whole is never saved.
 */
import type { Catalog } from "../catalog/types.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { both, quoted } from "../manifest/wording.ts";
import { partsOfAddress } from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import {
  canonicalJson,
  isJsonObject,
  isWellFormed,
  type Json,
  type JsonObject,
  jsonText,
  parseJson,
} from "../model/json.ts";
import { ALLOWANCES, type Digest, HAZARDS, type HazardName, type Plan } from "../model/model.ts";
import { errorsIn } from "../model/schema/checks.ts";
import type { Shard } from "../project/shard.ts";
import { placeOf } from "../project/targets.ts";
import { digestOfPlan, digestOfTouched, type Hash } from "./basis.ts";
import type { Impact } from "./impact.ts";
import { checks as planChecks } from "./plan-check.ts";
import { expectedAfter } from "./stale.ts";

/** The version of the document that is read and written. */
const FORMAT = 1;

/** A plan in the document. */
export interface SavedPlan extends Plan {
  /** Its hazards that were allowed when it was made. */
  readonly allowed: readonly HazardName[];
  /** Its impact on players. Absent in plans of versions that did not save it. */
  readonly impact?: readonly Impact[];
}

export function savedPlan(plan: Plan, allowed: ReadonlySet<HazardName>, impact?: readonly Impact[]): SavedPlan {
  const met = new Set(plan.steps.flatMap(({ hazards }) => hazards.map(({ name }) => name)));
  const metAndAllowed = HAZARDS.filter((name) => met.has(name) && allowed.has(name));
  return { ...plan, ...defined({ impact }), allowed: metAndAllowed };
}

/** A document with a digest over all its other members, so that any edit is noticed; `digest` covers what a plan does. */
export function withSeal<T extends object>(document: T, hash: Hash): T & { readonly seal: Digest } {
  return { ...document, seal: sealOf(document, hash) };
}

/** The plans of a file. */
export interface ReadPlans extends Checked<readonly SavedPlan[]> {
  /** The part of the games that they were made for, where it was only one. */
  readonly shard?: Shard;
}

/**
 * Reads a saved document. Errors: `not-a-plan` with what was found instead, `edited-plan` when anything in it is
 * not as it was saved.
 */
export function parsePlanFile({ file, text }: ManifestText, catalog: Catalog, hash: Hash): ReadPlans {
  const document = documentIn(file, text, hash);
  if ("diagnostic" in document) return { diagnostics: [document.diagnostic] };
  const plans = document.plans.map(withoutCauses);
  const planned = new Set(plans.map(({ game }) => game));
  const failures = document.diagnostics.filter((each) => !ALLOWANCES.some((name) => name === each.code));
  // Problems of single games without a plan; all others may concern the plans.
  const ofOthers = failures.filter(({ game }) => typeof game === "string" && !planned.has(game));
  if (ofOthers.length < failures.length || (ofOthers.length > 0 && plans.length === 0)) {
    const detail = `${file} is not whole: planning met problems (${codesOf(failures)}), so something may be missing from it.`;
    return { diagnostics: [diagnostic("not-a-plan", detail, { help: [SOLVE] })] };
  }
  if (plans.length === 0 && !document.isOfNoGame) return { diagnostics: [notAPlan(file, "holds no plan.")] };
  if (!plans.every((plan) => hasOwnDigests(plan, hash))) return { diagnostics: [editedPlan(file)] };
  const strange = plans.find((plan) => !canFollow(plan, catalog));
  if (strange !== undefined) {
    const detail = `holds steps for the game ${quoted(strange.game)} that this version of laurel cannot follow.`;
    return { diagnostics: [notAPlan(file, detail)] };
  }
  const shared = sharedPlace(plans);
  if (shared !== undefined) return { diagnostics: [notAPlan(file, shared)] };
  return { value: plans, diagnostics: unplanned(file, document, ofOthers), ...defined({ shard: document.shard }) };
}

/** What is wrong where two of the plans are for the same game on the same service. */
function sharedPlace(plans: readonly SavedPlan[]): string | undefined {
  const byPlace = new Map<string, SavedPlan>();
  for (const plan of plans) {
    const other = byPlace.get(placeOf(plan));
    if (other !== undefined) {
      const names = both([other.game, plan.game].map(quoted));
      return `holds two plans for the same game, ${names}: ${plan.base_url}, game id ${plan.game_id}.`;
    }
    byPlace.set(placeOf(plan), plan);
  }
  return undefined;
}

const SOLVE = "solve them, and plan again";

/** Games for which the file should hold a plan and does not: each is an error that does not concern the others. */
function unplanned(file: string, { plans, games }: Document, problems: readonly JsonObject[]): readonly Diagnostic[] {
  const planned = new Set(plans.map(({ game }) => game));
  const names = [...games, ...problems.map(({ game }) => String(game))].filter((game) => !planned.has(game));
  return [...new Set(names)].map((game) => {
    const own = problems.filter((each) => each.game === game);
    const why = own.length === 0 ? "it was not planned" : `planning it met problems (${codesOf(own)})`;
    const detail = `${file} holds no plan for the game ${quoted(game)}: ${why}.`;
    return { ...diagnostic("not-a-plan", detail, { help: [SOLVE] }), game };
  });
}

function codesOf(problems: readonly JsonObject[]): string {
  return both([...new Set(problems.map(({ code }) => String(code)))]);
}

const AGAIN = "make a new one with: laurel plan --out FILE";

interface Document {
  readonly plans: readonly SavedPlan[];
  /** Those that were requested, as far as the document says. */
  readonly games: readonly string[];
  /** Whether it was made for a part of the games that holds none. */
  readonly isOfNoGame: boolean;
  readonly shard?: Shard;
  /** Its errors. */
  readonly diagnostics: readonly JsonObject[];
}

function documentIn(file: string, text: string, hash: Hash): Document | { readonly diagnostic: Diagnostic } {
  const parsed = readJson(text);
  if ("problem" in parsed) return { diagnostic: notAPlan(file, `is not JSON, or is cut off: ${parsed.problem}.`) };
  const { value } = parsed;
  if (!isJsonObject(value) || value.format === undefined) {
    return { diagnostic: notAPlan(file, "is JSON, but not a document of laurel.") };
  }
  if (value.format !== FORMAT) {
    const found = quoted(jsonText(value.format));
    return { diagnostic: notAPlan(file, `has the format ${found}, and this version of laurel reads ${FORMAT}.`) };
  }
  if (value.plans === undefined) return { diagnostic: notAPlan(file, "is a document of laurel, but holds no plans.") };
  const [problem] = errorsIn(planChecks, "plan", value);
  if (problem !== undefined) {
    const what = `${problem.instancePath || "the document"} ${problem.message ?? "is wrong"}`;
    return { diagnostic: notAPlan(file, `does not follow the schema of plans: ${what}.`) };
  }
  if (sealOf(value, hash) !== value.seal) return { diagnostic: editedPlan(file) };
  const diagnostics = (value.diagnostics as readonly JsonObject[]).filter(({ severity }) => severity === "error");
  const games = value.games as readonly JsonObject[] | undefined;
  return {
    ...defined({ shard: value.shard as unknown as Shard | undefined }),
    plans: value.plans as unknown as readonly SavedPlan[],
    games: (games ?? []).map(({ game }) => String(game)),
    isOfNoGame: games?.length === 0 && diagnostics.length === 0,
    diagnostics,
  };
}

function readJson(text: string): { readonly value: Json } | { readonly problem: string } {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return { problem: text.trim() === "" ? "it is empty" : (error as SyntaxError).message };
  }
}

function hasOwnDigests(plan: SavedPlan, hash: Hash): boolean {
  return digestOfPlan(plan, hash) === plan.digest && digestOfTouched(plan.basis.touched, hash) === plan.basis.live;
}

/** With `--base`, the document also holds why each change is in the plan; that is no part of the plan. */
function withoutCauses(plan: SavedPlan): SavedPlan {
  const without = <T extends object>(value: T): T => {
    const { cause: _, causes: __, base: ___, ...rest } = value as T & Record<"cause" | "causes" | "base", unknown>;
    return rest as unknown as T;
  };
  const steps = plan.steps.map((step) => ({ ...without(step), fields: step.fields.map(without) }));
  return { ...without(plan), summary: without(plan.summary), steps };
}

function sealOf(document: object, hash: Hash): Digest {
  const { seal: _, ...rest } = document as { readonly seal?: unknown };
  return hash(canonicalJson(rest as Json));
}

/** Whether the steps lead somewhere from what they were planned on. Only another version's plan, or a forged one, does not. */
function canFollow(plan: SavedPlan, catalog: Catalog): boolean {
  const names = new Set(catalog.map(({ name }) => name));
  const addresses = [...plan.steps, ...plan.basis.touched].map(({ address }) => address);
  if (addresses.some((address) => !isWellFormed(address) || !names.has(partsOfAddress(address).kind))) return false;
  try {
    expectedAfter(plan, catalog);
    return true;
  } catch {
    return false;
  }
}

function editedPlan(file: string): Diagnostic {
  const detail = `${file} was changed after it was saved: its contents do not match its digests.`;
  return diagnostic("edited-plan", detail, { help: [AGAIN] });
}

function notAPlan(file: string, what: string): Diagnostic {
  return diagnostic("not-a-plan", `${file} ${what}`, { help: [AGAIN] });
}
