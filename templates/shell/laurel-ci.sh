#!/bin/sh
# Runs laurel in a pipeline. Needs a POSIX shell and Node, and nothing of one CI system: call it from any of them.
#
#   laurel-ci.sh validate   checks the manifests; needs no network and no token
#   laurel-ci.sh check      validates, lints, and plays the scenarios if there are some; needs no network and no token
#   laurel-ci.sh plan       for a pull request: shows what would change
#   laurel-ci.sh apply      after the merge: applies the manifests to the live game, and records how to revert
#   laurel-ci.sh drift      on a schedule: exits with 2 when the live game differs from this commit, or has resources that
#                           are in no manifest
#   laurel-ci.sh pull       on a schedule: writes what was changed live into the files of a clean checkout, to commit them
#                           on a branch; the live game is only read
#   laurel-ci.sh outputs    prints the outcome of the last of these, as lines NAME=VALUE. A value is empty when it is
#                           unknown, such as when nothing was planned:
#                             has_changes  true or false; of a pull: whether files were changed
#                             to_create, to_update, to_rename, to_replace, to_delete, to_attach, to_detach
#                                          how many resources the plan changes in this way
#                             impact       the impact of the plan on players: classes, the worst first, such as
#                                          "destructive harder additive"
#                             digests      of the plans that change something
#                             undeclared   how many live resources are in no manifest and stay
#                             plan_path    the plan as a file: laurel apply FILE applies exactly this plan
#                             summary      one line for people
#
# It exits with laurel's exit code: 0 done, 1 failed (also a failed scenario), 3 invalid manifests or configuration, such as a
# missing token, 4 refused, 64 wrong command line or no laurel installed.
#
# Variables set what it does; none is required. Lists are separated by commas, blanks or line breaks.
#
#   LAUREL_PROJECT         project file (default: laurel.yaml, here or in a folder above)
#   LAUREL_GAMES           games (default: all of the project)
#   LAUREL_ENV             environment of the games (default: their default_environment)
#   LAUREL_BASE            plan: the commit to compare with, such as origin/main, to separate this branch's changes from drift
#                          pull: the commit that was applied (default: HEAD)
#   LAUREL_CHANGED         true: plan and check only the games that differ from LAUREL_BASE. Ignored without a base
#   LAUREL_SHARD           a part of the games, for parallel jobs: 2/5, or auto
#   LAUREL_ALLOW           hazards to allow
#   LAUREL_FAIL_ON         plan: refuse a plan with this impact on players, such as harder,destructive
#   LAUREL_EXPECT          apply: digests of the plans that were approved; no others are applied. Set and empty:
#                          no plan was approved, and the apply is refused
#   LAUREL_REVEAL_SECRETS  true: show the names and texts of secret achievements in plan.md, apply.md and the log, too.
#                          The other results show them always, and so do the problems in the log
#   LAUREL_TOKEN_NAME      name of the variable that holds the API token (default: LAUREL_API_TOKEN; empty: none is needed)
#   LAUREL_WITHOUT_TOKEN   validate: without a token, plan only validates; fail (default): it fails
#   LAUREL_RESULTS         folder for the results (default: .laurel/results)
#   LAUREL_REPORT          apply: new file for `laurel revert` (default: report-TIME.jsonl in that folder)
#   LAUREL_FORMAT          what the log shows: a value of laurel's --format. A pull always shows Markdown
#   LAUREL_PROGRAM         path of laurel's main.js (default: the laurel in node_modules, here or in the repository's root,
#                          else the one on PATH). Nothing is ever fetched: run npm ci --ignore-scripts before, without token
#
# The results are written to that folder: plan.md and plan.json, or validate.md and validate.json, with findings.sarif and
# findings.gitlab.json (Code Quality); of check check.md and check.json, these two, and junit.xml and test.json if there
# are scenarios; apply.md and apply.json; or pull.md, and pull.files: the files that a pull has changed, from the root of the
# repository, each followed by a NUL.

set -eu
set -f # A word of a list is never taken for a pattern of file names.

command=${1:-}
results=${LAUREL_RESULTS:-.laurel/results}
token_name=${LAUREL_TOKEN_NAME-LAUREL_API_TOKEN}
reveal=${LAUREL_REVEAL_SECRETS:-false}
changed=false
[ -z "${LAUREL_BASE:-}" ] || changed=${LAUREL_CHANGED:-false}

