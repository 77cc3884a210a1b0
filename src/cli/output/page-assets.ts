/** What comes with laurel for pages of HTML: the styles of all pages, and those and the scripts of one. */
import { readTemplate } from "../../files/package.ts";
import type { PageAssets } from "../../view/html/html.ts";

/** `styles`: names without their ending, beside those that every page has. */
export async function pageAssets(styles: readonly string[], scripts: readonly string[]): Promise<PageAssets> {
  const read = (names: readonly string[]): Promise<readonly string[]> =>
    Promise.all(names.map(async (name) => (await readTemplate("pages", name)).text));
  return {
    styles: await read(["page", ...styles].map((name) => `${name}.css`)),
    scripts: await read(scripts.map((name) => `${name}.js`)),
  };
}
