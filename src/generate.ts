/**
 * Writes the files that are made from data: the schemas, and the reference blocks of the README and of the pages in
 * `docs`. With `--check` nothing is written; what is not current is named, and the exit code is 1.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { RULES } from "./analysis/lint/rules.ts";
import { STORES } from "./analysis/lint/stores.ts";
import { catalog } from "./catalog/index.ts";
import { nameOf } from "./cli/args/command.ts";
import { COMMANDS } from "./cli/commands/table.ts";
import { EXIT, EXIT_MEANINGS } from "./cli/exit-codes.ts";
import { FORMATS } from "./cli/output/formats.ts";
import { PACKAGE } from "./files/assets.ts";
import { escapeInvisible } from "./model/invisible-characters.ts";
import { jsonText } from "./model/json.ts";
import { projectSchema } from "./project/project-schema.ts";
import { FIXED_ASSUMPTIONS } from "./rules/assumptions.ts";
import { publishedSchemas } from "./view/json/published.ts";
import { schemaCatalog, schemaEntries, withAddress } from "./view/json/schema-catalog.ts";
import { llmsText } from "./view/reference/llms-text.ts";
import {
  type CommandFormats,
  codesReference,
  exitCodesReference,
  formatsReference,
  kindsReference,
  lintReference,
  projectReference,
  replaceBlocks,
  sentencesReference,
  storesReference,
} from "./view/reference/reference-markdown.ts";

const README = "README.md";
const DOCS = "docs";
const SCHEMAS = "schemas";
const SCHEMA_ENDING = ".schema.json";
const LINE_WIDTH = 120;

interface Generated {
  /** Texts by path below the root. */
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

function generated(root: string): Generated {
  const documents = [
    ...Object.entries(publishedSchemas(catalog)).map(
      ([name, schema]) => [`${name}${SCHEMA_ENDING}`, withAddress(name, schema, PACKAGE)] as const,
    ),
    ["catalog.json", schemaCatalog(PACKAGE)] as const,
  ];
  const schemas = documents.map(
    ([name, document]) => [`${SCHEMAS}/${name}`, `${escapeInvisible(schemaText(document, ""))}\n`] as const,
  );
  const { pages, problems } = replaceBlocks(allPages(root), {
    kinds: kindsReference(catalog),
    project: projectReference(projectSchema()),
    codes: codesReference(EXIT),
    "lint-rules": lintReference(RULES),
    stores: storesReference(STORES),
    "exit-codes": exitCodesReference(EXIT_MEANINGS),
    formats: formatsReference(commandFormats()),
    assumptions: sentencesReference(Object.values(FIXED_ASSUMPTIONS)),
  });
  const files = new Map([...schemas, ...pages]);
  const docs = new Map([...docsPages(root), ...files].filter(([path]) => /^docs\/.*\.md$/.test(path)));
  const llms = llmsText({ ...PACKAGE, pages: docs, schemas: schemaEntries(PACKAGE) });
  return { files: files.set("llms.txt", llms), problems };
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

/** All commands with a choice of forms. What is written while it happens goes to stdout only, and so is in no file. */
function commandFormats(): readonly CommandFormats[] {
  return COMMANDS.flatMap((spec) => {
    const formats = spec.flags.format?.choices ?? [];
    if (formats.length === 0) return [];
    const isStreamed = formats.some((format) => format === "jsonl");
    const fileFormats = isStreamed ? FORMATS.apply : formats;
    return [{ name: nameOf(spec), formats, fileFormats: spec.flags.output === undefined ? [] : fileFormats }];
  });
}

/** The pages that may have blocks, by their paths below the root. */
function allPages(root: string): ReadonlyMap<string, string> {
  const docs = readdirSync(join(root, DOCS)).filter((name) => name.endsWith(".md"));
  const paths = [README, ...docs.map((name) => `${DOCS}/${name}`)];
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** All pages of the documentation, in any folder. */
function docsPages(root: string): readonly (readonly [path: string, text: string])[] {
  const names = readdirSync(join(root, DOCS), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".md"))
    .map((name) => [`${DOCS}/${name.replaceAll("\\", "/")}`, readFileSync(join(root, DOCS, name), "utf8")]);
}

/** Sentences about everything that is not as it would be generated; empty when all is current. */
function stale(root: string, { files }: Generated): readonly string[] {
  const differing = [...files]
    .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text)
    .map(([path]) => `${path} is not current; run: npm run generate`);
  const present = existsSync(join(root, SCHEMAS)) ? readdirSync(join(root, SCHEMAS)) : [];
  const left = present
    .map((name) => `${SCHEMAS}/${name}`)
    .filter((path) => path.endsWith(SCHEMA_ENDING) && !files.has(path))
    .map((path) => `${path} is made by nothing; remove it`);
  return [...differing, ...left];
}

function write(root: string, { files }: Generated): void {
  mkdirSync(join(root, SCHEMAS), { recursive: true });
  for (const [path, text] of files) writeFileSync(join(root, path), text);
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const result = generated(root);
if (!process.argv.includes("--check") && result.problems.length === 0) write(root, result);
const problems = [...result.problems, ...stale(root, result)];
process.stderr.write(problems.map((problem) => `${problem}\n`).join(""));
process.exitCode = problems.length === 0 ? EXIT.done : EXIT.failed;
