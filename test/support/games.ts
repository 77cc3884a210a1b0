/** Games for tests, written as short as in a manifest. */
import { catalog } from "../../src/catalog/index.ts";
import type { Kind } from "../../src/catalog/types.ts";
import type { Json, JsonObject } from "../../src/ground/json.ts";
import { addressOf, kindAt, partsOfAddress } from "../../src/model/catalog-lookup.ts";
import type { Checked } from "../../src/model/diagnostics.ts";
import type { LinkWays } from "../../src/model/link-way.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  Live,
  LiveGame,
  Plan,
  Step,
  Target,
} from "../../src/model/model.ts";
import { canonicalForm } from "../../src/model/normalise.ts";
import type { Base } from "../../src/plan/earlier.ts";
import type { Planned } from "../../src/plan/plan.ts";
import type { StepEffects } from "../../src/plan/step.ts";
import { SERVICES, type Way } from "./service-shapes.ts";

/** Resources by the manifest's plural keys. */
export type GameText = Readonly<Record<string, readonly JsonObject[]>>;

/** `moved` and `removed` of a manifest. */
export interface Entries {
  readonly moved?: readonly { readonly kind: string; readonly from: string; readonly to: string }[];
  readonly removed?: readonly {
    readonly kind: string;
    readonly custom_id: string;
    readonly reason: string;
  }[];
}

/** A desired game; a kind is managed when its key is written, as in manifests. */
export function desiredGame(written: GameText, entries: Entries = {}): DesiredGame {
  const resources = new Map<Address, Desired>();
  for (const [kind, resource, line] of each(written)) {
    const base = resourceOf(kind, resource);
    const { ignore = [], create_only = false } = resource as {
      ignore?: string[];
      create_only?: boolean;
    };
    resources.set(base.address, {
      ...base,
      ignore,
      create_only,
      origin: { file: "game.yaml", line, column: 5 },
    });
  }
  const managed = new Set(
    catalog.filter(({ plural }) => written[plural] !== undefined).map(({ name }) => name),
  );
  const origin = { file: "game.yaml", line: 1, column: 1 };
  const moved = (entries.moved ?? []).map((entry) => ({ ...entry, origin }));
  const removed = (entries.removed ?? []).map((entry) => ({ ...entry, origin }));
  return { resources, managed, moved, removed, sources: new Map() };
}

/**
 * How a service shows a link, and what reading has found out about writing it. `field`: it has no
 * requests of its own.
 */
export interface ShownAccess extends Pick<Way, "shown"> {
  readonly write: "endpoint" | "field" | "unknown";
}

export function accessOf(shown: ShownAccess["shown"], write: ShownAccess["write"]): ShownAccess {
  return { shown, write };
}

/** What reading finds out about a service of this shape. */
export const accessIn = (service: string): ReadonlyMap<string, ShownAccess> =>
  new Map(
    Object.entries(SERVICES[service]?.links ?? {}).map(([name, { shown, taken }]) => [
      name,
      accessOf(shown, taken === "endpoint" ? taken : "field"),
    ]),
  );

/** How a service of the extended profile gives and takes links. */
export const EXTENDED_ACCESS = accessIn("extended");
/** How a service with plain members in the record does, which never shows reactions. */
export const DOCUMENTED_ACCESS = accessIn("documented");

/**
 * A live game of which every kind was read. `hides`: fields that records do not show, by
 * `kind.field`.
 */
export function liveGame(
  written: GameText,
  access: ReadonlyMap<string, ShownAccess> = EXTENDED_ACCESS,
  hides: readonly string[] = [],
): LiveGame {
  const resources = new Map<Address, Live>();
  for (const [kind, resource] of each(written)) {
    const base = resourceOf(kind, resource);
    const readable = Object.entries(base.links).filter(
      ([name]) => access.get(`${kind.name}.${name}`)?.shown !== "no",
    );
    const shown = Object.entries(base.body).filter(
      ([name]) => !hides.includes(`${kind.name}.${name}`),
    );
    const body = Object.fromEntries(shown);
    resources.set(base.address, { ...base, body, links: Object.fromEntries(readable), raw: body });
  }
  return { resources, read: new Set(catalog.map(({ name }) => name)), wayOf: waysIn(access) };
}

function waysIn(access: ReadonlyMap<string, ShownAccess>): LinkWays {
  return (kind, link) => {
    const { shown, write } = access.get(`${kind.name}.${link.name}`) ?? accessOf("no", "unknown");
    const inRecord = shown === "record";
    const isEndpoint = link.endpoint?.memberField !== undefined;
    if (!isEndpoint) return { by: "creation", inRecord };
    return { by: write === "field" ? "put" : write, inRecord };
  };
}

/**
 * The base of a plan. Without a game, it says nothing about the live one. `tip`: default, the same
 * manifests.
 */
export function baseOf(game?: DesiredGame, tip = game): Base {
  const facts = { ref: "main", commit: "0".repeat(40), settings: [] };
  if (game === undefined || tip === undefined) {
    const target = { is: "new", what: "game", now: { game: "demo", environment: "test" } } as const;
    return { facts: { ...facts, target }, manifests: undefined };
  }
  return { facts: { ...facts, target: { is: "same" } }, manifests: { base: game, tip } };
}

export const TARGET: Target = {
  game: "demo",
  environment: "test",
  base_url: "https://service.example",
  game_id: "g1",
};

/** The plan of what planning gave. */
export function planIn({ value, diagnostics }: Checked<Planned>): Checked<Plan> {
  return value === undefined ? { diagnostics } : { value: value.plan, diagnostics };
}

/** A digest that is short. */
export function shortHash(text: string): string {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return `sha256:${(sum >>> 0).toString(16)}`;
}

function* each(written: GameText): Generator<[Kind, JsonObject, number]> {
  let line = 0;
  for (const kind of catalog) {
    for (const resource of written[kind.plural] ?? []) {
      line += 1;
      yield [kind, resource, line];
    }
  }
}

function resourceOf(kind: Kind, resource: JsonObject): Omit<Live, "raw"> {
  const custom_id = String(resource.custom_id);
  const withName = { name: `Name of ${custom_id}`, ...resource };
  const links = kind.links.map(({ name }) => [
    name,
    ((resource[name] as Json[]) ?? []).map(String),
  ]);
  return {
    address: addressOf(kind.name, custom_id),
    kind: kind.name,
    custom_id,
    ...canonicalForm(kind, { ...withName, ...Object.fromEntries(links) }),
  };
}

/** The resources of steps that no simulation has made. */
export function effectsOf(steps: readonly Step[]): StepEffects {
  const effectOf = (address: Address) => ({
    kind: kindAt(catalog, address),
    id: partsOfAddress(address).custom_id,
  });
  return new Map(steps.map(({ id, address }) => [id, effectOf(address)]));
}
