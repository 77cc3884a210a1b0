/**
 * What another service of the interface might do differently: each quirk is a fetch around the
 * embedded service.
 */
import { catalog } from "../../../src/catalog/index.ts";
import type { Kind, Link } from "../../../src/catalog/types.ts";
import { findStoredDefault } from "../../../src/emulator/checks.ts";
import { findRecord, gameIn, idOf, type Key, recordsOf } from "../../../src/emulator/state.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonIn,
  jsonText,
} from "../../../src/ground/json.ts";
import { type ExtraMembers, type Extras, keepExtras } from "./extras.ts";
import type { Env, Fetch, Stage } from "./service.ts";

export interface Quirks extends ExtraMembers {
  /**
   * `extended` (the default) is the embedded service. `documented` has only
   * docs/service.md#endpoints: the five operations on each kind and the two rankings, the members
   * of groups in the records, nothing hidden, unknown parameters and members ignored. `members` is
   * the same with the rewards of achievements in their records. `mixed` is the embedded service
   * with the members of groups and achievements as ids in their records, where PUT takes them as
   * well as the link endpoints do.
   */
  readonly profile?: "documented" | "members" | "mixed" | "extended";
  /**
   * Whether PUT keeps what it does not get (`patch`, the default), or takes and resets everything
   * but links with requests of their own that records do not show (`replace`). `strict`: as
   * `patch`, and a PUT with what only creations give is refused with 422.
   */
  readonly put?: "patch" | "replace" | "strict";
  /**
   * Whether truth values and numbers are native JSON (the default) or strings in answers, with both
   * taken in requests.
   */
  readonly scalars?: "native" | "string";
  /**
   * Larger page sizes are silently lowered to this; it is also the size when the request names
   * none.
   */
  readonly maxPageSize?: number;
  /** Whether deleting what others refer to is refused with 409. */
  readonly strict?: boolean;
  /**
   * What an unknown name in `include` or `filter` does. Default: 400, but ignored in the documented
   * profile.
   */
  readonly unknownParameters?: "ignore" | "reject";
  /**
   * Which links are embedded on `include`: every link with a word (`all`, the default), those that
   * public clients request, or none.
   */
  readonly includes?: "all" | "known" | "none";
  /** Fields and links that writes silently ignore. */
  readonly dropFields?: readonly string[];
  /** Fields that PUT silently ignores, such as `custom_id`. */
  readonly putIgnores?: readonly string[];
  /** `folded`: ids and names that differ only in case or accents are the same. Default: `exact`. */
  readonly collation?: "exact" | "folded";
  /**
   * The member of records that paths contain: `id` is a number, `uuid` a text. Paths with a
   * `custom_id` are 404. Default: no such member.
   */
  readonly pathIds?: "id" | "uuid";
  /** What POST and PUT answer with: the record (the default), an empty object, or nothing. */
  readonly answers?: "record" | "object" | "nothing";
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
  const extras = keepExtras(quirks);
  const inner: Fetch = async (request, env) => {
    if (isPlain) return fetch(request, env);
    const url = new URL(request.url);
    return (
      limit?.(stage.clock.now()) ??
      answered({ quirks, stage, extras }, fetch, { request, env, url })
    );
  };
  const addressed =
    quirks.pathIds === undefined ? inner : withPathIds(quirks.pathIds, stage, inner);
  return quirks.answers === undefined ? addressed : withoutRecords(quirks.answers, addressed);
}

/** The id of a record in paths. The text needs percent-encoding. */
function pathIdOf(member: "id" | "uuid", key: Key): number | string {
  return member === "id" ? key : `${key}/ü`;
}

/** The segments of a path in a game, as they were sent. */
interface Place {
  readonly gameId: string;
  readonly path: string | undefined;
  /** The id of a resource, and what follows it. */
  readonly rest: readonly string[];
}

/** The segments of a path; nothing if it is not in a game. */
function placeIn({ pathname }: URL): Place | undefined {
  const [, version, games, gameId = "", path, ...rest] = pathname.replace(/\/+$/, "").split("/");
  return version === "v1" && games === "games" ? { gameId, path, rest } : undefined;
}

/** A game whose records have ids of the service in paths. */
interface OwnIds {
  readonly member: "id" | "uuid";
  readonly game: ReturnType<typeof gameIn>;
}

