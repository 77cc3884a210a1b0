/**
 * Reads a list to its end, or fails (docs/service.md#pages). `meta` and `links` are not promised, so every number may be absent
 * or be text.
 */
import { defined, inParallel } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { MAXIMUM_RESOURCES } from "../model/limits.ts";
import type { Client, ReadOutcome } from "./client.ts";
import type { KnownParameters } from "./connections.ts";
import type { Refusal } from "./failures.ts";
import { oneLine } from "./masking.ts";
import { queryOfSameCollection } from "./service-url.ts";

/** A query parameter that a service may not know, beside those for paging. */
export interface ListParameter {
  readonly name: string;
  /** Several parameters of one name are sent as one, joined by commas. */
  readonly value: string;
  /** The consequence of reading without it, as a sentence. Absent: none. */
  readonly without?: string;
}

export interface ListRequest {
  /** Below the game. */
  readonly path: string;
  /** Lists of one form take the same parameters; default: the path. */
  readonly form?: string;
  /** The first is dropped first. */
  readonly parameters: readonly ListParameter[];
  /** Whether two records may have the same `custom_id`, as in lists of members. */
  readonly repeats: boolean;
}

/** `refused`: the first page was, with that status. `failed`: the list was not read to its end. */
export type ListOutcome =
  | {
      readonly outcome: "ok";
      readonly records: readonly Json[];
      /** The parameters that the service took. */
      readonly accepted: readonly ListParameter[];
      readonly warnings: readonly Diagnostic[];
    }
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "failed"; readonly failure: Diagnostic };

/** For a list that changed while it was read. */
const MOST_REREADS = 3;

/** Reads the whole list. Warnings name the parameters that the service refused. */
export async function readList(client: Client, request: ListRequest): Promise<ListOutcome> {
  let contradiction = "";
  for (let reading = 0; reading <= MOST_REREADS; reading += 1) {
    const first = await readFirstPage(client, request);
    if (first.outcome !== "ok") return first;
    const rest = await readRest(client, request, first);
    if (rest.outcome !== "ok") return rest;
    const moved = movement(request, rest.pages, rest.way);
    if (moved === undefined) {
      const records = rest.pages.flatMap((page) => page.records);
      return {
        outcome: "ok",
        records,
        accepted: first.query.accepted,
        warnings: warningsFor(client, request, first.query),
      };
    }
    contradiction = moved;
  }
  const detail = `The list ${request.path} ${contradiction}, also after it was read again ${MOST_REREADS} times.`;
  const help = ["Run again when nobody else changes the game."];
  return failed(client.masked(diagnostic("incomplete-read", detail, { help })));
}

function failed(failure: Diagnostic): { readonly outcome: "failed"; readonly failure: Diagnostic } {
  return { outcome: "failed", failure };
}

function movement(request: ListRequest, pages: readonly Page[], way: Continuation): string | undefined {
  const contradiction = contradictionIn(pages, way);
  if (contradiction !== undefined || request.repeats) return contradiction;
  const repeated = repeatedId(pages);
  return repeated === undefined ? undefined : `has "${repeated}" twice`;
}

/** The parameters to send. `paging` undefined: the list has no pages, or the service refused `page[size]`. */
interface ListQuery {
  readonly accepted: readonly ListParameter[];
  readonly paging: number | undefined;
}

interface FirstPage {
  readonly outcome: "ok";
  readonly page: Page;
  readonly query: ListQuery;
}

type Failed = Exclude<ListOutcome, { readonly outcome: "ok" }>;

/** Statuses for an unknown parameter: 400 of the query-builder package, 422 of services that validate. */
export function refusesParameter(read: ReadOutcome): boolean {
  return read.outcome === "refused" && (read.status === 400 || read.status === 422);
}

/** The first page. A refusal leads to tries with fewer parameters. */
async function readFirstPage(client: Client, request: ListRequest): Promise<FirstPage | Failed> {
  // Several services can be at one origin, under different paths.
  const collections = client.service.gamePath.replace(/[^/]+\/$/, "");
  const form = `${collections}${request.form ?? request.path}`;
  let refused: Failed | undefined;
  for (const query of queriesToTry(request.parameters, client, client.memory.get(form))) {
    const read = await client.read(request.path, parametersOf(query, 1));
    if (read.outcome === "refused" && refusesParameter(read)) {
      refused ??= read;
      continue;
    }
    const page = readPage(client, request, read);
    if (page.outcome !== "ok") return page;
    const left = request.parameters.filter((each) => !query.accepted.includes(each));
    client.memory.set(form, { refused: new Set(left.map(wordOf)), isPaged: query.paging !== undefined });
    return { ...page, query };
  }
  return refused as Failed;
}

