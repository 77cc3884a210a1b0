/**
 * Hostile inputs for the program: each ends in a result or in a refusal, in time, and leaves alone what everything shares.
 * `npm run fuzz` tries more of them, each time others.
 */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../support/cli.ts";
import { randomFrom } from "./random.ts";
import type { Target } from "./target.ts";
import { answers } from "./targets/answers.ts";
import { commandLines } from "./targets/command-lines.ts";
import { manifests } from "./targets/manifests.ts";
import { projects } from "./targets/projects.ts";
import { scenarios } from "./targets/scenarios.ts";

/** Of all targets together. */
const INPUTS = Number(process.env.LAUREL_FUZZ ?? 5_000);
const SEED = process.env.LAUREL_FUZZ === undefined ? "20260813" : String(Date.now());
/** In milliseconds. */
const LONGEST = 10_000;
const ROOT = join(import.meta.dirname, "../..");
const TARGETS = [manifests, projects, answers, commandLines, scenarios] as readonly Target<unknown>[];
const SHARES = TARGETS.reduce((sum, { share }) => sum + share, 0);

const SHARED = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp, Error];
const prototypes = (): string => SHARED.map(({ prototype }) => Reflect.ownKeys(prototype).length).join(" ");

describe(`hostile inputs, seed ${SEED}`, () => {
  it.each(TARGETS)("$name", { timeout: 3_600_000 }, async ({ name, share, open }) => {
    const trial = await open(ROOT, await scratchFolder());
    const before = prototypes();
    for (let index = 0; index < (INPUTS * share) / SHARES; index += 1) {
      const input = trial.make(randomFrom(`${SEED}/${name}/${index}`));
      const shown = (): string => `input ${index}: ${JSON.stringify(input).slice(0, 5_000)}`;
      const began = performance.now();
      await trial.run(input).catch((cause: unknown) => {
        throw new Error(shown(), { cause });
      });
      if (performance.now() - began > LONGEST) throw new Error(`took too long: ${shown()}`);
      if (prototypes() !== before) throw new Error(`changed a prototype that everything shares: ${shown()}`);
    }
    await trial.close();
    expect(prototypes()).toBe(before);
  });
});
