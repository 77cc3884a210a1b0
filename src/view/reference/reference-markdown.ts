/** The reference pages as Markdown, made from the data that the program itself uses. */
import type { LintRule } from "../../analysis/lint/rule.ts";
import { limitsInWords, type StoreLimits } from "../../analysis/lint/stores.ts";
import type { Catalog, Field, Kind, Link } from "../../catalog/types.ts";
import { CREATE_ONLY, type EntryForm, entryForms, IGNORE, IGNORE_SUMMARY } from "../../manifest/forms.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { CODES, type FailureOutcome } from "../../model/codes.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";

/** Columns of every table of keys, after the key. */
const FORM = ["Form", "Default", "Meaning"];

/** One section for each top-level key: what it holds and a table of its members, after that the keys of all resources. */
export function kindsReference(catalog: Catalog): string {
  const kinds = catalog.map((kind) => kindSection(kind, catalog));
  const entries = entryForms(catalog).map((form) => entrySection(form, catalog));
  return [...kinds, EVERY_RESOURCE, ...entries].join("\n\n");
}

/** Tables of the project file's members, from its schema. */
export function projectReference(schema: JsonObject): string {
  const definitions = isJsonObject(schema.definitions) ? schema.definitions : {};
  const sections = Object.entries(definitions).flatMap(([name, definition]) =>
    isJsonObject(definition) && isJsonObject(definition.properties)
      ? [`### ${name}`, ...words(definition.description), memberTable(definition, definitions)]
      : [],
  );
  return [memberTable(schema, definitions), ...sections].join("\n\n");
}

/** Every diagnostic code. `exitCodes`: what the process ends with for each outcome. */
export function codesReference(exitCodes: Readonly<Record<FailureOutcome, number>>): string {
  const rows = Object.entries(CODES).map(([code, { severity, outcome, summary, explanation }]) => [
    `\`${code}\``,
    severity,
    severity === "error" ? String(exitCodes[outcome]) : "",
    `**${summary}.** ${explanation}`.replace("?.**", "?**"),
  ]);
  return table(["Code", "Severity", "Exit code", "Meaning"], rows);
}

/** A command that has a choice of forms for its result. */
export interface CommandFormats {
  readonly name: string;
  /** What `--format` takes, the default first. */
  readonly formats: readonly string[];
  /** What `--output` takes; empty when the command has no such flag. */
  readonly fileFormats: readonly string[];
}

export function formatsReference(commands: readonly CommandFormats[]): string {
  const words = (formats: readonly string[]): string => formats.map((format) => `\`${format}\``).join(" ");
  const rows = commands.map(({ name, formats, fileFormats }) => [`\`${name}\``, words(formats), words(fileFormats)]);
  return table(["Command", "`--format`", "`--output`"], rows);
}

/** What is taken for granted; each a sentence. */
export function sentencesReference(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join("\n");
}

export function exitCodesReference(meanings: readonly { readonly code: number; readonly meaning: string }[]): string {
  return table(
    ["Exit code", "Meaning"],
    meanings.map(({ code, meaning }) => [String(code), meaning]),
  );
}

function kindSection(kind: Kind, catalog: Catalog): string {
  const lost = kind.playerData === undefined ? "" : ` Deleting one deletes ${kind.playerData} of players.`;
  const links = kind.links.map((link) => [`\`${link.name}\``, linkForm(link, catalog), "none", link.summary]);
  return [
    `### ${kind.plural}`,
    `${kind.summary}${lost} In addresses: \`${kind.name}/…\`.`,
    table(["Field", ...FORM], [...kind.fields.map((field) => fieldRow(field, catalog)), ...links]),
  ].join("\n\n");
}

function fieldRow(field: Field, catalog: Catalog): readonly string[] {
  const fallback = field.required === true ? "required" : valueWords(field.default ?? null);
  const choices = field.type === "choice" ? field.choices.map(({ value, summary }) => `\`${value}\`: ${summary}`) : [];
  const meaning = [
    field.summary,
    ...(choices.length === 0 ? [] : [`${choices.join("; ")}.`]),
    ...(field.createOnly === true ? ["Known to be set only when the resource is created."] : []),
  ];
  return [`\`${field.name}\``, fieldForm(field, catalog), fallback, meaning.join(" ")];
}

/** The two keys that no kind has as fields of its own. */
const EVERY_RESOURCE = [
  "### Every resource",
  "Besides its fields, each resource takes two keys, which are not sent to the service.",
  table(
    ["Key", ...FORM],
    [
      [`\`${IGNORE}\``, "list of names of fields and links, without `custom_id`", "none", IGNORE_SUMMARY],
      [`\`${CREATE_ONLY.name}\``, "`true` or `false`", valueWords(CREATE_ONLY.default ?? null), CREATE_ONLY.summary],
    ],
  ),
].join("\n\n");

function entrySection({ key, summary, fields }: EntryForm, catalog: Catalog): string {
  return [
    `### ${key}`,
    `${summary} The key makes no kind managed.`,
    table(
      ["Key", ...FORM],
      fields.map((field) => [...fieldRow(field, catalog).slice(0, -1), field.summary]),
    ),
  ].join("\n\n");
}

function fieldForm(field: Field, catalog: Catalog): string {
  switch (field.type) {
    case "id":
      return "id";
    case "text":
      return `text, at most ${field.maxLength} characters`;
    case "pattern":
      return field.form;
    case "choice":
      return field.choices.map(({ value }) => `\`${value}\``).join(", ");
    case "flag":
      return "`true` or `false`";
    case "integer":
      return field.maximum === Number.MAX_SAFE_INTEGER
        ? `whole number from ${field.minimum}`
        : `whole number from ${field.minimum} to ${field.maximum}`;
    case "json-text":
      return `any value, at most ${field.maxLength} characters as JSON`;
    case "conditions":
      return "conditions";
    case "reference":
      return `${kindNamed(catalog, field.to).label}: its id or its definition`;
  }
}

