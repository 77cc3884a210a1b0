/** What another service of the interface might do differently: each quirk is a fetch around the embedded service. */
import { catalog } from "../../../src/catalog/index.ts";
import type { Field, Kind, Link } from "../../../src/catalog/types.ts";
import { reachable } from "../../../src/model/graph.ts";
import { type Json, type JsonObject, jsonIn, jsonText } from "../../../src/model/json.ts";
import type { Fetch, Stage } from "./service.ts";

export interface Quirks {
  /**
   * `extended` (the default) is the embedded service. `documented` has only docs/service.md#endpoints: the five operations on
   * each kind and the two rankings, the members of groups in the records, nothing hidden, unknown parameters and members
   * ignored. `members` is the same with the rewards of achievements in their records.
   */
  readonly profile?: "documented" | "members" | "extended";
  /** Whether PUT keeps omitted fields (`patch`, the default) or resets them to their defaults. */
  readonly put?: "patch" | "replace";
  /** Whether truth values and numbers are native JSON (the default) or strings in answers, with both taken in requests. */
  readonly scalars?: "native" | "string";
  /** Larger page sizes are silently lowered to this; it is also the size when the request names none. */
  readonly maxPageSize?: number;
  /** Whether deleting what others refer to is refused with 409. */
  readonly strict?: boolean;
  /** What an unknown name in `include` or `filter` does. Default: 400, but ignored in the documented profile. */
  readonly unknownParameters?: "ignore" | "reject";
  /** Which links are embedded on `include`: every link with a word (`all`, the default), those that public clients request, or none. */
  readonly includes?: "all" | "known" | "none";
  /** Whether ids and names that differ only in case are the same. */
  readonly ignoreCase?: boolean;
  /** Fields and links that writes silently ignore. */
  readonly dropFields?: readonly string[];
  /** At most `requests` requests in each window of `perSeconds` seconds. */
  readonly rateLimit?: RateLimit;
}

interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** One request, taken apart. */
interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly game: string;
  readonly kind: Kind;
  readonly id: string | undefined;
  /** What follows the id. */
  readonly below: readonly string[];
  /** Undefined for a body that is no JSON object. */
  readonly body: JsonObject | undefined;
}

export function withQuirks(quirks: Quirks, stage: Stage, fetch: Fetch): Fetch {
  const limit = quirks.rateLimit === undefined ? undefined : createRateLimit(quirks.rateLimit);
  const isPlain = Object.keys(quirks).length === 0;
  return async (request, env) => {
    if (isPlain) return fetch(request, env);
    const url = new URL(request.url);
    const allowance = limit?.(stage.clock.now());
    if (allowance?.refusal !== undefined) return allowance.refusal;
    const answer = await answered(quirks, stage, fetch, { request, env, url });
    for (const [name, value] of Object.entries(allowance?.headers ?? {})) answer.headers.set(name, value);
    return answer;
  };
}

async function answered(
  quirks: Quirks,
  stage: Stage,
  fetch: Fetch,
  { request, env, url }: { request: Request; env: Parameters<Fetch>[1]; url: URL },
): Promise<Response> {
  const [, version, games, game = "", path, ...rest] = url.pathname
    .replace(/\/+$/, "")
    .split("/")
    .map(decodeURIComponent);
  const kind = catalog.find((each) => each.path === path);
  const isDocumented = isBare(quirks);
  if (version !== "v1" || games !== "games") return fetch(request, env);
  const [id, ...below] = rest;
  if (isDocumented && (kind === undefined || (below.length > 0 && below.at(-1) !== "rankings"))) {
    const message = `The route ${url.pathname.slice(1)} could not be found.`;
    return Response.json({ message }, { status: 404 });
  }
  const text = request.method === "GET" ? "" : await request.clone().text();
  const sent = jsonIn(text);
  if (kind === undefined || request.headers.get("authorization") !== `Bearer ${stage.service.token}`) {
    return asText(quirks, await fetch(withPages(quirks, request, url), env));
  }
  const body = typeof sent === "object" && sent !== null && !Array.isArray(sent) ? (sent as JsonObject) : undefined;
  const call: Call = { request, url, game, kind, id, below, body };
  const refusal = refusalOf(quirks, stage, call);
  if (refusal !== undefined) return refusal;
  const links = isDocumented && below.length === 0 ? linksIn(quirks, stage, call) : { members: {} };
  if (links.problem !== undefined) return Response.json(links.problem, { status: 422 });
  const answer = await fetch(rewritten(quirks, call), env);
  if (!answer.ok || answer.status === 204) return answer;
  const written = request.method === "GET" ? undefined : await idOf(answer);
  if (written !== undefined && Object.keys(links.members).length > 0) {
    await stage.service.edit(game, kind.name, written, links.members);
  }
  return asText(quirks, isDocumented && below.length === 0 ? await withLinks(quirks, stage, call, answer) : answer);
}

