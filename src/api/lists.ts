/**
 * Reads a list to its end, or fails (docs/service.md#pages). In: a path below the game, and parameters that the service may not know.
 * Out: the records of all pages. The first page says how many follow, or where the next one is.
 */
import { defined, inParallel } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { MAXIMUM_RESOURCES } from "../model/limits.ts";
import type { Client, ReadOutcome } from "./client.ts";
import type { Refusal } from "./failures.ts";
import { oneLine } from "./masking.ts";
import { queryOfSameCollection } from "./service-url.ts";

/** A query parameter that a service may not know, beside those for paging. */
export interface ListParameter {
  readonly name: string;
  /** Several parameters of one name are sent as one, joined by commas. */
  readonly value: string;
}

export interface ListRequest {
  /** Below the game. */
  readonly path: string;
  /** Lists of one form take the same parameters; default: the path. */
  readonly form?: string;
  readonly parameters: readonly ListParameter[];
  /** Whether two records may have the same `custom_id`, as in lists of members. */
  readonly repeats: boolean;
}

/** `refused`: the first page was, with that status. `failed`: the list was not read to its end. */
export type ListOutcome = List | Unread;

interface List {
  readonly outcome: "ok";
  readonly records: readonly Json[];
  /** The parameters that the service took, paging among them. */
  readonly accepted: readonly ListParameter[];
}

type Unread =
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "failed"; readonly failure: Diagnostic };

/** For a list that changed while it was read. */
const MOST_REREADS = 3;

/** Reads the whole list. */
export async function readList(client: Client, request: ListRequest): Promise<ListOutcome> {
  let contradiction: string | undefined;
  for (let reading = 0; reading <= MOST_REREADS; reading += 1) {
    const first = await readFirstPage(client, request);
    if (first.outcome !== "ok") return first;
    const rest = await readRest(client, request, first);
    // A refusal of a later page is a failure of the list.
    if (rest.outcome !== "ok") return failed(rest.failure);
    const records = rest.pages.flatMap((page) => page.records);
    contradiction = contradictionIn(rest.pages, first.page) ?? (request.repeats ? undefined : repetitionIn(records));
    const { accepted } = first;
    if (contradiction === undefined) return { outcome: "ok", records, accepted };
  }
  const what = `${contradiction}, also after it was read again ${MOST_REREADS} times.`;
  return incomplete(client, request, what, "Run again when nobody else changes the game.");
}

function failed(failure: Diagnostic): { readonly outcome: "failed"; readonly failure: Diagnostic } {
  return { outcome: "failed", failure };
}

/** `what`: the end of a sentence about the list. */
function incomplete(client: Client, { path }: ListRequest, ...[what, ...help]: [string, ...string[]]): Unread {
  return failed(client.masked(diagnostic("incomplete-read", `The list ${path} ${what}`, { help })));
}

/** Statuses for an unknown parameter: 400 of the query-builder package, 422 of services that validate. */
export function refusesParameter(read: ReadOutcome): boolean {
  return read.outcome === "refused" && (read.status === 400 || read.status === 422);
}

const PAGING = "page[size]";

type FirstPage = PageRead & { readonly outcome: "ok"; readonly accepted: readonly ListParameter[] };

/**
 * The first page. When the service refuses the parameters, the list without them shows whether they are the reason; then they are
 * added one after the other. What was refused is remembered for the run: paging for all lists, others for lists of this form.
 */
async function readFirstPage(client: Client, request: ListRequest): Promise<FirstPage | Unread> {
  const { path, form = path } = request;
  const { refused, page_size } = client;
  // Several services can be at one origin, under different paths.
  const above = client.service.gamePath.replace(/[^/]+\/$/, "");
  const keyOf = (each: ListParameter): string => above + (each.name === PAGING ? PAGING : `${form}?${wordOf(each)}`);
  const paging = page_size === "none" ? [] : [{ name: PAGING, value: String(page_size) }];
  const all = [...paging, ...request.parameters].filter((each) => !refused.has(keyOf(each)));
  const answers = new Map<string, ReadOutcome>();
  const ask = async (parameters: readonly ListParameter[]): Promise<ReadOutcome> => {
    const words = parameters.map(wordOf).join();
    const answer = answers.get(words) ?? (await client.read(path, queryOf(parameters, 1)));
    answers.set(words, answer);
    return answer;
  };
  let accepted: readonly ListParameter[] = all;
  if (refusesParameter(await ask(all))) {
    const fewer = all.filter(({ name }) => name === PAGING);
    accepted = refusesParameter(await ask(fewer)) ? [] : fewer;
    for (const added of refusesParameter(await ask(accepted)) ? [] : all.filter((each) => !accepted.includes(each))) {
      if (refusesParameter(await ask([...accepted, added]))) refused.add(keyOf(added));
      else accepted = [...accepted, added];
    }
  }
  const read = await ask(accepted);
  const page = readPage(client, request, refusesParameter(read) ? await ask(all) : read);
  return page.outcome === "ok" ? { ...page, accepted } : page;
}

function wordOf({ name, value }: ListParameter): string {
  return `${name}=${value}`;
}

/** Parameters of one name become one. */
function queryOf(parameters: readonly ListParameter[], page: number): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const { name, value } of parameters) {
    sent[name] = sent[name] === undefined ? value : `${sent[name]},${value}`;
    if (name === PAGING) sent["page[number]"] = String(page);
  }
  return sent;
}

