/**
 * yargs without its own reading of files. Its usual entry looks for a `package.json` and for
 * translations in folders that a pull request may have filled.
 */
import { format } from "node:util";
import { type Parser, YargsFactory } from "../../node_modules/yargs/build/lib/yargs-factory.js";
import nodeShim from "../../node_modules/yargs/lib/platform-shims/esm.mjs";

function refuse(): never {
  throw new Error("yargs reads no files");
}

const withoutFiles = {
  findUp: refuse,
  readFileSync: refuse,
  readdirSync: refuse,
  require: refuse,
  getCallerFile: refuse,
  // The English texts are in the code of yargs.
  y18n: {
    __: format,
    __n: (one: string, other: string, ...values: readonly unknown[]): string => {
      const [count, ...others] = values;
      const text = count === 1 ? one : other;
      return format(text, ...(text.includes("%d") ? values : others));
    },
    getLocale: () => "en",
    setLocale: () => undefined,
    updateLocale: () => undefined,
  },
};

/** Makes a parser for the words of a command line. */
export const argumentParser: (words: readonly string[], cwd: string) => Parser = YargsFactory({
  ...nodeShim,
  ...withoutFiles,
});
