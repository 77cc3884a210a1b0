/** When the parts of the program are loaded, and how they find what Node has. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { withShortLocals } from "./short-names.js";

/**
 * Packages in CommonJS form take modules of Node with `require`, which files in ECMAScript form do not have.
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
 * Packages whose default export is a function that is called seldom, and that take long to load: they are loaded by the
 * first call.
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

const { TYPE, ERROR } = createRequire(import.meta.url)("undici/lib/llhttp/constants.js");

/** Requests through agents and proxies, without fetch, caches, WebSockets, mocks, HTTP/2 and bodies other than text. */
const UNDICI = {
  "index.js": `
    const EnvHttpProxyAgent = require("./lib/dispatcher/env-http-proxy-agent.js");
    Object.assign(require("./lib/dispatcher/dispatcher.js").prototype, require("./lib/api/index.js"));
    module.exports = { EnvHttpProxyAgent };`,
  // Proxies connect.
  "lib/api/index.js": `
    module.exports = { request: require("./api-request.js"), connect: require("./api-connect.js") };`,
  // The same parser as without SIMD, which every machine can run.
  "lib/llhttp/llhttp_simd-wasm.js": `module.exports = require("./llhttp-wasm.js");`,
  // Only with the option `allowH2`.
  "lib/dispatcher/client-h2.js": `module.exports = () => { throw new Error("HTTP/2 is not built in"); };`,
  // Requests need the types and errors of the parser only, and not its alphabets.
  "lib/llhttp/constants.js": `
    module.exports = ${JSON.stringify({ TYPE, ERROR })};`,
  // Only for bodies that are a FormData.
  "lib/web/fetch/body.js": `exports.extractBody = () => { throw new Error("bodies of fetch are not built in"); };`,
};

/** @type {import("esbuild").Plugin} */
export const partOfUndici = {
  name: "part of undici",
  setup({ onLoad }) {
    const names = Object.keys(UNDICI).join("|").replaceAll(".", "\\.").replaceAll("/", "[\\\\/]");
    // On Windows, paths have backslashes.
    onLoad({ filter: new RegExp(`[\\\\/]node_modules[\\\\/]undici[\\\\/](?:${names})$`) }, ({ path }) => ({
      contents: UNDICI[path.replaceAll("\\", "/").replace(/^.*\/node_modules\/undici\//, "")],
    }));
  },
};

/**
 * Files are cut where what needs them differs, which would cut what nearly every command needs into dozens of files. So
 * modules are taken to need more than they do. All paths are below the folder.
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
      return { contents: imports.join("") + (await withShortLocals(readFileSync(path, "utf8"), "ts")) };
    });
  },
});

/**
 * The modules below a folder that are loaded on demand, as paths below it.
 *
 * @param {string} folder
 */
export function loadedOnDemand(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) => {
    const found = readFileSync(join(folder, name), "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g);
    return [...found].map(([, to = ""]) => join(dirname(name), to));
  });
}
