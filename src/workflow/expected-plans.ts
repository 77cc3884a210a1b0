/** `--expect`: the reviewed plans are applied, or nothing. */
import { both, quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import { isDigestOf, movedParts } from "../plan/basis.ts";
import { isEmpty } from "../plan/plan.ts";
import { type GameResult, type GameResults, type PlannedGame, problemsOf, resultsOf } from "./game.ts";

/** A digest as given: all of it, or its beginning as git users are used to it. */
const DIGEST = /^(sha256:)?[0-9a-f]{12,64}$/;

/** What cannot be a digest is wrong usage, found before anything is read. */
export function misspeltDigests(expect: readonly string[]): readonly Diagnostic[] {
  const help = ["a plan shows its digest; give all of it, or its first 12 hexadecimal digits or more"];
  return expect
    .filter((digest) => !DIGEST.test(digest))
    .map((digest) => diagnostic("usage", `--expect needs a digest, found ${quoted(digest)}.`, { help }));
}

/** A game whose plan does something must be expected, and every expected digest must be that of a plan. */
export function refuseUnexpected(
  planned: GameResults<PlannedGame>,
  expect: readonly string[],
): GameResults<PlannedGame> {
  if (expect.length === 0 || hasErrors(planned.general)) return planned;
  const plans = planned.games.map(({ plan }) => plan);
  const gone = expect.filter((digest) => !plans.some((plan) => isDigestOf(digest, plan)));
  const isOther = (plan: Plan): boolean => !isEmpty(plan) && !expect.some((digest) => isDigestOf(digest, plan));
  const byGame = planned.byGame.map((one): GameResult<PlannedGame> => {
    const plan = one.value?.plan;
    if (plan === undefined || !isOther(plan) || hasErrors(one.diagnostics)) return one;
    const is = `The plan for ${nameOf(plan)} is ${plan.digest}, which is not expected.`;
    const problem = otherDigest([is, ...gone.map((digest) => whyGone(digest, plan))]);
    return { ...one, diagnostics: [...one.diagnostics, ...problemsOf(planned, one.game).named([problem])] };
  });
  const idle = plans.filter(isEmpty).map((plan) => `For ${nameOf(plan)}, there is nothing to do.`);
  const missed = gone.length === 0 || plans.some(isOther) ? [] : [otherDigest([...idle, ...gone.map(ofNone)])];
  return resultsOf([...planned.general, ...missed], byGame, planned);
}

function otherDigest(lines: readonly string[]): Diagnostic {
  return diagnostic("other-digest", lines.join("\n"), { help: ["review the new plan, and expect its digest"] });
}

function nameOf({ game, environment }: Plan): string {
  return `the game "${game}" (${environment})`;
}

/** What is different from the plan that was reviewed. */
function whyGone(digest: string, plan: Plan): string {
  const moved = movedParts(digest, plan);
  if (moved === undefined) return ofNone(digest);
  const reason = moved.includes("live values that it touches")
    ? "somebody changed the live game, or laurel got other flags"
    : "laurel has another version, or got other flags";
  const why = moved.includes("manifests") ? "" : `; ${reason}`;
  return `Different from the plan of --expect ${digest}: the ${both(moved)}${why}.`;
}

function ofNone(digest: string): string {
  return `--expect ${digest} is the digest of none of the plans.`;
}
