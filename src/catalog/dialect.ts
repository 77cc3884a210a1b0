/**
 * The dialect of a service: the forms of its requests that docs/service.md leaves open, as data.
 * `service.wire` of the project file sets it, and the schema of that file is made of the table
 * below.
 */
import type { Kind } from "./types.ts";

/** The settings with a fixed set of words. */
interface DialectChoices {
  /** `unknown`: the first PUT of each kind is read back. */
  readonly update: "patch" | "whole" | "unknown";
  readonly nulls: "send" | "omit";
  readonly booleans: "native" | "number" | "word";
  readonly numbers: "native" | "text";
  readonly parameters: "all" | "none";
}

export type JsonTextForm = "text" | "json";

export interface Dialect extends DialectChoices {
  /** By the plurals of kinds if they differ. */
  readonly custom_data: JsonTextForm | Readonly<Record<string, JsonTextForm>>;
  /** The member of records that paths contain. */
  readonly path_id: string;
}

/** The dialect of docs/service.md. */
export const DEFAULT_DIALECT: Dialect = {
  update: "unknown",
  nulls: "send",
  booleans: "native",
  numbers: "native",
  custom_data: "text",
  parameters: "all",
  path_id: "custom_id",
};

type WrittenDialect = Partial<Dialect> | undefined;

/**
 * The environment's settings replace the project's. If both have forms for some kinds, the kinds
 * add up.
 */
export function dialectOf(project: WrittenDialect, environment: WrittenDialect): Dialect {
  const forms = [project, environment].map((written) => written?.custom_data);
  const isByKind = forms.every((form) => typeof form === "object");
  const byKind = isByKind ? { custom_data: Object.assign({}, ...forms) } : {};
  return { ...DEFAULT_DIALECT, ...project, ...environment, ...byKind };
}

/** The form of the kind's fields that contain any JSON. */
export function jsonTextForm({ custom_data }: Dialect, { plural }: Kind): JsonTextForm {
  return typeof custom_data === "string" ? custom_data : (custom_data[plural] ?? "text");
}

/** A setting for editors and the reference. */
interface DialectSetting {
  readonly summary: string;
  /** The heading of docs/service.md that explains it. */
  readonly heading: string;
}

/** The values of a setting that are written in files, each with its meaning. */
export interface DialectChoice<Value extends string> extends DialectSetting {
  readonly choices: Readonly<Record<Value, string>>;
}

export const DIALECT_CHOICES: {
  readonly [Name in keyof DialectChoices]: DialectChoice<Exclude<DialectChoices[Name], "unknown">>;
} = {
  update: {
    summary:
      "What PUT does with members that a request leaves out. By default, laurel reads the first changed resource of each kind back, and stops if PUT has reset something.",
    heading: "Updates",
    choices: {
      patch:
        "PUT keeps them, and requests contain the fields that records show and PUT is known to take",
      whole: "PUT resets them, and requests contain everything that is known of the resource",
    },
  },
  nulls: {
    summary: "How a member without a value is sent in PUT.",
    heading: "Updates",
    choices: {
      send: "it is `null`",
      omit: "it is left out, or an empty text where a text is cleared",
    },
  },
  booleans: {
    summary: "How `is_secret` is sent. All forms are read.",
    heading: "Achievements",
    choices: {
      native: "`true` and `false`",
      number: "`1` and `0`, in the form of `numbers`",
      word: '`"true"` and `"false"`',
    },
  },
  numbers: {
    summary: "How `points` are sent. Both forms are read.",
    heading: "Achievements",
    choices: { native: "as numbers", text: 'as text, such as `"30"`' },
  },
  parameters: {
    summary: "Which query parameters are sent.",
    heading: "Include and filter",
    choices: {
      all: "pages, filters and includes; one that the service refuses is left out",
      none: "no query parameter: lists come whole, `page_size` does not apply, and what lists hide is not seen",
    },
  },
};

export const JSON_TEXT_SETTING: DialectChoice<JsonTextForm> & { readonly name: "custom_data" } = {
  name: "custom_data",
  summary: "How `custom_data` is sent, for all kinds or by kind. Both forms are read.",
  heading: "Common properties",
  choices: { text: "as text that contains JSON", json: "as JSON" },
};

export const PATH_ID_SETTING: DialectSetting = {
  summary: "The member of records that stands in paths, for a service that makes ids of its own.",
  heading: "Transport",
};
