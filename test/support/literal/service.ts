/**
 * A service that takes the interface literally: five operations on six kinds, and a variant for
 * each decision that the interface leaves open. It shares no code with laurel, and records its
 * requests.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import {
  isLinkName,
  isObject,
  type Members,
  showMember,
  takeMember,
  type Value,
} from "./values.ts";
import type { LinkName, Variant, WriteAnswer } from "./variant.ts";

/** A received request. */
export interface LiteralRequest {
  readonly method: string;
  /** Below the game, as sent, without the query. */
  readonly path: string;
  /** From the root, as sent. */
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body as text. */
  readonly text: string;
  readonly body: Members | undefined;
  readonly status: number;
}

/**
 * The resources by their path, such as `actions/fight`, without empty members. Values have their
 * own types.
 */
export type LiteralState = Readonly<Record<string, Members>>;

export interface LiteralService {
  readonly url: string;
  readonly requests: readonly LiteralRequest[];
  /** The requests that were not refused and change something, such as `PUT actions/fight`. */
  writes(): readonly LiteralRequest[];
  forget(): void;
  state(): LiteralState;
  /** Sets members of a resource past the interface, as in an admin panel. */
  edit(path: string, members: Members): void;
  close(): Promise<void>;
}

interface Stored {
  readonly id: string;
  readonly members: Record<string, Value>;
  /** Texts of JSON as they were sent, by member. */
  readonly sentTexts: Record<string, string>;
  updated: number;
}

export interface Reply {
  readonly status: number;
  readonly body?: Value;
  /** Text that is no JSON. */
  readonly page?: string;
  readonly location?: string;
}

/** Collections of the interface. */
export const COLLECTIONS = [
  "actions",
  "criteria",
  "criteria-groups",
  "rewards",
  "achievements",
  "leaderboards",
] as const;
type Collection = (typeof COLLECTIONS)[number];

/** Values that a member gets when it is not sent, where the service has any. */
const DEFAULTS: Readonly<Record<Collection, Members>> = {
  actions: {},
  criteria: { type: "sum", rule: "gte:1" },
  "criteria-groups": { operator: "and" },
  rewards: {},
  achievements: { is_secret: false, points: 1 },
  leaderboards: {
    type: "standard",
    ordering: "larger-is-better",
    score_preference: "prefer-higher",
  },
};

/** Members that name other resources: by the member, the collection of the targets. */
const REFERENCES: Readonly<Record<string, Collection>> = {
  custom_action_id: "actions",
  custom_criteria_group_id: "criteria-groups",
  reactions: "actions",
  criteria: "criteria",
  criteria_groups: "criteria-groups",
  rewards: "rewards",
};

/** Members of responses only. */
const READ_ONLY: ReadonlySet<string> = new Set(["id", "created_at", "updated_at"]);

/** Members of the body that attaches to a link, where links have requests of their own. */
const ATTACHED: Readonly<Record<string, string>> = {
  criteria: "custom_criterion_id",
  rewards: "custom_reward_id",
};

const PAGE_LENGTH = 2;
const START = Date.UTC(2026, 0, 5, 10);

/** An answer in place of the service's own. */
export type Instead = (request: Received) => Reply | undefined;

interface LiteralServiceOptions {
  readonly variant: Variant;
  readonly token: string;
  readonly instead?: Instead | undefined;
}

/** Starts the service on a free port of this machine. */
export async function startLiteral({
  variant,
  token,
  instead,
}: LiteralServiceOptions): Promise<LiteralService> {
  const game = new LiteralGame(variant);
  const requests: LiteralRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const received = await receive(incoming);
    const reply = instead?.(received) ?? game.answer(received, token);
    requests.push({ ...received, status: reply.status });
    const text = reply.page ?? (reply.body === undefined ? "" : JSON.stringify(reply.body));
    const type = typeOf(reply);
    outgoing.writeHead(reply.status, {
      ...(text !== "" && { "content-type": type }),
      ...(reply.location !== undefined && { location: reply.location }),
    });
    outgoing.end(reply.status === 204 ? undefined : text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    writes: () => requests.filter(({ method, status }) => method !== "GET" && status < 300),
    forget: () => {
      requests.length = 0;
    },
    state: () => game.state(),
    edit: (path, members) => game.edit(path, members),
    close,
  };
}

function typeOf({ page }: Reply): string {
  if (page === undefined) return "application/json";
  return page.startsWith("<") ? "text/html" : "text/plain";
}

