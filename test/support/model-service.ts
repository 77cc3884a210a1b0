/**
 * A service that knows which resource is which. It takes requests as a strict service does: ids and
 * names are unique, what is referred to exists, nesting has no cycles, and references follow a
 * resource when its id changes. It shares no code with the planner but the catalog, so that it can
 * judge what plans do to identities.
 */
import { catalog } from "../../src/catalog/index.ts";
import type { Kind, Link } from "../../src/catalog/types.ts";
import { canonicalJson, type Json, type JsonObject } from "../../src/ground/json.ts";
import {
  type ApiRequest,
  type LiveGame,
  otherRequestOf,
  type Step,
} from "../../src/model/model.ts";
import { canonicalValue } from "../../src/model/normalise.ts";
import { accessOf, type GameText, liveGame, type ShownAccess } from "./games.ts";
import type { ServiceShape, Way } from "./service-shapes.ts";

/** One resource. References and links are held by what they refer to, not by its id. */
export interface ModelRecord {
  /** What stays the same whatever happens to the id. */
  readonly who: string;
  readonly kind: Kind;
  readonly values: Readonly<Record<string, Json>>;
  readonly references: Readonly<Record<string, string | null>>;
  readonly links: Readonly<Record<string, readonly string[]>>;
}

/**
 * What PUT does with what is known to be taken only when a resource is created: `taken` treats it
 * as everything else.
 */
export const CREATE_ONLY = ["ignored", "taken", "refused"] as const;
export type CreateOnly = (typeof CREATE_ONLY)[number];

export class ModelService {
  readonly shape: ServiceShape;
  private readonly createOnly: CreateOnly;
  private readonly records = new Map<string, ModelRecord>();
  private made: number;

  constructor(
    shape: ServiceShape,
    createOnly: CreateOnly,
    records: Iterable<ModelRecord> = [],
    made = 0,
  ) {
    this.shape = shape;
    this.createOnly = createOnly;
    this.made = made;
    for (const record of records) this.records.set(record.who, record);
  }

  /** The same state, to go on from in another way. */
  copy(): ModelService {
    return new ModelService(this.shape, this.createOnly, this.records.values(), this.made);
  }

  all(): readonly ModelRecord[] {
    return [...this.records.values()];
  }

  /**
   * Has what is written, with values as they are; links may lead to what comes later in the same
   * kind.
   */
  fill(written: GameText): this {
    for (const kind of catalog) {
      for (const resource of written[kind.plural] ?? [])
        this.put(kind, `${kind.name} ${resource.custom_id}`, resource, []);
      for (const resource of written[kind.plural] ?? []) {
        const record = this.get(`${kind.name} ${resource.custom_id}`);
        this.keep({ ...record, links: this.members(kind, resource, kind.links) });
      }
    }
    return this;
  }

  /** Carries out a request. Throws what a strict service would answer with 404 or 422. */
  send({ method, path, body = {} }: ApiRequest): void {
    const kind = catalog.find(
      (each) => path === each.path || path === each.createPath || path.startsWith(`${each.path}/`),
    );
    if (kind === undefined) throw new Error(`404 ${method} ${path}`);
    if (method === "POST" && (path === kind.path || path === kind.createPath)) {
      this.made += 1;
      this.check(kind, undefined, body);
      const links = kind.links.filter(({ name, onCreate }) => {
        const { taken } = this.way(kind, name);
        return taken === "put" || (onCreate === "body" && taken !== "never");
      });
      this.put(kind, `${kind.name} made ${this.made}`, decoded(kind, body), links);
      return;
    }
    const [id = "", below, member] = path
      .slice(kind.path.length + 1)
      .split("/")
      .map(decodeURIComponent);
    const record = this.find(kind.name, id);
    if (record === undefined) throw new Error(`404 ${method} ${path}`);
    const link =
      below === undefined ? undefined : kind.links.find((each) => each.endpoint?.path === below);
    if (
      below !== undefined &&
      (link === undefined || this.way(kind, link.name).taken !== "endpoint")
    )
      throw new Refusal(`404 ${method} ${path}`);
    if (link !== undefined) this.changeMember(record, link, method, body, member);
    else if (method === "DELETE" && this.shape.deletion === "cascade") this.removeWithUsers(record);
    else if (method === "DELETE") this.remove(record);
    else this.update(record, body);
  }

