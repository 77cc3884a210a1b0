/** The files of the repository: tracked, or new and not ignored. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Paths below the root, of files that exist and match. */
export function trackedFiles(pattern = /./): readonly string[] {
  const { stdout } = spawnSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  );
  return stdout.split("\0").filter((path) => pattern.test(path) && existsSync(join(ROOT, path)));
}
