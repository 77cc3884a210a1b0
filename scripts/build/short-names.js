/** Shortens the names that stack traces can do without. */
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

/**
 * In a module with `eval`, esbuild keeps the names of the top level: stack traces remain readable.
 */
const KEEPER = 'export function keepTopLevelNames(){eval("")}';

/**
 * The module with short names for parameters, local variables and inner functions.
 *
 * @param {string} source
 * @param {"js" | "ts"} loader
 */
export async function withShortLocals(source, loader) {
  // In CommonJS form, esbuild keeps the top level anyway.
  const isModule = /^(?:import|export)\b/m.test(source);
  const { code } = await transform(isModule ? `${source}\n${KEEPER}` : source, {
    loader,
    minify: true,
    platform: "node",
    target: "node20.19",
  });
  return code.replace(KEEPER, "");
}

/** @type {import("esbuild").Plugin} */
export const shortLocalsOfPackages = {
  name: "short locals of packages",
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: await withShortLocals(await readFile(path, "utf8"), "js"),
    }));
  },
};
