/**
 * Readings of the interface: the possible services, one for each choice that the interface leaves
 * open, and some combinations.
 */
import {
  LITERAL,
  type LinkName,
  type LinkVariant,
  type Variant,
} from "../support/literal/variant.ts";

export interface Row {
  /** Behaviour of the service, in plain words. */
  readonly name: string;
  readonly variant: Partial<Variant>;
  /** Settings of the project file that this service needs, as YAML in one line. */
  readonly settings?: string;
  /**
   * Setting that laurel names when it stops without the settings. Absent: it also works without
   * them, or cannot notice.
   */
  readonly names?: string;
  /** Links that the service ignores. */
  readonly ignores?: readonly LinkName[];
}

/** The links of the literal reading with some others. */
function links(others: Partial<Record<LinkName, Partial<LinkVariant>>>): Pick<Variant, "links"> {
  const all = Object.entries(LITERAL.links).map(([name, link]) => [
    name,
    { ...link, ...others[name as LinkName] },
  ]);
  return { links: Object.fromEntries(all) };
}

const HIDES = (...hidden: readonly string[]): Partial<Variant> => ({ hidden });

/** The same for every link. */
export function everyLink(link: Partial<LinkVariant>): Variant["links"] {
  return links({ reactions: link, criteria: link, criteria_groups: link, rewards: link }).links;
}

/** Links with lists of their own. */
export const ENDPOINTS: Variant["links"] = links({
  reactions: { taken: "endpoint", shown: "no" },
  criteria: { taken: "endpoint", shown: "no" },
  criteria_groups: { taken: "creation", shown: "no" },
  rewards: { taken: "endpoint", shown: "no" },
}).links;

const WRITES = (status: 200 | 201 | 202, body: "empty" | "object" | "bare"): Partial<Variant> => ({
  create: { status, body },
  replace: { status, body },
  remove: { status, body },
});
export const ACHIEVEMENT_HIDDEN = HIDES("points", "is_secret", "custom_criteria_group_id");
const UNKNOWN_PARAMETERS = [400, 403, 404, 405, 406, 422, 500] as const;

