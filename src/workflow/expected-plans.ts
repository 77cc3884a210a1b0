/** `--expect`: the reviewed plans are applied, or nothing. */
import { both, quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import { isDigestOf, movedParts } from "../plan/basis.ts";
import { isEmpty } from "../plan/plan.ts";

/** A digest as given: all of it, or its beginning as git users are used to it. */
const DIGEST = /^(sha256:)?[0-9a-f]{12,64}$/;

/** What cannot be a digest is wrong usage, found before anything is read. */
export function misspeltDigests(expect: readonly string[]): readonly Diagnostic[] {
  const help = ["a plan shows its digest; give all of it, or its first 12 hexadecimal digits or more"];
  return expect
    .filter((given) => !DIGEST.test(given))
    .map((given) => diagnostic("usage", `--expect needs a digest, found ${quoted(given)}.`, { help }));
}

/** `sha256:` may be left out. */
const WHOLE_DIGITS = 64;

export interface Unexpected {
  /** By the game whose plan does something and is not expected. */
  readonly byGame: ReadonlyMap<string, Diagnostic>;
  /** Expected digests that no plan has any more. */
  readonly missed: readonly Diagnostic[];
}

/** Every plan with steps must be expected, and every expected digest that of a plan; the expected plans are applied. */
export function unexpectedPlans(plans: readonly Plan[], expect: readonly string[]): Unexpected {
  if (expect.length === 0) return { byGame: new Map(), missed: [] };
  const isCut = expect.some((given) => given.length < WHOLE_DIGITS);
  const more = isCut ? ["given with all 64 digits, a refusal says what is different"] : [];
  const help = ["review the new plan, and expect its digest", ...more];
  const otherDigest = (lines: readonly string[]): Diagnostic => diagnostic("other-digest", lines.join("\n"), { help });
  const missed = expect.filter((given) => !plans.some((plan) => isDigestOf(given, plan)));
  const others = plans.filter((plan) => !isEmpty(plan) && !expect.some((given) => isDigestOf(given, plan)));
  const idle = plans
    .filter(isEmpty)
    .map(({ game, environment }) => `For the game "${game}" (${environment}), there is nothing to do.`);
  const going = plans.some((plan) => !isEmpty(plan)) ? ["Expected plans are applied."] : [];
  return {
    byGame: new Map(
      others.map((plan) => {
        const { game, environment, digest } = plan;
        const is = `The plan for the game "${game}" (${environment}) is ${digest}, which is not expected.`;
        return [game, otherDigest([is, ...missed.map((given) => whyMissed(given, plan))])];
      }),
    ),
    missed: missed.length === 0 || others.length > 0 ? [] : [otherDigest([...idle, ...missed.map(ofNone), ...going])],
  };
}

/** What is different from the plan that was reviewed. */
function whyMissed(given: string, plan: Plan): string {
  const moved = movedParts(given, plan);
  if (moved === undefined) return ofNone(given);
  const reason = moved.includes("live values that it touches")
    ? "somebody changed the live game, or laurel got other flags"
    : "laurel has another version, or got other flags";
  const why = moved.includes("manifests") ? "" : `; ${reason}`;
  return `Different from the plan of --expect ${given}: the ${both(moved)}${why}.`;
}

function ofNone(given: string): string {
  return `--expect ${given} is the digest of none of the plans.`;
}
