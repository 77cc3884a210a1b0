#!/bin/sh
# The jobs of a pipeline, for any CI system. Comes with `laurel init --ci shell`.
# laurel must be on the PATH, installed outside of the checkout: nothing is taken from a pull request.
#
#   laurel-ci.sh check     pull request, needs no token
#   laurel-ci.sh plan      pull request; BASE: the commit that it is merged into
#   laurel-ci.sh merged    merge: plans, and writes the digest to laurel.env, for the job behind the approval
#   laurel-ci.sh apply     behind the approval: applies exactly that plan
#   laurel-ci.sh drift     on a schedule: exits with 2 when the live game differs from this commit
#
# Every command exits with laurel's exit code. Set LAUREL_API_TOKEN and LAUREL_ALLOWED_ORIGINS where a pull request cannot.
set -eu

case ${1:-} in
  check)
    laurel validate
    laurel lint
    exec laurel test
    ;;
  plan) exec laurel plan --env production --base "${BASE:-origin/main}" --changed --out plan.md ;;
  merged)
    export LAUREL_OUTPUTS=laurel.env
    exec laurel plan --env production --out plan.md
    ;;
  apply)
    expect=$(sed -n 's/^expect=//p' laurel.env)
    if [ -z "$expect" ]; then
      echo "The plan had nothing to do."
      exit 0
    fi
    exec laurel apply --env production --yes --expect "$expect" --out apply.md
    ;;
  drift) exec laurel pull --env production --base HEAD --check ;;
  *)
    echo "usage: laurel-ci.sh check|plan|merged|apply|drift" >&2
    exit 64
    ;;
esac
