/**
 * The screenshots in the documentation are of the pages that laurel makes now; `npm run pictures -- --pages` makes them.
 * Pixels depend on the fonts of a machine, so the pages are compared.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./reader.ts";

interface Screenshots {
  readonly SOURCES: string;
  readonly screenshotPages: () => ReadonlyMap<string, { readonly html: string }>;
  readonly digestsOf: (pages: ReadonlyMap<string, { readonly html: string }>) => Readonly<Record<string, string>>;
}

it("shows pages as they are", async () => {
  const { SOURCES, screenshotPages, digestsOf } = (await import(join(ROOT, "scripts/screenshots.js"))) as Screenshots;
  const images = join(ROOT, "docs/images");
  const digests = digestsOf(screenshotPages());
  expect(digests, "run `npm run pictures -- --pages`").toEqual(JSON.parse(readFileSync(join(images, SOURCES), "utf8")));
  for (const name of Object.keys(digests)) expect(existsSync(join(images, name)), name).toBe(true);
});
