/** Every rule finds something in its bad example, and nothing in its good one. */
import { describe, expect, it } from "vitest";
import { RULES } from "../../../src/analysis/lint/lint.ts";
import { CODES } from "../../../src/model/codes.ts";
import { LINT_CODES, LINT_NAMES } from "../../../src/model/lint-codes.ts";
import { codesIn, found } from "./support.ts";

describe("the examples of every rule", () => {
  it.each(RULES)("$code: the bad one shows this and nothing else", ({ code, bad, project }) => {
    expect(codesIn(bad, project)).toEqual([code]);
  });

  it.each(RULES)("$code: the good one does not show it", ({ code, good, project }) => {
    expect(codesIn(good, project)).not.toContain(code);
  });

  it.each(RULES)("$code: says where it is, what is wrong and what to do", ({ code, bad, project }) => {
    for (const each of found(bad, project)) {
      expect(each.primary?.span.file).toMatch(/^(game|laurel)\.yaml$/);
      expect(each.detail).toMatch(/^\S.*[.?!]$/s);
      expect(each.severity).toBe(LINT_CODES[code].severity);
    }
  });

  it("are there for about twenty rules, whose codes are all codes of laurel", () => {
    expect(RULES.map(({ code }) => code)).toEqual(LINT_NAMES);
    expect(LINT_NAMES.length).toBeLessThan(25);
    for (const code of LINT_NAMES) expect(CODES[code]).toBe(LINT_CODES[code]);
  });
});
