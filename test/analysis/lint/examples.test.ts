/** Every rule finds something in its bad example, and nothing in its good one. */
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../../src/analysis/lint/examples/examples.ts";
import { CODES } from "../../../src/model/codes.ts";
import { LINT_CODES, LINT_NAMES } from "../../../src/model/lint-codes.ts";
import { codesIn, found } from "./support.ts";

describe("the examples of every rule", () => {
  it.each(LINT_NAMES)("%s: the bad one shows this and nothing else", (code) => {
    const { bad, project } = EXAMPLES[code];
    expect(codesIn(bad, project)).toEqual([code]);
  });

  it.each(LINT_NAMES)("%s: the good one does not show it", (code) => {
    const { good, project } = EXAMPLES[code];
    expect(codesIn(good, project)).not.toContain(code);
  });

  it.each(LINT_NAMES)("%s: says where it is, what is wrong and what to do", (code) => {
    for (const each of found(EXAMPLES[code].bad, EXAMPLES[code].project)) {
      expect(each.primary?.span.file).toMatch(/^(game|laurel)\.yaml$/);
      expect(each.detail).toMatch(/^\S.*[.?!]$/s);
      expect(each.severity).toBe(LINT_CODES[code].severity);
    }
  });

  it("are there for more than twenty-five rules, whose codes are all codes of laurel", () => {
    expect(LINT_NAMES.length).toBeGreaterThan(25);
    for (const code of LINT_NAMES) expect(CODES[code]).toBe(LINT_CODES[code]);
  });
});
