/**
 * Every text that does harm somewhere, at every place where text comes in, in every form of output. In CI several texts
 * come as one; `npm run test:explore` takes them one by one.
 */
import { describe, it } from "vitest";
import { expectHarmless } from "./oracles.ts";
import { SCENES } from "./scenes.ts";
import { groupedTexts, HOSTILE_TEXTS } from "./texts.ts";

const isExploring = process.env.LAUREL_EXPLORE !== undefined;
const texts = isExploring ? HOSTILE_TEXTS : groupedTexts();

describe.each(Object.entries(SCENES))("text of %s", (_, scene) => {
  it.each(Object.entries(texts))("is harmless: %s", async (__, text) => {
    for await (const shown of scene(text)) await expectHarmless(shown);
  });
});