function wordOf({ name, value }: ListParameter): string {
  return `${name}=${value}`;
}

/** What is known to work; everything; everything but one; ever fewer; all without paging; nothing. */
function queriesToTry(
  parameters: readonly ListParameter[],
  { page_size }: Client,
  known: KnownParameters | undefined,
): readonly ListQuery[] {
  const paging = page_size === "none" ? undefined : page_size;
  const taken = known && {
    accepted: parameters.filter((each) => !known.refused.has(wordOf(each))),
    paging: known.isPaged ? paging : undefined,
  };
  const butOne = parameters.map((left) => ({ accepted: parameters.filter((each) => each !== left), paging }));
  const fewer = parameters.slice(1).map((_, index) => ({ accepted: parameters.slice(index + 2), paging }));
  const unpaged = [parameters, []].map((accepted) => ({ accepted, paging: undefined }));
  return [...(taken === undefined ? [] : [taken]), { accepted: parameters, paging }, ...butOne, ...fewer, ...unpaged];
}

function parametersOf(query: ListQuery, page: number, size = query.paging): Record<string, string> {
  const sent: Record<string, string> = {};
  if (size !== undefined) {
    sent["page[size]"] = String(size);
    sent["page[number]"] = String(page);
  }
  for (const { name, value } of query.accepted) {
    sent[name] = sent[name] === undefined ? value : `${sent[name]},${value}`;
  }
  return sent;
}

function warningsFor({ page_size }: Client, request: ListRequest, query: ListQuery): readonly Diagnostic[] {
  const refused = request.parameters.filter((each) => !query.accepted.includes(each));
  const warnings = refused.flatMap((each) => {
    if (each.without === undefined) return [];
    const detail = `The service refused \`${wordOf(each)}\` for ${request.path}. ${each.without}`;
    return [diagnostic("parameter-not-supported", detail)];
  });
  const isRefused = query.paging === undefined && page_size !== "none";
  return isRefused ? [...warnings, pagingRefused(request.path)] : warnings;
}

export function pagingRefused(path: string): Diagnostic {
  const detail = `The service refused \`page[size]\` for ${path}. It chooses the size of the pages itself.`;
  return diagnostic("parameter-not-supported", detail);
}

type PageOutcome = { readonly outcome: "ok"; readonly page: Page } | Failed;

function readPage(client: Client, request: ListRequest, read: ReadOutcome): PageOutcome {
  if (read.outcome !== "ok") return read;
  const page = pageOf(read.body);
  if (page !== undefined) {
    const { path, form = path } = request;
    client.onPage({ path, form, records: page.records.length, ...defined({ total: page.total }) });
    return { outcome: "ok", page };
  }
  const detail = `The answer to GET ${request.path} has no list under "data".`;
  return failed(diagnostic("unexpected-response", detail, { help: ["Check the base URL and the game id."] }));
}

type Rest = { readonly outcome: "ok"; readonly pages: readonly Page[]; readonly way: Continuation } | Failed;

async function readRest(client: Client, request: ListRequest, first: FirstPage): Promise<Rest> {
  const way = continuationOf(first.page, first.query.paging);
  switch (way.by) {
    case "whole":
      return { outcome: "ok", pages: [first.page], way };
    case "numbered":
      return readNumbered(client, request, first, way);
    case "linked":
      return readLinked(client, request, first, way);
    case "unknown":
      return failed(endUnknown(request, first));
  }
}

function endUnknown({ path }: ListRequest, { page }: FirstPage): Diagnostic {
  const detail = `The list ${path} has ${page.records.length} records on a page, and nothing says whether more follow.`;
  const help = ["Raise `page_size` in the project file, or write `page_size: none` if the service has no pages."];
  return diagnostic("incomplete-read", detail, { help });
}

function tooLong({ path }: ListRequest): Diagnostic {
  return diagnostic("incomplete-read", `The list ${path} has more than ${MAXIMUM_RESOURCES} records.`);
}

async function readNumbered(
  client: Client,
  request: ListRequest,
  first: FirstPage,
  way: Extract<Continuation, { by: "numbered" }>,
): Promise<Rest> {
  if ((way.pages - 1) * way.perPage >= MAXIMUM_RESOURCES) return failed(tooLong(request));
  const numbers = Array.from({ length: way.pages - 1 }, (_, index) => index + 2);
  const readNumber = async (number: number): Promise<PageOutcome> =>
    readPage(client, request, await client.read(request.path, parametersOf(first.query, number, way.perPage)));
  const rest = await inParallel(numbers, client.concurrency, readNumber, (each) => each.outcome !== "ok");
  const pages = [first.page];
  for (const each of rest) {
    // A refusal of a later page is a failure of the list.
    if (each.outcome !== "ok") return failed(each.failure);
    pages.push(each.page);
  }
  return { outcome: "ok", pages, way };
}

