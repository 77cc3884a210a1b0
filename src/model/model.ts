/**
 * The values that pass from stage to stage, read-only; none knows a kind by name. `points: 30` in a `Desired`, over a `Live` with
 * 20, comes out as a `Plan` of one `Step`, which has one `FieldChange` and one `ApiRequest`.
 *   files ─ parse ─ validate ─ resolve ─┐
 *                                       ├─ identify ─ compare ─ simulate ─ hazards ─ Plan ─ apply ─ verify
 *   live  ─ read ─ decode ──────────────┘
 */
import type { KindName, Link } from "../catalog/types.ts";
import type { Json, JsonObject } from "../ground/json.ts";
import type { Pointer } from "../ground/pointer.ts";

/** `kind/custom_id`: one string form of an identity, everywhere. */
export type Address = `${string}/${string}`;

/** A place in a text: line and column from 1, offset from 0, all in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A piece of a file. `file` is as the user would name it: relative to the working directory, `/` between folders. */
export interface Span {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  /** Of the project file, which says nothing of resources. Absent: of any other file. */
  readonly of?: "project";
}

/** Where a resource is declared. */
export interface Origin extends Pick<Position, "line" | "column"> {
  readonly file: string;
}

/** Finds the text that a part of a resource was written as, so that a later problem can point at it. */
export interface Source {
  /** `pointer` is relative to the resource. The span of the nearest part that exists is returned. */
  locate(pointer: Pointer, part: "key" | "value"): Span;
}

/** Field values by name, in canonical form: every field that is comparable is present, defaults included. */
export type Body = JsonObject;

/** Members of each link as sorted `custom_id`s. An absent link is not declared (desired) or not readable (live). */
export type Links = Readonly<Record<string, readonly string[]>>;

/** What is compared of a resource of either side. */
export interface Comparable {
  /** Of a live resource, without the fields that the service did not show. */
  readonly body: Body;
  readonly links: Links;
}

/** What identifies a resource: the address, and its two parts. */
export interface ResourceName {
  readonly address: Address;
  readonly kind: KindName;
  readonly custom_id: string;
}

export interface Resource extends Comparable, ResourceName {}

export interface Live extends Resource {
  /** The members of its record that the catalog's fields name, exactly as they were read: what a PUT sends back. */
  readonly raw: JsonObject;
}

