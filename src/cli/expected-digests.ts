/** `--expect`: only plans that were looked at before are carried out. */
import { type Diagnostic, diagnostic } from "../core/diagnostics.ts";
import type { Plan } from "../core/model.ts";
import { isEmpty } from "../core/plan/plan.ts";
import { quoted } from "../core/wording.ts";
import { type Flags, texts } from "./command.ts";

/** What a digest is given as: all of it, or its beginning as git users are used to it. */
const FORM = /^(sha256:)?[0-9a-f]{12,64}$/;
const PREFIX = "sha256:";

/** A given digest that cannot be one is wrong usage, found before anything is read. */
export function misspeltDigests(flags: Flags): readonly Diagnostic[] {
  return texts(flags, "expect")
    .filter((given) => !FORM.test(given))
    .map((given) =>
      diagnostic("usage", `--expect needs a digest, and ${quoted(given)} is none.`, {
        help: ["a plan shows its digest; give all of it, or its first 12 hexadecimal digits or more"],
      }),
    );
}

/**
 * Every plan that does something must be expected, and every expected digest must be that of a plan: `other-digest`.
 * Without `--expect`, nothing is asked.
 */
export function unexpectedPlans(plans: readonly Plan[], flags: Flags): readonly Diagnostic[] {
  const expected = texts(flags, "expect");
  if (expected.length === 0) return [];
  const isOf = (given: string, { digest }: Plan): boolean => digest.slice(PREFIX.length).startsWith(bare(given));
  const missed = expected.filter((given) => !plans.some((plan) => isOf(given, plan)));
  const others = plans.filter((plan) => !isEmpty(plan) && !expected.some((given) => isOf(given, plan)));
  const lines = [
    ...others.map(({ game, environment, digest }) => `The plan for the game "${game}" (${environment}) is ${digest}.`),
    ...plans
      .filter(isEmpty)
      .map(({ game, environment }) => `For the game "${game}" (${environment}), nothing is to do.`),
    ...missed.map((given) => `--expect ${given} is the digest of none of the plans.`),
  ];
  if (missed.length === 0 && others.length === 0) return [];
  return [
    diagnostic("other-digest", lines.join("\n"), {
      help: ["the manifests or the live game have changed since; look at the new plan, and expect its digest"],
    }),
  ];
}

function bare(given: string): string {
  return given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given;
}