export type Received = Omit<LiteralRequest, "status">;

async function receive(incoming: IncomingMessage): Promise<Received> {
  let text = "";
  for await (const chunk of incoming) text += chunk;
  const { method = "", url = "", headers } = incoming;
  const [whole = "", search = ""] = url.split("?");
  const path = /\/v1\/games\/[^/]+\/(.*)$/.exec(whole)?.[1] ?? "";
  const query = Object.fromEntries(new URLSearchParams(search));
  return { method, path, url, query, headers, text, body: objectIn(text) };
}

function objectIn(text: string): Members | undefined {
  try {
    const value: Value = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

class LiteralGame {
  readonly #variant: Variant;
  readonly #records = new Map<Collection, Map<string, Stored>>(
    COLLECTIONS.map((name) => [name, new Map()]),
  );
  #moment = START;
  #created = 0;

  constructor(variant: Variant) {
    this.#variant = variant;
  }

  answer(request: Received, token: string): Reply {
    const { method, path, headers, text } = request;
    if (headers.authorization !== `Bearer ${token}`)
      return this.#error(this.#variant.unauthorised, "No token.");
    if (headers.accept !== "application/json")
      return this.#error(406, "Accept must be application/json.");
    if (headers["content-type"] !== "application/json")
      return this.#error(415, "Content-Type must be application/json.");
    if ((method === "GET" || method === "DELETE") && text !== "")
      return this.#error(400, "This request has no body.");
    const segments = path.split("/").map(decodeURIComponent);
    const collection = COLLECTIONS.find((name) => name === segments[0]);
    if (collection === undefined) return this.#error(404, "No such path.");
    if (segments.length === 1 || (segments.length === 2 && segments[1] === "")) {
      return this.#collection(request, collection, segments.length === 2);
    }
    const [, id = "", below, member, last] = segments;
    if (below === undefined) return this.#resource(request, collection, id);
    if (collection === "leaderboards") return this.#rankings(request, id, [below, member, last]);
    return this.#link(request, { collection, id, below, member });
  }

  state(): LiteralState {
    const all: [string, Members][] = [];
    for (const [collection, records] of this.#records) {
      for (const { members } of records.values()) {
        const kept = Object.entries(members).filter(([, value]) => !isEmpty(value));
        all.push([`${collection}/${String(members.custom_id)}`, Object.fromEntries(kept)]);
      }
    }
    return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  edit(path: string, members: Members): void {
    const [collection, id] = path.split("/");
    const records = this.#records.get(collection as Collection);
    const record = [...(records?.values() ?? [])].find((one) => one.members.custom_id === id);
    if (record === undefined) throw new Error(`${path} is not there`);
    Object.assign(record.members, members);
  }

  #collection(request: Received, collection: Collection, hasSlash: boolean): Reply {
    const { method } = request;
    const { slash } = this.#variant;
    if (method === "POST") {
      const isCriteria = collection === "criteria";
      if (hasSlash && isCriteria && typeof slash === "number") {
        return { status: slash, location: request.url.replace(/\/$/, "") };
      }
      const isRight =
        isCriteria && slash !== "either"
          ? hasSlash === (slash === "required")
          : isCriteria || !hasSlash;
      return isRight ? this.#create(request, collection) : this.#error(404, "No such path.");
    }
    if (hasSlash) return this.#error(404, "No such path.");
    return method === "GET" ? this.#list(request, this.#recordsOf(collection)) : this.#noMethod();
  }

  #resource(request: Received, collection: Collection, id: string): Reply {
    const stored = this.#find(collection, id);
    if (stored === undefined) return this.#error(404, "Not found.");
    switch (request.method) {
      case "GET": {
        const unknown = this.#refusedParameter(request);
        if (unknown !== undefined) return unknown;
        const record = this.#show(stored);
        return { status: 200, body: this.#variant.single === "data" ? { data: record } : record };
      }
      case "PUT":
        return this.#update(request, collection, stored);
      case "DELETE":
        return this.#delete(collection, stored);
      default:
        return this.#noMethod();
    }
  }

  #create({ body }: Received, collection: Collection): Reply {
    if (body === undefined) return this.#error(422, "The body must be an object.");
    const { custom_id, name } = body;
    if (typeof custom_id !== "string" || custom_id === "")
      return this.#invalid("custom_id", "is required");
    if (typeof name !== "string" || name === "") return this.#invalid("name", "is required");
    if (this.#byCustomId(collection, custom_id) !== undefined)
      return this.#invalid("custom_id", "has been taken");
    this.#created += 1;
    const stored: Stored = { id: `r-${this.#created}`, members: {}, sentTexts: {}, updated: 0 };
    const refusal = this.#take(stored, body, { collection, isCreation: true });
    if (refusal !== undefined) return refusal;
    this.#records.get(collection)?.set(stored.id, stored);
    return this.#written(this.#variant.create, stored);
  }

  #update({ body }: Received, collection: Collection, stored: Stored): Reply {
    if (body === undefined) return this.#error(422, "The body must be an object.");
    const { custom_id } = body;
    const other =
      typeof custom_id === "string" ? this.#byCustomId(collection, custom_id) : undefined;
    if (other !== undefined && other !== stored)
      return this.#invalid("custom_id", "has been taken");
    const next: Stored = {
      ...stored,
      members: { ...stored.members },
      sentTexts: { ...stored.sentTexts },
    };
    if (this.#variant.update === "replaces") this.#reset(next, collection);
    const refusal = this.#take(next, body, { collection, isCreation: false });
    if (refusal !== undefined) return refusal;
    this.#records.get(collection)?.set(stored.id, next);
    const before = String(stored.members.custom_id);
    const after = String(next.members.custom_id);
    if (before !== after) this.#follow(collection, before, after);
    return this.#written(this.#variant.replace, next);
  }

  /** Gives every member that updates replace its default, or none. */
  #reset({ members }: Stored, collection: Collection): void {
    for (const name of Object.keys(members)) {
      const isKept =
        name === "custom_id" || (isLinkName(name, this.#variant) && this.#isOutsideOfUpdates(name));
      if (!isKept) delete members[name];
    }
    Object.assign(members, DEFAULTS[collection]);
  }

  #delete(collection: Collection, stored: Stored): Reply {
    const id = String(stored.members.custom_id);
    const referrers = this.#referrersOf(collection, id);
    if (referrers.length > 0 && this.#variant.deletion === "refused")
      return this.#error(409, "It is still in use.");
    const answer = this.#written(this.#variant.remove, stored);
    this.#records.get(collection)?.delete(stored.id);
    if (this.#variant.deletion === "cascades") {
      for (const { collection: at, record } of referrers) this.#records.get(at)?.delete(record.id);
    }
    return answer;
  }

  /** Stores the members of a body; a value of a wrong type refuses them all. */
  #take(
    stored: Stored,
    body: Members,
    { collection, isCreation }: { readonly collection: Collection; readonly isCreation: boolean },
  ): Reply | undefined {
    for (const [name, value] of Object.entries(body)) {
      if (READ_ONLY.has(name)) return this.#invalid(name, "is read only");
      const refusal = isLinkName(name, this.#variant)
        ? this.#takeLink(stored, [name, value], isCreation)
        : this.#takeValue(stored, name, value);
      if (refusal !== undefined) return refusal;
    }
    for (const [name, value] of Object.entries(stored.members)) {
      const missing = this.#missingTarget(name, value);
      if (missing !== undefined)
        return this.#invalid(name, `${collection} refer to nothing: ${missing}`);
    }
    this.#moment += 1_000;
    stored.updated = this.#moment;
    return undefined;
  }

  #takeLink(
    stored: Stored,
    [name, value]: readonly [LinkName, Value],
    isCreation: boolean,
  ): Reply | undefined {
    if (this.#variant.nulls === "refused" && value === null)
      return this.#invalid(name, "must not be null");
    const { taken } = this.#variant.links[name];
    if (taken === "always" || (isCreation && taken !== "never")) stored.members[name] = value;
    return undefined;
  }

  #takeValue(stored: Stored, name: string, value: Value): Reply | undefined {
    const taken = takeMember(name, value, this.#variant);
    if ("refusal" in taken) return this.#invalid(name, taken.refusal);
    stored.members[name] = taken.value;
    if (taken.sentText !== undefined) stored.sentTexts[name] = taken.sentText;
    return undefined;
  }

  #missingTarget(name: string, value: Value): string | undefined {
    const target = REFERENCES[name];
    if (target === undefined || this.#variant.deletion !== "refused") return undefined;
    const ids = [value].flat().filter((id) => typeof id === "string");
    return ids.find((id) => this.#byCustomId(target, id) === undefined);
  }

  #list(request: Received, records: readonly Stored[]): Reply {
    const { paging } = this.#variant;
    const unknown = this.#refusedParameter(request);
    if (unknown !== undefined) return unknown;
    const shown = records.map((stored) => this.#show(stored));
    if (paging === "bare") return { status: 200, body: { data: shown } };
    if (paging === "whole") return { status: 200, body: { data: shown, links: {}, meta: {} } };
    if (paging === "cut")
      return { status: 200, body: { data: shown.slice(0, PAGE_LENGTH), links: {}, meta: {} } };
    return { status: 200, body: this.#page(shown, request) };
  }

  #page(shown: readonly Value[], { query, path, url }: Received): Value {
    const { paging } = this.#variant;
    const wanted = Number(query["page[size]"] ?? PAGE_LENGTH);
    const size = paging === "lowered" ? Math.min(wanted, PAGE_LENGTH) : PAGE_LENGTH;
    const total = shown.length;
    const last = Math.max(1, Math.ceil(total / size));
    const byCursor = paging === "next-cursor" ? (query["page[cursor]"] ?? query.cursor) : undefined;
    const number = Number(byCursor?.replace("c", "") ?? query["page[number]"] ?? query.page ?? 1);
    const data = shown.slice((number - 1) * size, number * size);
    const hasNext = number < last;
    const address = `${url.split("?")[0]}?page[number]=${number + 1}`;
    switch (paging) {
      case "last-page":
        return { data, links: {}, meta: { current_page: number, last_page: last } };
      case "next-link":
        return { data, links: { next: hasNext ? address : null }, meta: {} };
      case "next-object":
        return { data, links: hasNext ? { next: { href: address } } : {}, meta: {} };
      case "next-cursor":
        return { data, links: {}, meta: { next_cursor: hasNext ? `c${number + 1}` : null } };
      case "has-more":
        return { data, links: {}, meta: { has_more: hasNext } };
      case "top-total":
        return { data, links: {}, meta: {}, total };
      case "lowered":
        return { data, links: {}, meta: { current_page: number, per_page: size, total } };
      default:
        throw new Error(`${path} has no pages`);
    }
  }

  #rankings({ method }: Received, id: string, below: readonly (string | undefined)[]): Reply {
    const isKnown =
      below[0] === "rankings"
        ? below[1] === undefined
        : below[0] === "players" && below[2] === "rankings";
    if (!isKnown || this.#find("leaderboards", id) === undefined)
      return this.#error(404, "Not found.");
    if (method !== "GET") return this.#noMethod();
    const player = below[0] === "players" ? (below[1] ?? "") : "ada";
    return {
      status: 200,
      body: { data: [{ rank: 0, score: 9, custom_player_id: player }], links: {}, meta: {} },
    };
  }

  #link(
    request: Received,
    place: { collection: Collection; id: string; below: string; member: string | undefined },
  ): Reply {
    const { collection, id, below, member } = place;
    const { method, body } = request;
    const name = below.replaceAll("-", "_");
    const isTaken =
      isLinkName(name, this.#variant) && this.#variant.links[name].taken === "endpoint";
    const stored = this.#find(collection, id);
    const owner: Readonly<Record<LinkName, Collection>> = {
      reactions: "actions",
      criteria: "criteria-groups",
      criteria_groups: "criteria-groups",
      rewards: "achievements",
    };
    if (!isTaken || stored === undefined || owner[name] !== collection)
      return this.#error(404, "Not found.");
    const members = [stored.members[name] ?? []].flat();
    const target = REFERENCES[name];
    if (target === undefined) return this.#error(404, "Not found.");
    if (member === undefined && method === "GET") {
      const found = members.flatMap((one) => this.#byCustomId(target, String(one)) ?? []);
      return this.#list(request, found);
    }
    const attached = body?.[ATTACHED[name] ?? ""];
    if (member === undefined && method === "POST" && typeof attached === "string") {
      stored.members[name] = [...new Set([...members, attached])];
      return this.#written(this.#variant.create, stored);
    }
    if (member !== undefined && method === "DELETE" && ATTACHED[name] !== undefined) {
      stored.members[name] = members.filter((one) => one !== member);
      return this.#written(this.#variant.remove, stored);
    }
    return this.#noMethod();
  }

  #refusedParameter({ query }: Received): Reply | undefined {
    const { unknownParameters, paging } = this.#variant;
    const isWhole = paging === "whole" || paging === "bare";
    const unknown = Object.keys(query).filter(
      (name) => isWhole || !/^(page(\[\w+\])?|cursor)$/.test(name),
    );
    if (unknownParameters === "ignored" || unknown.length === 0) return undefined;
    return this.#error(unknownParameters, `Unknown query parameter ${unknown[0]}.`);
  }

  #show({ id, members, sentTexts, updated }: Stored): Members {
    const { hidden, links, pathId } = this.#variant;
    const isHidden = (name: string): boolean =>
      hidden.includes(name) || (hidden.includes("*") && name !== "custom_id" && name !== "name");
    const shown: Record<string, Value> = {};
    if (pathId === "id") shown.id = id;
    for (const [name, value] of Object.entries(members)) {
      if (isHidden(name)) continue;
      if (isLinkName(name, this.#variant)) {
        const { shown: form } = links[name];
        if (form !== "no") shown[name] = this.#showLink(name, value, form);
      } else shown[name] = showMember(name, { value, sentText: sentTexts[name] }, this.#variant);
    }
    if (hidden.includes("*")) return shown;
    return { ...shown, created_at: timestamp(START), updated_at: timestamp(updated) };
  }

  #showLink(name: LinkName, value: Value, form: "ids" | "records" | "objects"): Value {
    const target = REFERENCES[name];
    if (form === "ids" || target === undefined) return value;
    return [value].flat().flatMap((id): Value[] => {
      const found = this.#byCustomId(target, String(id));
      if (found === undefined) return [];
      if (form === "objects") return [{ id: found.id, name: found.members.name ?? "" }];
      return [{ custom_id: found.members.custom_id ?? "", name: found.members.name ?? "" }];
    });
  }

  #isOutsideOfUpdates(name: LinkName): boolean {
    return this.#variant.links[name].taken !== "always";
  }

  #recordsOf(collection: Collection): Stored[] {
    return [...(this.#records.get(collection)?.values() ?? [])];
  }

  #byCustomId(collection: Collection, id: string): Stored | undefined {
    return this.#recordsOf(collection).find(({ members }) => members.custom_id === id);
  }

  /** Finds a resource by the id of its path. */
  #find(collection: Collection, id: string): Stored | undefined {
    return this.#variant.pathId === "id"
      ? this.#records.get(collection)?.get(id)
      : this.#byCustomId(collection, id);
  }

  #referrersOf(collection: Collection, id: string): { collection: Collection; record: Stored }[] {
    return COLLECTIONS.flatMap((at) =>
      this.#recordsOf(at).flatMap((record) => {
        const isReferrer = Object.entries(record.members).some(
          ([name, value]) => REFERENCES[name] === collection && [value].flat().includes(id),
        );
        return isReferrer ? [{ collection: at, record }] : [];
      }),
    );
  }

  /** References follow a resource to its new id. */
  #follow(collection: Collection, before: string, after: string): void {
    for (const { record } of this.#referrersOf(collection, before)) {
      for (const [name, value] of Object.entries(record.members)) {
        if (REFERENCES[name] !== collection) continue;
        record.members[name] = Array.isArray(value)
          ? value.map((id) => (id === before ? after : id))
          : after;
      }
    }
  }

  #written({ status, body }: WriteAnswer, stored: Stored): Reply {
    if (status === 204 || body === "empty") return { status };
    if (body === "object") return { status, body: {} };
    if (body === "page") return { status, page: "<!DOCTYPE html><title>One moment</title>" };
    const record = this.#show(stored);
    return { status, body: body === "bare" ? record : { data: record } };
  }

  #invalid(name: string, text: string): Reply {
    const { errors } = this.#variant;
    const message = `The ${name} ${text}.`;
    if (errors === "json") return { status: 422, body: { message, errors: { [name]: [message] } } };
    return this.#error(422, message);
  }

  #noMethod(): Reply {
    return this.#error(405, "Not for this path.");
  }

  #error(status: number, message: string): Reply {
    switch (this.#variant.errors) {
      case "json":
        return { status, body: { message } };
      case "code":
        return { status, body: { error: { code: `E${status}`, detail: message } } };
      case "text":
        return { status, page: message };
      case "html":
        return { status, page: `<!DOCTYPE html><title>${status}</title><p>${message}</p>` };
      case "empty":
        return { status };
    }
  }
}

/** Whether the value means that there is none. */
function isEmpty(value: Value): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** ISO 8601 in UTC with microseconds and a trailing Z. */
function timestamp(moment: number): string {
  return new Date(moment).toISOString().replace(/Z$/, "000Z");
}
