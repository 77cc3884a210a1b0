/** Names for ids: legal in each language, all different, and never taken over by another id. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeNames, type Names } from "../../../src/view/codegen/constants.ts";
import { runs } from "../../support/runs.ts";
import { arbitraryIds } from "./arbitrary-ids.ts";

const names = (ids: readonly string[], style: keyof Names): Record<string, string> =>
  Object.fromEntries(
    Array.from(makeNames(ids, "Achievements"), ([id, { [style]: name }]) => [id, name]),
  );

/**
 * In the languages that use the style, so that a keyword in small letters is none where it matters.
 */
const LEGAL: Readonly<Record<keyof Names, RegExp>> = {
  camelCase: /^[a-z_]\w*$/,
  pascalCase: /^(?:[A-Z_]|id_)\w*$/,
  upperCase: /^(?:[A-Z_][A-Z0-9_]*|id_\w+)$/,
};

describe("names of ids", () => {
  it.each([
    ["camelCase", "slay-10-dragons", "slay10Dragons"],
    ["pascalCase", "slay-10-dragons", "Slay10Dragons"],
    ["upperCase", "slay-10-dragons", "SLAY_10_DRAGONS"],
    ["upperCase", "slayDragon", "SLAY_DRAGON"],
    ["camelCase", "XPGained", "xpGained"],
    ["camelCase", "10-kills", "_10Kills"],
    ["camelCase", "~", "id"],
    ["camelCase", "__proto__", "proto"],
    ["pascalCase", "to-string", "ToString_"],
    ["pascalCase", "achievements", "Achievements_"],
    ["camelCase", "achievements", "achievements"],
    ["upperCase", "pi", "PI_"],
    ["upperCase", "end", "END"],
  ] as const)("in %s: %s is %s", (style, id, name) => {
    expect(names([id], style)).toEqual({ [id]: name });
  });

  it("spell out the ids that would be called alike, all of them", () => {
    expect(names(["a-b", "a_b", "aB", "c"], "camelCase")).toEqual({
      "a-b": "id_a2d_b",
      a_b: "id_a5f_b",
      aB: "id_aB",
      c: "c",
    });
  });

  it.each(Object.keys(LEGAL) as readonly (keyof Names)[])(
    "in %s are legal and all different, whatever the ids, and never come to mean another id when one is added",
    (style) => {
      fc.assert(
        fc.property(arbitraryIds, arbitraryIds, (ids, more) => {
          const before = names(ids, style);
          const after = names([...new Set([...ids, ...more])], style);
          for (const made of [before, after].map(Object.values<string>)) {
            expect(new Set(made).size).toBe(made.length);
            for (const name of made) expect(name).toMatch(LEGAL[style]);
          }
          expect(Object.keys(before).sort()).toEqual([...ids].sort());
          const meaning = new Map(Object.entries(after).map(([id, name]) => [name, id]));
          for (const [id, name] of Object.entries(before)) expect(meaning.get(name) ?? id).toBe(id);
        }),
        runs(300),
      );
    },
  );
});
