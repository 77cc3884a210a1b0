/**
 * Writes the files that are made from data: the schemas and the pages of the reference. With `--check`, it only lists the
 * files that are not current, and exits with 1 if there are any.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { RULES } from "./analysis/lint/rules.ts";
import { STORES } from "./analysis/lint/stores.ts";
import { catalog } from "./catalog/index.ts";
import { GLOBAL_FLAGS } from "./cli/args/command.ts";
import { COMMANDS } from "./cli/commands/table.ts";
import { EXIT, EXIT_MEANINGS } from "./cli/exit-codes.ts";
import { escapeInvisible } from "./model/invisible-characters.ts";
import { jsonText } from "./model/json.ts";
import { projectSchema } from "./project/project-schema.ts";
import { FIXED_ASSUMPTIONS } from "./rules/assumptions.ts";
import { documentTypes } from "./view/json/document-types.ts";
import { publishedSchemas } from "./view/json/published.ts";
import { assumptionsPage } from "./view/reference/assumptions-page.ts";
import { commandsPage } from "./view/reference/commands-page.ts";
import { conditionsPage } from "./view/reference/conditions-page.ts";
import { exitCodesPage } from "./view/reference/exit-codes-page.ts";
import { jsonPage, scenariosPage } from "./view/reference/json-page.ts";
import { lintRulesPage } from "./view/reference/lint-rules-page.ts";
import { manifestsPage } from "./view/reference/manifests-page.ts";
import { messagesPage } from "./view/reference/messages-page.ts";
import { projectPage } from "./view/reference/project-page.ts";

/** Folders whose files are all generated, with the end of their names. */
const SCHEMAS = { folder: "schemas", ending: ".schema.json" };
const PAGES = { folder: "docs/reference", ending: ".md" };
/** Texts of documents. Those that laurel prints are for the game of `laurel init`, each list shortened to one entry. */
const EXAMPLES = "src/view/reference/examples";
const LINE_WIDTH = 120;

/** Texts by path below the root. */
type GeneratedFiles = ReadonlyMap<string, string>;

function generatedFiles(root: string): GeneratedFiles {
  const schemas = publishedSchemas(catalog);
  const { manifest = "", scenarios = "", ...documents } = examples(root);
  const pages = {
    assumptions: assumptionsPage(FIXED_ASSUMPTIONS),
    commands: commandsPage(COMMANDS, GLOBAL_FLAGS),
    conditions: conditionsPage(),
    "exit-codes": exitCodesPage(EXIT_MEANINGS),
    json: jsonPage(schemas, documents),
    "lint-rules": lintRulesPage(RULES, STORES),
    manifests: manifestsPage(catalog, manifest),
    messages: messagesPage(
      EXIT,
      RULES.map(({ code }) => code),
    ),
    "project-file": projectPage(projectSchema()),
    scenarios: scenariosPage(schemas.scenarios ?? {}, scenarios),
  };
  return new Map([
    ...Object.entries(schemas).map(
      ([name, schema]) => [pathOf(SCHEMAS, name), `${escapeInvisible(schemaText(schema, ""))}\n`] as const,
    ),
    ["schemas/documents.d.ts", escapeInvisible(documentTypes(schemas))],
    ...Object.entries(pages).map(([name, text]) => [pathOf(PAGES, name), text] as const),
  ]);
}

/** By the name of the document. */
function examples(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(root, EXAMPLES));
  return Object.fromEntries(
    names.map((name) => [name.replace(/\.\w+$/, ""), readFileSync(join(root, EXAMPLES, name), "utf8")]),
  );
}

function pathOf({ folder, ending }: typeof SCHEMAS, name: string): string {
  return `${folder}/${name}${ending}`;
}

/** JSON with short values on one line and tabs: the schemas are a tenth of the package. `lead`: what is in front of it. */
function schemaText(value: unknown, lead: string): string {
  const line = jsonText(value, 1).replaceAll(/\n\s*/g, " ");
  if (lead.length + line.length <= LINE_WIDTH || typeof value !== "object" || value === null) return line;
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
    .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text)
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

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const files = generatedFiles(root);
if (!process.argv.includes("--check")) write(root, files);
const problems = stale(root, files);
process.stderr.write(problems.map((problem) => `${problem}\n`).join(""));
process.exitCode = problems.length === 0 ? EXIT.done : EXIT.failed;
