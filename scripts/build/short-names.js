/** Short names in the packages that are built in. laurel's own names stay: they stand in the report of a bug. */
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

/** @type {import("esbuild").Plugin} */
export const shortNames = {
  name: "short names in packages",
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const { code: contents } = await transform(await readFile(path, "utf8"), { minifyIdentifiers: true });
      return { contents };
    });
  },
};
