/** Stored records as the service shows them (docs/service.md#kinds). */
import type { Kind, Link } from "../catalog/types.ts";
import type { Json, JsonObject } from "../ground/json.ts";
import { findKind } from "./kinds.ts";
import { type Reply, type RoutePlace, reply } from "./replies.ts";
import { idOf, recordsOf, type StoredRecord } from "./state.ts";

/**
 * The flag that hides records of the kind from plain reads, and the filter that brings them back.
 */
export function findHidingFlag(
  kind: Kind,
): { readonly filter: string; readonly field: string } | undefined {
  const filter = /^filter\[(\w+)\]$/.exec(kind.listQuery?.name ?? "")?.[1];
  const field = kind.fields.find(
    (candidate) => candidate.type === "flag" && candidate.name === `is_${filter}`,
  );
  return filter === undefined || field === undefined ? undefined : { filter, field: field.name };
}

/** The record as JSON. `included` names links whose members are embedded. */
export function showRecord(
  place: RoutePlace,
  record: StoredRecord,
  included: readonly string[] = [],
): JsonObject {
  const links = place.kind.links.filter(({ name }) => included.includes(name));
  return {
    ...showFields(place, record),
    created_at: record.created_at,
    updated_at: record.updated_at,
    ...Object.fromEntries(
      links.map((link) => {
        const target = { ...place, kind: findKind(link.to) };
        return [
          link.name,
          findMembers(place, record, link).map((member) => showRecord(target, member)),
        ];
      }),
    ),
  };
}

/** The fields alone, references as ids. */
function showFields({ game, kind }: RoutePlace, record: StoredRecord): JsonObject {
  return Object.fromEntries(
    kind.fields.map((field): [string, Json] => {
      const value = record.fields[field.name] ?? null;
      if (field.type !== "reference" || typeof value !== "number") return [field.name, value];
      const target = recordsOf(game, field.to).get(value);
      return [field.name, target === undefined ? null : idOf(target)];
    }),
  );
}

/** The fields with the ids of the members of links: the form of a manifest. */
export function showDefinition(place: RoutePlace, record: StoredRecord): JsonObject {
  const links = place.kind.links.map((link) => [
    link.name,
    findMembers(place, record, link).map(idOf),
  ]);
  return { ...showFields(place, record), ...Object.fromEntries(links) };
}

/** The records that a link leads to. */
export function findMembers(
  { game }: RoutePlace,
  record: StoredRecord,
  link: Link,
): readonly StoredRecord[] {
  const targets = recordsOf(game, link.to);
  return (record.links[link.name] ?? []).flatMap((key) => targets.get(key) ?? []);
}

/** The parameters of a read, or its 400. */
type Asked =
  | { readonly links: readonly string[]; readonly hidden: HiddenChoice }
  | { readonly refusal: Reply };

/** Whether records that are hidden by default are shown too, or they alone. */
export type HiddenChoice = "without" | "with" | "only";

/**
 * The parameters that name things; those that are not allowed are a 400
 * (docs/service.md#include-and-filter).
 */
const NAMING = ["include", "filter"] as const;
type Naming = (typeof NAMING)[number];

/** The names that a read takes, by parameter. */
type Allowed = Readonly<Partial<Record<Naming, readonly string[]>>>;

/** Reads the parameters of a read of the kind's records, single or lists. */
export function readParameters(kind: Kind, query: URLSearchParams): Asked {
  const hidden = findHidingFlag(kind);
  const links = kind.links.filter((link) => link.include !== undefined);
  const filter = hidden === undefined ? [] : [hidden.filter];
  const refusal = refuseNames(query, { include: links.map((link) => link.include ?? ""), filter });
  if (refusal !== undefined) return { refusal };
  const includes = readNames(query, "include");
  const choice = hidden === undefined ? "with" : query.get(`filter[${hidden.filter}]`);
  return {
    links: links.filter((link) => includes.includes(link.include ?? "")).map((link) => link.name),
    // Any other value acts like none (docs/service.md#include-and-filter).
    hidden: choice === "with" || choice === "only" ? choice : "without",
  };
}

/** The names in a parameter: words between commas, and of `filter[name]=…` the name. */
export function readNames(query: URLSearchParams, parameter: Naming): readonly string[] {
  return [...query].flatMap(([key, value]) => {
    const [, of, rest = ""] = /^(\w+)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
    if (of !== parameter) return [];
    const path = rest.slice(1, -1).replaceAll("][", ".");
    const words = value.split(",").filter((word) => word !== "");
    return parameter === "filter" && path !== "" ? [path] : words;
  });
}

/** 400 for names that are not allowed, with those that are. */
export function refuseNames(query: URLSearchParams, allowed: Allowed): Reply | undefined {
  for (const parameter of NAMING) {
    const taken = allowed[parameter] ?? [];
    const unknown = readNames(query, parameter).filter((name) => !taken.includes(name));
    if (unknown.length === 0) continue;
    const names = `Allowed ${parameter}(s) are \`${taken.join(", ")}\`.`;
    const others = taken.length === 0 ? `There are no allowed ${parameter}s.` : names;
    return reply(400, {
      message: `Requested ${parameter}(s) \`${unknown.join(", ")}\` are not allowed. ${others}`,
    });
  }
  return undefined;
}

/** Records of a page: when the request names no size, and at most. */
const PAGE_SIZE = { assumed: 30, most: 100 };

/**
 * One page of a list with `links` and `meta`. Sizes above the maximum are cut silently, as the
 * library does.
 */
export function replyPage<T>(url: URL, all: readonly T[], show: (item: T) => Json): Reply {
  const asked = parseWholeNumber(url.searchParams.get("page[size]")) ?? PAGE_SIZE.assumed;
  const size = Math.min(asked, PAGE_SIZE.most);
  const current = parseWholeNumber(url.searchParams.get("page[number]")) ?? 1;
  const last = Math.max(1, Math.ceil(all.length / size));
  const start = (current - 1) * size;
  const page = all.slice(start, start + size);
  const path = `${url.origin}${url.pathname}`;
  const buildAddress = (number: number): string => {
    const query = new URLSearchParams(url.searchParams);
    query.set("page[number]", String(number));
    return `${path}?${query}`;
  };
  return reply(200, {
    data: page.map(show),
    links: {
      first: buildAddress(1),
      last: buildAddress(last),
      prev: current > 1 ? buildAddress(current - 1) : null,
      next: current < last ? buildAddress(current + 1) : null,
    },
    meta: {
      current_page: current,
      from: page.length === 0 ? null : start + 1,
      last_page: last,
      path,
      per_page: size,
      to: page.length === 0 ? null : start + page.length,
      total: all.length,
    },
  });
}

function parseWholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : undefined;
}
