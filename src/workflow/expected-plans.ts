/** `--expect`: the reviewed plans are applied, or nothing. */
import { both, inQuotes, quoted } from "../ground/words.ts";
import {
  type Checked,
  checked,
  type Diagnostic,
  diagnostic,
  hasErrors,
} from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import { changedParts, hasTargetOf, isDigestOf } from "../plan/digest.ts";
import { isEmpty } from "../plan/plan.ts";
import {
  type GameResult,
  type GameResults,
  type PlannedGame,
  problemsOf,
  resultsOf,
} from "./game.ts";

/**
 * All of a digest, or its beginning. Shorter ones could be made to agree with another plan by
 * trying.
 */
const DIGEST = /^(sha256:)?[0-9a-f]{16,64}$/;

/**
 * Reads what `--expect` was given: digests, each alone or several joined by commas, as a plan
 * passes them on to the next job of a pipeline. Other texts are wrong usage.
 */
export function readDigests(expect: readonly string[]): Checked<readonly string[]> {
  const digests = expect.flatMap((texts) => texts.split(","));
  const help = [
    "a plan shows its digest; give all of it, or its first 16 hexadecimal digits or more",
  ];
  const wrong = digests.filter((digest) => !DIGEST.test(digest));
  return checked(
    digests,
    wrong.map((digest) =>
      diagnostic("usage", `--expect needs a digest, found ${quoted(digest)}.`, { help }),
    ),
  );
}

/**
 * Refuses each game whose plan does something and is not expected, and the run if an expected
 * digest belongs to none of its games. An empty list expects that there is nothing to do.
 */
export function refuseUnexpected(
  planned: GameResults<PlannedGame>,
  expect: readonly string[],
): GameResults<PlannedGame> {
  if (hasErrors(planned.general)) return planned;
  const plans = planned.games.map(({ plan }) => plan);
  const gone = expect.filter((digest) => !plans.some((plan) => isDigestOf(digest, plan)));
  const isOther = (plan: Plan): boolean =>
    !isEmpty(plan) && !expect.some((digest) => isDigestOf(digest, plan));
  const missed = gone.filter((digest) => !mayBelongTo(digest, planned, isOther));
  if (missed.length > 0) {
    const idle = plans
      .filter(isEmpty)
      .map((plan) => `For ${nameOf(plan)}, there is nothing to do.`);
    const problem = otherDigest([
      ...plans.filter(isOther).map(isNotExpected),
      ...idle,
      ...missed.map(ofNone),
    ]);
    return resultsOf([...planned.general, problem], planned.byGame, planned);
  }
  const byGame = planned.byGame.map((one): GameResult<PlannedGame> => {
    if (one.value === undefined || !isOther(one.value.plan) || hasErrors(one.diagnostics))
      return one;
    const { plan } = one.value;
    const problem = otherDigest([
      isNotExpected(plan),
      ...gone.map((digest) => whyGone(digest, plan)),
    ]);
    return {
      ...one,
      diagnostics: [...one.diagnostics, ...problemsOf(planned, one.game).named([problem])],
    };
  });
  return resultsOf(planned.general, byGame, planned);
}

/**
 * Decides whether a digest may name an earlier plan of a game that has a problem of its own now: no
 * plan, or another one. The beginning of a digest does not show its target.
 */
function mayBelongTo(
  digest: string,
  { byGame }: GameResults<PlannedGame>,
  isOther: (plan: Plan) => boolean,
): boolean {
  return byGame.some(({ value }) => {
    if (value === undefined) return true;
    return isOther(value.plan) && hasTargetOf(digest, value.plan) !== false;
  });
}

function otherDigest(lines: readonly string[]): Diagnostic {
  return diagnostic("other-digest", lines.join("\n"), {
    help: ["review the new plan, and expect its digest"],
  });
}

function isNotExpected(plan: Plan): string {
  return `The plan for ${nameOf(plan)} is ${plan.digest}, which is not expected.`;
}

function nameOf({ game, environment }: Plan): string {
  return `the game ${inQuotes(game)} (${environment})`;
}

/** Names what differs from the plan that was reviewed. */
function whyGone(digest: string, plan: Plan): string {
  const moved = changedParts(digest, plan);
  if (moved === undefined) return ofNone(digest);
  return `Different from the plan of --expect ${digest}: the ${both(moved)}${likelyCause(moved)}.`;
}

/**
 * Says what may have changed a plan of the same manifests. Steps also depend on live resources that
 * they do not touch.
 */
function likelyCause(moved: readonly string[]): string {
  if (moved.includes("manifests")) return "";
  if (moved.includes("live values that it touches")) {
    return "; somebody changed the live game, or laurel got other flags";
  }
  return "; somebody changed another part of the live game, or laurel got other flags or has another version";
}

function ofNone(digest: string): string {
  return `--expect ${digest} is the digest of none of the plans.`;
}
