/** Puts compiled code in the place of the modules that compile JSON Schemas. */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { build, transform } from "esbuild";

/**
 * A module of `src` named `…-check.ts` is run while laurel is built, with everything that it imports, and is replaced by the
 * code that Ajv writes for its schemas.
 *
 * @type {import("esbuild").Plugin}
 */
export const compiledChecks = {
  name: "compiled checks",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*-check\.ts$/ }, async ({ path }) => {
      // No schema has unevaluatedProperties or unevaluatedItems, for which Ajv would keep books at run time.
      const source = `
        import { checks } from ${JSON.stringify(path)};
        import standalone from "ajv/dist/standalone/index.js";
        Object.assign(checks.opts.code, { source: true });
        checks.opts.unevaluated = false;
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
      const checks = withShortPaths(withoutSchemas(code, createRequire(path)));
      const whole = `const exports = {};\n${checks}\nexport const checks = { getSchema: (key) => exports[key] };\n`;
      // People never read it, and every run does.
      const { code: contents } = await transform(whole, { minify: true });
      return { contents, loader: "js", resolveDir: dirname(path) };
    });
  },
};

/**
 * Errors quote lists of allowed values and types from the schemas, which the code has as a whole. With the lists in their
 * place, the bundle goes without the schemas.
 *
 * @param {string} code
 * @param {NodeJS.Require} require
 */
function withoutSchemas(code, require) {
  const quote = new Function("exports", "require", `${code}\nreturn (quoted) => JSON.stringify(eval(quoted));`)(
    {},
    require,
  );
  return code.replaceAll(/\bschema\d+(?:\.[\w$]+|\["[^"]*"\])*\.(?:enum|type)\b(?![.[])/g, (quoted) => quote(quoted));
}

/**
 * Of the path of an error within its schema, only whether it leads through one of several forms is used.
 *
 * @param {string} code
 */
function withShortPaths(code) {
  return code.replaceAll(/schemaPath:"([^"]*)"/g, (_, path) => `schemaPath:"${/\/oneOf\/\d/.exec(path)?.[0] ?? ""}"`);
}