function linkForm(link: Link, catalog: Catalog): string {
  return `list of ${kindNamed(catalog, link.to).plural.replaceAll("_", " ")}: ids or definitions`;
}

function memberTable(schema: JsonObject, definitions: JsonObject): string {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const rows = members.map(([name, member]) => {
    const own = isJsonObject(member) ? member : {};
    const known = { ...resolved(own, definitions), ...own };
    const fallback = known.default === undefined ? "" : valueWords(known.default);
    return [
      `\`${name}\``,
      memberForm(own, definitions),
      required.includes(name) ? "required" : fallback,
      [...words(known.description), ...choiceWords(known)].join(" "),
    ];
  });
  return table(["Key", ...FORM], rows);
}

/** What a value must be, in a word or two. */
function memberForm(schema: JsonObject, definitions: JsonObject): string {
  const target = resolved(schema, definitions);
  const name = referenceName(schema);
  if (name !== undefined && isJsonObject(target.properties)) return `mapping: ${name}`;
  if (target.const !== undefined) return `\`${JSON.stringify(target.const)}\``;
  if (Array.isArray(target.enum)) return target.enum.map((value) => `\`${value}\``).join(", ");
  if (target.type === "array" && isJsonObject(target.items)) return `list of ${memberForm(target.items, definitions)}`;
  if (target.type === "object" && isJsonObject(target.additionalProperties)) {
    return `mapping of names to ${referenceName(target.additionalProperties) ?? "value"}s`;
  }
  const limits = [
    ...(typeof target.minimum === "number" ? [`from ${target.minimum}`] : []),
    ...(typeof target.maximum === "number" ? [`to ${target.maximum}`] : []),
  ];
  return [TYPE_WORDS[String(target.type)] ?? "value", ...limits].join(" ");
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "`true` or `false`",
  integer: "whole number",
  number: "number",
  object: "mapping",
};

function resolved(schema: JsonObject, definitions: JsonObject): JsonObject {
  const target = definitions[referenceName(schema) ?? ""];
  return isJsonObject(target) ? target : schema;
}

function referenceName(schema: JsonObject): string | undefined {
  return typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
}

function choiceWords({ enum: values, enumDescriptions: summaries }: JsonObject): readonly string[] {
  if (!Array.isArray(values) || !Array.isArray(summaries)) return [];
  return [
    `${values.map((value, index) => `\`${value}\`: ${String(summaries[index]).replace(/\.$/, "")}`).join("; ")}.`,
  ];
}

function words(description: Json | undefined): readonly string[] {
  return typeof description === "string" ? [description] : [];
}

function valueWords(value: Json): string {
  if (value === null || value === "") return "none";
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellText).join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A cell ends at a bar, and a line break would end the table. */
function cellText(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}

/** A table of all rules, then a section for each. */
export function lintReference(rules: readonly LintRule[]): string {
  const rows = rules.map(({ code, severity, summary }) => [`[\`${code}\`](#${code})`, severity, summary]);
  return [table(["Rule", "Severity", "What it finds"], rows), ...rules.map(section)].join("\n\n");
}

/** Stores with their limits, each with the page it is from. */
export function storesReference(stores: Readonly<Record<string, StoreLimits>>): string {
  const rows = Object.entries(stores).flatMap(([profile, limits]) =>
    limitsInWords(limits).map(({ words, source: { page, read } }) => [
      `\`${profile}\``,
      words,
      read === null ? `not confirmed; [where to look](${page})` : `[${read}](${page})`,
    ]),
  );
  const notes = Object.values(stores).map(({ title, notes: texts }) => `- ${title}: ${texts.join(" ")}`);
  return [table(["Profile", "Limit", "Read"], rows), notes.join("\n")].join("\n\n");
}

function section({ code, severity, summary, explanation, bad, good, project }: LintRule): string {
  return [
    `## ${code}`,
    `**${summary}** (${severity}). ${explanation}`,
    ...(project === undefined ? [] : ["With this in the project file:", fenced(project)]),
    "Found:",
    fenced(bad),
    "Not found:",
    fenced(good),
  ].join("\n\n");
}

function fenced(text: string): string {
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}

const BLOCK = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g;

export interface ReplacedBlocks {
  /** The pages by their paths, as they came in but for the blocks. */
  readonly pages: ReadonlyMap<string, string>;
  /** Sentences: a block that nobody makes, or one that no page has. The pages are usable only without any. */
  readonly problems: readonly string[];
}

/**
 * Puts the texts into their blocks, of which a page may have none, and several pages the same. `pages`: Markdown by
 * path. `texts`: Markdown by the name of the block, without blank lines around it.
 */
export function replaceBlocks(
  pages: ReadonlyMap<string, string>,
  texts: Readonly<Record<string, string>>,
): ReplacedBlocks {
  const found = new Set<string>();
  const unknown: string[] = [];
  const replaced = [...pages].map(([path, page]) => {
    const text = page.replace(BLOCK, (block: string, open: string, name: string, close: string) => {
      found.add(name);
      const own = texts[name];
      if (own === undefined) unknown.push(`${path}: nothing makes block "${name}"`);
      return own === undefined ? block : `${open}\n${own.trim()}\n\n${close}`;
    });
    return [path, text] as const;
  });
  const missing = Object.keys(texts)
    .filter((name) => !found.has(name))
    .map((name) => `no page has the block "${name}": write <!-- generated: ${name} --> and <!-- /generated -->`);
  return { pages: new Map(replaced), problems: [...unknown, ...missing] };
}
