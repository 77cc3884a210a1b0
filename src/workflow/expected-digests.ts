/** `--expect`: only plans that were looked at before are carried out. */
import { type Flags, flag, texts } from "../cli/args/command.ts";
import { quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import { isEmpty } from "../plan/plan.ts";

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

export interface Unexpected {
  /** By the game whose plan does something and is not expected. */
  readonly byGame: ReadonlyMap<string, Diagnostic>;
  /** Digests of no plan: somebody approved what is not there any more. */
  readonly missed: readonly Diagnostic[];
}

/**
 * Every plan that does something must be expected, and every expected digest must be that of a plan: `other-digest`.
 * Without `--expect`, nothing is asked. A plan that is not expected does not concern those that are.
 */
export function unexpectedPlans(plans: readonly Plan[], flags: Flags): Unexpected {
  const expected = texts(flags, "expect");
  if (expected.length === 0) return { byGame: new Map(), missed: [] };
  const isOf = (given: string, { digest }: Plan): boolean => digest.slice(PREFIX.length).startsWith(bare(given));
  const missed = expected
    .filter((given) => !plans.some((plan) => isOf(given, plan)))
    .map((given) => `--expect ${given} is the digest of none of the plans.`);
  const others = plans.filter((plan) => !isEmpty(plan) && !expected.some((given) => isOf(given, plan)));
  const idle = plans
    .filter(isEmpty)
    .map(({ game, environment }) => `For the game "${game}" (${environment}), nothing is to do.`);
  const goesOn = flag(flags, "fail-fast") !== true && plans.some((plan) => !isEmpty(plan));
  const going = goesOn ? ["The plans that are expected are applied; with --fail-fast, nothing would be."] : [];
  return {
    byGame: new Map(others.map((plan) => [plan.game, otherDigest([isPlanOf(plan), ...missed])])),
    missed: missed.length === 0 || others.length > 0 ? [] : [otherDigest([...idle, ...missed, ...going])],
  };
}

function isPlanOf({ game, environment, digest }: Plan): string {
  return `The plan for the game "${game}" (${environment}) is ${digest}, which is not expected.`;
}

function otherDigest(lines: readonly string[]): Diagnostic {
  return diagnostic("other-digest", lines.join("\n"), {
    help: ["the manifests or the live game have changed since; look at the new plan, and expect its digest"],
  });
}

function bare(given: string): string {
  return given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given;
}
