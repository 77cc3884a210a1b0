/** How the program is bundled. */
import { join } from "node:path";
import { compiledChecks } from "./compiled-checks.js";
import { nodeModules, onFirstUse } from "./loading.js";

/**
 * Options of esbuild.
 *
 * @param {string} root the folder of the package
 */
export const bundleOptions = (root) =>
  /** @satisfies {import("esbuild").BuildOptions} */ ({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20.19",
    // Names at the top level of modules stay: stack traces show them.
    minifyWhitespace: true,
    minifySyntax: true,
    // In these forms, the parts of the packages that laurel does not use are left out.
    alias: {
      yaml: join(root, "node_modules/yaml/browser/dist/index.js"),
      "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js"),
    },
    plugins: [compiledChecks, nodeModules, onFirstUse(["string-width", "wrap-ansi"])],
  });