type PageRead = { readonly outcome: "ok"; readonly page: Page };

function readPage(client: Client, request: ListRequest, read: ReadOutcome): PageRead | Unread {
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

interface Pages {
  readonly outcome: "ok";
  readonly pages: readonly Page[];
}

/** By the number of pages, else by links to the next one. */
async function readRest(client: Client, request: ListRequest, first: FirstPage): Promise<Pages | Unread> {
  const { lastPage, total, next, records } = first.page;
  const paging = first.accepted.find(({ name }) => name === PAGING);
  if (lastPage !== undefined && lastPage > 1 && paging !== undefined) return readNumbered(client, request, first);
  if (typeof next === "string") return readLinked(client, request, first);
  const isCounted = lastPage !== undefined || total !== undefined || next === null;
  if (isCounted || paging === undefined || records.length < Number(paging.value)) {
    return { outcome: "ok", pages: [first.page] };
  }
  const what = `has ${records.length} records on a page, and nothing says whether more follow.`;
  const help = "Raise `page_size` in the project file, or write `page_size: none` if the service has no pages.";
  return incomplete(client, request, what, help);
}

async function readNumbered(
  client: Client,
  request: ListRequest,
  { page, accepted }: FirstPage,
): Promise<Pages | Unread> {
  const { lastPage = 1, records } = page;
  if ((lastPage - 1) * records.length >= MAXIMUM_RESOURCES) return incomplete(client, request, TOO_LONG);
  const numbers = Array.from({ length: lastPage - 1 }, (_, index) => index + 2);
  const readNumber = async (number: number): Promise<PageRead | Unread> =>
    readPage(client, request, await client.read(request.path, queryOf(accepted, number)));
  const pages = [page];
  for (const each of await inParallel(numbers, client.concurrency, readNumber, ({ outcome }) => outcome !== "ok")) {
    if (each.outcome !== "ok") return each;
    pages.push(each.page);
  }
  return { outcome: "ok", pages };
}

const TOO_LONG = `has more than ${MAXIMUM_RESOURCES} records.`;

async function readLinked(client: Client, request: ListRequest, first: FirstPage): Promise<Pages | Unread> {
  const { origin, gamePath } = client.service;
  const pages = [first.page];
  const seen = new Set<string>();
  for (let page = first.page; typeof page.next === "string" && page.records.length > 0; ) {
    const linked = queryOfSameCollection(origin, `${gamePath}${request.path}`, page.next);
    if (linked === undefined) return failed(client.masked(linkElsewhere(request, page.next)));
    if (seen.has(page.next)) return incomplete(client, request, "has pages without end.");
    if (pages.length * first.page.records.length > MAXIMUM_RESOURCES) return incomplete(client, request, TOO_LONG);
    seen.add(page.next);
    // The link decides about paging; other parameters are kept even where the link lacks them.
    const kept = queryOf(
      first.accepted.filter(({ name }) => name !== PAGING),
      1,
    );
    const read = readPage(client, request, await client.read(request.path, { ...kept, ...Object.fromEntries(linked) }));
    if (read.outcome !== "ok") return read;
    page = read.page;
    pages.push(page);
  }
  return { outcome: "ok", pages };
}

function linkElsewhere(request: ListRequest, next: string): Diagnostic {
  const detail = `The list ${request.path} names its next page at another place: ${oneLine(next).slice(0, 300)}`;
  return diagnostic("redirected-elsewhere", detail, { help: ["Check the base URL."] });
}

interface Page {
  readonly records: readonly Json[];
  readonly currentPage?: number;
  readonly lastPage?: number;
  /** The size that the service uses, which may be smaller than the requested one. */
  readonly perPage?: number;
  readonly total?: number;
  /** `links.next`: null at the end of the list, undefined when absent. */
  readonly next?: string | null;
}

/** Undefined when there is no list under `data`. Numbers may be text. */
function pageOf(body: Json): Page | undefined {
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
  const number = typeof given === "string" && given !== "" ? Number(given) : given;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Why the pages do not make one list, as words after "The list …"; undefined when they do. */
function contradictionIn(pages: readonly Page[], first: Page): string | undefined {
  const { total, lastPage, perPage } = first;
  for (const [index, page] of pages.entries()) {
    const { currentPage = index + 1 } = page;
    if (page.total !== total || page.lastPage !== lastPage || page.perPage !== perPage)
      return "changed between its pages";
    if (currentPage !== index + 1) return `answered page ${index + 1} with page ${currentPage}`;
  }
  if (Math.max(lastPage ?? 0, 1) > pages.length)
    return `has ${lastPage} pages, of which ${pages.length} can be reached`;
  if (typeof pages.at(-1)?.next === "string") return `names a page after the last one, ${pages.length}`;
  const records = pages.reduce((sum, page) => sum + page.records.length, 0);
  return total === undefined || total === records ? undefined : `has ${records} records, and its total is ${total}`;
}

/** The first `custom_id` that two records have, as words after "The list …". */
function repetitionIn(records: readonly Json[]): string | undefined {
  const seen = new Set<string>();
  for (const record of records) {
    const id = isJsonObject(record) ? record.custom_id : undefined;
    if (typeof id !== "string") continue;
    if (seen.has(id)) return `has "${id}" twice`;
    seen.add(id);
  }
  return undefined;
}