export const ROWS: readonly Row[] = [
  { name: "everything as the page shows it", variant: {} },
  // Updates.
  {
    name: "PUT replaces the resource",
    variant: { update: "replaces" },
    settings: "wire: { update: whole }",
  },
  {
    name: "PUT replaces the resource, and records show points, secrecy and group to nobody",
    variant: { update: "replaces", ...ACHIEVEMENT_HIDDEN },
    settings: "wire: { update: whole }",
  },
  {
    name: "PUT replaces the resource, and records do not show members",
    variant: { update: "replaces", links: everyLink({ shown: "no" }) },
    settings: "wire: { update: whole }",
  },
  {
    name: "PUT replaces the resource, and records show only id and name",
    variant: { update: "replaces", ...HIDES("*") },
    settings: "wire: { update: whole }",
  },
  // Records.
  { name: "records do not show points", variant: HIDES("points") },
  { name: "records do not show secrecy", variant: HIDES("is_secret") },
  { name: "records do not show the criteria group", variant: HIDES("custom_criteria_group_id") },
  { name: "records do not show reactions", variant: links({ reactions: { shown: "no" } }) },
  { name: "records show only id and name", variant: HIDES("*") },
  // Types.
  {
    name: "booleans are words, and numbers are text",
    variant: { booleans: "word", numbers: "text" },
    settings: "wire: { booleans: word, numbers: text }",
    names: "booleans",
  },
  {
    name: "booleans and numbers are numbers in text",
    variant: { booleans: "digit", numbers: "text" },
    settings: "wire: { booleans: number, numbers: text }",
    names: "booleans",
  },
  {
    name: "booleans and numbers are numbers",
    variant: { booleans: "number", numbers: "native" },
    settings: "wire: { booleans: number }",
    names: "booleans",
  },
  {
    name: "booleans and numbers are taken natively and shown as text",
    variant: { shownScalars: "text" },
  },
  {
    name: "every type is strict",
    variant: {
      booleans: "native",
      numbers: "native",
      customData: { taken: "text", shown: "json" },
      conditions: { taken: "object", shown: "object" },
    },
  },
  {
    name: "custom_data is text in both directions",
    variant: { customData: { taken: "text", shown: "text" } },
  },
  {
    name: "custom_data is taken as text and shown as JSON",
    variant: { customData: { taken: "text", shown: "json" } },
  },
  {
    name: "custom_data is JSON in both directions",
    variant: { customData: { taken: "json", shown: "json" } },
    settings: "wire: { custom_data: json }",
    names: "custom_data",
  },
  {
    name: "custom_data is shown as the text that was sent",
    variant: { customData: { taken: "text", shown: "sent-text" } },
  },
  {
    name: "conditions are shown as text",
    variant: { conditions: { taken: "any", shown: "text" } },
  },
  {
    name: "conditions are an object",
    variant: { conditions: { taken: "object", shown: "object" } },
  },
  {
    name: "nulls are refused",
    variant: { nulls: "refused" },
    settings: "wire: { nulls: omit }",
    names: "nulls",
  },
  // Parameters.
  ...UNKNOWN_PARAMETERS.map(
    (status): Row => ({
      name: `unknown parameters are answered ${status}`,
      variant: { unknownParameters: status },
      // A momentary error is repeated, and not taken for a refusal.
      ...(status === 500 && { settings: "wire: { parameters: none }", names: "parameters" }),
    }),
  ),
  // Pages.
  { name: "lists have neither links nor meta", variant: { paging: "bare" } },
  { name: "meta has the last page", variant: { paging: "last-page" } },
  { name: "links.next is an address", variant: { paging: "next-link" } },
  { name: "links.next is an object", variant: { paging: "next-object" } },
  { name: "meta has a cursor", variant: { paging: "next-cursor" } },
  // Ids.
  {
    name: "the id of a path is a generated one",
    variant: { pathId: "id" },
    settings: "wire: { path_id: id }",
    names: "path_id",
  },
  // Answers of writes.
  { name: "writes are answered with nothing", variant: WRITES(200, "empty") },
  { name: "writes are answered 201 with an empty object", variant: WRITES(201, "object") },
  {
    name: "writes are answered 201, 204 and 204",
    variant: {
      create: { status: 201, body: "record" },
      replace: { status: 204, body: "empty" },
      remove: { status: 204, body: "empty" },
    },
  },
  { name: "writes are answered 202 with records without data", variant: WRITES(202, "bare") },
  {
    name: "DELETE is answered with the record",
    variant: { remove: { status: 200, body: "record" } },
  },
  { name: "single records have no data", variant: { single: "bare" } },
  // Links.
  {
    name: "members are only taken at creation",
    variant: links({
      reactions: { taken: "creation" },
      criteria: { taken: "creation" },
      criteria_groups: { taken: "creation" },
    }),
  },
  {
    name: "members have lists of their own",
    variant: { links: ENDPOINTS },
  },
  { name: "members are taken and not shown", variant: { links: everyLink({ shown: "no" }) } },
  { name: "members are shown as records", variant: { links: everyLink({ shown: "records" }) } },
  {
    name: "rewards have a list of their own",
    variant: links({ rewards: { taken: "endpoint", shown: "no" } }),
  },
  {
    name: "achievements have no rewards",
    variant: links({ rewards: { taken: "never", shown: "no" } }),
    ignores: ["rewards"],
  },
  {
    name: "reactions are shown without their ids",
    variant: links({ reactions: { shown: "objects" } }),
  },
  // The slash.
  { name: "POST criteria/ is redirected by 307", variant: { slash: 307 } },
  { name: "POST criteria/ is redirected by 308", variant: { slash: 308 } },
  // Errors.
  { name: "errors are text", variant: { errors: "text" } },
  { name: "errors have no body", variant: { errors: "empty" } },
  { name: "errors are pages, and no token is 403", variant: { errors: "html", unauthorised: 403 } },
  { name: "errors have a form of their own", variant: { errors: "code" } },
  // Deletions.
  { name: "what is in use is not deleted", variant: { deletion: "refused" } },
  { name: "what is in use is deleted with its users", variant: { deletion: "cascades" } },
  // Combinations.
  {
    name: "PUT replaces, text everywhere, and nulls are refused",
    variant: { update: "replaces", booleans: "word", numbers: "text", nulls: "refused" },
    settings: "wire: { update: whole, booleans: word, numbers: text, nulls: omit }",
  },
  {
    name: "generated ids, replacing PUT, empty answers, and pages by a cursor",
    variant: { pathId: "id", update: "replaces", paging: "next-cursor", ...WRITES(200, "empty") },
    settings: "wire: { path_id: id, update: whole }",
  },
  {
    name: "pages by links, unknown parameters refused, and errors without a body",
    variant: { paging: "next-link", unknownParameters: 400, errors: "empty" },
  },
];

/** Services that show that a list has more records, and not how to read them. */
export const UNREADABLE: readonly Row[] = [
  { name: "meta says that more follow", variant: { paging: "has-more" } },
  { name: "the total is next to the data", variant: { paging: "top-total" } },
  {
    name: "the size of a page is lowered, and only the total shows it",
    variant: { paging: "lowered" },
  },
];