# Takes the place of this shell, so that the signals with which a CI cancels a job reach laurel itself.
run() {
  if [ -n "${LAUREL_PROGRAM:-}" ]; then exec node "$LAUREL_PROGRAM" "$@"; fi
  for folder in . "$(git rev-parse --show-toplevel 2>/dev/null || :)"; do
    if git -C "${folder:-.}" ls-files --error-unmatch node_modules >/dev/null 2>&1; then
      echo "node_modules is committed: laurel is not taken from there." >&2
      exit 64
    fi
    if [ -x "$folder/node_modules/.bin/laurel" ]; then exec "$folder/node_modules/.bin/laurel" "$@"; fi
  done
  if command -v laurel >/dev/null; then exec laurel "$@"; fi
  echo "laurel is not installed here. Run: npm ci --ignore-scripts. Where package-lock.json pins none, first: npm install --save-dev ./tools/laurel-progression-laurel-0.1.0.tgz && git add package*.json tools" >&2
  exit 64
}

validate() {
  run validate "$@" "--output=json=$results/validate.json" "--output=markdown=$results/validate.md" \
    "--format=${LAUREL_FORMAT:-text}"
}

# Lint warnings are printed and do not fail it, nor does a game without scenarios.
check() {
  status=0
  (run lint "$@" "--output=json=$results/check.json" "--output=markdown=$results/check.md" \
    "--format=${LAUREL_FORMAT:-text}") || status=$?
  case $status in
    0 | 3) ;;
    *) exit "$status" ;;
  esac
  tested=0
  shift 2 # The findings are those of lint.
  # shellcheck disable=SC2234 # This test is a command of laurel.
  (run test "$@" "--output=json=$results/test.json" "--output=junit=$results/junit.xml" --format=text) \
    >"$results/test.log" 2>&1 || tested=$?
  if grep -qs '"code": "no-scenarios"' "$results/test.json"; then
    echo "There are no scenarios, so none is played."
    rm -f -- "$results/test.json" "$results/junit.xml"
    tested=0
  else
    cat "$results/test.log"
  fi
  rm -f -- "$results/test.log"
  [ "$status" != 0 ] || status=$tested
  exit "$status"
}

# Every changed file is one that laurel has written: nothing else may differ from the commit before.
pull() {
  if ! differing >"$results/pull.files"; then
    rm -f -- "$results/pull.files"
    echo "This is no checkout of a git repository, so there is nothing to pull into." >&2
    exit 64
  elif [ -s "$results/pull.files" ]; then
    rm -f -- "$results/pull.files"
    echo "Files differ from the commit that is checked out. A pull needs a clean checkout: run git status." >&2
    exit 64
  fi
  rm -f -- "$results/pull.files"
  status=0
  (run pull --yes "--base=${LAUREL_BASE:-HEAD}" "$@" --format=markdown) >"$results/pull.md" || status=$?
  cat "$results/pull.md"
  [ "$status" = 0 ] || exit "$status"
  differing >"$results/pull.files"
  exit 0
}

differing() {
  git -C "$(git rev-parse --show-toplevel)" diff --name-only --no-renames --no-ext-diff -z HEAD --
}

words() {
  printf '%s' "$1" | tr ',\n' '  '
}

has_token() {
  [ -z "$token_name" ] || [ -n "$(printenv "$token_name" || :)" ]
}