/** Paths contain the ids that the service makes, and records show them. */
function withPathIds(member: "id" | "uuid", { service }: Stage, fetch: Fetch): Fetch {
  return async (request, env) => {
    const url = new URL(request.url);
    const place = placeIn(url);
    const kind = catalog.find((each) => each.path === place?.path);
    if (place === undefined || kind === undefined) return fetch(request, env);
    const { gameId, rest } = place;
    const own: OwnIds = { member, game: gameIn(service.state, gameId) };
    const words = withCustomIds(rest, kind, own);
    if (words === undefined)
      return Response.json({ message: "No query results." }, { status: 404 });
    url.pathname = ["", "v1", "games", gameId, kind.path, ...words].join("/");
    const { method, headers } = request;
    const body = method === "GET" || method === "DELETE" ? null : await request.text();
    const answer = await fetch(new Request(url, { method, headers, body }), env);
    return withOwnIds(answer, linkAt(kind, rest[1])?.to ?? kind.name, own);
  };
}

function linkAt({ links }: Kind, segment: string | undefined): Link | undefined {
  return segment === undefined
    ? undefined
    : links.find(({ endpoint }) => endpoint?.path === segment);
}

/** The segments with custom ids in place of own ones; nothing if there is no such record. */
function withCustomIds(
  [own, below, other, ...more]: readonly string[],
  kind: Kind,
  ids: OwnIds,
): readonly string[] | undefined {
  if (own === undefined) return [];
  const id = customIdAt(kind.name, own, ids);
  const link = linkAt(kind, below);
  const isMember = link !== undefined && other !== undefined;
  const member = isMember ? customIdAt(link.to, other, ids) : other;
  if (id === undefined || (isMember && member === undefined)) return undefined;
  return [id, below, member, ...more].filter((word) => word !== undefined);
}

function customIdAt(kind: string, segment: string, { member, game }: OwnIds): string | undefined {
  const record = [...recordsOf(game, kind).values()].find(
    ({ key }) => String(pathIdOf(member, key)) === decodeURIComponent(segment),
  );
  return record && encodeURIComponent(idOf(record));
}

/** The answer with own ids in its records, which are of this kind. */
async function withOwnIds(answer: Response, kind: string, ids: OwnIds): Promise<Response> {
  const { member, game } = ids;
  const text = await answer.text();
  const content = jsonIn(text);
  if (!answer.ok || !isJsonObject(content)) return new Response(text === "" ? null : text, answer);
  const withId = (record: Json): Json => {
    if (!isJsonObject(record)) return record;
    const stored = findRecord(game, kind, record.custom_id);
    return stored === undefined ? record : { ...record, [member]: pathIdOf(member, stored.key) };
  };
  const data = Array.isArray(content.data)
    ? content.data.map(withId)
    : withId(content.data ?? null);
  return new Response(jsonText({ ...content, data }), answer);
}

/** Creations and updates are answered without the record. */
function withoutRecords(answers: "record" | "object" | "nothing", fetch: Fetch): Fetch {
  return async (request, env) => {
    const answer = await fetch(request, env);
    if (answers === "record" || !["POST", "PUT"].includes(request.method) || !answer.ok)
      return answer;
    return new Response(answers === "object" ? "{}" : null, { status: answer.status });
  };
}

/** The quirks, and the service that they change. */
interface Scene {
  readonly quirks: Quirks;
  readonly stage: Stage;
  readonly extras: Extras;
}

async function answered(
  scene: Scene,
  fetch: Fetch,
  { request, env, url }: { request: Request; env: Env; url: URL },
): Promise<Response> {
  const place = placeIn(url);
  if (place === undefined) return fetch(request, env);
  const { quirks, stage } = scene;
  const game = decodeURIComponent(place.gameId);
  const [id, ...below] = place.rest.map(decodeURIComponent);
  const kind = catalog.find((each) => each.path === place.path);
  if (isBare(quirks) && !isDocumented(kind, below)) {
    const message = `The route ${url.pathname.slice(1)} could not be found.`;
    return Response.json({ message }, { status: 404 });
  }
  if (kind === undefined) return asText(quirks, await fetch(withPages(quirks, request, url), env));
  const sent = request.method === "GET" ? undefined : jsonIn(await request.clone().text());
  const body = isJsonObject(sent) ? sent : undefined;
  const call: Call = { request, url, game, kind, id, below, body };
  return refusalOf(quirks, stage, call) ?? executed(scene, call, (other) => fetch(other, env));
}

