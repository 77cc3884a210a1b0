/** Files of the package yargs that its types leave out. */
declare module "*/node_modules/yargs/build/lib/yargs-factory.js" {
  export type Parser = import("yargs").Argv & {
    usageConfiguration(settings: { readonly "hide-types": boolean }): import("yargs").Argv;
    getInternalMethods(): { getUsageInstance(): { cacheHelpMessage(): void } };
  };
  export function YargsFactory(shim: object): (words: readonly string[], cwd: string) => Parser;
}
declare module "*/node_modules/yargs/lib/platform-shims/esm.mjs" {
  const shim: object;
  // biome-ignore lint/style/noDefaultExport: yargs has it so.
  export default shim;
}
