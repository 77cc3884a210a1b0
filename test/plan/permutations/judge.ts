/**
 * Carries scenarios out, breaks them off after every request, goes on, and holds the end against
 * the oracle.
 */

import { DEFAULT_DIALECT, type Dialect } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { canonicalJson, type Json, type JsonObject } from "../../../src/ground/json.ts";
import { addressOf, kindAt, linkNamed } from "../../../src/model/catalog-lookup.ts";
import type { Checked } from "../../../src/model/diagnostics.ts";
import {
  type DesiredGame,
  type LiveGame,
  membershipOf,
  type Plan,
  type ReadScope,
} from "../../../src/model/model.ts";
import { canonicalValue } from "../../../src/model/normalise.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { readsForPlan } from "../../../src/plan/reads-needed.ts";
import { planIn, shortHash, TARGET } from "../../support/games.ts";
import {
  type ModelRecord,
  type ModelService,
  type Pick as PickStep,
  send,
} from "../../support/model-service.ts";
import type { Recipe } from "./recipes.ts";
import { type Scenario, scenario } from "./scenarios.ts";

export function planned(desired: DesiredGame, service: ModelService, prune = false): Checked<Plan> {
  const options = { prune, dialect: dialectFor(service) };
  const live = service.live();
  const made = planIn(
    makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options),
  );
  if (made.value !== undefined)
    expectProbed(made.value, live, readsForPlan({ desired, catalog, prune }));
  return made;
}

/**
 * Without the setting, declared members that a service does not show are sent in PUT. If live
 * nesting is another one, the service may refuse that until other resources have changed, too.
 */
function dialectFor({ shape }: ModelService): Dialect {
  const hasHiddenLinks = Object.values(shape.links).some(({ shown }) => shown === "no");
  return {
    ...DEFAULT_DIALECT,
    update: hasHiddenLinks && shape.put === "patch" ? "patch" : "unknown",
  };
}

/** A reading finds out how members are written wherever the plan writes some. */
function expectProbed({ steps }: Plan, { resources }: LiveGame, { mayWrite }: ReadScope): void {
  for (const step of steps) {
    const kind = kindAt(catalog, step.address);
    const link = linkNamed(kind, membershipOf(step)?.name ?? "");
    const ofKind = [...resources.values()].filter((record) => record.kind === kind.name);
    if (link !== undefined && mayWrite?.(kind, link, ofKind) !== true)
      throw new Error(`${step.id}, and nobody asks how ${link.name} are written`);
  }
}

/** Makes a plan; the tests of the judge give it planners that make mistakes. */
export type Planner = typeof planned;

export function planOf(
  desired: DesiredGame,
  service: ModelService,
  prune = false,
  planner: Planner = planned,
): Plan {
  const made = planner(desired, service, prune);
  if (made.value !== undefined) return made.value;
  throw new Error(
    `refused: ${made.diagnostics.map(({ code, detail }) => `${code}: ${detail}`).join(" ")}`,
  );
}

/** Random order, or that of the plan; a run that goes on begins its numbers again. */
function picking(order: number): PickStep | undefined {
  let state = order;
  return order === 0
    ? undefined
    : (ready) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return ready[(state >>> 8) % ready.length];
      };
}

/**
 * Throws what is wrong. The plan is refused only where it may be, and then the same is done in
 * parts.
 */
export function judge(recipe: Recipe, planner: Planner = planned): "refused" | "done" {
  const tried = scenario(recipe);
  const { start, wanted, prune, refusal } = tried;
  let when = "planning";
  try {
    const made = planner(wanted, start, prune);
    const codes = [...new Set(made.diagnostics.map(({ code }) => code))];
    if (made.value === undefined) {
      const isKnown = codes.every(
        (code) => code === "unclear-move" || (code === "order-cycle" && refusal === "may"),
      );
      if (refusal === "never" || !isKnown) planOf(wanted, start, prune, planner);
      when = `in parts, after ${codes}`;
      finish({ tried, planner, inParts: true }, start.copy(), tried.inParts);
      return "refused";
    }
    if (refusal === "must")
      throw new Error("not refused, although nothing shows which resource is which");
    const { steps } = made.value;
    const whole = start.copy();
    when = `by ${steps.map(({ id }) => id).join(", ")}`;
    const requests = send(whole, steps, { pick: picking(recipe.order) });
    finish({ tried, planner, inParts: false }, whole, []);
    for (let most = 1; most < requests; most += 1) {
      const killed = start.copy();
      send(killed, steps, { pick: picking(recipe.order), most });
      const next = planOf(wanted, killed, prune, planner).steps;
      const further = 1 + ((most * 7 + requests) % Math.max(next.length, 1));
      when = `killed after ${most} of ${steps.map(({ id }) => id)}, and after ${further} of ${next.map(({ id }) => id)}`;
      send(killed, next, { pick: picking(recipe.order), most: further });
      finish({ tried, planner, inParts: false }, killed, [wanted]);
    }
    return "done";
  } catch (error) {
    throw new Error(`${when}: ${(error as Error).message}`, { cause: error });
  }
}

