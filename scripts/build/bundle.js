/** How the program is bundled. */
import { join } from "node:path";
import { compiledChecks } from "./compiled-checks.js";
import { onFirstUse } from "./loading.js";

/**
 * Options of esbuild. Comments say what an option or a plugin saves of the CPU time of a command.
 *
 * @param {string} root the folder of the package
 */
export const bundleOptions = (root) =>
  /** @satisfies {import("esbuild").BuildOptions} */ ({
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // Names stay, because bug reports contain stack traces. Short ones would save no time.
    minifyWhitespace: true,
    minifySyntax: true,
    // Saves 5 ms of `validate`. In this form, esbuild leaves out what laurel does not use.
    alias: { yaml: join(root, "node_modules/yaml/browser/dist/index.js") },
    // The main file of jsonc-parser cannot be bundled.
    mainFields: ["module", "main"],
    // Paths in the files are below the root, also if node_modules is elsewhere.
    preserveSymlinks: true,
    // Packages in CommonJS form load modules of Node with `require`.
    banner: {
      js: 'import{createRequire as require_}from"node:module";const require=require_(import.meta.url);',
    },
    plugins: [
      // Saves 132 ms of `validate` and 149 ms of `plan`, and nothing of `--version`.
      compiledChecks,
      // Saves 24 ms of `--version`, 17 ms of `--help` and 22 ms of `validate`.
      onFirstUse(["string-width", "wrap-ansi"]),
    ],
  });