  /** What the service shows. */
  live(): LiveGame {
    return liveGame(this.contents(), this.access(), this.shape.hides);
  }

  /** All that there is, shown or not. */
  contents(): GameText {
    const ofKind = (kind: Kind) => this.all().filter((record) => record.kind === kind);
    return Object.fromEntries(
      catalog.map((kind) => [kind.plural, ofKind(kind).map((each) => this.written(each))]),
    );
  }

  /** A resource as a manifest has it, with links that the service does not show, too. */
  written({ values, references, links }: ModelRecord): JsonObject {
    const idOf = (who: string): string => this.idOf(this.get(who));
    return {
      ...values,
      ...Object.fromEntries(
        Object.entries(references).map(([name, who]) => [name, who === null ? null : idOf(who)]),
      ),
      ...Object.fromEntries(
        Object.entries(links).map(([name, members]) => [name, members.map(idOf).sort()]),
      ),
    };
  }

  /** Whether anybody can see the link. */
  shows(kind: Kind, link: string): boolean {
    return this.way(kind, link).shown !== "no";
  }

  idOf(record: ModelRecord): string {
    return String(record.values.custom_id);
  }

  get(who: string): ModelRecord {
    const record = this.records.get(who);
    if (record === undefined) throw new Error(`nothing is ${who}`);
    return record;
  }

  find(kind: string, id: Json | undefined): ModelRecord | undefined {
    return this.all().find((record) => record.kind.name === kind && record.values.custom_id === id);
  }

  /**
   * What reading finds out: whether a link has requests of its own shows only where there is
   * something to ask about.
   */
  private access(): ReadonlyMap<string, ShownAccess> {
    const links = catalog.flatMap((kind) => kind.links.map((link) => ({ kind, link })));
    return new Map(
      links.map(({ kind, link }): [string, ShownAccess] => {
        const { shown, taken } = this.way(kind, link.name);
        const all = this.all().filter((record) => record.kind === kind);
        const isOpen = link.endpoint?.memberField !== undefined && all.length === 0;
        const known = taken === "endpoint" ? "endpoint" : "field";
        return [`${kind.name}.${link.name}`, accessOf(shown, isOpen ? "unknown" : known)];
      }),
    );
  }

  private way(kind: Kind, link: string): Way {
    return this.shape.links[`${kind.name}.${link}`] as Way;
  }

  /**
   * Whether PUT writes the list. A service that shows it in the record takes it there, even if it
   * has link endpoints.
   */
  private isInPut(kind: Kind, link: string): boolean {
    const { shown, taken } = this.way(kind, link);
    return (
      taken === "put" ||
      (taken === "endpoint" && (shown === "record" || this.shape.put === "replace-all"))
    );
  }

  private put(kind: Kind, who: string, body: JsonObject, links: readonly Link[]): void {
    this.keep({
      who,
      kind,
      values: plainValues(kind, { name: `Name of ${body.custom_id}`, ...body }),
      references: this.referencesIn(kind, body),
      links: this.members(kind, body, links),
    });
  }

  private update(record: ModelRecord, sent: JsonObject): void {
    const { kind } = record;
    const fixed = [
      ...kind.fields.filter(({ createOnly }) => createOnly === true),
      ...kind.links.filter(({ name }) => this.way(kind, name).taken === "create"),
    ].map(({ name }) => name);
    const changed = fixed.filter(
      (name) => sent[name] !== undefined && !this.isSame(record, name, sent[name]),
    );
    if (this.createOnly === "refused" && changed.length > 0)
      throw new Refusal(`422 ${changed.join(", ")}`);
    const body = Object.fromEntries(
      Object.entries({ ...this.resetting(kind), ...decoded(kind, sent) }).filter(
        ([name]) => this.createOnly === "taken" || !fixed.includes(name),
      ),
    );
    this.check(kind, record, body);
    const links = kind.links.filter(
      ({ name }) =>
        body[name] !== undefined &&
        (this.isInPut(kind, name) || this.way(kind, name).taken === "create"),
    );
    const next = {
      ...record,
      values: { ...record.values, ...plainValues(kind, body) },
      references: { ...record.references, ...this.referencesIn(kind, body) },
      links: { ...record.links, ...this.members(kind, body, links) },
    };
    this.keep(next);
    for (const link of links) this.checkNesting(next, link);
  }