async function readLinked(client: Client, request: ListRequest, first: FirstPage, way: Continuation): Promise<Rest> {
  const pages = [first.page];
  const path = `${client.service.gamePath}${request.path}`;
  const seen = new Set<string>();
  let records = first.page.records.length;
  for (let next = first.page.next; typeof next === "string"; next = pages.at(-1)?.next) {
    const linked = queryOfSameCollection(client.service.origin, path, next);
    if (linked === undefined) return failed(client.masked(linkElsewhere(request, next)));
    if (seen.has(next)) return failed(endless(request));
    if (records > MAXIMUM_RESOURCES) return failed(tooLong(request));
    seen.add(next);
    // The link decides about paging; other parameters are kept even where the link lacks them.
    const query = { ...parametersOf({ ...first.query, paging: undefined }, 1), ...Object.fromEntries(linked) };
    const page = readPage(client, request, await client.read(request.path, query));
    if (page.outcome !== "ok") return failed(page.failure);
    pages.push(page.page);
    records += page.page.records.length;
    // A page without records contradicts its link.
    if (page.page.records.length === 0) break;
  }
  return { outcome: "ok", pages, way };
}

function endless(request: ListRequest): Diagnostic {
  return diagnostic("incomplete-read", `The pages of the list ${request.path} have no end.`);
}

function linkElsewhere(request: ListRequest, next: string): Diagnostic {
  const detail = `The list ${request.path} names its next page at another place: ${oneLine(next).slice(0, 300)}`;
  return diagnostic("redirected-elsewhere", detail, { help: ["Check the base URL."] });
}

export interface Page {
  readonly records: readonly Json[];
  readonly currentPage?: number;
  readonly lastPage?: number;
  /** The size that the service uses, which may be smaller than the requested one. */
  readonly perPage?: number;
  readonly total?: number;
  /** `links.next`: null at the end of the list, undefined when absent. */
  readonly next?: string | null;
}

/** Undefined when there is no list under `data`. */
export function pageOf(body: Json): Page | undefined {
  if (!isJsonObject(body) || !Array.isArray(body.data)) return undefined;
  const meta = isJsonObject(body.meta) ? body.meta : {};
  const next = isJsonObject(body.links) ? body.links.next : undefined;
  return defined({
    records: body.data,
    currentPage: count(meta.current_page),
    lastPage: count(meta.last_page),
    perPage: count(meta.per_page),
    total: count(meta.total),
    next: next === "" ? null : typeof next === "string" || next === null ? next : undefined,
  });
}

function count(given: Json | undefined): number | undefined {
  const number = typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/**
 * How to read the rest of a list. `numbered`: that many pages of that size. `linked`: by `links.next`. `whole`: there is no
 * more. `unknown`: more may follow.
 */
type Continuation =
  | { readonly by: "numbered"; readonly pages: number; readonly perPage: number }
  | { readonly by: "linked" | "whole" | "unknown" };

/** `asked` is the requested page size; undefined when there was none, or the service refused it. */
export function continuationOf(first: Page, asked: number | undefined): Continuation {
  const perPage = first.perPage || first.records.length || (asked ?? 0);
  const pages = Math.max(first.lastPage ?? 1, countOfPages(first.total, perPage));
  const counted = first.lastPage !== undefined || first.total !== undefined;
  if (counted && pages > 1) return asked === undefined ? { by: "linked" } : { by: "numbered", pages, perPage };
  if (typeof first.next === "string") return { by: "linked" };
  if (counted || first.next === null) return { by: "whole" };
  return asked === undefined || first.records.length < asked ? { by: "whole" } : { by: "unknown" };
}

function countOfPages(total: number | undefined, perPage: number): number {
  return total === undefined || perPage === 0 ? 1 : Math.ceil(total / perPage);
}

/** Why the pages do not make one list, as words after "The list …"; undefined when they do. */
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

/** The first `custom_id` that two records have. */
function repeatedId(pages: readonly Page[]): string | undefined {
  const seen = new Set<string>();
  for (const record of pages.flatMap((page) => page.records)) {
    const id = isJsonObject(record) ? record.custom_id : undefined;
    if (typeof id !== "string") continue;
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}