interface Attempt {
  readonly tried: Scenario;
  readonly planner: Planner;
  /** The moves are made first, and everything else after them. */
  readonly inParts: boolean;
}

/**
 * Applies these manifests one after the other; then everything is to be as it should, and nothing
 * is left to do.
 */
function finish(
  { tried, planner, inParts }: Attempt,
  service: ModelService,
  manifests: readonly DesiredGame[],
): void {
  const { wanted, prune, recipe } = tried;
  for (const desired of manifests)
    send(service, planOf(desired, service, prune, planner).steps, { pick: picking(recipe.order) });
  const last = planOf(inParts ? (manifests.at(-1) ?? wanted) : wanted, service, prune, planner);
  if (last.steps.length > 0)
    throw new Error(`still to do: ${last.steps.map(({ id }) => id).join(", ")}`);
  holdAgainst(tried, service, last, inParts);
}

/** Every resource has the id and the values that it is to have, and nothing else is there. */
function holdAgainst(tried: Scenario, service: ModelService, last: Plan, inParts: boolean): void {
  const { kind, ends, replaced, start } = tried;
  const end = tried.end(inParts);
  const all = service.all();
  const count = Object.values(end).reduce((sum, { length }) => sum + length, 0);
  if (all.length !== count)
    throw new Error(`there are ${all.map((record) => service.idOf(record)).join(", ")}`);
  for (const [was, id] of ends) {
    const who = service.find(kind, id)?.who;
    if (who !== `${kind} ${was}` && !replaced.has(was) && !inParts)
      throw new Error(`${id} is ${who} instead of ${was}`);
  }
  for (const { name, plural } of catalog) {
    for (const wanted of end[plural] ?? []) {
      const record = service.find(name, wanted.custom_id);
      if (record === undefined) throw new Error(`nothing is ${name}/${wanted.custom_id}`);
      const held: Held = { record, actual: service.written(record), wanted };
      holdFields(held);
      for (const link of record.kind.links) holdLink(link.name, held, { start, service, last });
    }
  }
}

/** A resource in the end, and its manifest. */
interface Held {
  readonly record: ModelRecord;
  readonly actual: ReturnType<ModelService["written"]>;
  readonly wanted: JsonObject;
}

function hold(member: string, { record, wanted }: Held, [is, should]: readonly [Json, Json]): void {
  const text = canonicalJson(is);
  const wish = canonicalJson(should);
  if (text === wish) return;
  const what = `${record.kind.name}/${wanted.custom_id}`;
  throw new Error(`${what} has ${member} ${text} instead of ${wish}`);
}

function holdFields(held: Held): void {
  const { record, actual, wanted } = held;
  // A replaced resource may have either description and custom data; other fields have defaults.
  const fields = record.kind.fields.filter(
    ({ name }) => wanted[name] !== undefined || (name !== "description" && name !== "custom_data"),
  );
  for (const field of fields) {
    const usual = field.name === "name" ? `Name of ${wanted.custom_id}` : undefined;
    const should = wanted[field.name] ?? usual;
    hold(field.name, held, [
      canonicalValue(field, actual[field.name]),
      canonicalValue(field, should),
    ]);
  }
}

/**
 * A link that readings do not show keeps its members or gets the declared ones. The plan reports it
 * if it keeps others.
 */
function holdLink(
  name: string,
  held: Held,
  { start, service, last }: Pick<Scenario, "start"> & { service: ModelService; last: Plan },
): void {
  const { record, actual, wanted } = held;
  const is = actual[name] ?? [];
  const should = [...((wanted[name] ?? []) as string[])].sort();
  const before = start.all().find((old) => old.who === record.who);
  const was = before === undefined ? [] : (start.get(before.who).links[name] ?? []);
  const isAsBefore =
    canonicalJson([...(record.links[name] ?? [])].sort()) === canonicalJson([...was].sort());
  if (service.shows(record.kind, name) || !isAsBefore) hold(name, held, [is, should]);
  else if (canonicalJson(is) !== canonicalJson(should))
    expectSaid(last, record.kind.name, wanted, name);
}

/** Under `not_verified`, unless no manifest declares it. */
function expectSaid({ not_verified }: Plan, kind: string, wanted: JsonObject, link: string): void {
  const address = addressOf(kind, String(wanted.custom_id));
  const isSaid = not_verified.some(
    (entry) => entry.address === address && entry.fields.includes(link),
  );
  if (!isSaid && !String(wanted.custom_id).startsWith("other"))
    throw new Error(`${address} has other ${link}, which nobody can see, and it is not said`);
}