outputs() {
  node - "$results" <<'JAVASCRIPT'
const { readFileSync } = require("node:fs");
const pulledFiles = () => {
  try {
    return readFileSync(`${process.argv[2]}/pull.files`, "utf8").split("\0").length - 1;
  } catch {
    return undefined; // It was no pull, or one that failed.
  }
};
const read = (name) => {
  try {
    return JSON.parse(readFileSync(`${process.argv[2]}/${name}`, "utf8"));
  } catch {
    return undefined; // The command did not come so far.
  }
};
const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const sum = (objects, names) =>
  names.map((name) => [objects.reduce((total, object) => total + (object[name] ?? 0), 0), name.replace("_", " ")]);
const isSome = ([number]) => number > 0;
const ACTIONS = ["create", "update", "rename", "replace", "delete", "attach", "detach"];
const CLASSES = "destructive unknown revealing mixed harder value easier additive cosmetic".split(" ");
const NO_PLAN = { ...Object.fromEntries(ACTIONS.map((name) => [`to_${name}`, ""])), impact: "" };
const print = (has_changes, undeclared, summary, { digests = [], plan_path = "", ...plan } = {}) => {
  const values = { has_changes, ...NO_PLAN, ...plan, digests: digests.join(" "), undeclared, plan_path, summary };
  process.stdout.write(Object.entries(values).map(([name, value]) => `${name}=${value}\n`).join(""));
};

const planned = read("plan.json");
const applied = read("apply.json");
const validated = read("validate.json");
const checked = read("check.json");
const diagnostics = (planned ?? applied ?? validated ?? checked)?.diagnostics ?? [];
const errors = diagnostics.filter(({ severity }) => severity === "error").length;
const pulled = pulledFiles();
if (pulled !== undefined) {
  print(pulled > 0, "", pulled > 0 ? `pulled into ${count(pulled, "file")}` : "nothing to pull");
} else if (planned?.plans?.length > 0) {
  const open = planned.plans.filter(({ steps }) => steps.length > 0);
  const totals = sum(planned.plans.map(({ summary }) => summary), ACTIONS);
  const classes = new Set(planned.plans.flatMap(({ impact }) => impact ?? []).map((each) => each.class));
  const digests = open.map(({ digest }) => digest).filter((digest) => /^sha256:[0-9a-f]{64}$/.test(digest));
  const kept = planned.plans.flatMap(({ kept }) => kept).map(({ reason }) => reason);
  const stay = kept.filter((reason) => ["not-pruned", "still-referenced", "unseen-referrers"].includes(reason)).length;
  // With a game that could not be planned, "no changes" and "none" would say too much. A refused step was planned.
  const refused = new Set(open.flatMap(({ steps }) => steps.flatMap(({ hazards }) => hazards.map(({ name }) => name))));
  const unplanned = diagnostics.some(({ severity, code }) => severity === "error" && !refused.has(code));
  const changes = open.length > 0 ? true : unplanned ? "" : false;
  const undeclared = stay > 0 ? stay : unplanned ? "" : 0;
  const what = totals.filter(isSome).map(([number, name]) => `${number} to ${name}`).join(", ") || "nothing to do";
  const also = stay > 0 ? `; ${count(stay, "live resource")} in no manifest` : "";
  print(changes, undeclared, `${count(planned.plans.length, "game")} planned: ${what}${also}`, {
    ...Object.fromEntries(totals.map(([number, name]) => [`to_${name}`, number])),
    impact: CLASSES.filter((name) => classes.has(name)).join(" "),
    digests,
    plan_path: `${process.argv[2]}/plan.json`,
  });
} else if (applied?.results?.length > 0) {
  const totals = applied.results.map(({ totals }) => totals);
  const what = sum(totals, ["done", "failed", "skipped", "not_started"]).filter(isSome).map((pair) => pair.join(" "));
  const steps = what.length > 0 ? `steps ${what.join(", ")}` : "no steps";
  const changes = totals.some(({ done }) => done > 0) ? true : applied.results.every(({ converged }) => converged) ? false : "";
  print(changes, "", `${count(applied.results.length, "game")} applied: ${steps}`);
} else if (errors === 0 && (planned?.games ?? applied?.results)?.length === 0) {
  const none = planned?.changed?.games === 0 ? "no game has changed" : "no games in this shard";
  print(false, 0, none, Object.fromEntries(ACTIONS.map((name) => [`to_${name}`, 0])));
} else if (errors === 0 && checked?.changed?.games === 0) {
  print("", "", "no game has changed");
} else if (checked !== undefined) {
  const warnings = diagnostics.length - errors;
  const findings = [...(errors > 0 ? [count(errors, "error")] : []), ...(warnings > 0 ? [count(warnings, "warning")] : [])];
  const tested = read("test.json");
  const played = tested?.summary?.scenarios ?? 0;
  const wrong = (tested?.diagnostics ?? []).filter(({ severity }) => severity === "error").length;
  const failed = tested?.summary?.failed ?? 0;
  const what = failed > 0 ? `${failed} of ${count(played, "scenario")} failed` : `${count(played, "scenario")} passed`;
  const unread = wrong > 0 ? `; scenarios: ${count(wrong, "error")}` : "";
  print("", "", `${findings.join(", ") || "nothing found"}${played > 0 ? `; ${what}` : ""}${unread}`);
} else if (validated !== undefined) {
  print("", "", errors > 0 ? `manifests invalid: ${count(errors, "error")}` : "manifests valid");
} else {
  print("", "", errors > 0 ? `no plan was made: ${count(errors, "error")}` : "no plan was made");
}
JAVASCRIPT
}

case $command in
  validate | check | plan | apply | drift | pull) ;;
  outputs)
    outputs
    exit
    ;;
  *)
    echo "usage: laurel-ci.sh validate|check|plan|apply|drift|pull|outputs" >&2
    exit 64
    ;;
esac

