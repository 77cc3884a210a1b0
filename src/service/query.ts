/** The query parameters of reads: pages, includes and filters (service-contract.md §1.4, §1.5). */
import type { Kind, Link } from "../catalog/types.ts";
import type { Json } from "../core/json.ts";
import type { Settings } from "./options.ts";
import { type Reply, reply } from "./replies.ts";
import { hiding } from "./wire.ts";

/** What a read asks for, or the 400 that it gets. */
export type Asked = { readonly links: readonly string[]; readonly hidden: HiddenChoice } | { readonly refusal: Reply };

/** Whether records that are hidden by default are shown too, or they alone. */
export type HiddenChoice = "without" | "with" | "only";

/** Reads `include` and `filter` of a read of the kind's records. The documented profile knows neither. */
export function readParameters(kind: Kind, query: URLSearchParams, settings: Settings): Asked {
  const hidden = hiding(kind);
  const known = settings.profile === "extended";
  const isTaken = (link: Link): boolean => settings.includes === "all" || link.includeIsAssumed !== true;
  const links = known ? kind.links.filter((link) => link.include !== undefined && isTaken(link)) : [];
  const includes = includeWords(query);
  const filters = [...query.keys()].flatMap((name) => /^filter\[([^\]]*)\]$/.exec(name)?.[1] ?? []);
  const refusal =
    refusedWords(
      "include",
      includes,
      links.map((link) => link.include ?? ""),
      settings,
    ) ?? refusedWords("filter", filters, known && hidden !== undefined ? [hidden.filter] : [], settings);
  if (refusal !== undefined) return { refusal };
  const choice = hidden === undefined || !known ? "with" : query.get(`filter[${hidden.filter}]`);
  return {
    links: links.filter((link) => includes.includes(link.include ?? "")).map((link) => link.name),
    // Any other value acts like none (service-contract.md §1.5).
    hidden: choice === "with" || choice === "only" ? choice : "without",
  };
}

/** The words of `include`, commas apart. */
export function includeWords(query: URLSearchParams): readonly string[] {
  return (query.get("include") ?? "").split(",").filter((word) => word !== "");
}

/** The 400 for words that are not allowed; it names those that are. */
export function refusedWords(
  parameter: "include" | "filter",
  words: readonly string[],
  allowed: readonly string[],
  settings: Settings,
): Reply | undefined {
  const unknown = words.filter((word) => !allowed.includes(word));
  if (unknown.length === 0 || settings.unknownParameters === "ignore") return undefined;
  const names =
    allowed.length === 0
      ? `There are no allowed ${parameter}s.`
      : `Allowed ${parameter}(s) are \`${allowed.join(", ")}\`.`;
  return reply(400, { message: `Requested ${parameter}(s) \`${unknown.join(", ")}\` are not allowed. ${names}` });
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
