/** Findings in random games have a place, a sentence and a rule. That they hold is shown in proof.ts. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { lint } from "../../../src/analysis/lint/lint.ts";
import { LINT_CODES } from "../../../src/model/lint-codes.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { runs } from "../../support/runs.ts";
import { gameOf } from "./support.ts";

it("random valid games are linted without a crash", () => {
  fc.assert(
    fc.property(arbitraryGame({ allKinds: false }), (written) => {
      const game = gameOf(stringify(written), "lint: { budget: { step: 7, max_points: 40 } }\n");
      for (const each of lint(game)) {
        expect(each.primary?.span.start.line).toBeGreaterThan(0);
        expect(each.detail.length).toBeGreaterThan(5);
        expect(LINT_CODES).toHaveProperty(each.code);
      }
    }),
    runs(60),
  );
});
