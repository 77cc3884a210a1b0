/** The rules of the layout (style-anchors.md §2.1, design.md §5): what may know what. */
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { sources } from "./sources.ts";

/** Layers that each layer may import from, and packages. `node:` stands for all of Node's own. */
const ALLOWED: Readonly<Record<string, { readonly layers: readonly string[]; readonly packages: readonly string[] }>> =
  {
    catalog: { layers: [], packages: [] },
    core: { layers: ["catalog"], packages: ["yaml", "ajv", "ajv/dist/2020.js", "leven"] },
    render: { layers: ["core", "catalog"], packages: ["diff", "string-width"] },
    edges: { layers: ["core", "catalog"], packages: ["node:", "undici"] },
    semantics: { layers: ["core", "catalog"], packages: [] },
    meaning: { layers: ["semantics", "core", "catalog"], packages: [] },
    service: {
      // Of the edges only the files, which biome.json sees to.
      layers: ["edges", "semantics", "core", "catalog"],
      packages: ["node:", "hono", "@hono/node-server", "@hono/node-server/utils/response"],
    },
    cli: {
      layers: ["service", "render", "edges", "meaning", "semantics", "core", "catalog"],
      packages: ["node:", "leven"],
    },
    "": {
      layers: ["cli", "service", "edges", "render", "meaning", "semantics", "core", "catalog"],
      packages: ["node:"],
    },
  };
/** Types that the catalog needs of core: JSON values are no stage of the program. */
const SHARED = new Set(["core/json.ts"]);
/** Layers whose values a layer turns into text: it knows their types, and calls nothing there. */
const SHOWN: Readonly<Record<string, readonly string[]>> = { render: ["meaning", "semantics"] };
const GENERIC = ["core", "edges", "render"];

describe("imports", () => {
  it.each(sources.map((source) => [source.path, source] as const))("of %s go inwards only", (_, { layer, imports }) => {
    const allowed = ALLOWED[layer];
    const wrong = imports.filter(({ from, isPackage, isTypeOnly }) => {
      if (isPackage)
        return !allowed?.packages.some((name) => (name === "node:" ? from.startsWith(name) : from === name));
      const layers = [layer, ...(allowed?.layers ?? []), ...(isTypeOnly ? (SHOWN[layer] ?? []) : [])];
      return !SHARED.has(from) && !layers.includes(from.includes("/") ? (from.split("/")[0] ?? "") : "");
    });
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

  it("never lead in a circle while the program loads", () => {
    const next = new Map(
      sources.map(({ path, imports }) => [path, imports.filter((each) => !each.isTypeOnly).map(({ from }) => from)]),
    );
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
  // "action" is also what a step does: as a member's name in a type it is no kind.
  const memberNames = /\b(?:Pick|Omit)<[^<>]*>|\w\["action"\]/g;

  it.each(sources.filter(({ layer }) => GENERIC.includes(layer)).map((source) => [source.path, source] as const))(
    "%s names none",
    (_, { code }) => {
      const literals = [...code.replaceAll(memberNames, "").matchAll(/(["'`])([^"'`\n]*)\1/g)].map(
        ([, , text]) => text,
      );
      expect(literals.filter((text) => names.includes(text ?? ""))).toEqual([]);
    },
  );

  it("would be found out: the pattern sees a name where there is one", () => {
    const service = sources.find(({ path }) => path === "service/rules-of-game.ts");
    expect(service?.code).toMatch(/(["'`])criteria_group\1/);
  });
});

describe("the process", () => {
  /** Asks which process this is and which others run, and does nothing to any. */
  const SEES_PROCESSES = "service/data-lock.ts";

  it.each(sources.filter(({ layer }) => layer !== "").map((source) => [source.path, source] as const))(
    "is not touched by %s",
    (path, { code }) => {
      const touching = path === SEES_PROCESSES ? code.replaceAll(/\bprocess\.(?:pid\b|kill\([^)]*\), 0\))/g, "") : code;
      expect(touching).not.toMatch(/\bprocess\.(?!$)|\bconsole\.|from "node:process"|\bglobalThis\b/);
    },
  );

  it("reads and prints JSON in one place, so that no number loses digits", () => {
    const ownWords = [
      // Texts of laurel's own, keys of maps, schemas and words in quotes: nothing that manifests or services say.
      "cli/commands/diff.ts",
      "cli/commands/schema.ts",
      "cli/telling/bug.ts",
      "core/findings.ts",
      "core/manifests/desired-game.ts",
      "core/manifests/parse-json.ts",
      "core/manifests/yaml-problems.ts",
      "core/plan/conceal.ts",
      "core/project/new-project.ts",
      "core/schema/manifest.ts",
      "edges/api/connections.ts",
      "edges/api/request-path.ts",
      "main.ts",
      "render/findings/shared-problems.ts",
      "render/reference/reference-markdown.ts",
    ];
    const using = sources.filter(
      ({ code, layer }) => /\bJSON\.(?:parse|stringify)\(/.test(code) && layer !== "meaning",
    );
    expect(using.map(({ path }) => path)).toEqual([...ownWords, "core/json.ts"].sort());
  });

  it("opens files in one place, which refuses what is no plain file, too large, or outside of the repository", () => {
    const opening =
      /\b(?:readFile|readFileSync|createReadStream|open|openSync|opendir|readdir|cp|copyFile)\b(?=[^}]*\} from "node:fs)/;
    const using = sources.filter(({ code }) => opening.test(code)).map(({ path }) => path);
    expect(using).toEqual([
      // Names in a folder.
      "edges/files/leftovers.ts",
      "edges/files/manifests.ts",
      // The one that reads.
      "edges/files/read.ts",
      // New files, which are only written.
      "edges/files/report.ts",
      // Files of the package itself.
      "edges/files/templates.ts",
      // New files, which are only written.
      "edges/files/whole-file.ts",
      "edges/files/write.ts",
      // Only builds the repository itself, and is not in the package.
      "generate.ts",
      // The package's own version.
      "main.ts",
      // Names in a folder, and what the system tells of a process.
      "service/data-lock.ts",
    ]);
    const recursive = sources.filter(({ code }) => /\bmkdir\([^)]*recursive/.test(code)).map(({ path }) => path);
    expect(recursive).toEqual([]);
  });

  it("has one place where time passes and one where chance comes in", () => {
    const using = (pattern: RegExp) => sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
    expect(using(/\bMath\.random\b/)).toEqual(["library.ts", "main.ts"]);
    expect(using(/\bDate\.now\(/)).toEqual(["edges/clock.ts", "service/options.ts"]);
  });
});

describe("the manner of the code", () => {
  it.each(sources.map((source) => [source.path, source] as const))(
    "%s says what it is for and is short",
    (path, { text }) => {
      const lines = text.split("\n").length;
      expect(lines).toBeLessThanOrEqual(320);
      expect(text).not.toMatch(/TODO|FIXME|XXX/);
      if (!path.startsWith("catalog/kinds/")) expect(text).toMatch(/^(?:#!.*\n)?\/\*\*/);
    },
  );
});
