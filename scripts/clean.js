/** Removes what was built, so that a package holds no file whose source is gone. */
import { rmSync } from "node:fs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
