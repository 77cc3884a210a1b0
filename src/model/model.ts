/**
 * The types of the values between stages. All are read-only. `points: 30` in a `Desired` and 20 in
 * a `Live` make a `Plan` with one `Step`, which has one `FieldChange` and one `ApiRequest`.
 *
 * files ─ parse ─ validate ─ resolve ─┐
 *                                       ├─ identify ─ compare ─ simulate ─ hazards ─ Plan ─ apply ─ verify
 * live  ─ read ─ decode ──────────────┘
 */
import type { Kind, KindName, Link } from "../catalog/types.ts";
import type { Json, JsonObject } from "../ground/json.ts";
import type { Pointer } from "../ground/pointer.ts";
import type { LinkWays } from "./link-way.ts";
import type { Position, Span } from "./source.ts";

/** `kind/custom_id`: an identity as a string. */
export type Address = `${string}/${string}`;

/** Where a resource is declared. */
export interface Origin extends Pick<Position, "line" | "column"> {
  readonly file: string;
}

/**
 * Finds the text that a part of a resource was written as, so that a later problem can point at it.
 */
export interface Source {
  /**
   * `pointer` is relative to the resource. The span of the nearest part that exists is returned.
   */
  locate(pointer: Pointer, part: "key" | "value"): Span;
}

/**
 * Field values by name, in canonical form: every field that is comparable is present, defaults
 * included.
 */
export type Body = JsonObject;

/**
 * Members of each link as sorted `custom_id`s. An absent link is not declared (desired) or not
 * readable (live).
 */
export type Links = Readonly<Record<string, readonly string[]>>;

/** The values of a resource that are compared, declared or live. */
export interface Comparable {
  /** Field values. A live resource has no fields that the service did not show. */
  readonly body: Body;
  readonly links: Links;
}

/** The kind and id of a resource: the parts of its address. */
export interface ResourceId {
  readonly kind: KindName;
  readonly custom_id: string;
}

/** The identity of a resource: its address, and the two parts of the address. */
export interface ResourceName extends ResourceId {
  readonly address: Address;
}

export interface Resource extends Comparable, ResourceName {}

export interface Live extends Resource {
  /** Its whole record as it was read, so that a PUT can send values back. */
  readonly raw: JsonObject;
  /**
   * Milliseconds since 1970, if the service shows when it was created: of two resources, players
   * know the older one.
   */
  readonly createdAt?: number;
}

export interface Desired extends Resource {
  /** Fields and links that are left to the admin panel: their live values are never changed. */
  readonly ignore: readonly string[];
  /** Whether it is created if it is missing, and never changed. */
  readonly create_only: boolean;
  readonly origin: Origin;
  /**
   * Places of the overrides of the environment, by the name of the member. Absent: there are no
   * overrides.
   */
  readonly overrides?: Readonly<Record<string, Origin>>;
}

export interface Moved {
  readonly kind: KindName;
  readonly from: string;
  readonly to: string;
  /** The hazard of the rename that the entry allows. */
  readonly allow?: HazardName;
  readonly origin: Origin;
}

export interface Removed {
  readonly kind: KindName;
  readonly custom_id: string;
  readonly reason: string;
  readonly origin: Origin;
}

/** Resources by address. Stages that iterate do so in catalog order, then by `custom_id`. */
export type Inventory<T> = ReadonlyMap<Address, T>;

/** A game as its manifests declare it. */
export interface DesiredGame {
  readonly resources: Inventory<Desired>;
  /**
   * Kinds that are declared, with an empty list too, or inside other resources. Only these kinds
   * are pruned.
   */
  readonly managed: ReadonlySet<KindName>;
  /** Entries are in the order of the catalog, then of `from` or the id. */
  readonly moved: readonly Moved[];
  readonly removed: readonly Removed[];
  /** `removed` entries with `keep`: resources that are no longer declared and stay as they are. */
  readonly forgotten?: readonly Removed[];
  readonly sources: ReadonlyMap<Address, Source>;
}