# A link that was committed would lead what is written here elsewhere.
part=$results
while [ -n "$part" ] && [ "$part" != . ] && [ "$part" != / ]; do
  if [ -L "$part" ] && [ "${results#/}" = "$results" ]; then
    echo "$part is a link: the results are not written through it." >&2
    exit 64
  fi
  part=$(dirname -- "$part")
done
mkdir -p -- "$results"
rm -f -- "$results/test.log" "$results/outputs" "$results/plan.json" "$results/plan.md" "$results/apply.json" "$results/apply.md" \
  "$results/validate.json" "$results/validate.md" "$results/check.json" "$results/check.md" \
  "$results/test.json" "$results/junit.xml" "$results/findings.sarif" "$results/findings.gitlab.json" \
  "$results/pull.md" "$results/pull.files"

# What should name the approved plan got lost on the way: then none is approved, rather than any.
if [ "$command" = apply ] && [ -n "${LAUREL_EXPECT+set}" ] && [ -z "$(printf '%s' "$LAUREL_EXPECT" | tr -d ',[:space:]')" ]; then
  echo "Refused: LAUREL_EXPECT is set and names no digest, so no plan was approved. Nothing was applied." >&2
  exit 4
fi

# From here on, the arguments are those of laurel.
set -- "--output=sarif=$results/findings.sarif" "--output=gitlab=$results/findings.gitlab.json"
case $command in apply | pull) set -- ;; esac
[ -z "${LAUREL_PROJECT:-}" ] || set -- "$@" "--project=$LAUREL_PROJECT"
[ -z "${LAUREL_SHARD:-}" ] || set -- "$@" "--shard=$LAUREL_SHARD"
for game in $(words "${LAUREL_GAMES:-}"); do set -- "$@" "--game=$game"; done

if [ "$command" = plan ] && [ "${LAUREL_WITHOUT_TOKEN:-fail}" = validate ] && ! has_token; then
  echo "Only validating: there is no API token here (pull requests from forks get none), so nothing is compared with the live game."
  status=0
  (validate "$@") || status=$?
  {
    printf '**Only validated.** %s\n\n' \
      "There is no API token here (pull requests from forks get none), so nothing was compared with the live game."
    cat "$results/validate.md" 2>/dev/null || echo "The log says why there is no result."
  } >"$results/plan.md"
  exit "$status"
fi

[ "$command" != validate ] || validate "$@"
if [ "$command" = check ]; then
  [ "$changed" != true ] || set -- "$@" --changed "--base=$LAUREL_BASE"
  check "$@"
fi

[ -z "${LAUREL_ENV:-}" ] || set -- "$@" "--env=$LAUREL_ENV"
[ "$command" != pull ] || pull "$@"
for hazard in $(words "${LAUREL_ALLOW:-}"); do set -- "$@" "--allow=$hazard"; done
if [ "$reveal" = true ]; then
  set -- "$@" --reveal-secrets
  log=text
else
  log=markdown # The form that masks them.
fi

if [ "$command" = apply ]; then
  for digest in $(words "${LAUREL_EXPECT:-}"); do set -- "$@" "--expect=$digest"; done
  [ "$reveal" = true ] || log=jsonl # Progress by ids. Messages of the service are not masked.
  run apply --yes "--report=${LAUREL_REPORT:-$results/report-$(date -u +%Y%m%dT%H%M%SZ).jsonl}" "$@" \
    "--output=json=$results/apply.json" "--output=markdown=$results/apply.md" "--format=${LAUREL_FORMAT:-$log}"
fi

set -- "$@" "--output=json=$results/plan.json" "--output=markdown=$results/plan.md" "--format=${LAUREL_FORMAT:-$log}"
if [ "$command" = plan ]; then
  [ -z "${LAUREL_BASE:-}" ] || set -- "$@" "--base=$LAUREL_BASE"
  [ "$changed" != true ] || set -- "$@" --changed
  for class in $(words "${LAUREL_FAIL_ON:-}"); do set -- "$@" "--fail-on=$class"; done
  run plan "$@"
fi

# This commit was applied, so whatever differs was changed on the live game. What a plan refuses to do is drift as well.
status=0
(run plan "$@" "--base=${LAUREL_BASE:-HEAD}") || status=$?
case $status in
  0 | 4)
    if outputs | grep -q '^has_changes=true$'; then
      echo "The live game does not match this commit."
      exit 2
    elif outputs | grep -q '^undeclared=[1-9]'; then
      echo "Some live resources are in no manifest."
      exit 2
    fi
    ;;
esac
exit "$status"
