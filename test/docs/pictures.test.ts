/** The pictures of terminals in the documentation are what the commands print now; `npm run pictures` makes them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./reader.ts";

it("shows terminals as they are", async () => {
  const { terminalPictures } = (await import(join(ROOT, "scripts/pictures.js"))) as {
    readonly terminalPictures: () => Promise<ReadonlyMap<string, string>>;
  };
  const pictures = await terminalPictures();
  expect(pictures.size).toBeGreaterThan(0);
  for (const [name, svg] of pictures) {
    expect(svg, "run `npm run pictures`").toBe(readFileSync(join(ROOT, "docs/images", name), "utf8"));
  }
});
