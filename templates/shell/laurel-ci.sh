#!/bin/sh
# Runs laurel in a pipeline. Needs a POSIX shell and Node, and nothing of one CI system: call it from any of them.
#
#   laurel-ci.sh check      lints the manifests and runs the scenarios; needs no network and no token
#   laurel-ci.sh plan       for a pull request: shows what would change
#   laurel-ci.sh apply      after the merge: applies the manifests to the live game
#   laurel-ci.sh drift      on a schedule: exits with 2 when the live game differs from this commit, or has resources that
#                           are in no manifest
#   laurel-ci.sh pull       on a schedule: writes what was changed live into the files of a clean checkout, to commit them
#                           on a branch; the live game is only read
#   laurel-ci.sh outputs    prints lines NAME=VALUE about the last plan, drift or pull. Empty: unknown
#                             has_changes  true or false: whether the plan changes something, or the pull changed files
#                             digests      of the plans that change something, for LAUREL_EXPECT
#                             undeclared   how many live resources are in no manifest and stay
#                             not_verified how many declared resources the service does not return completely
#
# It exits with laurel's exit code: 0 done, 1 failed (also a failed scenario), 3 invalid manifests or configuration, such as
# a missing token, 4 refused, 64 wrong command line or no laurel installed.
#
# Variables, all optional. Lists are separated by commas, blanks or line breaks. LAUREL_ALLOWED_ORIGINS and the token are
# read by laurel itself: set them in the settings of the CI system.
#
#   LAUREL_PROJECT         project file (default: laurel.yaml, here or in a folder above)
#   LAUREL_GAMES           games (default: all of the project)
#   LAUREL_ENV             environment of the games (default: their default_environment)
#   LAUREL_BASE            plan: the commit to compare with, such as origin/main, to separate this branch's changes from drift
#                          drift, pull: the commit that was applied (default: HEAD)
#   LAUREL_CHANGED         true: plan only the games that differ from LAUREL_BASE
#   LAUREL_ALLOW           hazards to allow
#   LAUREL_FAIL_ON         plan: refuse a plan with this impact on players, such as harder,destructive
#   LAUREL_EXPECT          apply: digests of the plans that were approved; no others are applied. Set and empty:
#                          no plan was approved, and the apply is refused
#   LAUREL_REVEAL_SECRETS  true: show the names and texts of secret achievements in plan.md, apply.md and the log, too.
#                          The JSON and problems in the log show them always
#   LAUREL_TOKEN_NAME      name of the variable that holds the API token (default: LAUREL_API_TOKEN; empty: none is needed)
#   LAUREL_WITHOUT_TOKEN   check: without a token, plan only checks the manifests; fail (default): it fails
#   LAUREL_RESULTS         folder for the results (default: .laurel/results)
#   LAUREL_FORMAT          what the log of plan, drift and check shows: a value of laurel's --format
#   LAUREL_PROGRAM         path of laurel's main.js (default: the laurel in node_modules, here or in the repository's root,
#                          else the one on PATH). Nothing is ever fetched: run npm ci --ignore-scripts before, without token
#
# Results: plan.md and plan.json; check.md, check.json, and junit.xml if there are scenarios; with both findings.sarif;
# apply.md and apply.json; pull.md and pull.files: the files that a pull has changed, from the root of the repository, each
# followed by a NUL.

set -euf # No word of a list is a pattern of file names.

command=${1:-}
results=${LAUREL_RESULTS:-.laurel/results}
token_name=${LAUREL_TOKEN_NAME-LAUREL_API_TOKEN}

fail() {
  echo "$2" >&2
  exit "$1"
}

