/** Which packages are built into the program. */

/**
 * The folders of the packages of which any file got into what was built, below the root:
 * `node_modules/ajv`.
 *
 * @param {Readonly<Record<string, { readonly inputs: object }>>} outputs of esbuild's metafile
 */
export function builtInPackages(outputs) {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  const folders = inputs.map((path) => /(?:^|\/)(node_modules\/.*)/.exec(path)?.[1]);
  const found = folders.map(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path ?? "")?.[0],
  );
  return [...new Set(found.filter((folder) => folder !== undefined))].sort();
}
