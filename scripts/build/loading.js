/** When the parts of the program are loaded. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

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
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const own = relative(folder, path);
      const imports = (more.get(own) ?? [])
        .filter((each) => each !== own)
        .map((each) => `import ${JSON.stringify(join(folder, each))};\n`);
      return { contents: imports.join("") + readFileSync(path, "utf8"), loader: "ts" };
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
