/**
 * How well the texts of a page can be read: the contrast of each with what it stands on, as WCAG 2
 * counts it.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const SCRIPT = readFileSync(new URL("./faint-texts.js", import.meta.url), "utf8");

/**
 * Texts whose contrast is below what WCAG asks for at level AA, with the ratio. What is dimmed is
 * not looked at.
 */
export async function faintTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(SCRIPT);
}
