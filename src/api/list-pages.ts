/**
 * What one page of a list says about the whole. Pure. The contents of `meta` and `links` are not promised
 * (docs/service.md#endpoints), so every number may be absent or be text.
 */
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";

/** Whether the service counts its lists (`meta`, `links`), as far as the pages read so far show. Updated by every list. */
export interface ListForms {
  /** Whether some page had `meta` or `links` that say how many pages there are. */
  isCounted: boolean;
  /** Paths of lists without, each taken for whole, with the id of their first record. */
  readonly bare: Map<string, string | undefined>;
}

export interface Page {
  readonly records: readonly Json[];
  readonly currentPage?: number;
  readonly lastPage?: number;
  /** The size that the service really uses, which may be smaller than what was asked for (trap 14). */
  readonly perPage?: number;
  readonly total?: number;
  /** `links.next`: null at the end of the list, undefined when the page does not speak of it. */
  readonly next?: string | null;
}

/** Takes a list answer apart; undefined when it has no list under `data`. */
export function pageOf(body: Json): Page | undefined {
  if (!isJsonObject(body) || !Array.isArray(body.data)) return undefined;
  const meta = isJsonObject(body.meta) ? body.meta : {};
  const links = isJsonObject(body.links) ? body.links : {};
  const next = links.next;
  return {
    records: body.data,
    ...count("currentPage", meta, "current_page"),
    ...count("lastPage", meta, "last_page"),
    ...count("perPage", meta, "per_page"),
    ...count("total", meta, "total"),
    ...(typeof next === "string" && next !== "" ? { next } : {}),
    ...(next === null || next === "" ? { next: null } : {}),
  };
}

function count<Name extends string>(name: Name, meta: JsonObject, member: string): { readonly [key in Name]?: number } {
  const given = meta[member];
  const number = typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 0) return {};
  return { [name]: number } as { readonly [key in Name]?: number };
}

/**
 * How the rest of a list is read, from its first page. `numbered`: so many pages, each of that size but the last.
 * `linked`: by `links.next`. `whole`: the page is everything. `unknown`: nothing says whether more follows.
 */
export type Continuation =
  | { readonly by: "numbered"; readonly pages: number; readonly perPage: number }
  | { readonly by: "linked" | "whole" | "unknown" };

/** `asked` is the page size that was asked for; undefined when the service refused to be asked. */
export function continuationOf(first: Page, asked: number | undefined): Continuation {
  const perPage = first.perPage || first.records.length || (asked ?? 0);
  const pages = Math.max(first.lastPage ?? 1, countOfPages(first.total, perPage));
  const counted = first.lastPage !== undefined || first.total !== undefined;
  if (counted && pages > 1) return asked === undefined ? { by: "linked" } : { by: "numbered", pages, perPage };
  if (typeof first.next === "string") return { by: "linked" };
  if (counted || first.next === null) return { by: "whole" };
  return asked !== undefined && first.records.length < asked ? { by: "whole" } : { by: "unknown" };
}

/** Whether the page says anything about the list that it is a page of. */
export function isCounted({ currentPage, lastPage, perPage, total, next }: Page): boolean {
  return [currentPage, lastPage, perPage, total, next].some((each) => each !== undefined);
}

function countOfPages(total: number | undefined, perPage: number): number {
  return total === undefined || perPage === 0 ? 1 : Math.ceil(total / perPage);
}

/** Why pages that were read do not make one list, in words that go on after "The list …"; undefined when they do. */
export function contradictionIn(pages: readonly Page[], way: Continuation): string | undefined {
  const [first] = pages;
  if (first === undefined) return "has no pages";
  for (const [index, page] of pages.entries()) {
    const number = index + 1;
    const last = number === pages.length;
    if (page.total !== first.total) return "changed its `total` between pages";
    if (way.by === "numbered" && page.currentPage !== undefined && page.currentPage !== number) {
      return `answered page ${number} with page ${page.currentPage}`;
    }
    if (way.by === "numbered" && page.perPage !== first.perPage) return "changed the size of its pages";
    if (way.by === "numbered" && !last && page.records.length !== way.perPage) {
      return `has ${page.records.length} instead of ${way.perPage} records on page ${number}`;
    }
    if (page.records.length === 0 && pages.length > 1) return `has no records on page ${number} of ${pages.length}`;
    if (last && typeof page.next === "string") return `names a page after the last one, ${number}`;
  }
  if (first.lastPage !== undefined && pages.length < first.lastPage) {
    return `has ${first.lastPage} pages, of which only ${pages.length} can be reached`;
  }
  const records = pages.reduce((sum, page) => sum + page.records.length, 0);
  if (first.total !== undefined && records !== first.total)
    return `has ${records} records, and its total is ${first.total}`;
  return undefined;
}

/** The first `custom_id` that two records have; undefined when none does or records have no id. */
export function repeatedId(pages: readonly Page[]): string | undefined {
  const seen = new Set<string>();
  for (const record of pages.flatMap((page) => page.records)) {
    const id = isJsonObject(record) ? record.custom_id : undefined;
    if (typeof id !== "string") continue;
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}

/** The id of the first record of a page. */
export function firstId({ records: [first] }: Page): string | undefined {
  return isJsonObject(first) && typeof first.custom_id === "string" ? first.custom_id : undefined;
}
