/** The compiler writes plain files; the command has to be executable for `npx laurel` in a clone. */
import { chmodSync } from "node:fs";

chmodSync(new URL("../dist/main.js", import.meta.url), 0o755);
