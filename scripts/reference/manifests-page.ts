/** docs/reference/manifests.md: files, kinds, and what holds for every resource. */

import type { Catalog, Field, Kind, Link } from "../../src/catalog/types.ts";
import {
  CREATE_ONLY,
  type EntryForm,
  entryForms,
  IGNORE,
  IGNORE_SUMMARY,
} from "../../src/manifest/forms.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import {
  IN_PLACE,
  KIND_EXAMPLES,
  LEFT_ALONE,
  MANAGED,
  MOVED_EXAMPLE,
  OVERRIDE,
  REMOVED_EXAMPLE,
} from "./manifest-examples.ts";
import {
  anchorOf,
  blocks,
  code,
  codes,
  contents,
  defaultCell,
  fenced,
  list,
  page,
  table,
} from "./markdown.ts";

const SECTIONS = [
  "References and definitions",
  "Managed kinds",
  "Fields for the admin panel",
  "Overrides",
  "JSON",
  "How values are read",
];

/** `json`: a manifest as JSON. */
export function manifestsPage(catalog: Catalog, json: string): string {
  const entries = entryForms(catalog);
  return page(
    "Manifests",
    "Manifests describe a game's progression: lists of resources under one key for each kind.",
    contents([
      "Files",
      "Top-level keys",
      ...catalog.map(({ plural }) => plural),
      ...entries.map(({ key }) => key),
      ...SECTIONS,
    ]),
    FILES,
    "## Top-level keys",
    table(
      ["Key", "Contains"],
      [
        ...catalog.map(({ plural, summary }) => [keyLink(plural), summary]),
        ...entries.map(({ key, summary }) => [keyLink(key), firstSentence(summary)]),
      ],
    ),
    "Any other key is an error. Each key holds a list; a file may have some of the keys, and files are read together.",
    commonSection(catalog),
    ...catalog.map((kind) => kindSection(kind, catalog)),
    ...entries.map((form) => entrySection(form, catalog)),
    ...GENERAL,
    "## JSON",
    "A file that ends in `.json` is strict JSON, with the same keys:",
    fenced("json", json),
    ...READING,
  );
}

const FILES = blocks(
  "## Files",
  "Each game has a folder. laurel reads every `*.yaml`, `*.yml` and `*.json` below it, in any number of files and YAML documents, except:",
  list([
    "`*.test.yaml` and `*.test.yml`, which contain [scenarios](../guides/test-a-design.md);",
    "the folder `overrides` ([overrides](#overrides));",
    "`node_modules`, project files, and files and folders whose names start with a dot.",
  ]),
  "[Editors](../guides/editors.md) complete and explain every field with [the schema](../../schemas/manifest.schema.json).",
);