function isDocumented(kind: Kind | undefined, below: readonly string[]): boolean {
  return kind !== undefined && (below.length === 0 || below.at(-1) === "rankings");
}

/** Executes a call, and sets what only records of the quirks keep. */
async function executed(
  { quirks, stage, extras }: Scene,
  call: Call,
  execute: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { request, game, kind, below } = call;
  const { method } = request;
  const isOwn = below.length === 0;
  const hasMembers = isOwn && (isBare(quirks) || quirks.profile === "mixed");
  const isWhole = isOwn && method === "PUT" && quirks.put === "replace";
  const answer = await execute(rewritten(quirks, call));
  if (!answer.ok) return answer;
  const isWritten = method !== "GET" && answer.status !== 204;
  const written = isWritten ? await createdIdIn(answer) : undefined;
  if (isOwn) extras.note({ ...call, method, replaces: isWhole }, written);
  if (answer.status === 204) return answer;
  const members = {
    ...(hasMembers ? linksIn(quirks, call) : {}),
    ...(isWhole ? createOnlyIn(quirks, call) : {}),
  };
  if (written !== undefined && Object.keys(members).length > 0)
    await stage.service.edit(game, kind.name, written, members);
  const linked = hasMembers ? await withLinks(quirks, stage, call, answer) : answer;
  return asText(quirks, isOwn ? await extras.shown(linked, kind, game) : linked);
}

/** Parameters that name something. */
const NAMING = /^(include|sort|fields|filter)\b/;

/** The request as the embedded service understands it. */
function rewritten(quirks: Quirks, { request, url, kind, body }: Call): Request {
  const { method } = request;
  if (method === "GET") {
    setKnownParameters(url.searchParams, kind, quirks);
    return withPages(quirks, request, url);
  }
  if (body === undefined || method === "DELETE") return request;
  return new Request(request, { body: jsonText(changedBody(quirks, method, kind, body)) });
}

/** Removes ignored parameters, and asks for whole lists if the profile hides no records. */
function setKnownParameters(query: URLSearchParams, kind: Kind, quirks: Quirks): void {
  const { listQuery, links } = kind;
  const isKnown = (word: string): boolean =>
    !isBare(quirks) &&
    links.some(({ include }) => include === word) &&
    !isAssumed(quirks, kind, word);
  if (isBare(quirks) || quirks.unknownParameters === "ignore") {
    const words = (query.get("include") ?? "").split(",").filter(isKnown);
    const ignored = [...query.keys()].filter(
      (name) => NAMING.test(name) && name !== listQuery?.name,
    );
    for (const name of ignored) query.delete(name);
    if (words.length > 0) query.set("include", words.join());
  }
  if (isBare(quirks) && listQuery !== undefined) query.set(listQuery.name, listQuery.all);
}

function withPages({ maxPageSize }: Quirks, request: Request, url: URL): Request {
  if (request.method === "GET" && maxPageSize !== undefined) {
    const asked = Number(url.searchParams.get("page[size]") ?? maxPageSize);
    url.searchParams.set("page[size]", String(Math.min(asked, maxPageSize)));
  }
  return request.method === "GET" ? new Request(url, request) : request;
}

/** The body without what the embedded service would take and the quirks ignore. */
function changedBody(quirks: Quirks, method: string, kind: Kind, body: JsonObject): JsonObject {
  const { dropFields = [], putIgnores = [], put, scalars } = quirks;
  const dropped = [...dropFields, ...(method === "PUT" ? putIgnores : [])];
  const shown = kind.links.filter((link) => isShownInRecord(quirks, link)).map(({ name }) => name);
  const kept = Object.entries(body).filter(
    ([name]) => !dropped.includes(name) && !shown.includes(name),
  );
  const changed = kept.map(([name, value]): [string, Json] => [
    name,
    scalars === "string" && isFlag(kind, name) ? nativeFlag(value) : value,
  ]);
  const isReset = put === "replace" && method === "PUT";
  const missing = kind.fields.filter(
    ({ name, type }) => type !== "id" && !Object.hasOwn(body, name) && !dropped.includes(name),
  );
  const reset = isReset ? missing.map(({ name }) => [name, null] as const) : [];
  return Object.fromEntries([...changed, ...reset]);
}