export interface Desired extends Resource {
  /** Fields and links that are left to the admin panel: whatever is live is right. */
  readonly ignore: readonly string[];
  /** Made if it is missing, then left alone. */
  readonly create_only: boolean;
  readonly origin: Origin;
  /** Members that the environment's overrides give, by name, with where they do. Absent: all is as declared. */
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

/** What one game's manifests say. */
export interface DesiredGame {
  readonly resources: Inventory<Desired>;
  /** Kinds whose key is written, be it with an empty list, or of which a resource is defined in place: only these are pruned. */
  readonly managed: ReadonlySet<KindName>;
  /** Entries are in the order of the catalog, then of `from` or the id. */
  readonly moved: readonly Moved[];
  readonly removed: readonly Removed[];
  /** `removed` entries with `keep`: resources that are no longer declared and stay as they are. */
  readonly forgotten?: readonly Removed[];
  readonly sources: ReadonlyMap<Address, Source>;
}

/** How the members of one link of one kind can be written, as reading found out. */
export interface LinkAccess {
  /** Whether plain records have its members, so that each PUT carries them. Undefined: all lists that were read are empty. */
  readonly isInRecord: boolean | undefined;
  /** `endpoint`: the link's own POST and DELETE. `field`: the member of PUT. `unknown`: nothing live to probe it with. */
  readonly write: "endpoint" | "field" | "unknown";
}

/** What the service has, as far as it was read. Every list in it was read to its end. */
export interface LiveGame {
  readonly resources: Inventory<Live>;
  /** Kinds whose lists were read. */
  readonly read: ReadonlySet<KindName>;
  /** By `kind.link`, for the kinds that were read. */
  readonly access: ReadonlyMap<string, LinkAccess>;
  /** Kinds of which there may be more than was read, because the service refused to show what plain lists leave out. */
  readonly unseen?: ReadonlySet<KindName>;
  /** Records that are not in `resources`, because they cannot be read. Only where the scope leaves them out. */
  readonly unread?: readonly UnreadRecord[];
}

/** A record of the service that is no resource. */
export interface UnreadRecord {
  readonly kind: KindName;
  /** Absent: the record does not say which resource it is. */
  readonly custom_id?: string;
  /** Two sentences: the record with its place in the list, and the reason. Without the token. */
  readonly detail: string;
}

/** Lists to read, and the links to read where one takes a request of its own. */
export interface ReadScope {
  readonly kinds: readonly KindName[];
  readonly linksOf: (address: Address, link: Link) => boolean;
  /** Whether records that cannot be read are left out. Otherwise one of them fails the reading. */
  readonly leavesOut?: boolean;
}

/** One value that differs. `path` points into the resource: fields and links by name. Absent: not there on that side. */
export interface FieldChange {
  readonly path: Pointer;
  readonly before?: Json;
  readonly after?: Json;
  /** Where an override gives the value. Absent: it comes from the resource's own declaration. */
  readonly origin?: Origin;
}

export type Action = "create" | "update" | "rename" | "delete" | "attach" | "detach";

/** Why a live resource is left as it is although it differs from what the manifests alone would give. */
export const KEEP_REASONS = [
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
  /** For `still-referenced`: what refers to it. */
  readonly by?: readonly Address[];
  /** For `ignored` and `create-only`: what differs and is left alone. `after` is what the manifests would give. */
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
  /** Whether the manifests have allowed it already: by an entry of the resource. */
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

/** A link, and the `custom_id` of the member that joins or leaves. */
export interface Membership {
  readonly name: string;
  readonly member: string;
}

/** One request to send, with everything that is known about it. */
export type Step = StepBase &
  (
    | { readonly action: "create" | "update" | "rename" | "delete"; readonly request: ApiRequest }
    | {
        readonly action: "attach";
        readonly link: Membership;
        readonly request: ApiRequest;
        /** Sent instead when the service answers 404 or 405, because it does not have the endpoint of `request`. */
        readonly otherwise?: ApiRequest;
      }
    | { readonly action: "detach"; readonly link: Membership; readonly request: ApiRequest }
  );

/** The membership that a step changes; undefined for a step of another kind. */
export function membershipOf(step: Step): Membership | undefined {
  return step.action === "attach" || step.action === "detach" ? step.link : undefined;
}

/** The request that is sent where the service does not have the endpoint of the step's own. */
export function otherRequestOf(step: Step): ApiRequest | undefined {
  return step.action === "attach" ? step.otherwise : undefined;
}

/** A declared resource of which the service does not return everything: whether these are as declared is unknown. */
export interface NotVerified {
  readonly address: Address;
  /** Names of fields and links. */
  readonly fields: readonly string[];
}

/** How many of each. A resource that is not verified is not counted as unchanged. */
export type Summary = Readonly<Record<Action | "replace" | "unchanged" | "kept" | "not_verified", number>>;

/** Variables of the environment; `undefined` counts as not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What a plan is for. */
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

/** What a plan was made from: digests of the manifests and of `touched`, and the live resources that it touches. */
type Basis = Readonly<{ manifests: Digest; live: Digest; touched: readonly Touched[] }>;

/** Everything that would be done to one game, complete before the first write. Steps are in a valid order. */
export interface Plan extends Target {
  readonly digest: Digest;
  readonly basis: Basis;
  readonly summary: Summary;
  readonly steps: readonly Step[];
  readonly kept: readonly Kept[];
  readonly not_verified: readonly NotVerified[];
  /** Kinds that the manifests manage. */
  readonly managed?: readonly KindName[];
  /** Kinds that the manifests neither manage nor declare anything of, and of which something may be live. */
  readonly not_compared?: readonly KindName[];
  /** What prune deletes, where no earlier manifests say whether it was ever declared. Absent: nothing. */
  readonly unknown?: readonly Address[];
}
