/** Lists of whole designs: legitimate ones, in which nothing may be found, and those with one mistake each. */
import { describe, expect, it } from "vitest";
import { FLAWED_DESIGNS } from "./flawed-designs.ts";
import { manifestOf } from "./sketch.ts";
import { SOUND_DESIGNS } from "./sound-designs.ts";
import { found } from "./support.ts";

/** `CODE ADDRESS: LABEL` of everything that is found. */
function findings(game: Parameters<typeof manifestOf>[0], project?: string): readonly string[] {
  return found(manifestOf(game), project).map(
    ({ code, address, primary }) => `${code} ${address}: ${primary?.text ?? ""}`,
  );
}

/** Depend on how averages, reactions and inner groups are judged, not on texts. */
const JUDGED_ELSEWHERE = new Set([
  "tiers of averages that are next to each other",
  "an average between two neighbours",
  "a limit that a reaction of the goal breaks",
  "an inner choice of which nothing is left",
]);
const here = <T extends { readonly title: string }>(all: readonly T[]): readonly T[] =>
  all.filter(({ title }) => !JUDGED_ELSEWHERE.has(title));

describe("nothing is found in legitimate designs", () => {
  it.each(here(SOUND_DESIGNS))("$title", ({ game, project }) => {
    expect(findings(game, project)).toEqual([]);
  });
});

describe("a mistake is found", () => {
  it.each(here(FLAWED_DESIGNS))("$title", ({ game, project, expected }) => {
    const [codes = "", addresses = ""] = expected.split(" ");
    const wanted = codes.split("|").flatMap((code) => addresses.split("|").map((address) => `${code} ${address}: `));
    const all = findings(game, project);
    expect(
      all.filter((line) => wanted.some((start) => line.startsWith(start))),
      all.join("\n"),
    ).not.toEqual([]);
  });
});
