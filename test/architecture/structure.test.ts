/** The rules of the layout: what may import what. `docs/internals.md` draws them. */
import { dirname } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { type Import, type SourceFile, sourceOf, sources } from "./sources.ts";

/** What the applications of `src` are made of. */
const LOWER = "analysis api catalog edit emulator files ground manifest model plan project";

/**
 * Folders | packages that each folder of `src` may import from. A folder stands below all that
 * import it, so that no two import each other. `node:` stands for all of Node's own; the empty name
 * for the files that lie in `src` itself.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  ground: "| leven lossless-json",
  catalog: "ground |",
  model: "catalog ground | fast-deep-equal",
  manifest: "catalog ground model | ajv jsonc-parser yaml",
  project: "catalog ground manifest model | typebox yaml",
  plan: "catalog ground manifest model |",
  edit: "catalog ground manifest model plan | diff jsonc-parser yaml",
  rules: "catalog ground |",
  analysis: "catalog edit ground manifest model plan project rules | typebox",
  files: "ground manifest model | node:",
  api: "catalog ground model project | node: undici",
  emulator:
    "catalog files ground model rules | node: hono hono/cors hono/tiny @hono/node-server @hono/node-server/utils/response",
  view: "analysis catalog edit ground manifest model plan project workflow | diff mustache string-width typebox wrap-ansi",
  workflow: `${LOWER} rules | node:`,
  cli: `${LOWER} view workflow | node: yargs yargs/build/lib/yargs-factory.js yargs/lib/platform-shims/esm.mjs`,
  library: `${LOWER} view workflow | node:`,
  "": `${LOWER} view workflow cli library rules | node:`,
};
const GENERIC = [
  "ground",
  "model",
  "manifest",
  "edit",
  "project",
  "plan",
  "files",
  "api",
  "workflow",
  "view",
];

function isAllowed({ layer }: SourceFile, { from, isPackage }: Import): boolean {
  const [folders = [], packages = []] = (ALLOWED[layer] ?? "")
    .split("|")
    .map((names) => names.trim().split(" "));
  if (isPackage)
    return packages.some((name) => (name === "node:" ? from.startsWith(name) : from === name));
  const folder = from.includes("/") ? (from.split("/")[0] ?? "") : "";
  return folder === layer || folders.includes(folder);
}

/** Imports of a file that its folder must not have. */
function wrongImports(source: SourceFile): readonly string[] {
  return source.imports
    .filter((each) => !isAllowed(source, each))
    .map(({ from }) => `${source.path} imports ${from}`);
}

/**
 * The files that can't reach themselves by imports are no circle; the others are listed with their
 * way.
 */
function circlesIn(files: readonly Pick<SourceFile, "path" | "imports">[]): readonly string[] {
  const next = new Map(files.map(({ path, imports }) => [path, imports.map(({ from }) => from)]));
  const open = new Set<string>();
  const closed = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string): void => {
    if (open.has(path)) circles.push([...open, path].slice([...open].indexOf(path)).join(" -> "));
    if (open.has(path) || closed.has(path)) return;
    open.add(path);
    for (const each of next.get(path) ?? []) visit(each);
    open.delete(path);
    closed.add(path);
  };
  for (const { path } of files) visit(path);
  return circles;
}

