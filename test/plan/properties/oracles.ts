/** The rules that every apply of random manifests has to keep. */
import equal from "fast-deep-equal";
import { expect } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
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
  { manifests: { resources, entries }, prune }: Scene,
  before: Contents,
  after: Contents,
  screen: string,
): void {
  expect(JSON.stringify(after), screen).not.toContain("~laurel");
  const idsOf = (kind: string, contents: Contents) =>
    new Set((contents[kindNamed(catalog, kind).plural] ?? []).map(({ custom_id }) => custom_id));
  /** The id that a live resource has afterwards. */
  const newId = (kind: string, id: Json): Json => {
    const entry = entries.moved.find((moved) => moved.kind === kind && moved.from === id);
    return entry === undefined || idsOf(kind, before).has(entry.to) ? id : entry.to;
  };
  // A kind that is not managed may keep the resources that it refers to.
  const isWhole = prune && catalog.every(({ plural }) => resources[plural] !== undefined);
  for (const kind of catalog) {
    const isManaged = resources[kind.plural] !== undefined;
    const declared = new Map(
      (resources[kind.plural] ?? []).map((resource) => [String(resource.custom_id), resource]),
    );
    const records = new Map(
      (after[kind.plural] ?? []).map((record) => [String(record.custom_id), record]),
    );
    expect([...records.keys()], screen).toEqual(expect.arrayContaining([...declared.keys()]));
    if (isWhole) expect(records.size, screen).toBe(declared.size);
    for (const record of before[kind.plural] ?? []) {
      const id = String(newId(kind.name, record.custom_id as Json));
      const what = `${kind.name}/${id}\n${screen}`;
      const wanted = declared.get(id);
      const now = records.get(id);
      if (now === undefined) {
        const isRemoved = entries.removed.some(
          (entry) => entry.kind === kind.name && entry.custom_id === id,
        );
        // The service deletes a resource with the one that it requires, and no plan may let it.
        expect(wanted === undefined && (isRemoved || (prune && isManaged)), what).toBe(true);
        continue;
      }
      const isAll = wanted === undefined || wanted.create_only === true;
      const isLeft = (name: string): boolean =>
        isAll || ((wanted.ignore ?? []) as readonly string[]).includes(name);
      const is = canonicalForm(kind, now).body;
      const was = canonicalForm(kind, record).body;
      for (const member of [...kind.fields, ...kind.links].filter(
        ({ name }) => name !== "custom_id" && isLeft(name),
      )) {
        if ("to" in member) {
          const ids = (holder: JsonObject) => [holder[member.name] ?? []].flat() as readonly Json[];
          const stays = ids(record).flatMap((each) => newId(member.to, each));
          const expected = stays.filter((each) => idsOf(member.to, after).has(each)).sort();
          expect([...ids(now)].sort(), `${member.name} of ${what}`).toEqual(expected);
        } else expect(is[member.name], `${member.name} of ${what}`).toEqual(was[member.name]);
      }
    }
  }
}
