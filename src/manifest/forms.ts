/**
 * Keys of manifests that are not fields, as data: the policies of resources, and the entries about
 * resources that are no longer declared. Validation, the schema for editors and the reference read
 * it.
 */
import type { Catalog, Field, FlagField, IdField, Kind, TextField } from "../catalog/types.ts";
import type { HazardName } from "../model/model.ts";

/** Key of a resource: names of fields and links that are left to the admin panel. */
export const IGNORE = "ignore";
export const IGNORE_SUMMARY =
  "Fields and links that are left to the admin panel: sent when the resource is created, never changed afterwards.";

/** Key of a resource: whether it is created if it is missing, and never changed. */
export const CREATE_ONLY: FlagField = {
  name: "create_only",
  type: "flag",
  default: false,
  summary: "Whether to create the resource if it is missing, and never change it afterwards.",
};

/** Whether a key is a policy, not a value of the resource. */
export function isPolicy(name: string): boolean {
  return name === IGNORE || name === CREATE_ONLY.name;
}

/** Returns the keys of a resource of the kind, in their order. */
export function memberNames({ fields, links }: Kind): readonly string[] {
  return [...[...fields, ...links].map(({ name }) => name), IGNORE, CREATE_ONLY.name];
}

/** Returns the names that `ignore` can have: all fields and links except the id. */
export function ignorableNames(kind: Kind): readonly string[] {
  return [...kind.fields.filter(({ type }) => type !== "id"), ...kind.links].map(
    ({ name }) => name,
  );
}

/** Top-level keys with entries. Entries alone do not make a kind managed. */
export const MOVED = "moved";
const REMOVED = "removed";

/** A top-level key, and the form of its list. */
export interface EntryForm {
  readonly key: typeof MOVED | typeof REMOVED;
  /** The singular in prose, without an article. */
  readonly label: string;
  readonly summary: string;
  readonly fields: readonly Field[];
}

/** The top-level keys of manifests, in the order of the catalog: its kinds, then entries. */
export function topLevelKeys(catalog: Catalog): readonly string[] {
  return [...catalog.map(({ plural }) => plural), ...entryForms(catalog).map(({ key }) => key)];
}

/** The forms of all entries. An entry can have any kind of the catalog. */
export function entryForms(catalog: Catalog): readonly EntryForm[] {
  const kind: Field = {
    name: "kind",
    type: "choice",
    required: true,
    summary: "The kind of the resource, in the singular.",
    choices: catalog.map(({ name, summary }) => ({ value: name, summary: lowered(summary) })),
  };
  return [
    {
      key: MOVED,
      label: "moved entry",
      summary:
        "Resources that get a new `custom_id` and keep their player data. An applied entry does nothing; delete it once it is applied in every environment.",
      fields: [kind, FROM, TO, ALLOW],
    },
    {
      key: REMOVED,
      label: "removed entry",
      summary:
        "Resources to delete, with or without `prune`; with `keep`, they stay live and are no longer managed. An entry is the consent to delete player data, and its `custom_id` cannot be declared again.",
      fields: [kind, GONE, REASON, KEEP],
    },
  ];
}

const id = (
  name: string,
  summary: string,
  [example, ...alsoCalled]: readonly [string, ...string[]],
): IdField => {
  return { name, type: "id", required: true, summary, examples: [example], alsoCalled };
};

const FROM = id(
  "from",
  "The old `custom_id`. No resource declares it, unless another entry moves to it.",
  ["dragon-killer", "old", "source"],
);
const TO = id(
  "to",
  "The new `custom_id`: of a declared resource, or the `from` of the next entry in a chain.",
  ["dragon-slayer", "new", "target"],
);
/** The hazard that a `moved` entry allows. */
export const ALLOWED_BY_MOVED: HazardName = "breaks-clients";
const ALLOW: Field = {
  name: "allow",
  type: "choice",
  summary: "The hazard of this rename that is allowed.",
  choices: [
    {
      value: ALLOWED_BY_MOVED,
      summary: "games that use the old id have been updated, or may stop working with it",
    },
  ],
};
const GONE = id(
  "custom_id",
  "The `custom_id` of the resource to delete. No resource declares it.",
  ["season-1"],
);
const REASON: TextField = {
  name: "reason",
  type: "text",
  maxLength: 255,
  required: true,
  summary: "Why. The plan shows it.",
  examples: ["Season 1 is over"],
};
const KEEP: FlagField = {
  name: "keep",
  type: "flag",
  default: false,
  summary:
    "Whether the resource stays live. It is then no longer managed: prune does not delete it, and it is not drift.",
};

/** Makes a sentence the words after a colon. */
function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
