/** Carries scenarios out, breaks them off after every request, goes on, and holds the end against the oracle. */
import { catalog } from "../../../src/catalog/index.ts";
import { addressOf } from "../../../src/model/catalog-lookup.ts";
import type { Checked } from "../../../src/model/diagnostics.ts";
import { canonicalJson, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { DesiredGame, Plan } from "../../../src/model/model.ts";
import { canonicalValue } from "../../../src/model/normalise.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { shortHash, TARGET } from "../../support/games.ts";
import { type ModelService, type Pick, send } from "../../support/model-service.ts";
import { type Recipe, randomNumbers, simpler } from "./recipes.ts";
import { type Scenario, scenario } from "./scenarios.ts";

export interface Verdict {
  readonly problems: readonly string[];
  /** Runs that were broken off. */
  readonly kills: number;
  readonly requests: number;
  /** The code of the refusal, where the plan was refused, and whether it must be. */
  readonly refused?: string;
}

export function planned(desired: DesiredGame, service: ModelService, prune = false): Checked<Plan> {
  const options = { prune, targets: [], scalars: "native" } as const;
  return makePlan({ target: TARGET, desired, live: service.live(), catalog, hash: shortHash }, options);
}

export function planOf(desired: DesiredGame, service: ModelService, prune = false): Plan {
  const made = planned(desired, service, prune);
  if (made.value !== undefined) return made.value;
  throw new Error(`refused: ${made.diagnostics.map(({ code, detail }) => `${code}: ${detail}`).join(" ")}`);
}

/** Random order, or that of the plan; a run that goes on begins its numbers again. */
function picking(order: number): Pick | undefined {
  const next = randomNumbers(order);
  return order === 0 ? undefined : (ready) => ready[next(ready.length)];
}

/** The first problem ends it: what comes after it often follows from it. */
export function judge(recipe: Recipe): Verdict {
  const each = scenario(recipe);
  const { start, wanted, prune, refusal } = each;
  let [kills, requests, when] = [0, 0, "planning"];
  try {
    const made = planned(wanted, start, prune);
    const codes = [...new Set(made.diagnostics.map(({ code }) => code))];
    if (made.value === undefined) {
      const isKnown = codes.every((code) => code === "unclear-move" || (code === "order-cycle" && refusal === "may"));
      if (refusal === "never" || !isKnown) planOf(wanted, start, prune);
      when = `in parts, after ${codes}`;
      finish(each, start.copy(), each.inParts, codes[0]);
      return { problems: [], kills, requests, refused: `${codes}, which it ${refusal}` };
    }
    if (refusal === "must") throw new Error("not refused, although nothing shows which resource is which");
    const { steps } = made.value;
    when = "whole";
    const whole = start.copy();
    requests = send(whole, steps, { pick: picking(recipe.order) });
    finish(each, whole, []);
    for (let most = 1; most < requests; most += 1) {
      kills += 1;
      const killed = start.copy();
      when = `killed after ${most} of ${requests}`;
      send(killed, steps, { pick: picking(recipe.order), most });
      const next = planOf(wanted, killed, prune).steps;
      const more = 1 + ((most * 7 + requests) % Math.max(next.length, 1));
      when += `, then after ${more} of ${next.length}`;
      send(killed, next, { pick: picking(recipe.order), most: more });
      finish(each, killed, [wanted]);
    }
    return { problems: [], kills, requests };
  } catch (error) {
    return { problems: [`${when}: ${(error as Error).message}`], kills, requests };
  }
}

/** Applies these manifests one after the other; then everything is to be as it should, and nothing is left to do. */
function finish(each: Scenario, service: ModelService, manifests: readonly DesiredGame[], refused?: string): void {
  for (const desired of manifests)
    send(service, planOf(desired, service, each.prune).steps, { pick: picking(each.recipe.order) });
  const last = planOf(refused === undefined ? each.wanted : (manifests.at(-1) as DesiredGame), service, each.prune);
  if (last.steps.length > 0) throw new Error(`still to do: ${last.steps.map(({ id }) => id).join(", ")}`);
  holdAgainst(each, service, last, refused !== undefined);
}

/** Every resource has the id and the values that it is to have, and nothing else is there. */
function holdAgainst(each: Scenario, service: ModelService, last: Plan, inParts: boolean): void {
  const { kind, ends, replaced, start } = each;
  const end = each.end(inParts);
  const all = service.all();
  const count = Object.values(end).reduce((sum, { length }) => sum + length, 0);
  if (all.length !== count) throw new Error(`there are ${all.map((each) => service.idOf(each)).join(", ")}`);
  for (const [was, id] of ends) {
    const found = service.find(kind, id);
    if (found?.who !== `${kind} ${was}` && !replaced.has(was) && !inParts)
      throw new Error(`${id} is ${found?.who} instead of ${was}`);
  }
  for (const { name, plural, fields, links } of catalog) {
    for (const wanted of end[plural] ?? []) {
      const record = service.find(name, wanted.custom_id);
      if (record === undefined) throw new Error(`nothing is ${name}/${wanted.custom_id}`);
      const [found, who] = [service.written(record), start.all().find((old) => old.who === record.who)];
      const hold = (member: string, is: Json, should: Json): void => {
        if (canonicalJson(is) !== canonicalJson(should))
          throw new Error(
            `${name}/${wanted.custom_id} has ${member} ${canonicalJson(is)} instead of ${canonicalJson(should)}`,
          );
      };
      for (const field of fields) {
        // A default where nothing is wanted; left out where it may be either way.
        if (wanted[field.name] === undefined && ["description", "custom_data"].includes(field.name)) continue;
        const should = wanted[field.name] ?? (field.name === "name" ? `Name of ${wanted.custom_id}` : undefined);
        hold(field.name, canonicalValue(field, found[field.name]), canonicalValue(field, should));
      }
      for (const link of links) {
        const [is, should] = [found[link.name] ?? [], [...((wanted[link.name] ?? []) as string[])].sort()];
        if (service.shows(record.kind, link.name)) {
          hold(link.name, is, should);
          continue;
        }
        // What cannot be seen is as it was, or as it is to be; and where it is not as it is to be, that is said.
        const was = who === undefined ? [] : (start.get(who.who).links[link.name] ?? []);
        const isAsBefore =
          canonicalJson([...(record.links[link.name] ?? [])].sort()) === canonicalJson([...was].sort());
        if (!isAsBefore) hold(link.name, is, should);
        if (isAsBefore && canonicalJson(is) !== canonicalJson(should)) expectSaid(last, name, wanted, link.name);
      }
    }
  }
}

/** Under `not_verified`, unless no manifest declares it. */
function expectSaid({ not_verified }: Plan, kind: string, wanted: JsonObject, link: string): void {
  const address = addressOf(kind, String(wanted.custom_id));
  const isSaid = not_verified.some((each) => each.address === address && each.fields.includes(link));
  if (!isSaid && !String(wanted.custom_id).startsWith("other"))
    throw new Error(`${address} has other ${link}, which nobody can see, and it is not said`);
}

/** The smallest scenario that fails, too, as text with which it can be run alone. */
export function explain(recipe: Recipe): string {
  for (const less of simpler(recipe)) if (judge(less).problems.length > 0) return explain(less);
  const { start, wanted, prune } = scenario(recipe);
  const made = planned(wanted, start, prune);
  const lines = (what: string, all: Iterable<unknown>): string[] => [
    what,
    ...[...all].map((each) => `  ${JSON.stringify(each)}`),
  ];
  return [
    ...judge(recipe).problems,
    `LAUREL_SCENARIO='${JSON.stringify(recipe)}'`,
    ...lines(
      "live",
      start.all().map((record) => [record.kind.name, start.written(record)]),
    ),
    ...lines(
      "manifests",
      [...wanted.resources.values()].map(({ kind, body, links, ignore, create_only }) => [
        kind,
        { ...body, ...links, ignore, create_only },
      ]),
    ),
    ...lines(
      "moved, removed, kept",
      [...wanted.moved, ...wanted.removed, ...(wanted.forgotten ?? [])].map(({ origin, ...entry }) => entry),
    ),
    ...lines(
      "plan",
      (made.value?.steps ?? []).map(({ id, needs, request }) => [id, request, needs]),
    ),
    ...lines(
      "refused",
      made.diagnostics.map(({ code, detail }) => [code, detail]),
    ),
  ].join("\n");
}
