/** The rules that every apply of random manifests has to keep. */
import equal from "fast-deep-equal";
import { expect } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { Kind } from "../../../src/catalog/types.ts";
import type { Json, JsonObject } from "../../../src/ground/json.ts";
import { kindNamed } from "../../../src/model/catalog-lookup.ts";
import {
  type ApiRequest,
  otherRequestOf,
  type Step,
  type StepId,
} from "../../../src/model/model.ts";
import { canonicalForm } from "../../../src/model/normalise.ts";
import type { Manifests } from "../../support/arbitrary-game.ts";
import type { GameText } from "../../support/games.ts";
import { type CliRun, GAME_ID } from "../../support/run-cli.ts";
import type { SeenRequest } from "../../support/service/service.ts";

export interface Scene {
  readonly manifests: Manifests;
  readonly live: GameText;
  readonly prune: boolean;
}

export function writesOf(seen: readonly SeenRequest[]): readonly SeenRequest[] {
  return seen.filter(({ method }) => method !== "GET");
}

/**
 * Expects the requests of the plan: each step once, after the steps that it needs, and its other
 * request only after a refusal.
 */
export function expectAsPlanned(
  planned: CliRun,
  seen: readonly SeenRequest[],
  isWhole: boolean,
): void {
  const open = new Set<Step>(JSON.parse(planned.stdout).plans[0].steps);
  const done = new Set<StepId>();
  const prefix = `/v1/games/${GAME_ID}/`;
  for (const { method, path, body, status } of writesOf(seen)) {
    const isSame = (request?: ApiRequest): boolean =>
      request?.method === method &&
      prefix + request.path === path &&
      equal(request.body ?? null, body);
    const step = [...open].find((one) => {
      return (
        (isSame(one.request) || isSame(otherRequestOf(one))) &&
        one.needs.every((need) => done.has(need))
      );
    });
    expect(step?.id, `${method} ${path} ${JSON.stringify(body)}`).toBeDefined();
    if (step === undefined || status === null || status >= 400) continue;
    open.delete(step);
    done.add(step.id);
  }
  if (isWhole) expect([...open].map(({ id }) => id)).toEqual([]);
}

type Contents = Readonly<Record<string, readonly JsonObject[]>>;

/**
 * Nothing was deleted without permission, and what is ignored, kept or not declared is as it was.
 */
export function expectOnlyMeant(
  { manifests, prune }: Scene,
  before: Contents,
  after: Contents,
  screen: string,
): void {
  expect(JSON.stringify(after), screen).not.toContain("~laurel");
  const { resources, entries } = manifests;
  const past: Past = {
    manifests,
    prune,
    after,
    screen,
    newId: (kind, id) => {
      const entry = entries.moved.find((moved) => moved.kind === kind && moved.from === id);
      return entry === undefined || idsOf(kind, before).has(entry.to) ? id : entry.to;
    },
  };
  // A kind that is not managed may keep the resources that it refers to.
  const isWhole = prune && catalog.every(({ plural }) => resources[plural] !== undefined);
  for (const kind of catalog) {
    const declared = byId(resources[kind.plural]);
    const records = byId(after[kind.plural]);
    expect([...records.keys()], screen).toEqual(expect.arrayContaining([...declared.keys()]));
    if (isWhole) expect(records.size, screen).toBe(declared.size);
    for (const record of before[kind.plural] ?? []) {
      const id = String(past.newId(kind.name, record.custom_id as Json));
      const wanted = declared.get(id);
      const now = records.get(id);
      if (now === undefined) expectMeantDeletion(kind, id, { wanted, past });
      else expectLeftAlone(kind, { record, now, wanted }, past);
    }
  }
}

/** The live game after an apply, and what had an influence on it. */
interface Past extends Pick<Scene, "manifests" | "prune"> {
  readonly after: Contents;
  readonly screen: string;
  /** The id that a live resource has afterwards. */
  readonly newId: (kind: string, id: Json) => Json;
}

function idsOf(kind: string, contents: Contents): ReadonlySet<Json | undefined> {
  const records = contents[kindNamed(catalog, kind).plural] ?? [];
  return new Set(records.map(({ custom_id }) => custom_id));
}

function byId(resources: readonly JsonObject[] = []): ReadonlyMap<string, JsonObject> {
  return new Map(resources.map((resource) => [String(resource.custom_id), resource]));
}

/** The service deletes a resource with the one that it requires, and no plan may let it. */
function expectMeantDeletion(
  kind: Kind,
  id: string,
  { wanted, past }: { readonly wanted: JsonObject | undefined; readonly past: Past },
): void {
  const { resources, entries } = past.manifests;
  const isManaged = resources[kind.plural] !== undefined;
  const isRemoved = entries.removed.some(
    (entry) => entry.kind === kind.name && entry.custom_id === id,
  );
  const isMeant = wanted === undefined && (isRemoved || (past.prune && isManaged));
  expect(isMeant, `${kind.name}/${id}\n${past.screen}`).toBe(true);
}

/** A resource before and after an apply, and its manifest. */
interface Kept {
  readonly record: JsonObject;
  readonly now: JsonObject;
  readonly wanted: JsonObject | undefined;
}

/** Expects each value that the manifest leaves alone as it was, with new ids in references. */
function expectLeftAlone(kind: Kind, { record, now, wanted }: Kept, past: Past): void {
  const isAll = wanted === undefined || wanted.create_only === true;
  const ignored = (wanted?.ignore ?? []) as readonly string[];
  const isLeft = ({ name }: { readonly name: string }): boolean =>
    name !== "custom_id" && (isAll || ignored.includes(name));
  const is = canonicalForm(kind, now).body;
  const was = canonicalForm(kind, record).body;
  for (const member of [...kind.fields, ...kind.links].filter(isLeft)) {
    const { name } = member;
    const what = `${name} of ${kind.name}/${now.custom_id}\n${past.screen}`;
    if (!("to" in member)) {
      expect(is[name], what).toEqual(was[name]);
      continue;
    }
    const stays = targetsIn(record, name).map((each) => past.newId(member.to, each));
    const expected = stays.filter((each) => idsOf(member.to, past.after).has(each)).sort();
    expect([...targetsIn(now, name)].sort(), what).toEqual(expected);
  }
}

/** Ids in a reference or in a list of members. */
function targetsIn(holder: JsonObject, name: string): readonly Json[] {
  return [holder[name] ?? []].flat() as readonly Json[];
}