# Takes the place of this shell, so that the signals with which a CI cancels a job reach laurel itself.
run() {
  if [ -n "${LAUREL_PROGRAM:-}" ]; then exec node "$LAUREL_PROGRAM" "$@"; fi
  for folder in . "$(git rev-parse --show-toplevel 2>/dev/null || :)"; do
    if git -C "${folder:-.}" ls-files --error-unmatch node_modules >/dev/null 2>&1; then
      fail 64 "node_modules is committed: laurel is not taken from there."
    fi
    if [ -x "$folder/node_modules/.bin/laurel" ]; then exec "$folder/node_modules/.bin/laurel" "$@"; fi
  done
  if command -v laurel >/dev/null; then exec laurel "$@"; fi
  fail 64 "laurel is not installed here. Run: npm ci --ignore-scripts. Where package-lock.json pins none, first: npm install --save-dev ./tools/laurel-progression-laurel-0.1.0.tgz && git add package*.json tools"
}

# Lint warnings are printed and do not fail it, nor does a game without scenarios.
check() {
  status=0
  tested=0
  (run lint "$@" "--out=$results/findings.sarif" "--out=$results/check.json" \
    "--out=$results/check.md" "--format=${LAUREL_FORMAT:-text}") || status=$?
  case $status in
    0 | 3) ;;
    *) exit "$status" ;;
  esac
  # shellcheck disable=SC2234 # This test is a command of laurel.
  (run test "$@" "--out=$results/test.json" "--out=$results/junit.xml" --format=text) \
    >"$results/test.log" 2>&1 || tested=$?
  if grep -qs '"code": "no-scenarios"' "$results/test.json"; then
    echo "There are no scenarios."
    rm -f -- "$results/junit.xml"
    tested=0
  else
    cat "$results/test.log"
  fi
  rm -f -- "$results/test.json" "$results/test.log"
  [ "$status" != 0 ] || status=$tested
  return "$status"
}

# Every changed file is one that laurel has written: nothing else may differ from the commit before.
pull() {
  differing >"$results/before" || fail 64 "This is no checkout of a git repository, so there is nothing to pull into."
  [ ! -s "$results/before" ] || fail 64 "Files differ from the commit that is checked out. A pull needs a clean checkout: run git status."
  rm -f -- "$results/before"
  status=0
  (run pull --yes "--base=${LAUREL_BASE:-HEAD}" "$@" --format=markdown) >"$results/pull.md" || status=$?
  cat "$results/pull.md"
  [ "$status" = 0 ] || exit "$status"
  differing >"$results/pull.files"
}

differing() {
  git -C "$(git rev-parse --show-toplevel)" diff --name-only --no-renames --no-ext-diff -z HEAD --
}

words() {
  printf '%s' "$1" | tr ',\n' '  '
}

outputs() {
  node - "$results" <<'JAVASCRIPT'
const { readFileSync } = require("node:fs");
const read = (name) => {
  try {
    return readFileSync(`${process.argv[2]}/${name}`, "utf8");
  } catch {
    return undefined; // It was another command, or one that failed.
  }
};
const print = (values) => {
  for (const [name, value] of Object.entries(values)) process.stdout.write(`${name}=${value}\n`);
};
const [planned, pulled] = [read("plan.json"), read("pull.files")];
const { plans = [], diagnostics = [] } = JSON.parse(planned ?? "{}");
const open = plans.filter(({ steps }) => steps.length > 0);
// A game that could not be planned may have changes. A refused step was planned.
const refused = new Set(open.flatMap(({ steps }) => steps.flatMap(({ hazards }) => hazards.map(({ name }) => name))));
const isWhole =
  planned !== undefined && !diagnostics.some(({ severity, code }) => severity === "error" && !refused.has(code));
const kept = plans.flatMap((plan) => plan.kept.map(({ reason }) => reason));
const stay = kept.filter((reason) => ["not-pruned", "still-referenced", "unseen-referrers"].includes(reason)).length;
const unseen = plans.reduce((sum, { summary }) => sum + summary.not_verified, 0);
if (pulled !== undefined) print({ has_changes: pulled !== "", digests: "", undeclared: "", not_verified: "" });
else {
  print({
    has_changes: open.length > 0 ? true : isWhole ? false : "",
    digests: open.map(({ digest }) => digest).filter((digest) => /^sha256:[0-9a-f]{64}$/.test(digest)).join(" "),
    undeclared: stay > 0 ? stay : isWhole ? 0 : "",
    not_verified: unseen > 0 ? unseen : isWhole ? 0 : "",
  });
}
JAVASCRIPT
}

