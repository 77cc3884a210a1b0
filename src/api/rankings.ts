/** Reads rankings: the two read-only endpoints of docs/service.md#endpoints, as docs/service.md#rankings describes their rows. */
import type { Kind } from "../catalog/types.ts";
import { counted, quoted } from "../manifest/wording.ts";
import { resourcePath } from "../model/codec.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { type ExactNumber, isJsonObject, isNumber, type Json, jsonIn, jsonText } from "../model/json.ts";
import type { RankingRow } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import type { Client } from "./client.ts";
import { continuationOf, type Page, pageOf, pagingRefused } from "./lists.ts";
import { readKindList } from "./reader.ts";
import { queryOfSameCollection } from "./service-url.ts";

/** The first rows up to the limit, as many pages as that takes. With a player: that player's rows only. */
export async function readRankings(
  client: Client,
  kind: Kind,
  customId: string,
  player: string | undefined,
  limit: number,
): Promise<Checked<readonly RankingRow[]>> {
  const read = await readRows(client, rankingsPath(kind, customId, player), limit);
  if (read.value !== undefined) {
    const { rows, isWhole } = read.value;
    if (isWhole || rows.length >= limit) return { value: rows, diagnostics: read.diagnostics };
    const detail = `The service shows ${counted(rows.length, "row")} of the rankings, and not how to read the rest.`;
    const help = [`ask for these only: --limit ${rows.length}`];
    return { diagnostics: [diagnostic("incomplete-read", detail, { help })] };
  }
  const missing = read.status === 404 ? await missingResource(client, kind, customId) : undefined;
  return { diagnostics: missing === undefined ? read.diagnostics : [missing] };
}

/** The problem that the game has no such resource; undefined when it has, or when that is unknown. */
async function missingResource(client: Client, kind: Kind, customId: string): Promise<Diagnostic | undefined> {
  const list = await readKindList(client, kind);
  if (list.outcome !== "ok") return undefined;
  const ids = list.records.map(({ custom_id }) => custom_id);
  if (ids.includes(customId)) return undefined;
  const detail = `No ${kind.label} of this game has the custom_id ${quoted(customId)}.`;
  return client.masked(diagnostic("service-refused", detail, { help: didYouMean(customId, ids) }));
}

interface RankedPlayers {
  readonly players: number;
  readonly isWhole: boolean;
}

/** Rows to count at most. */
const MOST_COUNTED = 1000;
/** What its pages are called while they are read. */
const RANKINGS = "rankings";

/** Counts the players of a ranking, up to a limit. */
export async function countRankings(client: Client, kind: Kind, customId: string): Promise<Checked<RankedPlayers>> {
  const path = rankingsPath(kind, customId, undefined);
  const read = await readRows(client, path, MOST_COUNTED);
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  const players = new Set(read.value.rows.map(({ custom_player_id }) => custom_player_id)).size;
  return { value: { players, isWhole: read.value.isWhole }, diagnostics: [] };
}

interface Rows {
  readonly rows: readonly RankingRow[];
  /** Whether there are no more. */
  readonly isWhole: boolean;
}

/** `status`: of an answer that is no success. */
async function readRows(
  client: Client,
  path: string,
  limit: number,
): Promise<Checked<Rows> & { readonly status?: number }> {
  const size = Math.min(client.page_size === "none" ? limit : client.page_size, limit);
  let answer = await client.read(path, pageQuery(1, size));
  // As with lists: a service may refuse parameters for pages.
  const isPaged = !(answer.outcome === "refused" && answer.status === 400);
  if (!isPaged) {
    const plain = await client.read(path, {});
    if (plain.outcome === "ok") answer = plain;
  }
  const rows: RankingRow[] = [];
  const links = new Set<string>();
  let first: Page | undefined;
  for (let number = 2; ; number += 1) {
    if (answer.outcome === "refused") return { diagnostics: [answer.failure], status: answer.status };
    if (answer.outcome === "failed") return { diagnostics: [answer.failure] };
    const page = pageOf(answer.body);
    if (page === undefined) return unexpected(client, path, `it has no list "data"`);
    for (const record of page.records) {
      const row = rankingOf(record);
      if (row === undefined) return unexpected(client, path, "a row is not a time_span, a score, a rank and a player");
      rows.push(row);
    }
    first ??= page;
    client.onPage({ path, form: RANKINGS, records: page.records.length, ...defined({ total: page.total }) });
    const next =
      page.records.length === 0 ? "end" : nextQuery(client, path, first, page, number, isPaged ? size : undefined);
    if (rows.length >= limit || typeof next === "string" || links.has(jsonText(next))) {
      const isWhole = rows.length <= limit && next === "end";
      const diagnostics = isPaged ? [] : [pagingRefused(path)];
      return { value: { rows: rows.slice(0, limit), isWhole }, diagnostics };
    }
    links.add(jsonText(next));
    answer = await client.read(path, next);
  }
}

function pageQuery(number: number, size: number): Readonly<Record<string, string>> {
  return { "page[size]": String(size), "page[number]": String(number) };
}

/** The query of the next page. `end`: there is none; `unknown`: there may be one. */
function nextQuery(
  client: Client,
  path: string,
  first: Page,
  page: Page,
  number: number,
  size: number | undefined,
): Readonly<Record<string, string>> | "end" | "unknown" {
  const way = continuationOf(first, size);
  if (way.by === "numbered") return number > way.pages ? "end" : pageQuery(number, way.perPage);
  if (way.by === "whole" || way.by === "unknown") return way.by === "whole" ? "end" : "unknown";
  if (typeof page.next !== "string") return page.next === null ? "end" : "unknown";
  const linked = queryOfSameCollection(client.service.origin, `${client.service.gamePath}${path}`, page.next);
  return linked === undefined ? "unknown" : Object.fromEntries(linked);
}

function rankingsPath(kind: Kind, customId: string, player: string | undefined): string {
  if (kind.rankings === undefined) throw new Error(`${kind.name} has no rankings`);
  const { everybody, player: around } = kind.rankings;
  const below = player === undefined ? everybody : `${around[0]}/${encodeURIComponent(player)}/${around[1]}`;
  return `${resourcePath(kind, customId)}/${below}`;
}

function rankingOf(record: Json): RankingRow | undefined {
  if (!isJsonObject(record)) return undefined;
  const { time_span, custom_player_id } = record;
  const [score, rank] = [scoreIn(record.score), numberIn(record.rank)];
  if (typeof time_span !== "string" || typeof custom_player_id !== "string") return undefined;
  if (score === undefined || !Number.isSafeInteger(rank)) return undefined;
  return { time_span, score, rank, custom_player_id };
}

/** A number, or text of one, with every digit; undefined for anything else. */
function scoreIn(value: Json | undefined): number | ExactNumber | undefined {
  if (isNumber(value)) return value;
  const inside = typeof value === "string" ? jsonIn(value) : undefined;
  return isNumber(inside) ? inside : undefined;
}

/** NaN for anything but a number. */
function numberIn(value: Json | undefined): number {
  return Number(String(scoreIn(value)));
}

function unexpected(client: Client, path: string, what: string): Checked<never> {
  return { diagnostics: [client.masked(diagnostic("unexpected-response", `The answer to GET ${path}: ${what}.`))] };
}
