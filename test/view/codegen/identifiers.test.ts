/** Names for ids: legal in each language, all different, and never taken over by another id. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type LanguageName, namesOf } from "../../../src/view/codegen/languages.ts";
import { runs } from "../../support/runs.ts";
import { arbitraryIds } from "./arbitrary-ids.ts";

const names = (ids: readonly string[], language: LanguageName): Record<string, string> => {
  return Object.fromEntries(namesOf(ids, LANGUAGES[language]));
};

/** Of constants, so that a keyword in small letters is none. */
const LEGAL: Readonly<Record<LanguageName, RegExp>> = {
  typescript: /^[a-z_]\w*$/,
  csharp: /^(?:[A-Z_]|id_)\w*$/,
  cpp: /^k\w*$/,
  gdscript: /^(?:[A-Z_][A-Z0-9_]*|id_\w+)$/,
  lua: /^(?:[A-Z_][A-Z0-9_]*|id_\w+)$/,
};

describe("names of ids", () => {
  it.each([
    ["typescript", "slay-10-dragons", "slay10Dragons"],
    ["csharp", "slay-10-dragons", "Slay10Dragons"],
    ["cpp", "slay-10-dragons", "kSlay10Dragons"],
    ["gdscript", "slay-10-dragons", "SLAY_10_DRAGONS"],
    ["lua", "slayDragon", "SLAY_DRAGON"],
    ["typescript", "XPGained", "xpGained"],
    ["typescript", "10-kills", "_10Kills"],
    ["typescript", "~", "id"],
    ["typescript", "__proto__", "proto"],
    ["csharp", "to-string", "ToString_"],
    ["gdscript", "pi", "PI_"],
    ["lua", "end", "END"],
  ] as const)("for %s: %s is %s", (language, id, name) => {
    expect(names([id], language)).toEqual({ [id]: name });
  });

  it("spell out the ids that would be called alike, all of them", () => {
    expect(names(["a-b", "a_b", "aB", "c"], "typescript")).toEqual({
      "a-b": "id_a2d_b",
      a_b: "id_a5f_b",
      aB: "id_aB",
      c: "c",
    });
  });

  describe.each(Object.keys(LANGUAGES) as readonly LanguageName[])("for %s", (language) => {
    it("are legal and all different, whatever the ids", () => {
      fc.assert(
        fc.property(arbitraryIds, (ids) => {
          const made = names(ids, language);
          expect(Object.keys(made).sort()).toEqual([...new Set(ids)].sort());
          expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
          for (const name of Object.values(made)) expect(name).toMatch(LEGAL[language]);
        }),
        runs(300),
      );
    });

    it("never come to mean another id when an id is added", () => {
      fc.assert(
        fc.property(arbitraryIds, arbitraryIds, (ids, more) => {
          const before = names(ids, language);
          const meaning = new Map(Object.entries(names([...ids, ...more], language)).map(([id, name]) => [name, id]));
          for (const [id, name] of Object.entries(before)) expect(meaning.get(name) ?? id).toBe(id);
        }),
        runs(300),
      );
    });
  });
});
