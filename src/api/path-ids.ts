/**
 * The ids in the paths of one game, if the service makes ids of its own
 * (docs/service.md#transport). In: records that are read, and writes that are done. Out: for
 * `achievement/first-win` the `17` of its record `{ "id": 17, "custom_id": "first-win" }`.
 */
import type { Kind, KindName } from "../catalog/types.ts";
import { addTo, grouped } from "../ground/collections.ts";
import { isJsonObject, isNumber, type Json, jsonText, scalarText } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import type { Address, PlannedRequest, ResourceId } from "../model/model.ts";

export class PathIds {
  /** The member of records that paths contain. */
  readonly member: string;
  private readonly ids = new Map<Address, string>();
  /** By kind and path id. */
  private readonly customIds = new Map<string, string>();
  /**
   * Ids that this run has taken from a resource, by kind and path id. A reading that lags still
   * shows them.
   */
  private readonly former = new Map<string, Set<string>>();

  constructor(member: string) {
    this.member = member;
  }

  /** The id of a resource in paths; undefined if no record has shown it. */
  idOf({ kind, custom_id }: ResourceId): string | undefined {
    return this.ids.get(addressOf(kind, custom_id));
  }

  /** Takes the id of a resource's record that was read. */
  read(resource: ResourceId, record: Json | undefined): void {
    const id = pathIdIn(record, this.member);
    if (id === undefined) return;
    const isFormer = this.former.get(keyOf(resource.kind, id))?.has(resource.custom_id) === true;
    if (!isFormer) this.set(resource, id);
  }

  /**
   * Finds the records of a list to which no path leads. Out: for each the reason, as a sentence
   * without its end.
   */
  unusableIn({ path }: Kind, records: readonly Json[]): (record: Json) => string | undefined {
    const owners = grouped(records, (record) => pathIdIn(record, this.member));
    return (record) => {
      const name = isJsonObject(record) ? jsonText(record.custom_id) : "";
      const id = pathIdIn(record, this.member);
      if (id === undefined)
        return `the record ${name} of ${path} has no ${inQuotes(this.member)} that is text or a number`;
      if (owners.get(id)?.length === 1) return undefined;
      return `the record ${name} of ${path} has the same ${inQuotes(this.member)} as another one`;
    };
  }

  /** Records that the service accepted a request. `answer`: its JSON, which may have the record. */
  wrote(kind: KindName, request: PlannedRequest, answer: Json | undefined): void {
    const data = isJsonObject(answer) ? answer.data : undefined;
    const record = isJsonObject(data) ? data : {};
    const { method, parts, body } = request;
    const { custom_id = body?.custom_id } = record;
    const resource = resourceOf(request);
    if (typeof custom_id === "string" && method === "POST" && parts.length === 1)
      this.give({ kind, custom_id }, pathIdIn(record, this.member));
    else if (typeof custom_id === "string" && method === "PUT" && resource !== undefined)
      this.rename(resource, custom_id);
    else if (method === "DELETE" && resource !== undefined) this.delete(resource);
  }

  /** Records that a reading shows the effect of a request. */
  saw(request: PlannedRequest): void {
    const resource = resourceOf(request);
    if (resource === undefined) return;
    const { method, body = {} } = request;
    const { kind, custom_id } = resource;
    if (method === "DELETE") this.delete(resource);
    else if (typeof body.custom_id === "string" && body.custom_id !== custom_id) {
      const id = this.idOf({ kind, custom_id: body.custom_id });
      if (id === undefined) this.rename(resource, body.custom_id);
      else addTo(this.former, keyOf(kind, id), custom_id);
    }
  }

  /** Records that a resource has another `custom_id`. */
  rename(from: ResourceId, to: string): void {
    const { kind, custom_id } = from;
    const id = this.idOf(from);
    if (id === undefined || custom_id === to) return;
    addTo(this.former, keyOf(kind, id), custom_id);
    this.give({ kind, custom_id: to }, id);
  }

  private give(resource: ResourceId, id: string | undefined): void {
    if (id === undefined) return;
    this.former.get(keyOf(resource.kind, id))?.delete(resource.custom_id);
    this.set(resource, id);
  }

  private delete(resource: ResourceId): void {
    const { kind, custom_id } = resource;
    const id = this.idOf(resource);
    if (id === undefined) return;
    addTo(this.former, keyOf(kind, id), custom_id);
    this.ids.delete(addressOf(kind, custom_id));
    this.customIds.delete(keyOf(kind, id));
  }

  private set({ kind, custom_id }: ResourceId, id: string): void {
    const key = keyOf(kind, id);
    const before = this.customIds.get(key);
    if (before !== undefined && this.idOf({ kind, custom_id: before }) === id)
      this.ids.delete(addressOf(kind, before));
    this.customIds.set(key, custom_id);
    this.ids.set(addressOf(kind, custom_id), id);
  }
}

/** The resource whose record a request writes; undefined for creations and members. */
function resourceOf({ parts: [, resource, below] }: PlannedRequest): ResourceId | undefined {
  return typeof resource === "string" || below !== undefined ? undefined : resource;
}

function keyOf(kind: KindName, id: string): string {
  return `${kind}/${id}`;
}

/** The id in a member of a record: text, or a number as text. */
function pathIdIn(record: Json | undefined, member: string): string | undefined {
  const value = isJsonObject(record) ? record[member] : undefined;
  const id = typeof value === "string" || isNumber(value) ? scalarText(value) : undefined;
  return id === "" || id?.isWellFormed() === false ? undefined : id;
}

export const PATH_ID_HELP =
  "check `service.wire.path_id` in the project file: it names the member of records that the service's paths contain";

/** Names that services give to ids of their own. */
const OWN_IDS = ["id", "uuid", "_id"];

/**
 * Suggests the member of the records that paths may contain instead of the `custom_id`. Undefined
 * if they have none.
 */
export function ownIdHelp(records: readonly Json[]): string | undefined {
  const member = OWN_IDS.find((member) => {
    const ids = records.map((record) => pathIdIn(record, member));
    const isOther = (id: string | undefined, index: number): boolean =>
      id !== pathIdIn(records[index] ?? null, "custom_id");
    return ids.length > 0 && !ids.includes(undefined) && ids.some(isOther);
  });
  if (member === undefined) return undefined;
  return `if the service's paths contain the ${inQuotes(member)} of its records, write \`service: { wire: { path_id: ${member} } }\` in the project file`;
}