  /** Whether a field or link would stay as it is: what the record shows may be sent back. */
  private isSame(record: ModelRecord, name: string, sent: Json): boolean {
    const field = record.kind.fields.find((each) => each.name === name);
    const members = record.links[name];
    if (field !== undefined) {
      return (
        canonicalJson(canonicalValue(field, record.values[name])) ===
        canonicalJson(canonicalValue(field, sent))
      );
    }
    if (members === undefined || !Array.isArray(sent)) return false;
    const ids = members.map((who) => this.idOf(this.get(who)));
    return ids.length === sent.length && ids.every((id) => sent.includes(id));
  }

  /** What a PUT that replaces makes of what it leaves out. */
  private resetting(kind: Kind): JsonObject {
    if (this.shape.put === "patch") return {};
    const fields = kind.fields.filter(({ required }) => required !== true);
    const links = kind.links.filter(
      ({ name }) => this.isInPut(kind, name) || this.way(kind, name).taken === "create",
    );
    return Object.fromEntries([
      ...fields.map((field): [string, Json] => [field.name, field.default ?? null]),
      ...links.map(({ name }): [string, Json] => [name, []]),
    ]);
  }

  private changeMember(
    record: ModelRecord,
    link: Link,
    method: string,
    body: JsonObject,
    member: string | undefined,
  ): void {
    const field = link.endpoint?.memberField;
    if (field === undefined) throw new Error(`405 ${method} ${link.name}`);
    const other = this.find(link.to, method === "POST" ? body[field] : member);
    if (other === undefined)
      throw new Error(
        `422 ${link.name} of ${this.idOf(record)}: nothing is ${member ?? body[field]}`,
      );
    const rest = (record.links[link.name] ?? []).filter((who) => who !== other.who);
    const next = {
      ...record,
      links: { ...record.links, [link.name]: method === "POST" ? [...rest, other.who] : rest },
    };
    this.keep(next);
    this.checkNesting(next, link);
  }

  /** Deletes a resource to which the service shows no reference. Hidden memberships end with it. */
  private remove(record: ModelRecord): void {
    for (const other of this.records.values()) {
      const holding = Object.keys(other.links).filter((name) =>
        other.links[name]?.includes(record.who),
      );
      const isSeen = holding.some((name) => this.shows(other.kind, name));
      const isHeld = isSeen || Object.values(other.references).includes(record.who);
      if (isHeld && other.who !== record.who)
        throw new Error(`409 ${this.idOf(other)} refers to ${this.idOf(record)}`);
      const rest = holding.map(
        (name) => [name, (other.links[name] ?? []).filter((who) => who !== record.who)] as const,
      );
      if (rest.length > 0)
        this.keep({ ...other, links: { ...other.links, ...Object.fromEntries(rest) } });
    }
    this.records.delete(record.who);
  }

  /** Deletes a resource and all that require it. Other references and memberships end. */
  private removeWithUsers(record: ModelRecord): void {
    this.records.delete(record.who);
    for (const who of [...this.records.keys()]) {
      const other = this.records.get(who);
      if (other === undefined) continue;
      const holding = Object.keys(other.references).filter(
        (name) => other.references[name] === record.who,
      );
      const isRequired = other.kind.fields.some(
        ({ name, required }) => required === true && holding.includes(name),
      );
      if (isRequired) {
        this.removeWithUsers(other);
        continue;
      }
      const links = Object.entries(other.links).map(
        ([name, members]) => [name, members.filter((member) => member !== record.who)] as const,
      );
      const references = {
        ...other.references,
        ...Object.fromEntries(holding.map((name) => [name, null])),
      };
      this.keep({ ...other, references, links: Object.fromEntries(links) });
    }
  }

  private keep(record: ModelRecord): void {
    this.records.set(record.who, record);
  }