/** The request as the embedded service understands it. */
function rewritten(quirks: Quirks, { request, url, kind, body }: Call): Request {
  const isDocumented = isBare(quirks);
  if (request.method !== "GET") {
    if (body === undefined || request.method === "DELETE") return request;
    return new Request(request, { body: jsonText(changedBody(quirks, request.method, kind, body)) });
  }
  const query = url.searchParams;
  if (isDocumented || quirks.unknownParameters === "ignore") {
    const filters = Object.entries(kind.listQuery ?? {}).map(
      ([name, value]) => [name, query.get(name), value] as const,
    );
    const words = isDocumented ? [] : (query.get("include")?.split(",") ?? []);
    const known = words.filter((word) => kind.links.some(({ include }) => include === word));
    for (const name of [...query.keys()]) if (/^(include|sort|fields|filter)\b/.test(name)) query.delete(name);
    const taken = known.filter((word) => !isAssumed(quirks, kind, word));
    if (taken.length > 0) query.set("include", taken.join(","));
    for (const [name, asked, all] of filters) {
      if (isDocumented || asked !== null) query.set(name, isDocumented ? all : (asked ?? all));
    }
  }
  return withPages(quirks, request, url);
}

function withPages({ maxPageSize }: Quirks, request: Request, url: URL): Request {
  if (request.method === "GET" && maxPageSize !== undefined) {
    const asked = Number(url.searchParams.get("page[size]") ?? maxPageSize);
    url.searchParams.set("page[size]", String(Math.min(asked, maxPageSize)));
  }
  return request.method === "GET" ? new Request(url, request) : request;
}

function changedBody(quirks: Quirks, method: string, kind: Kind, body: JsonObject): JsonObject {
  const changed: Record<string, Json> = {};
  const dropped = quirks.dropFields ?? [];
  for (const [name, value] of Object.entries(body)) {
    const isFlag = kind.fields.some((field) => field.name === name && field.type === "flag");
    const isText = quirks.scalars === "string" && isFlag && (value === "true" || value === "false");
    if (!dropped.includes(name)) changed[name] = isText ? value === "true" : value;
  }
  if (isBare(quirks)) {
    for (const link of kind.links.filter((each) => isShownInRecord(quirks, each))) delete changed[link.name];
  }
  if (quirks.put === "replace" && method === "PUT") {
    for (const { name, type } of kind.fields) {
      if (!Object.hasOwn(changed, name) && type !== "id" && !dropped.includes(name)) changed[name] = null;
    }
  }
  return changed;
}

/** Whether there is nothing below a resource. */
function isBare({ profile = "extended" }: Quirks): boolean {
  return profile !== "extended";
}

/** Whether the records of a bare service show the link's members. */
function isShownInRecord({ profile }: Quirks, { include, includeIsAssumed, endpoint }: Link): boolean {
  const isEmbedded = include !== undefined && includeIsAssumed !== true;
  return isEmbedded || (profile === "members" && endpoint?.memberField !== undefined);
}

function isAssumed({ includes }: Quirks, { links }: Kind, word: string): boolean {
  if (includes === "none") return true;
  return includes === "known" && links.some((link) => link.include === word && link.includeIsAssumed === true);
}

/** Refusals of what the embedded service takes. */
function refusalOf(
  quirks: Quirks,
  stage: Stage,
  { request, url, game, kind, id, below, body }: Call,
): Response | undefined {
  const include = url.searchParams.get("include")?.split(",") ?? [];
  const isReading = request.method === "GET" && !isBare(quirks) && quirks.unknownParameters !== "ignore";
  const assumed = isReading ? include.filter((word) => isAssumed(quirks, kind, word)) : [];
  if (assumed.length > 0) {
    return Response.json({ message: `Requested include(s) \`${assumed}\` are not allowed.` }, { status: 400 });
  }
  const names = [...url.searchParams.keys()].filter((name) => /^(include|sort|fields|filter)\b/.test(name));
  if (isBare(quirks) && quirks.unknownParameters === "reject" && names.length > 0) {
    return Response.json({ message: `Requested ${names} are not allowed.` }, { status: 400 });
  }
  if (quirks.strict === true && request.method === "DELETE" && id !== undefined && below.length === 0) {
    const users = referrersTo(stage.service.contents(game), kind, id);
    const message = `The ${kind.label} is still used by ${users.join(", ")}.`;
    if (users.length > 0) return Response.json({ message }, { status: 409 });
  }
  if (quirks.ignoreCase === true && body !== undefined && below.length === 0) {
    const others = (stage.service.contents(game)[kind.plural] ?? []).filter(({ custom_id }) => custom_id !== id);
    const isTaken = (field: Field): boolean =>
      (field.type === "id" || field.unique === true) &&
      others.some((other) => String(other[field.name]).toLowerCase() === String(body[field.name]).toLowerCase());
    const errors = kind.fields.filter(isTaken).map(({ name }) => {
      return [name, [`The ${name.replaceAll("_", " ")} has already been taken.`]] as const;
    });
    const [first] = errors;
    if (first !== undefined) {
      return Response.json({ message: first[1][0], errors: Object.fromEntries(errors) }, { status: 422 });
    }
  }
  return undefined;
}

