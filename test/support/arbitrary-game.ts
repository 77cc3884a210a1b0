/**
 * Random valid games, made from the catalog: few ids and names, so that the two sides of a plan
 * meet and collide.
 */
import fc from "fast-check";
import { catalog } from "../../src/catalog/index.ts";
import type { Field, Kind } from "../../src/catalog/types.ts";
import type { Json, JsonObject } from "../../src/ground/json.ts";
import type { Entries, GameText } from "./games.ts";

const IDS = ["a", "b", "c", "d", "e", "f"] as const;
const NAMES = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"] as const;

/**
 * A game in which every reference finds something, nothing is circular and what must be unique is.
 */
export function arbitraryGame(options: { readonly allKinds: boolean }): fc.Arbitrary<GameText> {
  const kinds = options.allKinds
    ? fc.constant(catalog.map(({ name }) => name))
    : fc.subarray(catalog.map(({ name }) => name));
  return fc.tuple(kinds, ...catalog.map(arbitraryKind)).map(([chosen, ...drafts]) => {
    const ids = new Map<string, readonly string[]>();
    const written: [string, readonly JsonObject[]][] = [];
    for (const [index, kind] of catalog.entries()) {
      if (!chosen.includes(kind.name)) continue;
      const usable = (drafts[index] ?? []).filter(() => hasRequired(kind, ids));
      ids.set(
        kind.name,
        usable.map(({ id }) => id),
      );
      written.push([kind.plural, usable.map((draft) => settle(kind, draft, ids))]);
    }
    return Object.fromEntries(written);
  });
}

interface Draft {
  readonly id: string;
  readonly name: string;
  readonly values: Readonly<Record<string, Json>>;
  /** Picks, as numbers that are turned into ids once it is known which there are. */
  readonly picks: readonly number[];
}

function arbitraryKind(kind: Kind): fc.Arbitrary<readonly Draft[]> {
  return fc
    .tuple(
      fc.subarray([...IDS]),
      fc.shuffledSubarray([...NAMES], { minLength: IDS.length, maxLength: IDS.length }),
    )
    .chain(([ids, names]) =>
      fc.tuple(
        ...ids.map((id, index) =>
          fc.record({
            id: fc.constant(id as string),
            name: fc.constant(names[index] as string),
            values: fc.record(
              Object.fromEntries(
                plainFields(kind).map((field) => [field.name, arbitraryValue(field)]),
              ),
            ),
            picks: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
          }),
        ),
      ),
    )
    .map((drafts) => atMostOne(kind, drafts));
}

function plainFields(kind: Kind): readonly Field[] {
  return kind.fields.filter(
    ({ type, unique }) => type !== "id" && type !== "reference" && unique !== true,
  );
}

/** A valid value of a field. Few different ones, so that equal values are common. */
function arbitraryValue(field: Field): fc.Arbitrary<Json> {
  switch (field.type) {
    case "text":
      return fc.constantFrom("", "A text", "Two\nlines of it", "ünïcødé 🐉");
    case "pattern":
      return fc.constantFrom<Json>(field.default ?? null, ...(field.examples ?? []));
    case "choice":
      return fc.constantFrom(...field.choices.map(({ value }) => value));
    case "flag":
      return fc.boolean();
    case "integer":
      return fc.constantFrom(0, 1, 50, 1000);
    case "json-text":
      return fc.oneof(
        fc.constant(null),
        fc.constantFrom<Json>("text", "", 7, true, [1, [], {}], {
          icon: "x.png",
          tags: ["a", "b"],
          deep: { n: null },
        }),
      );
    case "conditions":
      return fc.constantFrom<Json>(
        null,
        { groups: [{ conditions: ["dayOfMonth:last"] }] },
        {
          operator: "or",
          groups: [
            { conditions: ["month:1"] },
            { operator: "and", conditions: ["betweenHours:9,8"] },
          ],
        },
      );
    default:
      return fc.constant(null);
  }
}

