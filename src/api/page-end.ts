/**
 * Decides what a page says about the end of its list (docs/service.md#pages). In: the body of the
 * answer, such as `{ "data": [...], "links": { "next": null } }`. Out: that the list ends, where
 * its next page is, or that it has more records. Services have different names for this, so every
 * name that may mean "more" is evidence, also if laurel can't follow it.
 */
import { isJsonObject, isNumber, type Json, type JsonObject, jsonText } from "../ground/json.ts";
import { counted, quoted } from "../ground/words.ts";
import { oneLine } from "./masking.ts";

export type PageEnd =
  | { readonly says: "last" }
  | { readonly says: "next"; readonly at: NextPage }
  /** `evidence`: a clause, such as "`meta.has_more` is true". */
  | { readonly says: "more"; readonly evidence: string }
  | { readonly says: "nothing" };

export type NextPage =
  /** `last`: the number of the last page. Undefined: unknown. */
  | { readonly by: "number"; readonly number: number; readonly last: number | undefined }
  | { readonly by: "link"; readonly link: string }
  | { readonly by: "cursor"; readonly cursor: string };

/** A page as it was requested. */
export interface PageRequest {
  /** From 1. */
  readonly number: number;
  /** The requested number of records. Undefined: pages were not requested. */
  readonly size: number | undefined;
}

/** Counts that pages of one list share. Undefined: the page does not have them. */
export interface PageCounts {
  readonly total: number | undefined;
  readonly currentPage: number | undefined;
}

/**
 * Returns what the page says. Evidence of more records outweighs everything that says otherwise.
 */
export function endOf(body: JsonObject, { number, size }: PageRequest): PageEnd {
  const members = membersIn(body);
  const records = Array.isArray(body.data) ? body.data.length : 0;
  const lastPage = greatest(members, LAST_PAGE);
  if (size !== undefined && lastPage.count > number)
    return { says: "next", at: { by: "number", number: number + 1, last: lastPage.count } };
  const named = members.filter(({ name }) => NEXT.test(name));
  const places = named.flatMap((next) => placeIn(next, { number, size }) ?? []);
  const at = places.find(({ by }) => by === "link") ?? places[0];
  if (at !== undefined) return { says: "next", at };
  const flags = members.filter(({ name }) => HAS_MORE.test(name));
  const ends = members.filter(({ name }) => IS_LAST.test(name));
  const open =
    [...named, ...flags].find(({ value }) => !isNone(value)) ??
    ends.find(({ value }) => isNone(value));
  if (open !== undefined) return { says: "more", evidence: wordsOf(open) };
  if (lastPage.count > number) return { says: "more", evidence: wordsOf(lastPage.member) };
  const isFirst = number === 1;
  const shown = `the page has ${counted(records, "record")}`;
  const totals = [TOTAL, COUNT].map((names) => greatest(members, names));
  const total = isFirst ? totals.find(({ count }) => count > records) : undefined;
  if (total !== undefined)
    return { says: "more", evidence: `${wordsOf(total.member)}, and ${shown}` };
  const isCounted = [lastPage, totals[0]].some((found) => found?.member !== undefined);
  if (isCounted || named.length + flags.length + ends.length > 0) return { says: "last" };
  // A later page follows one that named it, so that a missing name is the end.
  const perPage = greatest(members, PER_PAGE);
  const isFull =
    isFirst && perPage.count > 0 && records >= perPage.count && perPage.count < (size ?? Infinity);
  return isFull
    ? { says: "more", evidence: `${wordsOf(perPage.member)}, and ${shown}` }
    : { says: "nothing" };
}

export function countsOf(body: JsonObject): PageCounts {
  const members = membersIn(body);
  const countNamed = (names: RegExp): number | undefined => {
    const { member, count } = greatest(members, names);
    return member === undefined ? undefined : count;
  };
  return { total: countNamed(TOTAL), currentPage: countNamed(CURRENT_PAGE) };
}

/**
 * A member of the envelope, with its path and its name in one form: `meta.hasMore` and `has_more`.
 */
interface EnvelopeMember {
  readonly path: string;
  readonly name: string;
  readonly value: Json;
}

