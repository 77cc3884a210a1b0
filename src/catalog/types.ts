/**
 * The shape of the catalog: what a kind of resource is, said once, as data. Validation,
 * normalisation, the wire codec, the diff, the order of steps, hazards, the embedded service, the
 * schemas and the reference pages all read it; none of them knows a kind by name.
 */
/**
 * A value as JSON has it. The catalog's own: numbers that need more digits than a double has do not
 * occur in it.
 */
type PlainJson =
  | null
  | boolean
  | number
  | string
  | readonly PlainJson[]
  | { readonly [key: string]: PlainJson };

/** The name of a kind in the singular, as in addresses: the part before the slash. */
export type KindName = string;

/** A value of a fixed set, with a sentence for the editor. */
interface FieldChoice {
  readonly value: string;
  readonly summary: string;
  /** Other words that people use for it, in small letters. Messages then suggest the value. */
  readonly alsoCalled?: readonly string[];
}

/** A regular expression and what replaces each of its matches. */
export type Rewrite = readonly [pattern: string, replacement: string];

interface FieldBase {
  /** The wire name, which is the manifest name too. */
  readonly name: string;
  readonly summary: string;
  /** Whether a manifest must give it. */
  readonly required?: boolean;
  /** The value that omission and `null` mean. Absent for required fields. */
  readonly default?: PlainJson;
  /** No two resources of the kind in a game may share it. */
  readonly unique?: boolean;
  /** The service is not known to take it in PUT (docs/service.md#kinds). */
  readonly createOnly?: boolean;
  readonly examples?: readonly PlainJson[];
  /** Other keys that people write for it. Messages then suggest the name. */
  readonly alsoCalled?: readonly string[];
}

/** The resource's identity. Characters and length: docs/service.md#common-properties. */
export interface IdField extends FieldBase {
  readonly type: "id";
}
/**
 * Free text. Compared after trimming, because the service stores it so (docs/service.md#transport).
 */
export interface TextField extends FieldBase {
  readonly type: "text";
  /** Counted in Unicode code points. */
  readonly maxLength: number;
}
/** Text in a small grammar, such as `gte:10`. */
interface PatternField extends FieldBase {
  readonly type: "pattern";
  readonly pattern: string;
  /**
   * The grammar in words, for messages: `"an operator (gte, …), a colon and a whole number, such as
   * gte:10"`.
   */
  readonly form: string;
  /**
   * How to turn what people write by mistake into this grammar, one after the other. Messages then
   * suggest the result.
   */
  readonly rewrites?: readonly Rewrite[];
}
/** A word of a fixed set. */
interface ChoiceField extends FieldBase {
  readonly type: "choice";
  readonly choices: readonly FieldChoice[];
  /** A choice that at most one resource of the kind in a game may have. */
  readonly atMostOne?: string;
}
/** True or false. */
export interface FlagField extends FieldBase {
  readonly type: "flag";
  /** True hides the resource from players, so that turning it off reveals it. */
  readonly hides?: boolean;
}
/** A whole number. */
export interface IntegerField extends FieldBase {
  readonly type: "integer";
  readonly minimum: number;
  readonly maximum: number;
}
/** Any JSON value; sent as JSON text and read back decoded (docs/service.md#common-properties). */
export interface JsonTextField extends FieldBase {
  readonly type: "json-text";
  /** Limit on the encoded text, in characters. */
  readonly maxLength: number;
}
/** Conditions on activities; sent as a JSON object, never as text (docs/service.md#conditions). */
interface ConditionsField extends FieldBase {
  readonly type: "conditions";
}
/** The `custom_id` of another resource. */
export interface ReferenceField extends FieldBase {
  readonly type: "reference";
  readonly to: KindName;
  /** The target is never deleted while this refers to it. */
  readonly holdsTarget?: boolean;
  /**
   * Member of the POST body that defines a new target without an id. Only for optional references.
   */
  readonly inlineMember?: string;
}

export type Field =
  | IdField
  | TextField
  | PatternField
  | ChoiceField
  | FlagField
  | IntegerField
  | JsonTextField
  | ConditionsField
  | ReferenceField;

/** A set of resources that a resource holds: an unordered list of `custom_id`s in manifests. */
export interface Link {
  /** The manifest key, which is the member of request and response bodies too. */
  readonly name: string;
  readonly to: KindName;
  readonly summary: string;
  /** Whether POST of the resource takes the list, or the members are attached afterwards. */
  readonly onCreate: "body" | "attach";
  /**
   * Following the link must never lead back to where it started. Only for links to the own kind.
   */
  readonly acyclic?: boolean;
  /** The word of `include=` that makes lists and single reads embed the members under `name`. */
  readonly include?: string;
  /** The link's own requests, below the resource's path, where the service has them. */
  readonly endpoint?: {
    readonly path: string;
    /**
     * The member of the POST body that names what to attach. Absent: the endpoint can only be read.
     */
    readonly memberField?: string;
  };
}

/**
 * A query parameter about hidden records, with its value for all records and its value for the
 * hidden ones alone.
 */
export interface ListQuery {
  readonly name: string;
  readonly all: string;
  readonly hidden: string;
  /**
   * A parameter of that form that services do not have. Services that check such parameters refuse
   * it.
   */
  readonly unknown: string;
}

/** A kind of resource. */
export interface Kind {
  readonly name: KindName;
  /** The top-level key of manifests. */
  readonly plural: string;
  /** The singular in prose, without an article. */
  readonly label: string;
  readonly summary: string;
  /** Path of the collection below the game, without slashes at the ends. */
  readonly path: string;
  /** Path that POST goes to, where it differs from `path` (docs/service.md#endpoints). */
  readonly createPath?: string;
  /** The query parameter without which lists leave out records with a flag that `hides`. */
  readonly listQuery?: ListQuery;
  /** The first field is the id. Order is the canonical order of fields. */
  readonly fields: readonly Field[];
  readonly links: readonly Link[];
  /**
   * Paths of its read-only rankings, below the resource (docs/service.md#endpoints): of everybody,
   * and of one player.
   */
  readonly rankings?: {
    readonly everybody: string;
    readonly player: readonly [before: string, after: string];
  };
  /** Name of the field with its worth to players. Absent: players do not earn it. */
  readonly worth?: string;
  /**
   * Verb phrase after "installed games can": their use of its id. Absent: only the service uses the
   * id.
   */
  readonly clientUse?: string;
  /** Noun for the player data of such a resource, which is lost when the resource is deleted. */
  readonly playerData?: string;
  /** Fields that the service once had, with what to write instead. */
  readonly outdatedFields?: Readonly<Record<string, string>>;
}

/** The kinds, each after the kinds that it refers to. */
export type Catalog = readonly Kind[];
