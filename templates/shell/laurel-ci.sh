#!/bin/sh
# The jobs of a pipeline, for any CI system. Comes with `laurel init --ci shell`. Install laurel outside of the checkout.
#   laurel-ci.sh check         pull request, needs no token
#   laurel-ci.sh plan [FILE]   pull request; FILE, such as plan.md, also gets the plan
#   laurel-ci.sh merged FILE   merge: plans, and writes the digest of the plan into the new file FILE, and plan.md next to it
#   laurel-ci.sh apply FILE    after the approval: applies exactly that plan, and writes apply.md next to FILE
#   laurel-ci.sh drift         on a schedule: exits with 2 when the live game differs from this commit
# FILE is an absolute path outside of the checkout, for one run only. Every command exits with laurel's exit code.
# Set these where a pull request cannot: LAUREL_API_TOKEN, LAUREL_ALLOWED_ORIGINS, DEFAULT_BRANCH (if it is not main), and for
# `plan`, BASE: the branch or commit that the pull request is merged into (if it is not origin/main), and for `merged` and `apply`,
# BEFORE: the commit before the merge (if it is not HEAD^1).
set -eu
branch=${DEFAULT_BRANCH:-main}

refuse() {
  echo "laurel-ci.sh: $1" >&2
  exit "${2:-64}"
}

repository() {
  git -c safe.bareRepository=explicit -c core.hooksPath=/dev/null -c core.fsmonitor=false "$@"
}

# No part of the path may lie in the checkout, or lead into it: a pull request can put files and links there.
check_outside() {
  case $1 in /*) ;; *) refuse "name a file outside of the checkout by its absolute path, such as /var/ci/run-17/laurel.env" ;; esac
  root=$(repository rev-parse --show-toplevel) || refuse "not in a checkout of a git repository"
  above=$1
  until [ "$above" = / ]; do
    above=$(dirname -- "$above")
    real=$(CDPATH='' cd -P -- "$above" && pwd -P) || refuse "$above is not a folder"
    case $real/ in "$root"/*) refuse "$1 is in the checkout; name a file outside of it" ;; esac
  done
  folder=$(dirname -- "$1")
}
# An older commit would undo later merges.
check_newest() {
  repository fetch --quiet --no-recurse-submodules origin "refs/heads/$branch"
  newest=$(repository rev-parse FETCH_HEAD)
  if [ "$newest" != "$(repository rev-parse HEAD)" ]; then
    refuse "refused, because $branch is at $newest; run the pipeline of that commit: it applies this one, too" 1
  fi
  before=${BEFORE:-$(repository rev-parse --verify --quiet HEAD^1)} || before=
}

case ${1:-} in
  check) laurel validate && laurel lint && exec laurel test ;;
  plan)
    if [ -n "${2:-}" ]; then check_outside "$2"; fi
    exec laurel plan --env production --base "${BASE:-refs/remotes/origin/$branch}" --changed ${2:+--out "$2"}
    ;;
  merged)
    check_outside "${2:-}"
    if [ -e "$2" ] || [ -L "$2" ]; then refuse "$2 exists already; name another file for each run"; fi
    check_newest
    export LAUREL_OUTPUTS="$2"
    exec laurel plan --env production ${before:+--base "$before"} --out "$folder/plan.md"
    ;;
  apply)
    check_outside "${2:-}"
    if [ ! -f "$2" ] || [ -L "$2" ] || [ "$(wc -l <"$2")" -ne 1 ]; then refuse "$2 is not a file of \`merged\`: one line expect=DIGEST"; fi
    line=$(cat -- "$2") && expect=${line#expect=}
    case $expect in "$line" | *[!0-9a-fhs:,]*) refuse "$2 is not a file of \`merged\`: one line expect=DIGEST" ;; esac
    check_newest
    if [ -z "$expect" ]; then echo "Nothing to apply." && exit 0; fi
    exec laurel apply --env production --yes ${before:+--base "$before"} --expect="$expect" --out "$folder/apply.md"
    ;;
  drift) exec laurel pull --env production --base HEAD --check ;;
  *) refuse "usage: laurel-ci.sh check|plan [FILE]|merged FILE|apply FILE|drift" ;;
esac
