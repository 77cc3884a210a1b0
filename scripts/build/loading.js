/** When the parts of the program are loaded, and how they find what Node has. */
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { withShortLocals } from "./short-names.js";

/**
 * Packages in CommonJS form take modules of Node with `require`, which files in ECMAScript form do
 * not have.
 *
 * @type {import("esbuild").Plugin}
 */
export const nodeModules = {
  name: "modules of Node",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind }) =>
      kind === "require-call" && isBuiltin(path) ? { path, namespace: "node" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "node" }, ({ path }) => ({
      contents: `
        const found = process.getBuiltinModule(${JSON.stringify(path)});
        if (found === undefined) throw new Error(${JSON.stringify(`Node has no module "${path}"`)});
        module.exports = found;`,
    }));
  },
};

/**
 * Packages whose default export is a function that is called seldom, and that take long to load:
 * they are loaded by the first call.
 *
 * @param {readonly string[]} packages
 * @returns {import("esbuild").Plugin}
 */
export const onFirstUse = (packages) => ({
  name: "on first use",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z-]+$/ }, ({ path, kind, resolveDir }) =>
      kind === "import-statement" && packages.includes(path)
        ? { path, namespace: "first-use", pluginData: resolveDir }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "first-use" }, ({ path, pluginData }) => ({
      contents: `
        let found;
        export default (...words) => (found ??= require(${JSON.stringify(path)}).default)(...words);`,
      resolveDir: pluginData,
    }));
  },
});

/**
 * Files are cut where what needs them differs, which would cut what nearly every command needs into
 * dozens of files. So modules are taken to need more than they do. All paths are below the folder.
 *
 * @param {string} folder
 * @param {ReadonlyMap<string, readonly string[]>} more
 * @returns {import("esbuild").Plugin}
 */
export const together = (folder, more) => ({
  name: "together",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const own = relative(folder, path);
      const imports = (more.get(own) ?? [])
        .filter((each) => each !== own)
        .map((each) => `import ${JSON.stringify(join(folder, each))};\n`);
      return {
        contents: imports.join("") + (await withShortLocals(readFileSync(path, "utf8"), "ts")),
      };
    });
  },
});

/**
 * The modules below a folder that are loaded on demand, as paths below it.
 *
 * @param {string} folder
 */
export function loadedOnDemand(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  return files.flatMap((name) => {
    const found = readFileSync(join(folder, name), "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g);
    return [...found].map(([, to = ""]) => join(dirname(name), to));
  });
}
