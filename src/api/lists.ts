/**
 * Reads a list to its end, or fails (docs/service.md#pages). In: a path below the game, and parameters that the service may not know.
 * Out: the records of all pages. The first page says how many follow, or where the next one is.
 */
import { defined, inParallel } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { MAXIMUM_RESOURCES } from "../model/limits.ts";
import type { Client, ReadOutcome } from "./client.ts";
import { oneLine } from "./masking.ts";
import { sameCollection } from "./service-url.ts";

/** A query parameter that a service may not know. */
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

interface List {
  readonly outcome: "ok";
  readonly records: readonly Json[];
  /** The parameters that the service took, paging among them. */
  readonly accepted: readonly ListParameter[];
}

/** `refused`: the first page was, with that status. `failed`: the list was not read to its end. */
type Unread = Exclude<ReadOutcome, { readonly outcome: "ok" }>;

/** For a list that changed while it was read. */
const MOST_REREADS = 3;

/** Reads the whole list. */
export async function readList(client: Client, request: ListRequest): Promise<List | Unread> {
  let contradiction: string | undefined;
  for (let reading = 0; reading <= MOST_REREADS; reading += 1) {
    const first = await readFirstPage(client, request);
    if (first.outcome !== "ok") return first;
    const pages = await readRest(client, request, first);
    if ("outcome" in pages) return pages;
    const records = pages.flatMap((page) => page.records);
    contradiction = contradictionIn(pages) ?? (request.repeats ? undefined : repetitionIn(records));
    if (contradiction === undefined) return { outcome: "ok", records, accepted: first.accepted };
  }
  const what = `${contradiction}, also after it was read again ${MOST_REREADS} times.`;
  return incomplete(client, request, what, "Run again when nobody else changes the game.");
}

/** `what`: the end of a sentence about the list. */
function incomplete(client: Client, { path }: ListRequest, ...[what, ...help]: [string, ...string[]]): Unread {
  return failed(client, diagnostic("incomplete-read", `The list ${path} ${what}`, { help }));
}

function failed(client: Client, problem: Diagnostic): Unread {
  return { outcome: "failed", failure: client.masked(problem) };
}

interface Page {
  readonly outcome: "ok";
  readonly records: readonly Json[];
  readonly currentPage?: number;
  readonly lastPage?: number;
  readonly total?: number;
  /** `links.next`: null at the end of the list, undefined when absent. */
  readonly next?: string | null;
}

interface FirstPage extends Page {
  readonly accepted: readonly ListParameter[];
}

/** Undefined when there is no list under `data`. Numbers may be text. */
function pageOf(client: Client, { path, form = path }: ListRequest, read: ReadOutcome): Page | Unread {
  if (read.outcome !== "ok") return read;
  const { data, meta, links } = isJsonObject(read.body) ? read.body : {};
  if (!Array.isArray(data)) {
    const help = ["Check the base URL and the game id."];
    const detail = `The answer to GET ${path} has no list under "data".`;
    return failed(client, diagnostic("unexpected-response", detail, { help }));
  }
  const next = isJsonObject(links) ? links.next : undefined;
  const count = (name: string): number | undefined => {
    const number = isJsonObject(meta) && meta[name] !== null && meta[name] !== "" ? Number(meta[name]) : Number.NaN;
    return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
  };
  const total = count("total");
  client.channel.ports.onPage?.({ path, form, records: data.length, ...defined({ total }) });
  return defined({
    outcome: "ok" as const,
    records: data,
    currentPage: count("current_page"),
    lastPage: count("last_page"),
    total,
    next: next === "" ? null : typeof next === "string" || next === null ? next : undefined,
  });
}

const PAGING = "page[size]";

/** Where a refusal is remembered for the run: paging for all lists of a service, other parameters for lists of one form. */
function refusalKey({ channel: { service } }: Client, form: string, { name, value }: ListParameter): string {
  // Several services can be at one origin, under different paths.
  const above = service.gamePath.replace(/[^/]+\/$/, "");
  return name === PAGING ? above : `${above}${form}?${name}=${value}`;
}

/** Whether the service has not refused the parameter in this run. */
export function isTaken(client: Client, form: string, parameter: ListParameter): boolean {
  return !client.channel.connection.refused.has(refusalKey(client, form, parameter));
}

/** Statuses for an unknown parameter: 400 of the query-builder package, 422 of services that validate. */
function isRefusal(read: ReadOutcome): boolean {
  return read.outcome === "refused" && (read.status === 400 || read.status === 422);
}

/**
 * When the service refuses the parameters, the list without them shows whether they are the reason; then they are added one after the
 * other.
 */
