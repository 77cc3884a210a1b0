/** The rules of the layout: what may import what. `docs/internals.md` draws them. */
import { dirname } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { type Import, type SourceFile, sources } from "./sources.ts";

/** What the applications of `src` are made of. */
const LOWER = "analysis api catalog edit emulator files manifest model plan project";

/**
 * Folders | packages that each folder of `src` may import from. A folder stands below all that import it, so that no two
 * import each other. `node:` stands for all of Node's own; the empty name for the files that lie in `src` itself.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  catalog: "|",
  model: "catalog | ajv fast-deep-equal leven lossless-json typebox",
  manifest: "catalog model | yaml ajv lossless-json",
  project: "manifest model | fast-deep-equal typebox yaml",
  plan: "catalog manifest model | fast-deep-equal",
  edit: "catalog manifest model plan | diff yaml",
  rules: "catalog model project |",
  analysis: "catalog edit manifest model plan project rules | typebox",
  files: "manifest model | node:",
  api: "catalog manifest model project | node: undici",
  emulator:
    "catalog files model project rules | node: hono hono/tiny @hono/node-server @hono/node-server/utils/response",
  view: "analysis catalog edit manifest model plan project workflow | diff mustache string-width wrap-ansi",
  workflow: `${LOWER} rules | node:`,
  cli: `${LOWER} view workflow | node: yargs`,
  library: `${LOWER} view workflow | node:`,
  "": `${LOWER} view workflow cli library rules | node:`,
};
const GENERIC = ["model", "manifest", "edit", "project", "plan", "files", "api", "workflow", "view"];

describe("imports", () => {
  it("lead to the folders and packages that a folder may use", () => {
    const isAllowed = ({ layer }: SourceFile, { from, isPackage }: Import): boolean => {
      const [folders = [], packages = []] = (ALLOWED[layer] ?? "").split("|").map((names) => names.trim().split(" "));
      if (isPackage) return packages.some((name) => (name === "node:" ? from.startsWith(name) : from === name));
      const folder = from.includes("/") ? (from.split("/")[0] ?? "") : "";
      return folder === layer || folders.includes(folder);
    };
    const wrong = sources.flatMap((source) =>
      source.imports.filter((each) => !isAllowed(source, each)).map(({ from }) => `${source.path} imports ${from}`),
    );
    expect(wrong).toEqual([]);
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
      for (const { from, isPackage } of imports) if (!isPackage && dirname(from) !== own) used.add(dirname(from));
      folders.set(own, used);
    }
    const pairs = [...folders].flatMap(([one, used]) =>
      [...used].filter((other) => one < other && folders.get(other)?.has(one)).map((other) => `${one} ${other}`),
    );
    expect(pairs).toEqual([]);
  });

  it("never lead in a circle, not even for types", () => {
    const next = new Map(sources.map(({ path, imports }) => [path, imports.map(({ from }) => from)]));
    const [open, closed, circles] = [new Set<string>(), new Set<string>(), [] as string[]];
    const visit = (path: string): void => {
      if (open.has(path)) circles.push([...open, path].slice([...open].indexOf(path)).join(" -> "));
      if (open.has(path) || closed.has(path)) return;
      open.add(path);
      for (const each of next.get(path) ?? []) visit(each);
      open.delete(path);
      closed.add(path);
    };
    for (const { path } of sources) visit(path);
    expect(circles).toEqual([]);
  });
});

describe("engine code knows kinds from the catalog only", () => {
  const names = catalog.flatMap(({ name, plural, path, links }) => [
    name,
    plural,
    path,
    ...links.map((link) => link.name),
  ]);
  // "action" is also what a step does, and what a condition's reference reads from: there it is no kind.
  const memberNames = /\b(?:Pick|Omit)<[^<>]*>|\w\["action"\]|\bentity: "action"/g;

  it("and names none", () => {
    const found = sources.flatMap(({ path, layer, code }) => {
      if (!GENERIC.includes(layer)) return [];
      const literals = code.replaceAll(memberNames, "").matchAll(/(["'`])([^"'`\n]*)\1/g);
      return [...literals].filter(([, , text = ""]) => names.includes(text)).map(([text]) => `${path} has ${text}`);
    });
    expect(found).toEqual([]);
  });
});

describe("the process", () => {
  /** Asks which process this is and which others run, and does nothing to any. */
  const SEES_PROCESSES = "emulator/lock-holder.ts";

  it("is touched by what lies in `src` itself only", () => {
    for (const { path, code } of sources.filter(({ layer }) => layer !== "")) {
      const seen = path === SEES_PROCESSES ? /\bprocess\.(?:pid\b|kill\([^)]*\), 0\))/g : /(?!)/g;
      const touching = code.replaceAll(seen, "");
      expect(touching, path).not.toMatch(/\bprocess\.(?!$)|\bconsole\.|from "node:process"|\bglobalThis\b/);
    }
  });

  it("reads and prints JSON in one place, so that no number loses digits", () => {
    const ownWords = [
      // Texts of laurel's own, keys of maps, schemas and words in quotes: nothing that manifests or services say.
      "cli/terminal/bug-report.ts",
      "view/problems.ts",
      "manifest/desired-game.ts",
      "api/masking.ts",
      "files/assets.ts",
    ];
    const using = sources.filter(
      ({ code, layer }) => /\bJSON\.(?:parse|stringify)\(/.test(code) && layer !== "analysis",
    );
    expect(using.map(({ path }) => path)).toEqual([...ownWords, "model/json.ts"].sort());
  });

  it("opens files in one place, which refuses what is no plain file, too large, or outside of the repository", () => {
    const opening =
      /\b(?:readFile|readFileSync|createReadStream|open|openSync|opendir|readdir|cp|copyFile)\b(?=[^}]*\} from "node:fs)/;
    const using = sources.filter(({ code }) => opening.test(code)).map(({ path }) => path);
    expect(using).toEqual([
      // Names in a folder.
      "emulator/data-lock.ts",
      // Pages of the system about this machine and its processes.
      "emulator/lock-holder.ts",
      // Files of the package itself.
      "files/assets.ts",
      // Names in a folder.
      "files/manifests.ts",
      // The one that reads.
      "files/read.ts",
      // New files, which are only written, and names in a folder.
      "files/write.ts",
    ]);
    const recursive = sources.filter(({ code }) => /\bmkdir\([^)]*recursive/.test(code)).map(({ path }) => path);
    expect(recursive).toEqual([]);
  });

  it("finds laurel's own files in one place", () => {
    const finding = sources.filter(({ code }) => /\bimport\.meta\b|\bcreateRequire\b/.test(code));
    expect(finding.map(({ path }) => path)).toEqual(["files/assets.ts"]);
  });

  it("has one place where time passes and one where chance comes in", () => {
    const using = (pattern: RegExp) => sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
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
      [...code.matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm)].map(([, name]) => name ?? ""),
    );
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    expect(twice).toEqual([]);
  });
});