function plainName(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  return words.replace(/[^a-z]+/g, "_").replace(/^_|_$/g, "");
}

const ENVELOPES = /^(meta|links|pagination|paging|paginator|page|pages|page_info|cursors?)$/;
const NEXT =
  /^next(_(page|cursor|token|url|uri|link|href|offset|start|number|key|marker|id))*$|^continuation(_token)?$/;
const HAS_MORE =
  /^(has_)?more(_(pages|items|records|results|data))?$|^has_next(_page)?$|^(is_)?truncated$/;
const IS_LAST = /^is_last(_page)?$/;
const LAST_PAGE = /^(last|total)_page(s|_number)?$|^pages$|^pages?_count$/;
const TOTAL = /^total(_(count|records|items|results|elements))?$/;
/**
 * Some services count the records of the page by that name, so that a smaller number says nothing.
 */
const COUNT = /^count$/;
const CURRENT_PAGE = /^current_page$/;
const PER_PAGE = /^(per_page|page_size|limit)$/;

/**
 * The members at top level and in the objects for paging, which can contain one another. Records
 * are not among them.
 */
function membersIn(envelope: JsonObject, path = ""): readonly EnvelopeMember[] {
  return Object.entries(envelope).flatMap(([key, value]): readonly EnvelopeMember[] => {
    const name = plainName(key);
    const member = { path: path + key, name, value };
    if (!ENVELOPES.test(name)) return path === "" && key === "data" ? [] : [member];
    if (isJsonObject(value)) return membersIn(value, `${path}${key}.`);
    if (!Array.isArray(value)) return [member];
    // Links can be a list: `[{ "rel": "next", "href": "…" }]`.
    const next = value.filter((link) => isJsonObject(link) && link.rel === "next");
    return next.map((link) => ({ path: `${member.path}.next`, name: "next", value: link }));
  });
}

interface FoundCount {
  readonly member: EnvelopeMember | undefined;
  /** 0 without a member. */
  readonly count: number;
}

/** The member with the greatest count of those names. */
function greatest(members: readonly EnvelopeMember[], names: RegExp): FoundCount {
  let found: FoundCount = { member: undefined, count: 0 };
  for (const member of members) {
    const count = names.test(member.name) ? countIn(member.value) : undefined;
    if (count !== undefined && (found.member === undefined || count > found.count))
      found = { member, count };
  }
  return found;
}

/** Numbers may be text. */
function countIn(value: Json): number | undefined {
  if (typeof value !== "string" && !isNumber(value)) return undefined;
  const number = Number.parseInt(String(value), 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** The next page, if the member names it in a form that can be followed. */
function placeIn(
  { name, value }: EnvelopeMember,
  { number, size }: PageRequest,
): NextPage | undefined {
  const target = isJsonObject(value) ? (value.href ?? value.url ?? null) : value;
  if (isNone(target)) return undefined;
  if (name === "next_cursor")
    return typeof target === "string" ? { by: "cursor", cursor: target } : undefined;
  if (typeof target === "string" && /^https?:|^\/|\?/i.test(target))
    return { by: "link", link: target };
  // Any other number can be an offset.
  const isNextNumber = /^next(_page)?$/.test(name) && String(target) === String(number + 1);
  return isNextNumber && size !== undefined
    ? { by: "number", number: number + 1, last: undefined }
    : undefined;
}

/**
 * Whether the value says that there is nothing: null, false, 0, empty, or only members that are so.
 */
function isNone(value: Json): boolean {
  if (value === null || value === false || value === "" || value === "false") return true;
  if (isNumber(value) || typeof value === "string") return String(value) === "0";
  if (Array.isArray(value)) return value.every(isNone);
  return (
    isJsonObject(value) &&
    Object.entries(value).every(([key, member]) => key === "rel" || isNone(member))
  );
}

function wordsOf(member: EnvelopeMember | undefined): string {
  if (member === undefined) return "";
  const { path, value } = member;
  const text = typeof value === "string" ? quoted(value) : jsonText(value);
  const isLong = text.length > 60 && typeof value !== "string";
  return oneLine(`\`${path.replaceAll("`", "'")}\` is ${isLong ? quoted(text) : text}`);
}
