/** Puts compiled code in the place of the modules that compile JSON Schemas. */
import { dirname } from "node:path";
import { build, transform } from "esbuild";

/**
 * A module of `src` named `…-check.ts` is run while laurel is built, with everything that it
 * imports, and is replaced by the code that Ajv writes for its schemas.
 *
 * @type {import("esbuild").Plugin}
 */
export const compiledChecks = {
  name: "compiled checks",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*-check\.ts$/ }, async ({ path }) => {
      const source = `
        import { checks } from ${JSON.stringify(path)};
        import standalone from "ajv/dist/standalone/index.js";
        Object.assign(checks.opts.code, { source: true });
        export const code = standalone(checks);`;
      const { outputFiles } = await build({
        stdin: { contents: source, resolveDir: dirname(path) },
        bundle: true,
        format: "esm",
        platform: "node",
        write: false,
      });
      const text = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
      const { code } = await import(`data:text/javascript;base64,${text}`);
      const checks = withAppendedErrors(code);
      const whole = `const exports = {};\n${checks}\nexport const checks = { getSchema: (key) => exports[key] };\n`;
      // People never read it, and every run does.
      const { code: contents } = await transform(whole, { minify: true });
      return { contents, loader: "js", resolveDir: dirname(path) };
    });
  },
};

/**
 * Ajv copies all errors so far at each `$ref` that adds some: a list with many wrong elements would
 * take quadratic time.
 *
 * @param {string} code
 */
function withAppendedErrors(code) {
  const appended = "($1.forEach((each) => vErrors.push(each)), vErrors)";
  return code.replaceAll(/vErrors\.concat\((\w+\.errors)\)/g, appended);
}
