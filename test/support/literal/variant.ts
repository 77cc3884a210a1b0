/**
 * The decisions that the interface leaves open. A literal service is one reading of the interface:
 * five operations on six kinds, with one choice for each fact that the interface does not show.
 */

/**
 * A member that names other resources. `ids`: a list of their custom_ids; `records`: whole records;
 * `objects`: records without a custom_id.
 */
export interface LinkVariant {
  /**
   * `always`: by POST and PUT. `creation`: by POST only. `endpoint`: by a list of its own, and by
   * POST. `never`: ignored.
   */
  readonly taken: "always" | "creation" | "endpoint" | "never";
  readonly shown: "ids" | "records" | "objects" | "no";
}

export type LinkName = "reactions" | "criteria" | "criteria_groups" | "rewards";

/**
 * Form of booleans. `any`: every form is taken, and JSON booleans are shown. The others are strict.
 */
export type BooleanForm = "any" | "native" | "word" | "digit" | "number";
/** Form of whole numbers, as for booleans. */
export type NumberForm = "any" | "native" | "text";

export interface Variant {
  /** Whether PUT keeps omitted members, or resets them to their defaults. */
  readonly update: "keeps" | "replaces";
  /** Members that records do not show; `*` stands for all but custom_id and name. */
  readonly hidden: readonly string[];
  readonly booleans: BooleanForm;
  readonly numbers: NumberForm;
  /** Form of booleans and numbers in answers, if it differs from that in requests. */
  readonly shownScalars: "as-taken" | "text";
  readonly customData: {
    readonly taken: "any" | "text" | "json";
    /** `sent-text`: exactly the text that was sent. `text`: other JSON text of the same value. */
    readonly shown: "json" | "text" | "sent-text";
  };
  readonly conditions: {
    readonly taken: "any" | "object" | "text";
    readonly shown: "object" | "text";
  };
  /** Whether a null in a request is answered 422. */
  readonly nulls: "taken" | "refused";
  /** Status for a query parameter that the service does not know. */
  readonly unknownParameters: "ignored" | 400 | 403 | 404 | 405 | 406 | 422 | 500;
  /**
   * How lists are split. `whole`: not at all, with empty `links` and `meta`. `bare`: not at all,
   * without the two. The others have two records on a page; `lowered`: pages by `page[size]`, of at
   * most two; `cut`: only the first page, and nothing says so.
   */
  readonly paging:
    | "whole"
    | "bare"
    | "last-page"
    | "next-link"
    | "next-object"
    | "next-cursor"
    | "has-more"
    | "top-total"
    | "lowered"
    | "cut";
  /** The member that is the id in paths. `id`: a generated one that records show. */
  readonly pathId: "custom_id" | "id";
  readonly create: WriteAnswer;
  readonly replace: WriteAnswer;
  readonly remove: WriteAnswer;
  /** Whether a single record is in an envelope. */
  readonly single: "data" | "bare";
  readonly links: Readonly<Record<LinkName, LinkVariant>>;
  /**
   * The slash at the end of the path of POST criteria. A number: the status that redirects to the
   * path without it.
   */
  readonly slash: "required" | "refused" | "either" | 307 | 308;
  /** Form of the bodies of errors. */
  readonly errors: "json" | "text" | "empty" | "html" | "code";
  readonly unauthorised: 401 | 403;
  /** The end of a resource that others refer to. */
  readonly deletion: "accepted" | "refused" | "cascades";
}

/** The answer of a write. `empty`: no bytes. `object`: `{}`. `page`: HTML, as of a proxy. */
export interface WriteAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly body: "record" | "empty" | "object" | "bare" | "page";
}

const IN_RECORDS: LinkVariant = { taken: "always", shown: "ids" };

/**
 * The most literal reading: records show the members that were sent, and there are no other
 * endpoints.
 */
export const LITERAL: Variant = {
  update: "keeps",
  hidden: [],
  booleans: "any",
  numbers: "any",
  shownScalars: "as-taken",
  customData: { taken: "any", shown: "json" },
  conditions: { taken: "any", shown: "object" },
  nulls: "taken",
  unknownParameters: "ignored",
  paging: "whole",
  pathId: "custom_id",
  create: { status: 200, body: "record" },
  replace: { status: 200, body: "record" },
  remove: { status: 200, body: "empty" },
  single: "data",
  links: {
    reactions: IN_RECORDS,
    criteria: IN_RECORDS,
    criteria_groups: IN_RECORDS,
    rewards: IN_RECORDS,
  },
  slash: "required",
  errors: "json",
  unauthorised: 401,
  deletion: "accepted",
};
