/** Shows stored records in the format of the service (docs/service.md#kinds). */
import type { Kind, Link } from "../catalog/types.ts";
import type { Json, JsonObject } from "../ground/json.ts";
import { findKind } from "./kinds.ts";
import { type Reply, type RoutePlace, reply } from "./replies.ts";
import { idOf, recordsOf, type StoredRecord } from "./state.ts";

/** Finds the flag that hides records of a kind from reads, and the filter that includes them. */
export function findHidingFlag(
  kind: Kind,
): { readonly filter: string; readonly field: string } | undefined {
  const filter = /^filter\[(\w+)\]$/.exec(kind.listQuery?.name ?? "")?.[1];
  const field = kind.fields.find(
    (candidate) => candidate.type === "flag" && candidate.name === `is_${filter}`,
  );
  return filter === undefined || field === undefined ? undefined : { filter, field: field.name };
}

/** Converts a record to JSON. `included` has the names of links with embedded members. */
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

/** Converts the fields to JSON, with ids as references. */
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

/** Converts a record to the form of a manifest, with ids of the links' members. */
export function showDefinition(place: RoutePlace, record: StoredRecord): JsonObject {
  const links = place.kind.links.map((link) => [
    link.name,
    findMembers(place, record, link).map(idOf),
  ]);
  return { ...showFields(place, record), ...Object.fromEntries(links) };
}

/** Finds the members of a link. */
export function findMembers(
  { game }: RoutePlace,
  record: StoredRecord,
  link: Link,
): readonly StoredRecord[] {
  const targets = recordsOf(game, link.to);
  return (record.links[link.name] ?? []).flatMap((key) => targets.get(key) ?? []);
}

/** The parameters of a read, or the 400 reply to invalid ones. */
type ReadParameters =
  | { readonly links: readonly string[]; readonly hidden: HiddenChoice }
  | { readonly refusal: Reply };

/** Whether a read excludes hidden records, includes them, or shows only them. */
export type HiddenChoice = "without" | "with" | "only";

/**
 * Parameters whose values are names; unknown names are a 400 (docs/service.md#include-and-filter).
 */
const NAMING = ["include", "filter"] as const;
type Naming = (typeof NAMING)[number];

/** The allowed names by parameter. */
type Allowed = Readonly<Partial<Record<Naming, readonly string[]>>>;

/** Reads the parameters of a request for records of the kind. */
export function readParameters(kind: Kind, query: URLSearchParams): ReadParameters {
  const hidden = findHidingFlag(kind);
  const links = kind.links.filter((link) => link.include !== undefined);
  const filter = hidden === undefined ? [] : [hidden.filter];
  const refusal = refuseNames(query, { include: links.map((link) => link.include ?? ""), filter });
  if (refusal !== undefined) return { refusal };
  const includes = readNames(query, "include");
  const choice = hidden === undefined ? "with" : query.get(`filter[${hidden.filter}]`);
  return {
    links: links.filter((link) => includes.includes(link.include ?? "")).map((link) => link.name),
    // Other values have no effect (docs/service.md#include-and-filter).
    hidden: choice === "with" || choice === "only" ? choice : "without",
  };
}

/** Reads the names in a parameter: comma-separated words, or the name in `filter[name]=…`. */
export function readNames(query: URLSearchParams, parameter: Naming): readonly string[] {
  return [...query].flatMap(([key, value]) => {
    const [, of, rest = ""] = /^(\w+)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
    if (of !== parameter) return [];
    const path = rest.slice(1, -1).replaceAll("][", ".");
    const words = value.split(",").filter((word) => word !== "");
    return parameter === "filter" && path !== "" ? [path] : words;
  });
}

/** Replies 400 to names that are not allowed; undefined if all are. */
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

/** The default and the maximum number of records on a page. */
const PAGE_SIZE = { assumed: 30, most: 100 };

/**
 * Replies with a page of a list. Like the real library, silently reduces sizes over the maximum.
 */
export function replyPage<T>(url: URL, all: readonly T[], show: (item: T) => Json): Reply {
  const requested = parseWholeNumber(url.searchParams.get("page[size]")) ?? PAGE_SIZE.assumed;
  const size = Math.min(requested, PAGE_SIZE.most);
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
