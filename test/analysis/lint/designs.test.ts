/** Lists of whole designs: legitimate ones, in which nothing may be found, and those with one mistake each. */
import { describe, expect, it } from "vitest";
import { FIFTH_FLAWED, FIFTH_SOUND } from "./designs/fifth.ts";
import { FLAWED_DESIGNS } from "./designs/flawed.ts";
import { LAST_FLAWED, LAST_SOUND } from "./designs/fourth.ts";
import { MORE_FLAWED, MORE_SOUND } from "./designs/second.ts";
import { manifestOf } from "./designs/sketch.ts";
import { SOUND_STRUCTURES } from "./designs/sound-structures.ts";
import { SOUND_TEXTS } from "./designs/sound-texts.ts";
import { LATEST_FLAWED, LATEST_SOUND } from "./designs/third.ts";
import { found } from "./support.ts";

/** `CODE ADDRESS: LABEL` of everything that is found. */
function findings(game: Parameters<typeof manifestOf>[0], project?: string): readonly string[] {
  return found(manifestOf(game), project).map(
    ({ code, address, primary }) => `${code} ${address}: ${primary?.text ?? ""}`,
  );
}

describe("nothing is found in legitimate designs", () => {
  it.each([...SOUND_TEXTS, ...SOUND_STRUCTURES, ...MORE_SOUND, ...LATEST_SOUND, ...LAST_SOUND, ...FIFTH_SOUND])(
    "$title",
    ({ game, project }) => {
      expect(findings(game, project)).toEqual([]);
    },
  );
});

describe("a mistake is found", () => {
  it.each([...FLAWED_DESIGNS, ...MORE_FLAWED, ...LATEST_FLAWED, ...LAST_FLAWED, ...FIFTH_FLAWED])(
    "$title",
    ({ game, project, expected }) => {
      const [codes = "", addresses = ""] = expected.split(" ");
      const wanted = codes.split("|").flatMap((code) => addresses.split("|").map((address) => `${code} ${address}: `));
      const all = findings(game, project);
      expect(
        all.filter((line) => wanted.some((start) => line.startsWith(start))),
        all.join("\n"),
      ).not.toEqual([]);
    },
  );
});