function isFlag({ fields }: Kind, name: string): boolean {
  return fields.some((field) => field.name === name && field.type === "flag");
}

/** A truth value that was sent as text. */
function nativeFlag(value: Json): Json {
  return value === "true" || value === "false" ? value === "true" : value;
}

/** Whether there is nothing below a resource. */
function isBare({ profile = "extended" }: Quirks): boolean {
  return profile === "documented" || profile === "members";
}

/**
 * Links whose word of `include=` no source shows the service taking, so that it may be refused or
 * ignored.
 */
const ASSUMED_INCLUDES: ReadonlySet<string> = new Set(["reactions", "rewards"]);

/** Whether plain records show the ids of the link's members. */
function isShownInRecord(
  { profile = "extended" }: Quirks,
  { name, include, endpoint }: Link,
): boolean {
  if (profile === "extended") return false;
  const isEmbedded = include !== undefined && !ASSUMED_INCLUDES.has(name);
  return isEmbedded || (profile !== "documented" && endpoint?.memberField !== undefined);
}

function isAssumed({ includes }: Quirks, { links }: Kind, word: string): boolean {
  if (includes === "none") return true;
  return (
    includes === "known" &&
    links.some((link) => link.include === word && ASSUMED_INCLUDES.has(link.name))
  );
}

type Refuse = (quirks: Quirks, call: Call, stage: Stage) => Response | undefined;

/** Refusals of what the embedded service takes; the first one is the answer. */
const REFUSALS: readonly Refuse[] = [
  refuseIncludes,
  refuseFixedFields,
  refuseParameters,
  refuseDeletion,
  refuseByCollation,
];

