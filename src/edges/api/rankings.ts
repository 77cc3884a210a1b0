/** Reads rankings: the two read-only endpoints of interface.md §4, as service-contract.md §3.7 describes their rows. */
import type { Kind } from "../../catalog/types.ts";
import { resourcePath } from "../../core/codec.ts";
import { type Checked, diagnostic } from "../../core/diagnostics.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { Client } from "./client.ts";

/** One place of one player. `rank` counts from zero. */
export interface Ranking {
  readonly time_span: string;
  readonly score: number;
  readonly rank: number;
  readonly custom_player_id: string;
}

/** The first rows up to the limit, as many pages as that takes. With a player: that player's rows only. */
export async function readRankings(
  client: Client,
  kind: Kind,
  customId: string,
  player: string | undefined,
  limit: number,
): Promise<Checked<readonly Ranking[]>> {
  const path = rankingsPath(kind, customId, player);
  const rows: Ranking[] = [];
  for (let page = 1; rows.length < limit; page += 1) {
    const query = { "page[size]": String(Math.min(client.page_size, limit)), "page[number]": String(page) };
    const answer = await client.read(path, query);
    if (answer.outcome !== "ok") return { diagnostics: [answer.failure] };
    const records = isJsonObject(answer.body) ? answer.body.data : undefined;
    if (!Array.isArray(records)) return unexpected(client, path, `it has no list "data"`);
    for (const record of records as readonly Json[]) {
      const row = rankingOf(record);
      if (row === undefined) return unexpected(client, path, "a row is not a time_span, a score, a rank and a player");
      rows.push(row);
    }
    if (records.length === 0 || isLast(answer.body, page)) break;
  }
  return { value: rows.slice(0, limit), diagnostics: [] };
}

function rankingsPath(kind: Kind, customId: string, player: string | undefined): string {
  if (kind.rankings === undefined) throw new Error(`${kind.name} has no rankings`);
  const { everybody, player: around } = kind.rankings;
  const below = player === undefined ? everybody : `${around[0]}/${encodeURIComponent(player)}/${around[1]}`;
  return `${resourcePath(kind, customId)}/${below}`;
}

function rankingOf(record: Json): Ranking | undefined {
  if (!isJsonObject(record)) return undefined;
  const { time_span, custom_player_id } = record;
  const [score, rank] = [Number(record.score ?? Number.NaN), Number(record.rank ?? Number.NaN)];
  if (typeof time_span !== "string" || typeof custom_player_id !== "string") return undefined;
  if (!Number.isFinite(score) || !Number.isSafeInteger(rank)) return undefined;
  return { time_span, score, rank, custom_player_id };
}

/** Without a word about pages there is only one. */
function isLast(body: Json, page: number): boolean {
  const meta = isJsonObject(body) ? body.meta : undefined;
  return !isJsonObject(meta) || meta.last_page === undefined || Number(meta.last_page) <= page;
}

function unexpected(client: Client, path: string, what: string): Checked<never> {
  return { diagnostics: [client.masked(diagnostic("unexpected-response", `The answer to GET ${path}: ${what}.`))] };
}