/** A game as it was read from the service. Every list was read to its end. */
export interface LiveGame {
  readonly resources: Inventory<Live>;
  /** Kinds whose lists were read. */
  readonly read: ReadonlySet<KindName>;
  /** Returns the way to write the members of a link. */
  readonly wayOf: LinkWays;
  /**
   * Kinds that may have more resources, because the service refuses or ignores the parameter for
   * those that plain lists leave out.
   */
  readonly unseen?: ReadonlySet<KindName>;
  /**
   * Records that cannot be read and are therefore not in `resources`, if the scope leaves them out.
   */
  readonly unread?: readonly UnreadRecord[];
}

/** A record of the service that cannot be read as a resource. */
export interface UnreadRecord {
  readonly kind: KindName;
  /** Absent: the record does not say which resource it is. */
  readonly custom_id?: string;
  /** Two sentences, without the token: the record with its place in the list, and the reason. */
  readonly detail: string;
}

/** Kinds whose lists are read, and links to read if they need requests of their own. */
export interface ReadLists {
  readonly kinds: readonly KindName[];
  readonly linksOf: (resource: ResourceName, link: Link) => boolean;
}

/** Everything that is read of a game. */
export interface ReadScope extends ReadLists {
  /**
   * Whether members of the link may have to be written, as far as the resources of its kind show.
   * Only then is a request worth finding out how they are written. Absent: never.
   */
  readonly mayWrite?: (kind: Kind, link: Link, resources: readonly Live[]) => boolean;
  /** Chooses by the first lists what is also read. Absent: nothing. */
  readonly more?: (live: LiveGame) => ReadLists;
  /**
   * Chooses kinds of which hidden records must not be missed, as far as the lists show. The service
   * then has to show that it takes the parameter for them. Absent: none.
   */
  readonly mustShowHidden?: (live: LiveGame) => readonly KindName[];
  /** Whether records that cannot be read are left out. Otherwise one of them fails the reading. */
  readonly leavesOut?: boolean;
}

/**
 * A difference of one value. `path` points into the resource: fields and links by name. A value is
 * absent if its side does not have it.
 */
export interface FieldChange {
  readonly path: Pointer;
  readonly before?: Json;
  readonly after?: Json;
  /**
   * The service does not show the value: `before` is unknown, and the change cannot be verified.
   * Absent: it shows it.
   */
  readonly not_shown?: true;
  /** Place of the override with the value. Absent: the resource's own declaration has the value. */
  readonly origin?: Origin;
}

export type Action = "create" | "update" | "rename" | "delete" | "attach" | "detach";

/** Reasons to keep a live resource although it differs from the manifests. */
const KEEP_REASONS = [
  "not-pruned",
  "still-referenced",
  "unseen-referrers",
  "not-targeted",
  "ignored",
  "create-only",
  "forgotten",
] as const;
export type KeepReason = (typeof KEEP_REASONS)[number];

export interface Kept {
  readonly address: Address;
  readonly reason: KeepReason;
  /** For `still-referenced`: the resources that refer to it. */
  readonly by?: readonly Address[];
  /**
   * For `ignored` and `create-only`: the differences that remain. `after` is the value in the
   * manifests.
   */
  readonly fields?: readonly FieldChange[];
}

/** Every hazard by name, as in `--allow` and in `allow:` of the project file. */
export const HAZARDS = [
  "deletes-player-data",
  "replaces-player-data",
  "breaks-earning",
  "breaks-clients",
  "reveals-secret",
  "mass-change",
  "empties-kind",
  "deletes-unknown",
] as const;
export type HazardName = (typeof HAZARDS)[number];

/** A danger of one step, with a sentence. Refused unless allowed by name. */
export interface Hazard {
  readonly name: HazardName;
  readonly sentence: string;
  /** The resources of which the sentence tells more than the ids, besides that of its step. */
  readonly about?: readonly Address[];
  /** Whether an entry of the manifests allows it. */
  readonly consented?: boolean;
  /** The `moved` entries that lead to it. */
  readonly moved?: readonly Pick<Moved, "kind" | "from" | "to">[];
}

