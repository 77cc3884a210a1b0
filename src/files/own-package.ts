/** laurel's own package: where it lies and what it is called. */
import { createRequire } from "node:module";
import { dirname } from "node:path";

const require = createRequire(import.meta.url);
/** Built files do not lie where their sources do. */
const file = require.resolve("#package.json");
const { name } = require(file) as { name: string };

export const PACKAGE = { folder: dirname(file), name };