describe("imports", () => {
  it("lead to the folders and packages that a folder may use", () => {
    expect(sources.flatMap(wrongImports)).toEqual([]);
  });

  it.each([
    ["plan/a.ts", 'import { a } from "../api/client.ts";'],
    ["plan/a.ts", 'import type { A } from "../api/client.ts";'],
    ["plan/a.ts", 'import {\n  a,\n  b,\n} from "../view/plan.ts";'],
    ["plan/a.ts", 'import a, { b } from "../view/plan.ts";'],
    ["plan/a.ts", 'import * as a from "../view/plan.ts";'],
    ["plan/a.ts", 'export { a } from "../view/plan.ts";'],
    ["plan/a.ts", 'export * from "../view/plan.ts";'],
    ["plan/a.ts", 'export type * from "../view/plan.ts";'],
    ["plan/a.ts", 'import "../view/plan.ts";'],
    ["plan/a.ts", "import a from '../view/plan.ts';"],
    ["plan/a.ts", 'const a = await import("../view/plan.ts");'],
    ["plan/a.ts", "const a = await import(\n  `../view/plan.ts`\n);"],
    ["plan/a.ts", 'type A = import("../view/plan.ts").A;'],
    ["plan/deep/a.ts", 'import { a } from "../../view/plan.ts";'],
    ["plan/a.ts", 'import { readFile } from "node:fs/promises";'],
    ["plan/a.ts", 'import { request } from "undici";'],
    ["catalog/a.ts", 'import { a } from "../model/codec.ts";'],
    ["ground/a.ts", 'import { a } from "../model/model.ts";'],
    ["manifest/a.ts", 'import { a } from "../main.ts";'],
    ["a-new-folder/a.ts", 'import { a } from "../ground/json.ts";'],
  ])("that must not be are found: %s with %j", (path, text) => {
    expect(wrongImports(sourceOf(path, text))).toHaveLength(1);
  });

  it.each([
    ["plan/a.ts", '/* import { a } from "../view/plan.ts"; */'],
    ["plan/a.ts", '  // import { a } from "../view/plan.ts";'],
    ["model/a.ts", 'import { a } from "../ground/json.ts";\nimport equal from "fast-deep-equal";'],
    ["plan/a.ts", 'import { a } from "./b.ts";'],
    ["files/a.ts", 'import { readFile } from "node:fs/promises";'],
  ])("that may be are left alone: %s with %j", (path, text) => {
    expect(wrongImports(sourceOf(path, text))).toEqual([]);
  });

  it("find a file each, so that none was overlooked by the pattern", () => {
    const paths = new Set(sources.map(({ path }) => path));
    const local = sources.flatMap(({ imports }) =>
      imports.filter(({ isPackage }) => !isPackage).map(({ from }) => from),
    );
    expect(local.length).toBeGreaterThan(300);
    expect(local.filter((from) => !paths.has(from))).toEqual([]);
  });

  it("never lead from a folder to another and back", () => {
    const folders = new Map<string, Set<string>>();
    for (const { path, imports } of sources) {
      const own = dirname(path);
      const used = folders.get(own) ?? new Set();
      for (const { from, isPackage } of imports)
        if (!isPackage && dirname(from) !== own) used.add(dirname(from));
      folders.set(own, used);
    }
    const pairs = [...folders].flatMap(([one, used]) =>
      [...used]
        .filter((other) => one < other && folders.get(other)?.has(one))
        .map((other) => `${one} ${other}`),
    );
    expect(pairs).toEqual([]);
  });

  it("never lead in a circle, not even for types", () => {
    expect(circlesIn(sources)).toEqual([]);
    const circle = [
      sourceOf("a.ts", 'import "./b.ts";'),
      sourceOf("b.ts", 'import type { A } from "./a.ts";'),
    ];
    expect(circlesIn(circle)).toEqual(["a.ts -> b.ts -> a.ts"]);
  });
});

describe("an address", () => {
  /** Functions that split an address into its parts. */
  const SPLITTERS = ["partsOfAddress", "kindAt", "customIdOf", "splitAddress"];
  const splitsIn = ({ code }: SourceFile): boolean =>
    SPLITTERS.some((name) => new RegExp(`\\b${name}\\b`).test(code));

  it("is split by no stage of a plan or a reading: resources, changes and effects of steps have the kind and the id", () => {
    const engine = sources.filter(({ layer }) => layer === "plan" || layer === "api");
    expect(engine.length).toBeGreaterThan(40);
    expect(engine.filter(splitsIn).map(({ path }) => path)).toEqual([]);
    expect(splitsIn(sourceOf("plan/a.ts", "const { kind } = partsOfAddress(address);"))).toBe(true);
  });
});