export interface ApiRequest {
  readonly method: "POST" | "PUT" | "DELETE";
  /** Below `/v1/games/{game_id}/`, ids percent-encoded, no slash in front. */
  readonly path: string;
  readonly body?: JsonObject;
}

/**
 * A part of a path: a word, or a resource. Some services have other ids than the `custom_id` in
 * their paths.
 */
export type PathPart = string | ResourceId;

/** A request of a plan. Documents and digests leave the parts out, because `path` says the same. */
export interface PlannedRequest extends ApiRequest {
  /** The parts of `path`, between its slashes. */
  readonly parts: readonly PathPart[];
}

export type StepId = string;

/** The members that all steps have. */
export interface StepBase {
  readonly id: StepId;
  readonly address: Address;
  readonly fields: readonly FieldChange[];
  readonly needs: readonly StepId[];
  readonly hazards: readonly Hazard[];
  /** Sentences. */
  readonly notes: readonly string[];
  /** The resource that the step helps to replace. */
  readonly replaces?: Address;
  /** Absent for deletions. */
  readonly origin?: Origin;
}

/** A link, and the `custom_id` of the attached or detached member. */
export interface Membership {
  readonly name: string;
  readonly member: string;
}

/** A request of a plan, with its changes, order and hazards. */
export type Step = StepBase &
  (
    | {
        readonly action: "create" | "update" | "rename" | "delete";
        readonly request: PlannedRequest;
      }
    | {
        readonly action: "attach";
        readonly link: Membership;
        readonly request: PlannedRequest;
        /**
         * Sent instead when the service answers 404 or 405, because it does not have the endpoint
         * of `request`.
         */
        readonly otherwise?: PlannedRequest;
      }
    | { readonly action: "detach"; readonly link: Membership; readonly request: PlannedRequest }
  );

/** Returns the membership that a step changes; undefined for other steps. */
export function membershipOf(step: Step): Membership | undefined {
  return step.action === "attach" || step.action === "detach" ? step.link : undefined;
}

/** The request that is sent where the service does not have the endpoint of the step's own. */
export function otherRequestOf(step: Step): PlannedRequest | undefined {
  return step.action === "attach" ? step.otherwise : undefined;
}

/**
 * A declared resource with fields or links that the service does not return, so that they are not
 * compared with the live game. With `--base`, those that the manifests changed since the commit are
 * sent.
 */
export interface NotVerified {
  readonly address: Address;
  /** Names of fields and links. */
  readonly fields: readonly string[];
}

/** How many of each. A resource that is not verified is not counted as unchanged. */
export type Summary = Readonly<
  Record<Action | "replace" | "unchanged" | "kept" | "not_verified", number>
>;

/** Variables of the environment; `undefined` counts as not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The target of a plan. */
export interface Target {
  readonly game: string;
  readonly environment: string;
  readonly base_url: string;
  readonly game_id: string;
}

/** `sha256:` and 64 hexadecimal digits. */
export type Digest = string;

/** A resource that a plan touches, as it was live; null where there was none. */
export interface Touched {
  readonly address: Address;
  readonly live: Comparable | null;
}

/**
 * The input of a plan: digests of the manifests and of `touched`, and the live resources that the
 * plan touches.
 */
type Basis = Readonly<{ manifests: Digest; live: Digest; touched: readonly Touched[] }>;

/** All steps for one game, in a valid order. A plan is complete before the first write. */
export interface Plan extends Target {
  readonly digest: Digest;
  readonly basis: Basis;
  readonly summary: Summary;
  readonly steps: readonly Step[];
  readonly kept: readonly Kept[];
  readonly not_verified: readonly NotVerified[];
  /** Kinds that the manifests manage. */
  readonly managed?: readonly KindName[];
  /** Kinds that the manifests neither manage nor declare, and that may have live resources. */
  readonly not_compared?: readonly KindName[];
  /** Resources that prune deletes although no earlier manifests are known. Absent: none. */
  readonly unknown?: readonly Address[];
}