function refusalOf(quirks: Quirks, stage: Stage, call: Call): Response | undefined {
  for (const refuse of REFUSALS) {
    const refusal = refuse(quirks, call, stage);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refuseIncludes(quirks: Quirks, { request, url, kind }: Call): Response | undefined {
  if (request.method !== "GET" || isBare(quirks) || quirks.unknownParameters === "ignore")
    return undefined;
  const include = url.searchParams.get("include")?.split(",") ?? [];
  const assumed = include.filter((word) => isAssumed(quirks, kind, word));
  if (assumed.length === 0) return undefined;
  const message = `Requested include(s) \`${assumed}\` are not allowed.`;
  return Response.json({ message }, { status: 400 });
}

function refuseFixedFields({ put }: Quirks, { request, kind, body }: Call): Response | undefined {
  if (put !== "strict" || request.method !== "PUT") return undefined;
  const refused = fixedNames(kind).filter((name) => body?.[name] !== undefined);
  if (refused.length === 0) return undefined;
  const errors = refused.map((name) => [
    name,
    [`The ${name.replaceAll("_", " ")} field is prohibited.`],
  ]);
  return Response.json(
    { message: String(errors[0]?.[1]), errors: Object.fromEntries(errors) },
    { status: 422 },
  );
}

function refuseParameters(quirks: Quirks, { url }: Call): Response | undefined {
  if (!isBare(quirks) || quirks.unknownParameters !== "reject") return undefined;
  const names = [...url.searchParams.keys()].filter((name) => NAMING.test(name));
  if (names.length === 0) return undefined;
  return Response.json({ message: `Requested ${names} are not allowed.` }, { status: 400 });
}

function refuseDeletion(
  { strict }: Quirks,
  { request, game, kind, id, below }: Call,
  { service }: Stage,
): Response | undefined {
  const isDeletion = request.method === "DELETE" && below.length === 0;
  if (strict !== true || !isDeletion || id === undefined) return undefined;
  const users = referrersTo(service.contents(game), kind, id);
  const message = `The ${kind.label} is still used by ${users.join(", ")}.`;
  return users.length > 0 ? Response.json({ message }, { status: 409 }) : undefined;
}

/** Compares texts as a collation does that ignores case and accents. */
const COLLATION = new Intl.Collator("en", { sensitivity: "base" });

/**
 * The refusal of an id or a name that another resource has in another case or with other accents.
 */
function refuseByCollation(
  { collation }: Quirks,
  { game, kind, id, below, body }: Call,
  stage: Stage,
): Response | undefined {
  if (collation !== "folded" || below.length > 0) return undefined;
  const others = (stage.service.contents(game)[kind.plural] ?? []).filter(
    ({ custom_id }) => custom_id !== id,
  );
  const taken = kind.fields.find(({ name, type, unique }) => {
    const value = body?.[name];
    if (typeof value !== "string" || (type !== "id" && unique !== true)) return false;
    return others.some((other) => COLLATION.compare(String(other[name]), value) === 0);
  });
  if (taken === undefined) return undefined;
  const message = `The ${taken.name.replaceAll("_", " ")} has already been taken.`;
  return Response.json({ message, errors: { [taken.name]: [message] } }, { status: 422 });
}

function referrersTo(
  contents: ReturnType<Stage["service"]["contents"]>,
  kind: Kind,
  id: string,
): readonly string[] {
  return catalog.flatMap((other) => {
    const fields = other.fields.filter(
      (field) => field.type === "reference" && field.to === kind.name,
    );
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

/** What only creations are known to give, as a PUT that replaces sets it. */
function createOnlyIn(
  { dropFields = [], putIgnores = [] }: Quirks,
  { kind, body = {} }: Call,
): JsonObject {
  const ignored = [...dropFields, ...putIgnores];
  const values = fixedNames(kind).flatMap((name): [string, Json][] => {
    if (ignored.includes(name)) return [];
    const field = kind.fields.find((each) => each.name === name);
    return [[name, body[name] ?? (field === undefined ? [] : findStoredDefault(field))]];
  });
  return Object.fromEntries(values);
}

function fixedNames({ fields, links }: Kind): readonly string[] {
  const fixed = [
    ...fields.filter(({ createOnly }) => createOnly === true),
    ...links.filter(({ endpoint }) => endpoint?.memberField === undefined),
  ];
  return fixed.map(({ name }) => name);
}

/** The members that a write sets in the records. */
function linksIn(quirks: Quirks, { request, kind, body }: Call): JsonObject {
  const { put, dropFields = [] } = quirks;
  const isReplacing = request.method === "PUT" && put === "replace";
  if (request.method !== "POST" && request.method !== "PUT") return {};
  const taken = kind.links.filter(
    (link) => isShownInRecord(quirks, link) && !dropFields.includes(link.name),
  );
  return Object.fromEntries(
    taken.flatMap(({ name }): [string, Json][] => {
      const sent = body?.[name] ?? (isReplacing ? [] : undefined);
      return sent === undefined ? [] : [[name, sent]];
    }),
  );
}

async function createdIdIn(answer: Response): Promise<string> {
  const { data } = (await answer.clone().json()) as { data: { custom_id: string } };
  return data.custom_id;
}

/** The answer with the members of links in its records. */
async function withLinks(
  quirks: Quirks,
  stage: Stage,
  { game, kind }: Call,
  answer: Response,
): Promise<Response> {
  const all = new Map(
    (stage.service.contents(game)[kind.plural] ?? []).map((record) => [record.custom_id, record]),
  );
  const shown = kind.links.filter((link) => isShownInRecord(quirks, link));
  const body = jsonIn(await answer.text()) as { data: JsonObject | readonly JsonObject[] };
  const complete = (record: JsonObject): JsonObject => {
    const members = shown.map(({ name }) => [
      name,
      all.get(record.custom_id as Json)?.[name] ?? [],
    ]);
    return { ...record, ...Object.fromEntries(members) };
  };
  const data = Array.isArray(body.data)
    ? body.data.map(complete)
    : complete(body.data as JsonObject);
  return new Response(jsonText({ ...body, data }), answer);
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
    return Object.fromEntries(
      members.map(([name, member]) => [name, VALUES.includes(name) ? member : change(member)]),
    );
  };
  const body = jsonIn(await answer.text());
  return new Response(body === undefined ? null : jsonText(change(body)), answer);
}

/** Counts one request at each call, and refuses those that are too many. */
function createRateLimit({
  requests,
  perSeconds,
}: RateLimit): (now: number) => Response | undefined {
  let ends = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (now) => {
    if (now >= ends) [ends, used] = [now + perSeconds * 1000, 0];
    used += 1;
    if (used <= requests) return undefined;
    const headers = { "Retry-After": String(Math.ceil((ends - now) / 1000)) };
    return Response.json({ message: "Too Many Attempts." }, { status: 429, headers });
  };
}
