/** The same sources give the same package, to the byte, so that a published one can be checked. */
import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { pack, temporaryFolder } from "./packed.ts";

it("two builds in two folders give the same tarball", () => {
  const folders = [temporaryFolder(), temporaryFolder()];
  const digests = folders.map((folder) =>
    createHash("sha512")
      .update(readFileSync(pack(folder).tarball))
      .digest("hex"),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  expect(digests[0]).toBe(digests[1]);
});
