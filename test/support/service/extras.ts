/**
 * Members of records that the embedded service does not have, and members that it has and another
 * service does not show.
 */
import type { Kind } from "../../../src/catalog/types.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonIn,
  jsonText,
} from "../../../src/ground/json.ts";

export interface ExtraMembers {
  /** Members that no catalog knows, by the plural of the kind and the id. PUT takes them. */
  readonly extras?: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  /** Fields that records do not show. */
  readonly hides?: readonly string[];
}

interface Written {
  readonly kind: Kind;
  /** The game and the id in the path; no id for a creation. */
  readonly game: string;
  readonly id: string | undefined;
  readonly method: string;
  readonly body: JsonObject | undefined;
  readonly replaces: boolean;
}

export interface Extras {
  /** Follows a write that was carried out. `newId`: of the resource after it. */
  note(written: Written, newId: string | undefined): void;
  /** The answer with its records as this service shows them. */
  shown(answer: Response, kind: Kind, game: string): Promise<Response>;
}

export function keepExtras({ extras = {}, hides = [] }: ExtraMembers): Extras {
  const byGame = new Map<string, Map<string, JsonObject>>();
  const membersIn = (game: string): Map<string, JsonObject> => {
    const known =
      byGame.get(game) ??
      new Map(
        Object.entries(extras).flatMap(([plural, records]) =>
          Object.entries(records).map(([id, members]): [string, JsonObject] => [
            `${plural} ${id}`,
            members,
          ]),
        ),
      );
    byGame.set(game, known);
    return known;
  };
  return {
    note: ({ kind, game, id, method, body = {}, replaces }, newId) => {
      const members = membersIn(game);
      const before = members.get(`${kind.plural} ${id}`);
      if (id === undefined || before === undefined || method === "GET") return;
      members.delete(`${kind.plural} ${id}`);
      const after = Object.entries(before).map(([name, value]): [string, Json] => [
        name,
        body[name] ?? (replaces ? null : value),
      ]);
      if (method === "PUT") members.set(`${kind.plural} ${newId ?? id}`, Object.fromEntries(after));
    },
    shown: async (answer, kind, game) => {
      if (Object.keys(extras).length + hides.length === 0 || answer.status === 204) return answer;
      const body = jsonIn(await answer.text());
      if (!isJsonObject(body)) return new Response(jsonText(body), answer);
      const show = (record: Json): Json => {
        if (!isJsonObject(record)) return record;
        const more = membersIn(game).get(`${kind.plural} ${record.custom_id}`);
        return Object.fromEntries(
          Object.entries({ ...record, ...more }).filter(([name]) => !hides.includes(name)),
        );
      };
      const { data = null } = body;
      const changed: JsonObject = {
        ...body,
        data: Array.isArray(data) ? data.map(show) : show(data),
      };
      return new Response(jsonText(changed), answer);
    },
  };
}