function keyLink(key: string): string {
  return `[${code(key)}](#${anchorOf(key)})`;
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

const FIELD_COLUMNS = ["Field", "Type", "Default", "On update", "Meaning"];

/** Fields that several kinds have. */
function sharedFields(catalog: Catalog): readonly Field[] {
  const all = catalog.flatMap(({ fields }) => fields);
  return [...new Set(all.filter((field, index) => all.indexOf(field) !== index))];
}

function commonSection(catalog: Catalog): string {
  return blocks(
    "## Common fields",
    "Every kind has the first three; the section of a kind lists what it has.",
    table(
      FIELD_COLUMNS,
      sharedFields(catalog).map((field) => fieldRow(field, catalog)),
    ),
  );
}

function kindSection(kind: Kind, catalog: Catalog): string {
  const examples = KIND_EXAMPLES[kind.name];
  if (examples === undefined) throw new Error(`the reference has no example for ${kind.name}`);
  const shared = sharedFields(catalog);
  const lost =
    kind.playerData === undefined ? "" : ` Deleting one deletes the ${kind.playerData} of players.`;
  return blocks(
    `## ${kind.plural}`,
    `${kind.summary}${lost} In addresses: \`${kind.name}/CUSTOM_ID\`.`,
    table(FIELD_COLUMNS, [
      ...kind.fields
        .filter((field) => !shared.includes(field))
        .map((field) => fieldRow(field, catalog)),
      ...kind.links.map((link) => linkRow(link, catalog)),
    ]),
    `[Common fields](#common-fields): ${codes(kind.fields.filter((field) => shared.includes(field)).map(({ name }) => name))}.`,
    ...kind.fields.map(choiceTable),
    "Only the required fields, and all fields:",
    fenced("yaml", examples.minimal),
    fenced("yaml", examples.full),
  );
}

function fieldRow(field: Field, catalog: Catalog): readonly string[] {
  const update = field.type === "id" ? "[`moved`](#moved)" : updateWords(field.createOnly === true);
  return [
    code(field.name),
    fieldType(field, catalog),
    requiredOrDefault(field),
    update,
    field.summary,
  ];
}

function linkRow(link: Link, catalog: Catalog): readonly string[] {
  const { name, to, summary } = link;
  const type = `list of [${kindNamed(catalog, to).plural}](#${anchorOf(kindNamed(catalog, to).plural)})`;
  return [code(name), type, "none", updateWords(link.endpoint?.memberField === undefined), summary];
}

/** Source of the second: no client or page sends the value in an update (docs/service.md#kinds). */
function updateWords(isCreateOnly: boolean): string {
  return isCreateOnly ? "[create only](#create-only-fields)" : "yes";
}

function requiredOrDefault(field: Field): string {
  if (field.required === true) return "required";
  return defaultCell(field.default) || "none";
}

function choiceTable(field: Field): string {
  if (field.type !== "choice") return "";
  return table(
    [code(field.name), "Meaning"],
    field.choices.map(({ value, summary }) => [code(value), summary]),
  );
}

function fieldType(field: Field, catalog: Catalog): string {
  switch (field.type) {
    case "id":
      return "id";
    case "text":
      return `text, at most ${field.maxLength} characters`;
    case "pattern":
      return field.form;
    case "choice":
      return codes(field.choices.map(({ value }) => value));
    case "flag":
      return "`true` or `false`";
    case "integer":
      return field.maximum === Number.MAX_SAFE_INTEGER
        ? `whole number from ${field.minimum}`
        : `whole number from ${field.minimum} to ${field.maximum}`;
    case "json-text":
      return `any value, at most ${field.maxLength} characters as JSON`;
    case "conditions":
      return "[conditions](conditions.md)";
    case "reference": {
      const { label, plural } = kindNamed(catalog, field.to);
      return `[${label}](#${anchorOf(plural)})`;
    }
  }
}

function entrySection({ key, summary, fields }: EntryForm, catalog: Catalog): string {
  return blocks(
    `## ${key}`,
    `${summary} The key makes no kind [managed](#managed-kinds).`,
    table(
      ["Key", "Type", "Default", "Meaning"],
      fields.map((field) => [
        code(field.name),
        fieldType(field, catalog),
        requiredOrDefault(field),
        field.summary,
      ]),
    ),
    fenced("yaml", key === "moved" ? MOVED_EXAMPLE : REMOVED_EXAMPLE),
    key === "moved"
      ? "Guide: [a new id](../guides/change-a-live-game.md)."
      : "Guide: [recorded removals](../guides/change-a-live-game.md).",
  );
}

const GENERAL = [
  "## References and definitions",
  "Wherever a manifest refers to a resource by its `custom_id`, you can write the whole resource instead. A definition in place means the same as one in the list of its kind, and other manifests can refer to it by its id. A reference leads to a resource in the game's manifests or, for a kind that is not managed, to a live one.",
  fenced("yaml", IN_PLACE),
  "## Managed kinds",
  "A kind is managed when its key is in the game's files, or when a resource of it is defined in place. `leaderboards: []` means managed, and none: with `prune`, all leaderboards are deleted. Other kinds are left alone, and a plan names those that it does not compare.",
  fenced("yaml", MANAGED),
  "## Fields for the admin panel",
  "Besides its fields, each resource takes two keys. They are not sent to the service.",
  table(
    ["Key", "Type", "Default", "Meaning"],
    [
      [
        code(IGNORE),
        "list of names of fields and links, without `custom_id`",
        "none",
        IGNORE_SUMMARY,
      ],
      [
        code(CREATE_ONLY.name),
        "`true` or `false`",
        defaultCell(CREATE_ONLY.default ?? null),
        CREATE_ONLY.summary,
      ],
    ],
  ),
  fenced("yaml", LEFT_ALONE),
  "### Create-only fields",
  "The service is not known to change these in an update. If one differs, the resource is replaced: a new one is created and read back, and the old one is deleted with its player data, which is refused without `--allow replaces-player-data` ([details](../guides/change-a-live-game.md)).",
  "## Overrides",
  "`overrides/ENVIRONMENT.yaml`, or files in a folder `overrides/ENVIRONMENT`, change fields of declared resources in one environment. An override takes a `custom_id` and the fields to replace; `null` resets a field to its default. Values are replaced, not merged. An override cannot declare, rename or remove a resource.",
  fenced("yaml", `# overrides/testers.yaml\n${OVERRIDE}`),
  "Guide: [environments](../guides/environments.md). Schema: [overrides](../../schemas/overrides.schema.json).",
];

const READING = [
  "## How values are read",
  list([
    "**Omitted means the default**, and so does `null`, except for choices. A different live value is drift, and is shown.",
    "**YAML 1.2, strictly.** Duplicate keys, unknown keys and unknown tags are errors. `yes`, `no`, `on` and `off` are texts.",
    "**Ids are texts.** `007` and `1e3` are numbers in YAML, and `true` is a boolean; quote them.",
    "**Order is free** among resources, and among the ids in a list. An id twice in a list is an error.",
    "**No variables.** `${NAME}` is not replaced in manifests. For values that differ between environments, use [overrides](#overrides).",
    "**Text is trimmed** before it is compared, as the service does. Numbers keep all their digits.",
    "**Sizes are limited**: a game to 64 MB and 100,000 resources, nesting to 100 levels ([all limits](../guides/reliability.md)).",
  ]),
];