async function readFirstPage(client: Client, request: ListRequest): Promise<FirstPage | Unread> {
  const { path, form = path } = request;
  const { page_size } = client.channel.settings;
  const paging = page_size === "none" ? [] : [{ name: PAGING, value: String(page_size) }];
  const all = [...paging, ...request.parameters].filter((each) => isTaken(client, form, each));
  const answers = new Map<string, ReadOutcome>();
  const ask = async (parameters: readonly ListParameter[]): Promise<ReadOutcome> => {
    const query = queryOf(parameters, 1);
    const key = new URLSearchParams(query).toString();
    const answer = answers.get(key) ?? (await client.read(path, query));
    answers.set(key, answer);
    return answer;
  };
  let accepted: readonly ListParameter[] = all;
  if (isRefusal(await ask(all))) {
    const fewer = all.filter(({ name }) => name === PAGING);
    accepted = isRefusal(await ask(fewer)) ? [] : fewer;
    const added = isRefusal(await ask(accepted)) ? [] : all.filter((each) => !accepted.includes(each));
    for (const each of added) {
      if (isRefusal(await ask([...accepted, each])))
        client.channel.connection.refused.add(refusalKey(client, form, each));
      else accepted = [...accepted, each];
    }
  }
  const read = await ask(accepted);
  const page = pageOf(client, request, isRefusal(read) ? await ask(all) : read);
  return page.outcome === "ok" ? { ...page, accepted } : page;
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

/** By the number of pages, else by links to the next one. */
async function readRest(client: Client, request: ListRequest, first: FirstPage): Promise<readonly Page[] | Unread> {
  const { accepted, lastPage, total, next, records } = first;
  const paging = accepted.find(({ name }) => name === PAGING);
  if (lastPage !== undefined && lastPage > 1 && paging !== undefined) {
    if ((lastPage - 1) * records.length >= MAXIMUM_RESOURCES) return incomplete(client, request, TOO_LONG);
    const limit = client.channel.settings.concurrency;
    const numbers = Array.from({ length: lastPage - 1 }, (_, index) => index + 2);
    const readNumber = async (number: number): Promise<Page | Unread> =>
      pageOf(client, request, await client.read(request.path, queryOf(accepted, number)));
    const rest = await inParallel(numbers, { limit, endsAll: ({ outcome }) => outcome !== "ok" }, readNumber);
    const pages = rest.filter((page) => page.outcome === "ok");
    return rest.find((page) => page.outcome !== "ok") ?? [first, ...pages];
  }
  if (typeof next === "string") return readLinked(client, request, first);
  const isCounted = lastPage !== undefined || total !== undefined || next === null;
  if (isCounted || paging === undefined || records.length < Number(paging.value)) return [first];
  const what = `has ${records.length} records on a page, and nothing says whether more follow.`;
  const help = "Raise `page_size` in the project file, or write `page_size: none` if the service has no pages.";
  return incomplete(client, request, what, help);
}

const TOO_LONG = `has more than ${MAXIMUM_RESOURCES} records.`;

async function readLinked(client: Client, request: ListRequest, first: FirstPage): Promise<readonly Page[] | Unread> {
  const { origin, gamePath } = client.channel.service;
  // The link decides about paging; other parameters are kept even where the link lacks them.
  const kept = first.accepted.filter(({ name }) => name !== PAGING);
  const pages: Page[] = [first];
  const seen = new Set<string>();
  for (let page: Page = first; typeof page.next === "string" && page.records.length > 0; ) {
    const linked = sameCollection(origin, `${gamePath}${request.path}`, page.next)?.searchParams;
    if (linked === undefined) {
      const detail = `The list ${request.path} names its next page at another place: ${oneLine(page.next).slice(0, 300)}`;
      const help = ["Check the base URL."];
      return failed(client, diagnostic("redirected-elsewhere", detail, { help }));
    }
    if (seen.has(page.next)) return incomplete(client, request, "has pages without end.");
    if (pages.length * first.records.length > MAXIMUM_RESOURCES) return incomplete(client, request, TOO_LONG);
    seen.add(page.next);
    const query = { ...queryOf(kept, 1), ...Object.fromEntries(linked) };
    const read = pageOf(client, request, await client.read(request.path, query));
    if (read.outcome !== "ok") return read;
    page = read;
    pages.push(page);
  }
  return pages;
}

/** Why the pages do not make one list, as words after "The list …"; undefined when they do. */
function contradictionIn(pages: readonly Page[]): string | undefined {
  const { total, lastPage = 1 } = pages[0] as Page;
  const count = pages.length;
  if (pages.some((page) => page.total !== total)) return "changed between its pages";
  const other = pages.findIndex(({ currentPage }, index) => (currentPage ?? index + 1) !== index + 1);
  if (other >= 0) return `answered page ${other + 1} with page ${pages[other]?.currentPage}`;
  if (lastPage > count) return `has ${lastPage} pages, of which ${count} can be reached`;
  if (typeof pages.at(-1)?.next === "string") return `names a page after the last one, ${count}`;
  const records = pages.reduce((sum, page) => sum + page.records.length, 0);
  return total === undefined || total === records ? undefined : `has ${records} records, and its total is ${total}`;
}

/** The first `custom_id` that two records have, as words after "The list …". */
function repetitionIn(records: readonly Json[]): string | undefined {
  const seen = new Set<string>();
  for (const record of records) {
    const id = isJsonObject(record) ? record.custom_id : undefined;
    if (typeof id === "string" && seen.has(id)) return `has "${id}" twice`;
    if (typeof id === "string") seen.add(id);
  }
  return undefined;
}