function atMostOne(kind: Kind, drafts: readonly Draft[]): readonly Draft[] {
  const limited = kind.fields.find(
    (field) => field.type === "choice" && field.atMostOne !== undefined,
  );
  if (limited?.type !== "choice") return drafts;
  const other = limited.choices.find(({ value }) => value !== limited.atMostOne)?.value ?? null;
  const isLimited = ({ values }: Draft): boolean => values[limited.name] === limited.atMostOne;
  const first = drafts.findIndex(isLimited);
  const changed = { [limited.name]: other };
  return drafts.map((draft, index) =>
    index > first && isLimited(draft)
      ? { ...draft, values: { ...draft.values, ...changed } }
      : draft,
  );
}

function settle(kind: Kind, draft: Draft, ids: ReadonlyMap<string, readonly string[]>): JsonObject {
  const references = kind.fields.flatMap((field, index): [string, Json][] => {
    if (field.type !== "reference") return [];
    const candidates = ids.get(field.to) ?? [];
    const pick =
      (draft.picks[index % draft.picks.length] ?? 0) %
      (candidates.length + (field.required ? 0 : 1));
    return [[field.name, candidates[pick] ?? null]];
  });
  const links = kind.links.map((link, index): [string, Json] => {
    // Only ids before the own one: no cycles, also between the kinds' own members.
    const candidates = (ids.get(link.to) ?? []).filter(
      (id) => link.to !== kind.name || id < draft.id,
    );
    return [
      link.name,
      candidates.filter((_, place) => (((draft.picks[index + 4] ?? 0) >> place) & 1) === 1),
    ];
  });
  return {
    custom_id: draft.id,
    name: draft.name,
    ...draft.values,
    ...Object.fromEntries(references),
    ...Object.fromEntries(links),
  };
}

/** Whether there is something for every reference that the kind requires. */
function hasRequired(kind: Kind, ids: ReadonlyMap<string, readonly string[]>): boolean {
  return kind.fields.every(
    (field) =>
      field.type !== "reference" || field.required !== true || (ids.get(field.to) ?? []).length > 0,
  );
}

/**
 * What manifests say: resources, some of them with `ignore` or `create_only`, and entries that fit
 * them.
 */
export interface Manifests {
  readonly resources: GameText;
  readonly entries: Required<Entries>;
}

/**
 * Valid manifests. Entries are about ids that are not declared, so that each of them finds
 * something live at times.
 */
export function arbitraryManifests(options: {
  readonly allKinds: boolean;
}): fc.Arbitrary<Manifests> {
  const luck = fc.array(fc.nat(999), { minLength: 61, maxLength: 61 });
  return fc.tuple(arbitraryGame(options), luck).map(([game, numbers]) => {
    let taken = 0;
    const next = (): number => {
      taken += 1;
      return numbers[taken % numbers.length] ?? 999;
    };
    const moved: Required<Entries>["moved"][number][] = [];
    const removed: Required<Entries>["removed"][number][] = [];
    const kinds = catalog.filter(({ plural }) => game[plural] !== undefined);
    const resources = kinds.map((kind): [string, readonly JsonObject[]] => {
      const written = game[kind.plural] ?? [];
      const entries = arbitraryEntries(kind, written, next);
      moved.push(...entries.moved);
      removed.push(...entries.removed);
      return [kind.plural, written.map((resource) => withPolicy(kind, resource, next))];
    });
    return { resources: Object.fromEntries(resources), entries: { moved, removed } };
  });
}

/** Entries of a kind about ids that are not declared. */
function arbitraryEntries(
  { name: kind }: Kind,
  written: readonly JsonObject[],
  next: () => number,
): Required<Entries> {
  const declared = written.map(({ custom_id }) => String(custom_id));
  const free: string[] = IDS.filter((id) => !declared.includes(id));
  const moved = declared.flatMap((to) => {
    const from = next() < 400 ? free.shift() : undefined;
    return from === undefined ? [] : [{ kind, from, to }];
  });
  const removed = free.flatMap((custom_id) =>
    next() < 300 ? [{ kind, custom_id, reason: "It is over." }] : [],
  );
  return { moved, removed };
}

function withPolicy(kind: Kind, resource: JsonObject, next: () => number): JsonObject {
  const luck = next();
  if (luck < 100) return { ...resource, create_only: true };
  const names = [...kind.fields.filter(({ type }) => type !== "id"), ...kind.links].map(
    ({ name }) => name,
  );
  const ignore = luck < 300 ? names.filter(() => next() < 300) : [];
  return ignore.length === 0 ? resource : { ...resource, ignore };
}
