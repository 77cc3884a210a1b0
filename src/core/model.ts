/**
 * The values that pass from stage to stage. Everything is read-only; nothing here knows a kind by name.
 *
 *   files ─ parse ─ validate ─ resolve ─┐
 *                                       ├─ scope ─ diff ─ hazards ─ order ─ Plan ─ apply ─ verify
 *   live  ─ read ─ decode ──────────────┘
 */
import type { KindName } from "../catalog/types.ts";
import type { Json, JsonObject } from "./json.ts";

/** `kind/custom_id`: one string form of an identity, everywhere. */
export type Address = `${string}/${string}`;

/** A place in a text: line and column count from 1 in characters (UTF-16 units), offset from 0. */
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
}

/** Where a resource is declared: what a plan shows and an annotation points at. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** JSON pointer (RFC 6901) into a value; `""` is the whole value. */
export type Pointer = string;

/** Finds the text that a part of a resource was written as, so that a later problem can point at it. */
export interface Source {
  /** `pointer` is relative to the resource. The span of the nearest part that exists is returned. */
  locate(pointer: Pointer, part: "key" | "value"): Span;
}

/** Field values by name, in canonical form: every field that is comparable is present, defaults included. */
export type Body = JsonObject;

/** Members of each link as sorted `custom_id`s. An absent link is not declared (desired) or not readable (live). */
export type Links = Readonly<Record<string, readonly string[]>>;

/** A resource as the manifests want it. */
export interface Desired {
  readonly address: Address;
  readonly kind: KindName;
  readonly custom_id: string;
  readonly body: Body;
  readonly links: Links;
  readonly origin: Origin;
}

/** A resource as the service has it. Fields that the service did not show are absent from `body`. */
export interface Live {
  readonly address: Address;
  readonly kind: KindName;
  readonly custom_id: string;
  readonly body: Body;
  readonly links: Links;
}

/** Resources by address. Stages that iterate do so in catalog order, then by `custom_id`. */
export type Inventory<T> = ReadonlyMap<Address, T>;

/** What one game's manifests say. */
export interface DesiredGame {
  readonly resources: Inventory<Desired>;
  /** Kinds whose top-level key is written somewhere: only these are pruned. */
  readonly managed: ReadonlySet<KindName>;
  readonly sources: ReadonlyMap<Address, Source>;
}

/** How the members of one link of one kind can be read and written, as reading found out. */
export interface LinkAccess {
  /** `record`: ids in the plain record. `include`: embedded on request. `endpoint`: the link's own list. */
  readonly read: "record" | "include" | "endpoint" | "none";
  /** `endpoint`: the link's own POST and DELETE. `field`: the member of PUT. `unknown`: nothing live to ask yet. */
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
}

/** One value that differs. `path` points into the resource: fields and links by name. Absent: not there on that side. */
export interface FieldChange {
  readonly path: Pointer;
  readonly before?: Json;
  readonly after?: Json;
}

export type Action = "create" | "update" | "rename" | "replace" | "delete" | "attach" | "detach";

/** Why a live resource is left as it is although it differs from what the manifests alone would give. */
export type KeepReason = "not-pruned" | "still-referenced" | "unseen-referrers" | "not-targeted";

export interface Kept {
  readonly address: Address;
  readonly reason: KeepReason;
  /** For `still-referenced`: what refers to it. */
  readonly by?: readonly Address[];
}

/** What must change, before it is put in order and turned into requests. */
export type Change =
  | { readonly action: "create"; readonly desired: Desired }
  | {
      readonly action: "update";
      readonly desired: Desired;
      readonly live: Live;
      readonly fields: readonly FieldChange[];
    }
  | { readonly action: "delete"; readonly live: Live }
  | {
      readonly action: "attach" | "detach";
      readonly address: Address;
      readonly kind: KindName;
      readonly custom_id: string;
      readonly link: string;
      readonly member: string;
      readonly origin: Origin;
    };

/** Every hazard by name, as it stands in `--allow` and in `allow:` of the project file. */
export const HAZARDS = ["deletes-player-data", "mass-change", "empties-kind"] as const;
export type HazardName = (typeof HAZARDS)[number];

/** A danger of one step, with a sentence. Refused unless allowed by name. */
export interface Hazard {
  readonly name: HazardName;
  readonly sentence: string;
}

export interface ApiRequest {
  readonly method: "POST" | "PUT" | "DELETE";
  /** Below `/v1/games/{game_id}/`, ids percent-encoded, no slash in front. */
  readonly path: string;
  readonly body?: JsonObject;
}

export type StepId = string;

/** One request to send, with everything that is known about it. */
export interface Step {
  readonly id: StepId;
  readonly action: Action;
  readonly address: Address;
  /** For `attach` and `detach`: which link, and the `custom_id` that joins or leaves. */
  readonly link?: { readonly name: string; readonly member: string };
  readonly fields: readonly FieldChange[];
  /** Steps that have to be done before this one. */
  readonly needs: readonly StepId[];
  readonly hazards: readonly Hazard[];
  /** Things worth knowing about the step, as sentences. */
  readonly notes: readonly string[];
  readonly request: ApiRequest;
  /** Sent instead when the service answers 404 or 405 because it does not have the endpoint of `request`. */
  readonly otherwise?: ApiRequest;
  /** Absent for deletions. */
  readonly origin?: Origin;
}

/** A field or link that the service never shows, so that it cannot be compared. */
export interface NotComparable {
  readonly kind: KindName;
  readonly field: string;
  /** How many declared resources it concerns. */
  readonly resources: number;
}

export interface Summary {
  readonly create: number;
  readonly update: number;
  readonly rename: number;
  readonly replace: number;
  readonly delete: number;
  readonly attach: number;
  readonly detach: number;
  readonly unchanged: number;
  readonly kept: number;
}

/** What a plan is for. */
export interface Target {
  readonly game: string;
  readonly environment: string;
  readonly base_url: string;
  readonly game_id: string;
}

/** `sha256:` and 64 hexadecimal digits. */
export type Digest = string;

/** Everything that would be done to one game, complete before the first write. Steps are in a valid order. */
export interface Plan extends Target {
  readonly digest: Digest;
  /** What the plan was made from: the manifests, and the live resources that it touches. */
  readonly basis: { readonly manifests: Digest; readonly live: Digest };
  readonly summary: Summary;
  readonly steps: readonly Step[];
  readonly kept: readonly Kept[];
  readonly not_comparable: readonly NotComparable[];
}