case $command in
  check | plan | apply | drift | pull) ;;
  outputs)
    outputs
    exit
    ;;
  *) fail 64 "usage: laurel-ci.sh check|plan|apply|drift|pull|outputs" ;;
esac

# A link that was committed would lead what is written here elsewhere.
part=$results
while [ -n "$part" ] && [ "$part" != . ] && [ "$part" != / ]; do
  if [ -L "$part" ] && [ "${results#/}" = "$results" ]; then
    fail 64 "$part is a link: the results are not written through it."
  fi
  part=$(dirname -- "$part")
done
mkdir -p -- "$results"
for name in before outputs plan.json plan.md apply.json apply.md check.json check.md test.json test.log junit.xml findings.sarif pull.md pull.files; do
  rm -f -- "$results/$name"
done

# What should name the approved plan got lost on the way: then none is approved, rather than any.
if [ "$command" = apply ] && [ -n "${LAUREL_EXPECT+set}" ] && [ -z "$(printf '%s' "$LAUREL_EXPECT" | tr -d ',[:space:]')" ]; then
  fail 4 "Refused: LAUREL_EXPECT is set and names no digest, so no plan was approved. Nothing was applied."
fi

# From here on, the arguments are those of laurel.
set --
[ -z "${LAUREL_PROJECT:-}" ] || set -- "$@" "--project=$LAUREL_PROJECT"
for game in $(words "${LAUREL_GAMES:-}"); do set -- "$@" "--game=$game"; done

if [ "$command" = check ]; then
  check "$@" || exit
  exit 0
fi
if [ "$command" = plan ] && [ "${LAUREL_WITHOUT_TOKEN:-fail}" = check ] && [ -n "$token_name" ] && [ -z "$(printenv "$token_name" || :)" ]; then
  why="There is no API token here (pull requests from forks get none), so nothing was compared with the live game."
  echo "Only checking the manifests. $why"
  status=0
  (check "$@") || status=$?
  {
    printf '**Only checked the manifests.** %s\n\n' "$why"
    cat "$results/check.md" 2>/dev/null || echo "The log says why there is no result."
  } >"$results/plan.md"
  exit "$status"
fi

[ -z "${LAUREL_ENV:-}" ] || set -- "$@" "--env=$LAUREL_ENV"
if [ "$command" = pull ]; then
  pull "$@"
  exit
fi
for hazard in $(words "${LAUREL_ALLOW:-}"); do set -- "$@" "--allow=$hazard"; done
if [ "${LAUREL_REVEAL_SECRETS:-false}" = true ]; then set -- "$@" --reveal-secrets; fi

if [ "$command" = apply ]; then
  for digest in $(words "${LAUREL_EXPECT:-}"); do set -- "$@" "--expect=$digest"; done
  run apply --yes "$@" "--out=$results/apply.json" "--out=$results/apply.md" --format=markdown
fi

set -- "$@" "--out=$results/findings.sarif" "--out=$results/plan.json" \
  "--out=$results/plan.md" "--format=${LAUREL_FORMAT:-markdown}"
if [ "$command" = plan ]; then
  if [ -n "${LAUREL_BASE:-}" ]; then
    set -- "$@" "--base=$LAUREL_BASE"
    [ "${LAUREL_CHANGED:-false}" != true ] || set -- "$@" --changed
  fi
  for class in $(words "${LAUREL_FAIL_ON:-}"); do set -- "$@" "--fail-on=$class"; done
  run plan "$@"
fi

# This commit was applied, so whatever differs was changed on the live game. What a plan refuses to do is drift as well.
status=0
(run plan "$@" "--base=${LAUREL_BASE:-HEAD}") || status=$?
case $status in
  0 | 4)
    if outputs | grep -q '^has_changes=true$'; then fail 2 "The live game does not match this commit."; fi
    if outputs | grep -q '^undeclared=[1-9]'; then fail 2 "Some live resources are in no manifest."; fi
    ;;
esac
exit "$status"
