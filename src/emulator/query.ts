/** The query parameters of reads: pages, includes and filters (docs/service.md#pages, #include-and-filter). */
import type { Kind, Link } from "../catalog/types.ts";
import type { Json } from "../model/json.ts";
import type { Settings } from "./options.ts";
import { type Reply, reply } from "./replies.ts";
import { hiding } from "./wire.ts";

/** What a read asks for, or the 400 that it gets. */
export type Asked = { readonly links: readonly string[]; readonly hidden: HiddenChoice } | { readonly refusal: Reply };

/** Whether records that are hidden by default are shown too, or they alone. */
export type HiddenChoice = "without" | "with" | "only";

/** The parameters that name things; those that are not allowed are a 400 (docs/service.md#include-and-filter). */
const NAMING = ["include", "filter", "sort", "fields"] as const;
type Naming = (typeof NAMING)[number];

/** The names that a read takes, by parameter. */
export type Allowed = Readonly<Partial<Record<Naming, readonly string[]>>>;

/** Reads the parameters of a read of the kind's records, be it one, a list or a sub-list. The documented profile knows none. */
export function readParameters(kind: Kind, query: URLSearchParams, settings: Settings): Asked {
  const hidden = hiding(kind);
  const known = settings.profile === "extended";
  const isTaken = (link: Link): boolean => settings.includes === "all" || link.includeIsAssumed !== true;
  const links = known ? kind.links.filter((link) => link.include !== undefined && isTaken(link)) : [];
  const refusal = refusedNames(
    query,
    {
      include: links.map((link) => link.include ?? ""),
      filter: known && hidden !== undefined ? [hidden.filter] : [],
    },
    settings,
  );
  if (refusal !== undefined) return { refusal };
  const includes = namesIn(query, "include");
  const choice = hidden === undefined || !known ? "with" : query.get(`filter[${hidden.filter}]`);
  return {
    links: links.filter((link) => includes.includes(link.include ?? "")).map((link) => link.name),
    // Any other value acts like none (docs/service.md#include-and-filter).
    hidden: choice === "with" || choice === "only" ? choice : "without",
  };
}

/**
 * The names in a parameter: words between commas, without the sign of `sort=-name`, of `filter[name]=…` the name, of
 * `fields[actions]=name` both.
 */
export function namesIn(query: URLSearchParams, parameter: Naming): readonly string[] {
  return [...query].flatMap(([key, value]) => {
    const [, of, rest = ""] = /^(\w+)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
    if (of !== parameter) return [];
    const path = rest.slice(1, -1).replaceAll("][", ".");
    const words = value.split(",").filter((word) => word !== "");
    if (parameter === "filter" && path !== "") return [path];
    if (parameter === "fields" && path !== "") return words.map((word) => `${path}.${word}`);
    return parameter === "sort" ? words.map((word) => word.replace(/^-/, "")) : words;
  });
}

/** The 400 for names that are not allowed; it says which are. */
export function refusedNames(query: URLSearchParams, allowed: Allowed, settings: Settings): Reply | undefined {
  if (settings.unknownParameters === "ignore") return undefined;
  for (const parameter of NAMING) {
    const taken = allowed[parameter] ?? [];
    const unknown = namesIn(query, parameter).filter((name) => !taken.includes(name));
    if (unknown.length === 0) continue;
    const word = parameter.replace(/s$/, "");
    const names =
      taken.length === 0 ? `There are no allowed ${word}s.` : `Allowed ${word}(s) are \`${taken.join(", ")}\`.`;
    return reply(400, { message: `Requested ${word}(s) \`${unknown.join(", ")}\` are not allowed. ${names}` });
  }
  return undefined;
}

/** One page of a list with `links` and `meta`. Sizes above the maximum are cut silently, as the library does. */
export function page<T>(url: URL, all: readonly T[], settings: Settings, show: (each: T) => Json): Reply {
  const size = Math.min(
    wholeNumber(url.searchParams.get("page[size]")) ?? settings.defaultPageSize,
    settings.maxPageSize,
  );
  const current = wholeNumber(url.searchParams.get("page[number]")) ?? 1;
  const last = Math.max(1, Math.ceil(all.length / size));
  const start = (current - 1) * size;
  const shown = all.slice(start, start + size);
  const path = `${url.origin}${url.pathname}`;
  const address = (number: number): string => {
    const query = new URLSearchParams(url.searchParams);
    query.set("page[number]", String(number));
    return `${path}?${query}`;
  };
  return reply(200, {
    data: shown.map(show),
    links: {
      first: address(1),
      last: address(last),
      prev: current > 1 ? address(current - 1) : null,
      next: current < last ? address(current + 1) : null,
    },
    meta: {
      current_page: current,
      from: shown.length === 0 ? null : start + 1,
      last_page: last,
      path,
      per_page: size,
      to: shown.length === 0 ? null : start + shown.length,
      total: all.length,
    },
  });
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : undefined;
}
