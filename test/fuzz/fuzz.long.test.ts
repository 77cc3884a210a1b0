/**
 * Hostile inputs for the program: each ends in a result or in a refusal, in time, and leaves alone
 * what everything shares. `npm run fuzz` tries more of them, each time others.
 */
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../support/cli.ts";
import { answers } from "./answers.ts";
import { commandLines } from "./command-lines.ts";
import { files } from "./files.ts";
import type { Target } from "./outputs.ts";
import { randomFrom } from "./random.ts";

/** Of all targets together. */
const INPUTS = Number(process.env.LAUREL_FUZZ ?? 2_000);
const SEED = process.env.LAUREL_FUZZ === undefined ? "20260813" : String(Date.now());
/** The usual exit code of a bad input, by target. */
const REFUSALS: Readonly<Record<string, number>> = { files: 3, answers: 1, "command lines": 64 };
/** In milliseconds. */
const LONGEST = 10_000;
const TARGETS = [files, answers, commandLines] as readonly Target<unknown>[];

const SHARED = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp, Error];
const prototypes = (): string =>
  SHARED.map(({ prototype }) => Reflect.ownKeys(prototype).length).join(" ");

describe(`hostile inputs, seed ${SEED}`, () => {
  it.each(TARGETS)("$name", { timeout: 3_600_000 }, async ({ name, share, open }) => {
    const trial = await open(await scratchFolder());
    const before = prototypes();
    const exits = new Set<number>();
    for (let index = 0; index < (INPUTS * share) / 100; index += 1) {
      const input = trial.make(randomFrom(`${SEED}/${name}/${index}`));
      const began = performance.now();
      try {
        exits.add(await trial.run(input));
        if (performance.now() - began > LONGEST) throw new Error("took too long");
        if (prototypes() !== before) throw new Error("changed a prototype that everything shares");
      } catch (cause) {
        throw new Error(`input ${index}: ${JSON.stringify(input).slice(0, 5_000)}`, { cause });
      }
    }
    await trial.close();
    // Some inputs are good and some are not, so that more than the refusal of all was tried.
    expect([...exits]).toEqual(expect.arrayContaining([0, REFUSALS[name]]));
  });
});
