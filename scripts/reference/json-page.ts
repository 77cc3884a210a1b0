/**
 * docs/reference/json.md: the JSON documents that laurel prints. Their members are in the schemas.
 */
import { isJsonObject, type JsonObject } from "../../src/ground/json.ts";
import { anchorOf, blocks, code, contents, fenced, page, table } from "./markdown.ts";
import {
  definitionsOf,
  descriptionOf,
  membersOf,
  referenceName,
  resolved,
  typeWords,
} from "./schema-words.ts";

/** Documents that people write have pages of their own. */
const WRITTEN_BY_PEOPLE = ["manifest", "overrides", "project", "scenarios"];

/** `schemas`: all published ones, by the name of the document. */
export function jsonPage(schemas: Readonly<Record<string, JsonObject>>): string {
  const documents = Object.entries(schemas).filter(([name]) => !WRITTEN_BY_PEOPLE.includes(name));
  return page(
    "JSON documents",
    "What `--format json` prints. The schemas describe every member, and `laurel schema DOCUMENT` prints them. Members may be added without a new `format`; ignore those that you do not know. A command that is stopped before it has a result prints `diagnostics`.",
    table(
      ["Document", "What it is", "Schema"],
      documents.map(([name, schema]) => [
        code(name),
        firstSentence(descriptionOf(schema)),
        `[${name}.schema.json](../../schemas/${name}.schema.json)`,
      ]),
    ),
  );
}

/** docs/reference/scenarios.md: the files that `laurel test` plays. */
export function scenariosPage(schema: JsonObject, example: string): string {
  const definitions = definitionsOf(schema);
  const parts = Object.keys(definitions).filter((part) => isPart(definitions, part));
  const link = (part: string): string => `[${part}](#${anchorOf(part)})`;
  return page(
    "Scenarios",
    `${descriptionOf(schema)} Scenarios are in files named \`*.test.yaml\` or \`*.test.yml\`, anywhere below the manifests of a game. [The guide](../guides/test-a-design.md) shows how to write them. Schema: [scenarios.schema.json](../../schemas/scenarios.schema.json).`,
    fenced("yaml", example),
    contents(["Top level", ...parts]),
    "## Top level",
    memberTable(schema, definitions, link),
    ...parts.map((part) => {
      const definition = definitions[part];
      if (!isJsonObject(definition)) return "";
      return blocks(
        `## ${part}`,
        descriptionOf(definition),
        memberTable(definition, definitions, link),
      );
    }),
  );
}

function firstSentence(text: string): string {
  return text.replace(/ Members may be added.*$/, "").replace(/ Events may be added, too\.$/, "");
}

function isPart(definitions: JsonObject, name: string): boolean {
  const definition = definitions[name];
  return isJsonObject(definition) && membersOf(definition).length > 0;
}

/**
 * A row for each member; those of objects inside it are below it, by path. Named parts are in
 * tables of their own.
 */
function memberTable(
  schema: JsonObject,
  definitions: JsonObject,
  link: (part: string) => string,
): string {
  const rows = (own: JsonObject, path: string): readonly (readonly string[])[] =>
    membersOf(own).flatMap(({ name, schema: member, isRequired }) => {
      const here = `${path}${name}`;
      const row = [
        code(here),
        typeWords(member, definitions, link),
        isRequired ? "always" : "",
        descriptionOf(resolved(member, definitions)),
      ];
      const [inner, suffix] =
        member.type === "array" && isJsonObject(member.items)
          ? [member.items, "[]."]
          : [member, "."];
      return [row, ...(referenceName(inner) === undefined ? rows(inner, `${here}${suffix}`) : [])];
    });
  return table(["Member", "Type", "Present", "Meaning"], rows(schema, ""));
}