describe("engine code knows kinds from the catalog only", () => {
  const names = catalog.flatMap(({ name, plural, path, links }) => [
    name,
    plural,
    path,
    ...links.map((link) => link.name),
  ]);
  // "action" is also what a step does, and what a condition's reference reads from: there it is no
  // kind.
  const memberNames = /\b(?:Pick|Omit)<[^<>]*>|\w\["action"\]|\bentity: "action"/g;

  const fieldNames = new Set(catalog.flatMap(({ fields }) => fields.map(({ name }) => name)));
  /** Those of the catalog that are no words of the language: nothing else is called so. */
  const tellingNames = [...names, ...fieldNames].filter(
    (name) => /_/.test(name) && name !== "custom_id",
  );

  /** Members of laurel's own documents that are called like a field. */
  const ownMembers: Readonly<Record<string, string>> = {
    "view/report/document.ts": "custom_action_id",
    "view/report/json.ts": "is_secret",
    "view/graph/mermaid.ts": "is_secret",
    "view/graph/json.ts": "is_secret",
    "view/json/parts.ts": "custom_action_id",
  };

  /**
   * Kinds, links and fields of the catalog that code of the engine names: as texts, in addresses
   * and as members.
   */
  const namedIn = ({ path, layer, code }: SourceFile): readonly string[] => {
    // Schemas of documents describe their members in sentences, and have no code.
    if (!GENERIC.includes(layer) || /^view\/.*schema\.ts$/.test(path)) return [];
    const literal = /(["'`])([^"'`\n]*)\1/g;
    const own = code.replaceAll(memberNames, "");
    const texts = [...own.matchAll(literal)].map(([, , text = ""]) => text.replace(/\/.*$/s, ""));
    const words = [...own.replaceAll(literal, '""').matchAll(/[\w$]+/g)].map(([word]) => word);
    const members = words.filter(
      (word) => tellingNames.includes(word) && ownMembers[path] !== word,
    );
    return [
      ...texts.filter((text) => names.includes(text) || tellingNames.includes(text)),
      ...members,
    ];
  };

  it("and names none", () => {
    const found = sources.flatMap((source) =>
      namedIn(source).map((text) => `${source.path} has ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'if (kind === "reward") return;',
    "const plural = 'criteria_groups';",
    'const path = "criteria-groups";',
    "const link = `reactions`;",
    "const address = `action/${id}`;",
    'const address = "achievement/hero";',
    "const group = resource.custom_criteria_group_id;",
    "const { is_secret } = body;",
  ])("finds %s", (text) => {
    expect(namedIn(sourceOf("plan/a.ts", text))).toHaveLength(1);
    expect(namedIn(sourceOf("analysis/a.ts", text))).toEqual([]);
  });
});

describe("names in sentences", () => {
  /**
   * Files with other texts: attributes of HTML, which `html` escapes, labels of Mermaid, examples
   * of YAML.
   */
  const OTHER_TEXTS: Readonly<Record<string, string>> = {
    "analysis/lint/conditions.rules.ts": "an example of a manifest",
    "ground/words.ts": "inQuotes itself",
    "project/project-schema.ts": "an example of a variable",
    "view/graph/figure.ts": "attributes",
    "view/graph/mermaid.ts": "labels with escapes of their own",
    "view/graph/document.ts": "attributes",
    "view/test/junit.ts": "attributes",
    "view/report/plots.ts": "attributes",
    "view/render/html.ts": "attributes",
  };
  const quotesBare = ({ path, code }: SourceFile): boolean =>
    OTHER_TEXTS[path] === undefined && /"\$\{/.test(code);

  it("are put between quotation marks by inQuotes or quoted, which no name can end", () => {
    expect(sources.filter(quotesBare).map(({ path }) => path)).toEqual([]);
    const known = new Set(sources.map(({ path }) => path));
    expect(Object.keys(OTHER_TEXTS).filter((path) => !known.has(path))).toEqual([]);
  });

  it.each(['const text = `"${name}" is worth more`;', 'help.push(`did you mean "${best}"?`);'])(
    "%s is found",
    (code) => {
      expect(quotesBare(sourceOf("analysis/a.ts", code))).toBe(true);
      expect(
        quotesBare(sourceOf("analysis/a.ts", "const text = `${inQuotes(name)} is worth more`;")),
      ).toBe(false);
    },
  );
});

function usesJson(code: string): boolean {
  return /\bJSON\s*\.\s*(?:parse|stringify)\b|= JSON\b/.test(code);
}

/** Reads files or names in folders: by name, or by an import of the whole module. */
function opensFiles(code: string): boolean {
  const name = /\b(?:readFile|createReadStream|open|opendir|readdir|cp|copyFile)(?:Sync)?\b/;
  const imports = code.matchAll(
    /\bimport\s+([^;"']*?)\s+from\s+["'](?:node:)?fs(?:\/promises)?["']/g,
  );
  const isWhole = /\bimport\(\s*["'`](?:node:)?fs\b/.test(code);
  return (
    isWhole || [...imports].some(([, clause = ""]) => !clause.includes("{") || name.test(clause))
  );
}

/** Makes a folder and all that are missing above it, through links that lead elsewhere. */
function makesFolders(code: string): boolean {
  return /\bmkdir(?:Sync)?\((?:[^()]|\([^()]*\))*recursive/.test(code);
}

describe("the process", () => {
  /** Asks which process this is and which others run, and does nothing to any. */
  const SEES_PROCESSES = "emulator/lock-holder.ts";

  const touchesProcess = ({ path, layer, code }: SourceFile): boolean => {
    if (layer === "") return false;
    const seen = path === SEES_PROCESSES ? /\bprocess\.(?:pid\b|kill\([^)]*\), 0\))/g : /(?!)/g;
    return /\bprocess\s*[.?[](?!$)|\bconsole\s*[.?[]|from ["']node:process["']|\bglobalThis\b/.test(
      code.replaceAll(seen, ""),
    );
  };

  it("is touched by files of `src` itself only", () => {
    expect(sources.filter(touchesProcess).map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ["api/a.ts", "process.exit(1);"],
    ["api/a.ts", 'const home = process["env"].HOME;'],
    ["api/a.ts", "process?.env.HOME;"],
    ["api/a.ts", 'import process from "node:process";'],
    ["api/a.ts", 'import { env } from "node:process";'],
    ["api/a.ts", "console.log(1);"],
    ["api/a.ts", "globalThis.fetch(url);"],
    [SEES_PROCESSES, "process.kill(pid, 9);"],
    [SEES_PROCESSES, "process.exit(1);"],
  ])("is touched by %s with %s", (path, text) => {
    expect(touchesProcess(sourceOf(path, text))).toBe(true);
  });

  it("reads and prints JSON in one place, so that no number loses digits", () => {
    const ownWords = [
      // Texts of laurel's own, keys of maps, schemas and words in quotes: nothing that manifests or
      // services say.
      "cli/terminal/bug-report.ts",
      "view/parts/problems.ts",
      "manifest/game/desired-game.ts",
      "api/masking.ts",
      "files/assets.ts",
    ];
    const using = sources.filter(({ code, layer }) => usesJson(code) && layer !== "analysis");
    expect(using.map(({ path }) => path)).toEqual([...ownWords, "ground/json.ts"].sort());
    for (const code of ["JSON.parse(text)", "texts.map(JSON.parse)", "const { stringify } = JSON;"])
      expect(usesJson(code), code).toBe(true);
  });

  it("opens files in one place, which refuses what is no plain file, too large, or outside of the repository", () => {
    const using = sources.filter(({ code }) => opensFiles(code)).map(({ path }) => path);
    expect(using).toEqual([
      // Names in a folder.
      "emulator/data-lock.ts",
      // Pages of the system about this machine and its processes.
      "emulator/lock-holder.ts",
      // Files of the package itself.
      "files/assets.ts",
      // Names in a folder.
      "files/disk.ts",
      // The one that reads.
      "files/read.ts",
      // New files, which are only written, and names in a folder.
      "files/write.ts",
    ]);
    const recursive = sources.filter(({ code }) => makesFolders(code)).map(({ path }) => path);
    expect(recursive).toEqual([]);
  });

  it.each([
    'import { readFile } from "node:fs/promises";',
    'import {\n  type Stats,\n  openSync,\n} from "node:fs";',
    'import { cp as copy, rm } from "node:fs/promises";',
    'import files from "node:fs/promises";',
    'import * as files from "node:fs";',
    "import { readdirSync } from 'node:fs';",
    'import { createReadStream } from "fs";',
    'const { readFile } = await import("node:fs/promises");',
  ])("%s opens files", (text) => {
    expect(opensFiles(text)).toBe(true);
  });

  it("a folder with all above it is made by any call that says `recursive`", () => {
    expect(makesFolders("await mkdir(dirname(path), { recursive: true });")).toBe(true);
    expect(makesFolders("mkdirSync(path, {\n  recursive: true,\n});")).toBe(true);
    expect(makesFolders("await mkdir(path);")).toBe(false);
  });

  it("finds laurel's own files in one place", () => {
    const finding = sources.filter(({ code }) => /\bimport\.meta\b|\bcreateRequire\b/.test(code));
    expect(finding.map(({ path }) => path)).toEqual(["files/assets.ts"]);
  });

  it("has one place where time passes and one where chance comes in", () => {
    const using = (pattern: RegExp) =>
      sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
    expect(using(/\bMath\.random\b/)).toEqual(["library/run.ts", "main.ts"]);
    // Only what the embedded service writes down is the time of day.
    expect(using(/\bDate\.now\b/)).toEqual(["emulator/app.ts"]);
    expect(using(/\bperformance\.now\b/)).toEqual(["api/clock.ts"]);
  });
});

describe("the manner of the code", () => {
  it("says in each file what it is for, leaves nothing open, and has no file that is too long", () => {
    for (const { path, text } of sources) {
      expect(text.split("\n").length, path).toBeLessThanOrEqual(600);
      expect(text, path).not.toMatch(/TODO|FIXME|XXX/);
      expect(text, path).toMatch(/^(?:#!.*\n)?\/\*\*/);
    }
  });

  it("declares each type under a name of its own", () => {
    const names = sources.flatMap(({ code }) =>
      [...code.matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm)].map(
        ([, name]) => name ?? "",
      ),
    );
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    expect(twice).toEqual([]);
  });
});
