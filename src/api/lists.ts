/**
 * Reads a list to its end, or fails (docs/service.md#pages). `meta` and `links` are not promised, so every number may be absent
 * or be text.
 */
import { defined, inParallel } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Client, ReadOutcome } from "./client.ts";
import type { TakenQuery } from "./connections.ts";
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
      /** How many records a page has at most. */
      readonly pageSize: number;
      readonly warnings: readonly Diagnostic[];
    }
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "failed"; readonly failure: Diagnostic };

/** For a list that changed while it was read. */
const MOST_REREADS = 3;
const MOST_PAGES = 10_000;
/** Bytes of all pages together; more than a hundred thousand resources need. */
const LARGEST_LIST = 256 * 1024 * 1024;

/** Reads the whole list. Warnings name the parameters that the service refused. */
export async function readList(client: Client, request: ListRequest): Promise<ListOutcome> {
  let contradiction = "";
  for (let reading = 0; reading <= MOST_REREADS; reading += 1) {
    const limited = withSizeLimit(client, request);
    const first = await readFirstPage(limited, request);
    if (first.outcome !== "ok") return first;
    const rest = await readRest(limited, request, first);
    if (rest.outcome !== "ok") return rest;
    const moved = movement(request, rest.pages, rest.way);
    if (moved === undefined) {
      const { accepted } = first.query;
      const records = rest.pages.flatMap((page) => page.records);
      const pageSize = first.page.perPage ?? client.page_size;
      return { outcome: "ok", records, accepted, pageSize, warnings: warningsFor(request, first.query) };
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

/** The client for one reading of a list, which fails when its pages become too large. */
function withSizeLimit(client: Client, { path }: ListRequest): Client {
  let bytes = 0;
  const read: Client["read"] = async (...asked) => {
    const outcome = await client.read(...asked);
    if (outcome.outcome !== "ok") return outcome;
    bytes += outcome.bytes;
    if (bytes <= LARGEST_LIST) return outcome;
    const detail = `The list ${path} is larger than ${LARGEST_LIST / 1024 / 1024} MB.`;
    return failed(diagnostic("incomplete-read", detail));
  };
  return { ...client, read };
}

function movement(request: ListRequest, pages: readonly Page[], way: Continuation): string | undefined {
  const contradiction = contradictionIn(pages, way);
  if (contradiction !== undefined || request.repeats) return contradiction;
  const repeated = repeatedId(pages);
  return repeated === undefined ? undefined : `has "${repeated}" twice`;
}

/** The parameters to send. `paging` undefined: the service refused `page[size]`. */
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
function readFirstPage(client: Client, request: ListRequest): Promise<FirstPage | Failed> {
  // Several services can be at one origin, under different paths.
  const collections = client.service.gamePath.replace(/[^/]+\/$/, "");
  const form = [collections, request.form ?? request.path, ...request.parameters.map(wordOf)].join(" ");
  const queries = queriesToTry(request.parameters, client.page_size);
  return client.memory.learn<FirstPage | Failed>(form, async (known) => {
    const first = known === undefined ? [] : queries.filter((query) => isSameQuery(takenBy(query), known)).slice(0, 1);
    let refused: Failed | undefined;
    for (const query of new Set([...first, ...queries])) {
      const read = await client.read(request.path, parametersOf(query, 1));
      if (read.outcome === "refused" && refusesParameter(read)) {
        refused ??= read;
        continue;
      }
      const page = readPage(client, request, read);
      return page.outcome === "ok" ? { result: { ...page, query }, taken: takenBy(query) } : { result: page };
    }
    return { result: refused as Failed };
  });
}

function wordOf({ name, value }: ListParameter): string {
  return `${name}=${value}`;
}

function takenBy({ accepted, paging }: ListQuery): TakenQuery {
  return { parameters: new Set(accepted.map(wordOf)), isPaged: paging !== undefined };
}

function isSameQuery(a: TakenQuery, b: TakenQuery): boolean {
  return (
    a.isPaged === b.isPaged &&
    a.parameters.size === b.parameters.size &&
    [...a.parameters].every((word) => b.parameters.has(word))
  );
}

/** Everything; everything but one; then ever fewer, paging last. */
function queriesToTry(parameters: readonly ListParameter[], paging: number): readonly ListQuery[] {
  const butOne = parameters.map((left) => ({ accepted: parameters.filter((each) => each !== left), paging }));
  const fewer = parameters.slice(1).map((_, index) => ({ accepted: parameters.slice(index + 2), paging }));
  const bare = parameters.length === 0 ? [] : [{ accepted: [], paging: undefined }];
  return [{ accepted: parameters, paging }, ...butOne, { accepted: parameters, paging: undefined }, ...fewer, ...bare];
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

function warningsFor(request: ListRequest, query: ListQuery): readonly Diagnostic[] {
  const refused = request.parameters.filter((each) => !query.accepted.includes(each));
  const warnings = refused.flatMap((each) => {
    if (each.without === undefined) return [];
    const detail = `The service refused \`${wordOf(each)}\` for ${request.path}. ${each.without}`;
    return [diagnostic("parameter-not-supported", detail)];
  });
  return query.paging === undefined ? [...warnings, pagingRefused(request.path)] : warnings;
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
    client.listForms.isCounted ||= isCounted(page);
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
    case "whole": {
      const { listForms } = client;
      if (!isCounted(first.page)) {
        listForms.bare.set(request.path, firstId(first.page));
        if (listForms.isCounted) return failed(otherForm(request.path));
      }
      return { outcome: "ok", pages: [first.page], way };
    }
    case "numbered":
      return way.pages > MOST_PAGES ? failed(endless(request)) : readNumbered(client, request, first, way);
    case "linked":
      return readLinked(client, request, first, way);
    case "unknown":
      return failed(endUnknown(request, first));
  }
}

function endUnknown(request: ListRequest, { page, query }: FirstPage): Diagnostic {
  const detail = `The list ${request.path} has ${page.records.length} records on a page, and nothing says whether more follow.`;
  const help =
    query.paging === undefined
      ? "The service refuses `page[size]` and sends neither `meta` nor `links`, so laurel cannot find the end of the list."
      : "Raise `page_size` in the project file.";
  return diagnostic("incomplete-read", detail, { help: [help] });
}

async function readNumbered(
  client: Client,
  request: ListRequest,
  first: FirstPage,
  way: Extract<Continuation, { by: "numbered" }>,
): Promise<Rest> {
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
  for (let next = first.page.next; typeof next === "string"; next = pages.at(-1)?.next) {
    const linked = queryOfSameCollection(client.service.origin, path, next);
    if (linked === undefined) return failed(client.masked(linkElsewhere(request, next)));
    if (seen.has(next) || pages.length === MOST_PAGES) return failed(endless(request));
    seen.add(next);
    // The link decides about paging; other parameters are kept even where the link lacks them.
    const query = { ...parametersOf({ ...first.query, paging: undefined }, 1), ...Object.fromEntries(linked) };
    const page = readPage(client, request, await client.read(request.path, query));
    if (page.outcome !== "ok") return failed(page.failure);
    pages.push(page.page);
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

/** `asked` is the requested page size; undefined when the service refused it. */
export function continuationOf(first: Page, asked: number | undefined): Continuation {
  const perPage = first.perPage || first.records.length || (asked ?? 0);
  const pages = Math.max(first.lastPage ?? 1, countOfPages(first.total, perPage));
  const counted = first.lastPage !== undefined || first.total !== undefined;
  if (counted && pages > 1) return asked === undefined ? { by: "linked" } : { by: "numbered", pages, perPage };
  if (typeof first.next === "string") return { by: "linked" };
  if (counted || first.next === null) return { by: "whole" };
  return asked !== undefined && first.records.length < asked ? { by: "whole" } : { by: "unknown" };
}

/** Whether the page has any of `meta` and `links`. */
export function isCounted({ currentPage, lastPage, perPage, total, next }: Page): boolean {
  return [currentPage, lastPage, perPage, total, next].some((each) => each !== undefined);
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

function firstId({ records: [first] }: Page): string | undefined {
  return isJsonObject(first) && typeof first.custom_id === "string" ? first.custom_id : undefined;
}

/**
 * Lists without `meta` and `links` that were treated as complete although other lists of this service have them: something
 * removed them, and maybe records, too. Call it when all lists have been read, whatever their order. A single list is
 * checked by its second page, which must be empty or the same.
 */
export async function cutOffLists(client: Client): Promise<readonly Diagnostic[]> {
  const { isCounted: isOther, bare } = client.listForms;
  if (isOther) return [...bare.keys()].sort().map(otherForm);
  const [only, ...others] = bare;
  if (only === undefined || others.length > 0) return [];
  const [path, id] = only;
  const read = await client.read(path, { "page[size]": String(client.page_size), "page[number]": "2" });
  const second = read.outcome === "ok" ? pageOf(read.body) : undefined;
  if (second === undefined || second.records.length === 0) return [];
  return firstId(second) === id && !isCounted(second) ? [] : [otherForm(path)];
}

/** The problem of such a list. */
function otherForm(path: string): Diagnostic {
  const detail = `The list ${path} came without \`meta\` and \`links\`, and that is not the form of this service: nothing says whether it is whole.`;
  const help = ["Run again; if it stays so, look at what is between here and the service."];
  return diagnostic("incomplete-read", detail, { help });
}