  /** No two resources may have the same id, name or single choice, whatever their case. */
  private check(kind: Kind, record: ModelRecord | undefined, body: JsonObject): void {
    const others = this.all().filter((other) => other.kind === kind && other.who !== record?.who);
    for (const field of kind.fields) {
      const value = body[field.name];
      const isSingle =
        field.type === "choice" && field.atMostOne !== undefined && value === field.atMostOne;
      if (value === undefined || (field.type !== "id" && field.unique !== true && !isSingle))
        continue;
      const isHeld = ({ values }: ModelRecord): boolean =>
        String(values[field.name]).toLowerCase() === String(value).toLowerCase();
      if (others.some(isHeld))
        throw new Error(`422 ${field.name} ${value} of ${kind.name} is taken`);
    }
  }

  private checkNesting(record: ModelRecord, link: Link): void {
    if (link.acyclic !== true) return;
    const reached = new Set(record.links[link.name] ?? []);
    for (const who of reached)
      for (const next of this.get(who).links[link.name] ?? []) reached.add(next);
    if (reached.has(record.who))
      throw new Error(`422 ${link.name} of ${this.idOf(record)} leads back to it`);
  }

  private referencesIn(kind: Kind, body: JsonObject): Record<string, string | null> {
    return Object.fromEntries(
      kind.fields.flatMap((field): [string, string | null][] => {
        const id = body[field.name];
        if (field.type !== "reference" || id === undefined) return [];
        const target = id === null ? null : this.find(field.to, id)?.who;
        if (target === undefined) throw new Error(`422 ${field.name}: no ${field.to} ${id}`);
        return [[field.name, target]];
      }),
    );
  }

  private members(
    kind: Kind,
    body: JsonObject,
    links: readonly Link[],
  ): Record<string, readonly string[]> {
    return Object.fromEntries(
      links.map((link): [string, readonly string[]] => [
        link.name,
        ((body[link.name] as readonly Json[] | undefined) ?? []).map((id) => {
          const member = this.find(link.to, id);
          if (member === undefined)
            throw new Error(
              `422 ${link.name} of ${kind.name} ${body.custom_id}: no ${link.to} ${id}`,
            );
          return member.who;
        }),
      ]),
    );
  }
}

/**
 * The service lacks an endpoint, or refuses what it takes only at creation: the step then goes its
 * other way.
 */
class Refusal extends Error {}

/** A body in which JSON text is a value. */
function decoded(kind: Kind, body: JsonObject): JsonObject {
  const texts = kind.fields.flatMap(({ name, type }): [string, Json][] => {
    const value = body[name];
    return type === "json-text" && typeof value === "string" ? [[name, JSON.parse(value)]] : [];
  });
  return { ...body, ...Object.fromEntries(texts) };
}

function plainValues(kind: Kind, body: JsonObject): Record<string, Json> {
  const names = kind.fields.filter(({ type }) => type !== "reference").map(({ name }) => name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

/** Picks the next step among those that may be sent now. */
export type Pick = (ready: readonly Step[]) => Step | undefined;

interface Sending {
  /** In the order of the plan, where nothing is said. */
  readonly pick?: Pick | undefined;
  /** Dies after so many requests. */
  readonly most?: number;
  readonly onSent?: (step: Step) => void;
}

/** Sends steps as the executor does: any whose needs are done. Returns how many were sent. */
export function send(service: ModelService, steps: readonly Step[], sending: Sending = {}): number {
  const { pick, most = Number.POSITIVE_INFINITY, onSent } = sending;
  const open = new Set(steps);
  const done = new Set<string>();
  const isReady = ({ needs }: Step): boolean => needs.every((id) => done.has(id));
  while (open.size > 0 && done.size < most) {
    const [first] = open;
    const step = pick === undefined ? first : pick([...open].filter(isReady));
    if (step === undefined || !isReady(step)) throw new Error("no step can be sent");
    open.delete(step);
    done.add(step.id);
    sendStep(service, step);
    onSent?.(step);
  }
  return done.size;
}

/** Sends a step, or its other request where the service has no such endpoint. */
export function sendStep(service: ModelService, step: Step): void {
  const { id, request } = step;
  const otherwise = otherRequestOf(step);
  try {
    service.send(request);
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof Refusal) || otherwise === undefined)
      throw new Error(
        `${id}: ${request.method} ${request.path} ${JSON.stringify(request.body)}: ${message}`,
      );
    service.send(otherwise);
  }
}