function referrersTo(contents: ReturnType<Stage["service"]["contents"]>, kind: Kind, id: string): readonly string[] {
  return catalog.flatMap((other) => {
    const fields = other.fields.filter((field) => field.type === "reference" && field.to === kind.name);
    const links = other.links.filter(({ to }) => to === kind.name);
    return (contents[other.plural] ?? []).flatMap((record) => {
      const refers =
        fields.some(({ name }) => record[name] === id) ||
        links.some(({ name }) => (record[name] as readonly string[]).includes(id));
      const isItself = other.name === kind.name && record.custom_id === id;
      return refers && !isItself ? [`${other.label} ${record.custom_id}`] : [];
    });
  });
}

/** The members that a write sets in the documented profile, or the body of its 422. */
function linksIn(
  quirks: Quirks,
  stage: Stage,
  { request, game, kind, id, body }: Call,
): { readonly members: JsonObject; readonly problem?: JsonObject } {
  const { put, dropFields = [] } = quirks;
  const members: Record<string, Json> = {};
  if (request.method !== "POST" && request.method !== "PUT") return { members };
  const contents = stage.service.contents(game);
  for (const link of kind.links.filter((each) => isShownInRecord(quirks, each) && !dropFields.includes(each.name))) {
    const { name, to } = link;
    const sent = body?.[name];
    if (sent === undefined && (request.method === "POST" || put !== "replace")) continue;
    const ids = (sent ?? []) as readonly string[];
    const target = catalog.find((each) => each.name === to) as Kind;
    const known = contents[target.plural] ?? [];
    const unknown = ids.findIndex((each) => known.every(({ custom_id }) => custom_id !== each));
    const problem = (field: string, message: string) => ({
      members,
      problem: { message, errors: { [field]: [message] } },
    });
    if (unknown >= 0) return problem(`${name}.${unknown}`, `The selected ${name}.${unknown} is invalid.`);
    const membersOf = (each: string) =>
      (known.find(({ custom_id }) => custom_id === each)?.[name] ?? []) as readonly string[];
    if (link.acyclic === true && id !== undefined && reachable(ids, membersOf).has(id)) {
      return problem(name, `The ${name.replaceAll("_", " ")} must not lead back to the record itself.`);
    }
    members[name] = ids;
  }
  return { members };
}

async function idOf(answer: Response): Promise<string> {
  const { data } = (await answer.clone().json()) as { data: { custom_id: string } };
  return data.custom_id;
}

/** The answer with the members of links in its records. */
async function withLinks(quirks: Quirks, stage: Stage, { game, kind }: Call, answer: Response): Promise<Response> {
  const all = new Map((stage.service.contents(game)[kind.plural] ?? []).map((record) => [record.custom_id, record]));
  const shown = kind.links.filter((link) => isShownInRecord(quirks, link));
  const body = jsonIn(await answer.text()) as { data: JsonObject | readonly JsonObject[] };
  const complete = (record: JsonObject): JsonObject => {
    const members = shown.map(({ name }) => [name, all.get(record.custom_id as Json)?.[name] ?? []]);
    return { ...record, ...Object.fromEntries(members) };
  };
  const data = Array.isArray(body.data) ? body.data.map(complete) : complete(body.data as JsonObject);
  return new Response(jsonText({ ...body, data } as unknown as Json), answer);
}

const VALUES = ["custom_data", "conditions", "meta", "links"];

/** The answer with truth values and numbers as text, but for those within free values. */
async function asText({ scalars }: Quirks, answer: Response): Promise<Response> {
  if (scalars !== "string" || answer.status === 204) return answer;
  const change = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value as JsonObject);
    return Object.fromEntries(members.map(([name, member]) => [name, VALUES.includes(name) ? member : change(member)]));
  };
  const body = jsonIn(await answer.text());
  return new Response(body === undefined ? null : jsonText(change(body)), answer);
}

/** Counts one request at each call; `now` is in milliseconds since 1970. */
function createRateLimit({ requests, perSeconds }: RateLimit) {
  let ends = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (now: number): { readonly headers: Readonly<Record<string, string>>; readonly refusal?: Response } => {
    if (now >= ends) {
      ends = now + perSeconds * 1000;
      used = 0;
    }
    used += 1;
    const remaining = String(Math.max(0, requests - used));
    const headers = { "X-RateLimit-Limit": String(requests), "X-RateLimit-Remaining": remaining };
    if (used <= requests) return { headers };
    const retry = { "Retry-After": String(Math.ceil((ends - now) / 1000)) };
    const init = { status: 429, headers: { ...headers, ...retry } };
    return { headers: {}, refusal: Response.json({ message: "Too Many Attempts." }, init) };
  };
}
