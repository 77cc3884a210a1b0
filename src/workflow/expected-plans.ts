/** `--expect`: the reviewed plans are applied, or nothing. */
import { both, inQuotes, quoted } from "../ground/words.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import { changedParts, hasTargetOf, isDigestOf } from "../plan/digest.ts";
import { isEmpty } from "../plan/plan.ts";
import {
  addProblems,
  type GameResult,
  type Games,
  gatherGames,
  type PlannedGame,
  problemsOf,
} from "./game.ts";

/**
 * All of a digest, or its beginning. Shorter ones could be made to agree with another plan by
 * trying.
 */
const DIGEST = /^(sha256:)?[0-9a-f]{16,64}$/;

/** Finds the texts that are no digests. They are wrong usage, found before a service is read. */
export function findWrongDigests(digests: readonly string[] = []): readonly Diagnostic[] {
  const help = [
    "a plan shows its digest; give all of it, or its first 16 hexadecimal digits or more",
  ];
  const wrong = splitDigests(digests).filter((digest) => !DIGEST.test(digest));
  return wrong.map((digest) =>
    diagnostic("usage", `--expect needs a digest, found ${quoted(digest)}.`, { help }),
  );
}

/** Splits digests at the commas with which a plan joins them for the next job of a pipeline. */
function splitDigests(digests: readonly string[]): readonly string[] {
  return digests.flatMap((texts) => texts.split(","));
}

/**
 * Holds plans to the digests of reviewed ones: refuses each game whose plan does something and is
 * not expected, and the run if a digest belongs to none of its games. An empty list expects that
 * there is nothing to do; undefined expects any plan.
 */
export function holdTo(
  planned: Games<PlannedGame>,
  digests: readonly string[] | undefined,
): Games<PlannedGame> {
  if (digests === undefined || hasErrors(planned.general)) return planned;
  const expect = splitDigests(digests);
  const plans = planned.games.map(({ plan }) => plan);
  const gone = expect.filter((digest) => !plans.some((plan) => isDigestOf(digest, plan)));
  const isOther = (plan: Plan): boolean =>
    !isEmpty(plan) && !expect.some((digest) => isDigestOf(digest, plan));
  const missed = gone.filter((digest) => !mayBelongTo(digest, planned, isOther));
  if (missed.length > 0) {
    const idle = plans
      .filter(isEmpty)
      .map((plan) => `For ${nameGame(plan)}, there is nothing to do.`);
    const problem = refuseDigest([
      ...plans.filter(isOther).map(sayUnexpected),
      ...idle,
      ...missed.map(sayUnknown),
    ]);
    return addProblems(planned, [problem]);
  }
  const byGame = planned.byGame.map((one): GameResult<PlannedGame> => {
    if (one.value === undefined || !isOther(one.value.plan) || hasErrors(one.diagnostics))
      return one;
    const { plan } = one.value;
    const lines = [sayUnexpected(plan), ...gone.map((digest) => explainMissing(digest, plan))];
    const problems = problemsOf(planned, one.game).named([refuseDigest(lines)]);
    return { ...one, diagnostics: [...one.diagnostics, ...problems] };
  });
  return gatherGames(planned.general, byGame, planned);
}

/**
 * Decides whether a digest may name an earlier plan of a game that has a problem of its own now: no
 * plan, or another one. The beginning of a digest does not show its target.
 */
function mayBelongTo(
  digest: string,
  { byGame }: Games<PlannedGame>,
  isOther: (plan: Plan) => boolean,
): boolean {
  return byGame.some(({ value }) => {
    if (value === undefined) return true;
    return isOther(value.plan) && hasTargetOf(digest, value.plan) !== false;
  });
}

function refuseDigest(lines: readonly string[]): Diagnostic {
  return diagnostic("other-digest", lines.join("\n"), {
    help: ["review the new plan, and expect its digest"],
  });
}

function sayUnexpected(plan: Plan): string {
  return `The plan for ${nameGame(plan)} is ${plan.digest}, which is not expected.`;
}

function nameGame({ game, environment }: Plan): string {
  return `the game ${inQuotes(game)} (${environment})`;
}

/** Names what differs from the plan that was reviewed. */
function explainMissing(digest: string, plan: Plan): string {
  const moved = changedParts(digest, plan);
  if (moved === undefined) return sayUnknown(digest);
  return `Different from the plan of --expect ${digest}: the ${both(moved)}${guessCause(moved)}.`;
}

/**
 * Says what may have changed a plan of the same manifests. Steps also depend on live resources that
 * they do not touch.
 */
function guessCause(moved: readonly string[]): string {
  if (moved.includes("manifests")) return "";
  if (moved.includes("live values that it touches")) {
    return "; somebody changed the live game, or laurel got other flags";
  }
  return "; somebody changed another part of the live game, or laurel got other flags or has another version";
}

function sayUnknown(digest: string): string {
  return `--expect ${digest} is the digest of none of the plans.`;
}
