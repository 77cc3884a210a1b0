/**
 * Writes the files that are made from data: the schemas and the pages of the reference. With
 * `--check`, it only lists the files that are not current, and exits with 1 if there are any.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { RULES } from "../../src/analysis/lint/lint.ts";
import { catalog } from "../../src/catalog/index.ts";
import { EXIT } from "../../src/cli/command/command.ts";
import { GLOBAL_OPTIONS } from "../../src/cli/command/options.ts";
import { COMPLETION, loadCommands } from "../../src/cli/commands/index.ts";
import { PACKAGE } from "../../src/files/assets.ts";
import { escapeInvisible } from "../../src/ground/invisible-characters.ts";
import { jsonText } from "../../src/ground/json.ts";
import { projectSchema } from "../../src/project/project-schema.ts";
import { commandsPage } from "./commands-page.ts";
import { conditionsPage } from "./conditions-page.ts";
import { documentTypes } from "./document-types.ts";
import { exitCodesPage } from "./exit-codes-page.ts";
import { jsonPage, scenariosPage } from "./json-page.ts";
import { lintRulesPage } from "./lint-rules-page.ts";
import { llmsText } from "./llms-text.ts";
import { manifestsPage } from "./manifests-page.ts";
import { messagesPage } from "./messages-page.ts";
import { projectPage } from "./project-page.ts";
import { publishedSchemas } from "./published.ts";
import { schemaCatalog, schemaEntries, withAddress } from "./schema-catalog.ts";

/** Folders whose files are all generated, with the end of their names. */
const SCHEMAS = { folder: "schemas", ending: ".schema.json" };
const PAGES = { folder: "docs/reference", ending: ".md" };
/** Texts that the pages show. */
const EXAMPLES = "scripts/reference/examples";
const LINE_WIDTH = 120;

/** Texts by path below the root. */
type GeneratedFiles = ReadonlyMap<string, string>;

function generatedFiles(root: string): GeneratedFiles {
  const schemas = publishedSchemas(catalog);
  const example = (name: string): string => readFileSync(join(root, EXAMPLES, name), "utf8");
  const pages = {
    commands: commandsPage(
      [...commands, { ...COMPLETION, options: {}, examples: [] }],
      GLOBAL_OPTIONS,
    ),
    conditions: conditionsPage(),
    "exit-codes": exitCodesPage(),
    json: jsonPage(schemas),
    "lint-rules": lintRulesPage(RULES),
    manifests: manifestsPage(catalog, example("manifest.json")),
    messages: messagesPage(
      EXIT,
      RULES.map(({ code }) => code),
      parse(readFileSync(join(root, "scripts/reference/messages.yaml"), "utf8")),
    ),
    "project-file": projectPage(projectSchema),
    scenarios: scenariosPage(schemas.scenarios ?? {}, example("scenarios.yaml")),
  };
  const files = new Map([
    ...Object.entries(schemas).map(
      ([name, schema]) =>
        [pathOf(SCHEMAS, name), jsonFile(withAddress(name, schema, PACKAGE))] as const,
    ),
    [`${SCHEMAS.folder}/catalog.json`, jsonFile(schemaCatalog(PACKAGE))] as const,
    [`${SCHEMAS.folder}/documents.d.ts`, escapeInvisible(documentTypes(schemas))] as const,
    ...Object.entries(pages).map(([name, text]) => [pathOf(PAGES, name), text] as const),
  ]);
  const docs = new Map(
    [...docsPages(root), ...files].filter(([path]) => /^docs\/.*\.md$/.test(path)),
  );
  return files.set(
    "llms.txt",
    llmsText({ ...PACKAGE, pages: docs, schemas: schemaEntries(PACKAGE) }),
  );
}

function jsonFile(value: object): string {
  return `${escapeInvisible(schemaText(value, ""))}\n`;
}

/** All pages of the documentation, in any folder. */
function docsPages(root: string): readonly (readonly [path: string, text: string])[] {
  const names = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".md"))
    .map((name) => [
      `docs/${name.replaceAll("\\", "/")}`,
      readFileSync(join(root, "docs", name), "utf8"),
    ]);
}

function pathOf({ folder, ending }: typeof SCHEMAS, name: string): string {
  return `${folder}/${name}${ending}`;
}

/**
 * JSON with short values on one line and tabs: the schemas are a tenth of the package. `lead`: what
 * is in front of it.
 */
function schemaText(value: unknown, lead: string): string {
  const line = jsonText(value, 1).replaceAll(/\n\s*/g, " ");
  if (lead.length + line.length <= LINE_WIDTH || typeof value !== "object" || value === null)
    return line;
  const indent = /^\t*/.exec(lead)?.[0] ?? "";
  const members = Object.entries(value).map(([name, member]) => {
    const start = `${indent}\t${Array.isArray(value) ? "" : `${jsonText(name)}: `}`;
    return `\n${start}${schemaText(member, start)}`;
  });
  return Array.isArray(value) ? `[${members.join()}\n${indent}]` : `{${members.join()}\n${indent}}`;
}

/** Sentences about everything that is not as it would be generated; empty when all is current. */
function stale(root: string, files: GeneratedFiles): readonly string[] {
  const differing = [...files]
    .filter(
      ([path, text]) =>
        !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text,
    )
    .map(([path]) => `${path} is not current; run: npm run generate`);
  const left = [SCHEMAS, PAGES]
    .flatMap(({ folder, ending }) =>
      (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [])
        .filter((name) => name.endsWith(ending))
        .map((name) => `${folder}/${name}`),
    )
    .filter((path) => !files.has(path))
    .map((path) => `${path} is not generated; delete it`);
  return [...differing, ...left];
}

function write(root: string, files: GeneratedFiles): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const commands = await loadCommands();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const files = generatedFiles(root);
if (!process.argv.includes("--check")) write(root, files);
const problems = stale(root, files);
process.stderr.write(problems.map((problem) => `${problem}\n`).join(""));
process.exitCode = problems.length === 0 ? EXIT.done : EXIT.failed;
