/**
 * For each rule a small complete game that it finds something in, and nothing else does, and one that it leaves alone. The
 * reference and `laurel lint --explain` show them, and a test holds them against the rules.
 */
import type { LintCode } from "../../../model/lint-codes.ts";
import { BESIDE_EXAMPLES } from "./beside.ts";
import { CRITERION_EXAMPLES } from "./criteria.ts";
import type { RuleExample } from "./rule-example.ts";
import { SHOWN_EXAMPLES } from "./shown.ts";

export const EXAMPLES: Readonly<Record<LintCode, RuleExample>> = {
  ...CRITERION_EXAMPLES,
  ...BESIDE_EXAMPLES,
  ...SHOWN_EXAMPLES,
};
