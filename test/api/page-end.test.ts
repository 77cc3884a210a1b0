/**
 * What one page says about the end of its list: evidence of more records is never overlooked, and
 * absence of it never invented.
 */
import { describe, expect, it } from "vitest";
import { endOf, type PageEnd, type PageRequest } from "../../src/api/page-end.ts";
import { isJsonObject, jsonIn } from "../../src/ground/json.ts";

const RECORDS = 10;
const data = Array.from({ length: RECORDS }, (_, index) => ({ custom_id: `a${index}` }));
const at = (envelope: object, request: Partial<PageRequest> = {}): PageEnd => {
  const body = jsonIn(JSON.stringify({ data, ...envelope }));
  if (!isJsonObject(body)) throw new Error("no object");
  return endOf(body, { number: 1, size: 100, ...request });
};

const url = "https://api.example.com/v1/games/g/actions?page=2";
const last: PageEnd = { says: "last" };
const nothing: PageEnd = { says: "nothing" };
const link: PageEnd = { says: "next", at: { by: "link", link: url } };
const cursor: PageEnd = { says: "next", at: { by: "cursor", cursor: "eyJpZCI6MTV9" } };
const number = (next: number, lastPage?: number): PageEnd => ({
  says: "next",
  at: { by: "number", number: next, last: lastPage },
});
const more = (evidence: string): PageEnd => ({ says: "more", evidence });

/** An object for paging at every place where services have one. */
const places = (paging: object): readonly (readonly [string, object])[] => [
  ["", paging],
  ["meta.", { meta: paging }],
  ["pagination.", { pagination: paging }],
  ["paginator.", { paginator: paging }],
  ["pageInfo.", { pageInfo: paging }],
  ["meta.pagination.", { meta: { pagination: paging } }],
  ["links.", { links: paging }],
  ["meta.pagination.links.", { meta: { pagination: { links: paging } } }],
];

describe("a page names the next one", () => {
  it.each<[object, PageEnd]>([
    [{ next: url }, link],
    [{ next: { href: url } }, link],
    [{ next: { url, meta: null } }, link],
    [{ next_page_url: url, next_cursor: "eyJpZCI6MTV9" }, link],
    [{ next_cursor: "eyJpZCI6MTV9", next: url, has_more: true }, link],
    [{ next_cursor: "eyJpZCI6MTV9", has_more: true }, cursor],
    [{ next: 2 }, number(2)],
    [{ next: "2", has_more: true }, number(2)],
    [{ next_page: 2, total: 25 }, number(2)],
    [{ last_page: 3, current_page: 1 }, number(2, 3)],
    [{ last_page: "3", total: "25" }, number(2, 3)],
    [{ total_pages: 3, links: { next: url } }, number(2, 3)],
  ])("in a form that is followed: %j", (paging, end) => {
    for (const [, envelope] of places(paging))
      expect(at(envelope), JSON.stringify(envelope)).toEqual(end);
  });

  it("in a list of links", () => {
    const links = [
      { rel: "prev", href: null },
      { rel: "next", href: url },
    ];
    expect(at({ links })).toEqual(link);
    expect(at({ links: [{ rel: "next", href: null }] })).toEqual(last);
  });

  it("by a number only if pages were asked for, and only the next one: others may be offsets", () => {
    expect(at({ next: 3 }, { number: 2 })).toEqual(number(3));
    expect(at({ next: 2 }, { size: undefined })).toEqual(more("`next` is 2"));
    expect(at({ last_page: 3 }, { size: undefined })).toEqual(more("`last_page` is 3"));
    expect(at({ last_page: 3, links: { next: url } }, { size: undefined })).toEqual(link);
    expect(at({ next: 10 })).toEqual(more("`next` is 10"));
    expect(at({ next_offset: 2 })).toEqual(more("`next_offset` is 2"));
  });
});

describe("a page has evidence of more records", () => {
  it.each<[object, string, string?]>([
    [{ has_more: true }, "`has_more` is true"],
    [{ has_more: "true" }, '`has_more` is "true"'],
    [{ hasNextPage: 1 }, "`hasNextPage` is 1"],
    [{ is_last_page: false }, "`is_last_page` is false"],
    [{ has_more: true, next: null, next_page_url: null }, "`has_more` is true"],
    [{ next: "eyJpZCI6MTV9" }, '`next` is "eyJpZCI6MTV9"'],
    [{ next: true }, "`next` is true"],
    [{ next: { page: 2 } }, '`next` is {"page":2}'],
    [{ next_page_token: "b7" }, '`next_page_token` is "b7"'],
    [{ next_cursor: 7 }, "`next_cursor` is 7"],
    [{ next_cursor: { value: "x" } }, '`next_cursor` is {"value":"x"}'],
    [{ total: 11 }, "`total` is 11", ", and the page has 10 records"],
    [{ total: "11", next: null }, '`total` is "11"', ", and the page has 10 records"],
    [{ total_count: 11 }, "`total_count` is 11", ", and the page has 10 records"],
    [{ per_page: 10 }, "`per_page` is 10", ", and the page has 10 records"],
    [{ per_page: "9" }, '`per_page` is "9"', ", and the page has 10 records"],
  ])("%j", (paging, evidence, rest = "") => {
    for (const [path, envelope] of places(paging)) {
      expect(at(envelope)).toEqual(more(`\`${path}${evidence.slice(1)}${rest}`));
    }
  });
});

describe("a whole list is not refused", () => {
  it.each<[object, PageEnd]>([
    [{}, nothing],
    [{ links: {}, meta: {} }, nothing],
    [{ links: null, meta: [] }, nothing],
    [{ next: null }, last],
    [{ next: "" }, last],
    [{ next: { href: null } }, last],
    [{ next: {} }, last],
    [{ next_cursor: null, prev_cursor: "eyJ" }, last],
    [{ next_cursor: 0 }, last],
    [{ next: false, has_more: false }, last],
    [{ has_more: false }, last],
    [{ has_more: "false" }, last],
    [{ is_last_page: true }, last],
    [{ last_page: 1 }, last],
    [{ total: 10, per_page: 10 }, last],
    [{ next: null, per_page: 10 }, last],
    [{ per_page: 11 }, nothing],
    [{ per_page: 100, path: url, from: 1, to: 10 }, nothing],
    [{ first: url, last: url, prev: null, self: url }, nothing],
    [{ next_update: "2026-01-01", count: 10 }, nothing],
  ])("%j", (paging, end) => {
    for (const [, envelope] of places(paging))
      expect(at(envelope), JSON.stringify(envelope)).toEqual(end);
  });

  it("for its number of records after the first page, or the members of its records", () => {
    expect(at({ total: 35, per_page: 10, current_page: 2 }, { number: 2 })).toEqual(last);
    expect(at({ per_page: 10 }, { number: 2 })).toEqual(nothing);
    expect(at({ data: [{ next: url, has_more: true, total: 99 }] })).toEqual(nothing);
    expect(
      at({ meta: { links: [{ url, label: "Next &raquo;", active: false }], last_page: 1 } }),
    ).toEqual(last);
  });
});
