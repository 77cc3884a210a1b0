/** Reads rankings (docs/service.md#endpoints). In: a resource, perhaps a player, and parameters. Out: the answer as it is. */
import type { Kind } from "../catalog/types.ts";
import { quoted } from "../manifest/wording.ts";
import { resourcePath } from "../model/codec.ts";
import type { Checked } from "../model/diagnostics.ts";
import type { Json } from "../model/json.ts";
import type { Client } from "./client.ts";

export interface RankingsRequest {
  readonly customId: string;
  /** Only this player's. */
  readonly player?: string;
  /** Sent as they are: no source shows which ones the service knows. */
  readonly query?: Readonly<Record<string, string>>;
}

export async function readRankings(client: Client, kind: Kind, request: RankingsRequest): Promise<Checked<Json>> {
  const { customId, player, query = {} } = request;
  if (kind.rankings === undefined) throw new Error(`${kind.name} has no rankings`);
  const { everybody, player: around } = kind.rankings;
  const below = player === undefined ? everybody : `${around[0]}/${encodeURIComponent(player)}/${around[1]}`;
  const read = await client.read(`${resourcePath(kind, customId)}/${below}`, query);
  if (read.outcome === "ok") return { value: read.body, diagnostics: [] };
  if (read.outcome === "failed" || read.status !== 404) return { diagnostics: [read.failure] };
  const whose = player === undefined ? "" : ` for the player ${quoted(player)}`;
  const detail = `The service has no ranking of the ${kind.label} ${quoted(customId)}${whose}.`;
  const help = `Check the ${kind.label}'s custom_id${player === undefined ? "" : ", the player's id"} and the game id.`;
  return { diagnostics: [client.problem("service-refused", detail, help)] };
}
