/**
 * Every rule finds something in its bad example, and nothing in its good one; and random games are
 * linted.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { lint, RULES } from "../../../src/analysis/lint/lint.ts";
import { CODES } from "../../../src/model/codes.ts";
import type { Diagnostic } from "../../../src/model/diagnostics.ts";
import { LINT_CODES, LINT_NAMES } from "../../../src/model/lint-codes.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { runs } from "../../support/runs.ts";
import { codesIn, found, gameOf } from "./support.ts";

/** It says where it is and what is wrong. */
function expectWhole({ primary, detail, code, severity }: Diagnostic): void {
  expect(primary?.span.source.name).toMatch(/^(game|laurel)\.yaml$/);
  expect(primary?.span.start.line).toBeGreaterThan(0);
  expect(detail).toMatch(/^\S.*[.?!]$/s);
  expect(severity).toBe(CODES[code].severity);
}

describe("the examples of every rule", () => {
  it.each(RULES)(
    "$code: the bad one shows this and nothing else, the good one does not",
    ({ code, ...rule }) => {
      expect(codesIn(rule.bad, rule.project)).toEqual([code]);
      expect(codesIn(rule.good, rule.project)).not.toContain(code);
      for (const finding of found(rule.bad, rule.project)) expectWhole(finding);
    },
  );

  it("are there for about twenty rules, whose codes are all codes of laurel", () => {
    expect(RULES.map(({ code }) => code)).toEqual(LINT_NAMES);
    expect(LINT_NAMES.length).toBeLessThan(25);
    for (const code of LINT_NAMES) expect(CODES[code]).toBe(LINT_CODES[code]);
  });
});

it("random valid games are linted without a crash", () => {
  fc.assert(
    fc.property(arbitraryGame({ allKinds: false }), (written) => {
      for (const finding of lint(
        gameOf(stringify(written), "lint: { budget: { step: 7, max_points: 40 } }\n"),
      ))
        expectWhole(finding);
    }),
    runs(20),
  );
});
