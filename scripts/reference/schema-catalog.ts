/** Where the published schemas are on the web, and which files each is for. */
import type { JsonObject } from "../../src/ground/json.ts";

/** Of `package.json`. */
export interface PublishedPackage {
  readonly homepage: string;
  readonly version: string;
}

/**
 * The newest release of the major version: a schema's address changes only when its meaning may.
 */
export function schemaUrl(name: string, { homepage, version }: PublishedPackage): string {
  return `${homepage}/raw/v${version.split(".")[0]}/schemas/${name}.schema.json`;
}

/** A published schema with its address. */
export function withAddress(
  name: string,
  { $schema, ...rest }: JsonObject,
  published: PublishedPackage,
): JsonObject {
  return {
    ...($schema === undefined ? {} : { $schema }),
    $id: schemaUrl(name, published),
    ...rest,
  };
}

const YAML = ["yaml", "yml"];
const OVERRIDES = "**/overrides/**";

/**
 * Patterns as SchemaStore and editors read them: names alone match in every folder, `!` takes
 * matches away.
 */
const FILES: readonly (readonly [
  name: string,
  description: string,
  fileMatch: readonly string[],
])[] = [
  [
    "project",
    "Project file of laurel: games, environments, settings of the service",
    ["laurel.yaml"],
  ],
  [
    "manifest",
    "Manifests of laurel: actions, criteria, rewards, achievements and leaderboards of a game",
    [...[...YAML, "json"].map((ending) => `*.laurel.${ending}`), `!${OVERRIDES}`],
  ],
  [
    "overrides",
    "Overrides of laurel: what differs in one environment of a game",
    [...YAML, "json"].map((ending) => `${OVERRIDES}/*.laurel.${ending}`),
  ],
  [
    "scenarios",
    "Scenarios of laurel: what players do and what they must earn",
    YAML.map((ending) => `*.laurel.test.${ending}`),
  ],
];

interface SchemaEntry {
  readonly name: string;
  readonly description: string;
  readonly fileMatch: readonly string[];
  readonly url: string;
}

/** The schemas of files that people write. */
export function schemaEntries(published: PublishedPackage): readonly SchemaEntry[] {
  return FILES.map(([name, description, fileMatch]) => ({
    name: `laurel ${name}`,
    description,
    fileMatch,
    url: schemaUrl(name, published),
  }));
}

/** A catalog of schemas as SchemaStore publishes it and editors read it. */
export function schemaCatalog(published: PublishedPackage): JsonObject {
  const schemas = schemaEntries(published).map((entry) => ({ ...entry }));
  return { $schema: "https://json.schemastore.org/schema-catalog.json", version: 1, schemas };
}
