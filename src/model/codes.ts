/**
 * The codes of the problems that a user can cause or meet, each with its meaning. This table is the only list of them:
 * the reference in docs/messages.md is generated from it.
 */
import { type CodeEntry, failed, invalid, refused, usage, warning } from "./code-entry.ts";
import { DESIGN_CODES } from "./design-codes.ts";
import { LINT_CODES } from "./lint-codes.ts";

export type { FailureOutcome, Severity } from "./code-entry.ts";

/** Every code with its meaning. */
export const CODES = {
  // reading files
  "unreadable-file": invalid("File cannot be read", "It is missing, no plain file, or its permissions forbid it."),
  "outside-repository": invalid(
    "Outside of the repository",
    "A link, or a folder that the project file names, leads out of the repository of the project (without git: out of the project's folder). Nothing is read there.",
  ),
  "more-problems": warning("More problems", "At most 200 problems are shown, errors first; the others are counted."),
  "file-too-large": invalid(
    "File is too large",
    "Manifests, scenarios, templates and project files may have 32 MB each and two million values, with a million tokens outside of lists; the manifests of a game together, a plan and a report 256 MB.",
  ),
  "too-many-files": invalid(
    "Too many files",
    "A folder of manifests may have 100,000 files and folders in it, 64 folders deep.",
  ),
  "invalid-utf8": invalid("File is not UTF-8", "Save the file in UTF-8. The position is the first byte that is not."),
  // syntax
  "syntax-error": invalid("Syntax error", "The file is not valid YAML 1.2 or JSON."),
  "merge-conflict": invalid("Merge conflict", "The file has conflict markers of git; nothing else in it is checked."),
  "duplicate-key": invalid("Duplicate key", "A mapping gives the same key twice; only one of them can be meant."),
  "unknown-tag": invalid("Unknown YAML tag", "Tags such as `!env` have no meaning here; write the plain value."),
  "too-many-aliases": invalid("Too many aliases", "Aliases that multiply a document beyond reason are refused."),
  "too-deep": invalid(
    "Nested too deeply",
    "Values may be nested 100 levels deep, and so may groups and reactions. The conditions of at most 200 different sets of groups may reach one group.",
  ),
  "forbidden-key": invalid("Forbidden key", "`__proto__` is refused as a key because many programs misread it."),
  "unsafe-number": invalid("No number of JSON", "Infinity and NaN cannot be sent; quote them to mean the text."),
  "invalid-text": invalid("Text cannot be sent", "The text holds half of a surrogate pair or a NUL character."),
  // shape
  "unknown-key": invalid(
    "Unknown key",
    "The top level of a manifest holds the plural names of kinds, `moved` and `removed`, and nothing else.",
  ),
  "manifest-in-scenarios": invalid(
    "Manifest in a file of scenarios",
    "Files named `*.test.yaml` or `*.test.yml` hold scenarios, so resources in them would not be read. Rename the file.",
  ),
  "unknown-field": invalid("Unknown field", "The resource has no such field. The nearest valid name is suggested."),
  "outdated-field": invalid(
    "Outdated field or form",
    "The service once took this and no longer does; the help says what to write.",
  ),
  "missing-field": invalid("Missing field", "A required field is absent, null or blank."),
  "wrong-type": invalid(
    "Wrong type",
    "The value is of another type than the field. Ids and texts that look like numbers need quotes.",
  ),
  "invalid-id": invalid("Invalid custom_id", "Letters, digits and `_ . ~ -`, at most 255 characters, not `.` or `..`."),
  "invalid-value": invalid(
    "Invalid value",
    "The value is not one of those allowed, or not in the form that the field has.",
  ),
  "too-long": invalid("Too long", "The text, or the encoded `custom_data`, is over its limit."),
  "out-of-range": invalid("Out of range", "The number is below or above what the field takes."),
  // across resources
  "duplicate-id": invalid("Duplicate custom_id", "Two resources of a kind have the same `custom_id`."),
  "duplicate-name": invalid(
    "Duplicate name",
    "Two resources of a kind have the same name; the service refuses the second.",
  ),
  "duplicate-member": invalid("Duplicate member", "A list names the same resource or field twice."),
  "dangling-reference": invalid(
    "Unresolved reference",
    "No resource of that kind has this `custom_id`, in the manifests or, for a kind that is not managed, live.",
  ),
  "reference-cycle": invalid("Cycle of references", "Reactions or nested groups lead back to where they started."),
  "overridden-twice": invalid(
    "Overridden twice",
    "An environment's overrides give a field of a resource a second time; only one of them can be meant.",
  ),
  "override-without-environment": invalid(
    "Overrides for no environment",
    "The game has no environment with the name of the file or folder in `overrides`. The nearest name is suggested.",
  ),
  "more-than-one": invalid(
    "More than one",
    "The service allows one such resource in a game, for example one standard leaderboard.",
  ),
  "similar-ids": warning("Ids differ only in case", "Some services ignore case and would refuse the second."),
  "similar-names": warning("Names differ only in case", "Some services ignore case and would refuse the second."),
  "unknown-condition": warning(
    "Unfamiliar condition",
    "The condition's name is not among the documented ones. It is passed on as it is.",
  ),
  "long-in-bytes": warning(
    "Near a limit",
    "The encoded `custom_data` is within its limit in characters but over it in bytes; it is not known which of them counts.",
  ),
  "encoded-twice": warning(
    "JSON inside of text",
    "`custom_data` is given as a text that holds JSON. It is encoded when it is sent, so write the value itself.",
  ),
  "no-effect": warning(
    "Key without effect",
    "It changes nothing: `create_only: true` leaves every field alone, so that `ignore` adds nothing, or an override names no field.",
  ),
  "contradicting-entry": invalid(
    "Entry contradicts the manifests",
    "A `moved` or `removed` entry does not fit the resources or the other entries: an id that is moved away or removed is declared, say.",
  ),
  // project file
  "no-project": invalid("No project", "There is no `laurel.yaml` here or in a folder above, and no `--manifests`."),
  "undefined-variable": invalid("Undefined variable", "`${NAME}` names an environment variable that is not set."),
  "variable-not-allowed": refused(
    "Variable may not be read",
    "`${NAME}` reads `LAUREL_*` that are no secrets by their names, and what `LAUREL_ALLOWED_VARIABLES` lists.",
  ),
  "token-env-not-allowed": refused(
    "Not a variable for tokens",
    "`token_env` names a `LAUREL_*` with TOKEN, SECRET, PASS or KEY in it, or what `LAUREL_ALLOWED_TOKEN_ENVS` lists.",
  ),
  "origin-not-allowed": refused("Origin is not allowed", "`LAUREL_ALLOWED_ORIGINS` is set and lacks the origin."),
  "target-changed": refused(
    "Target was changed",
    "Against the base, the project file sends another token, sends it elsewhere, or reads other variables.",
  ),
  "unverified-target": refused(
    "Target is not confirmed",
    "A token would go where only a pull request, a plan or a report says so.",
  ),
  "unknown-game": usage("Unknown game", "The project file has no game of that name."),
  "unknown-environment": usage("Unknown environment", "The game has no environment of that name."),
  "ambiguous-environment": usage(
    "Which environment?",
    "The game has several environments and no default; name one with `--env`.",
  ),
  "missing-target": usage(
    "No target",
    "A live service needs a base URL and a game id, from the project file or from flags.",
  ),
  "shared-target": invalid("Two games with one target", "Two games of the project are one game on one service."),
  "unknown-action": warning(
    "Unknown action",
    "The project file has settings for an action that the manifests do not declare. The nearest id is suggested.",
  ),
  "invalid-url": usage(
    "Invalid URL",
    "The base URL is not an http or https address, or carries a user name, query or fragment.",
  ),
  "insecure-url": usage(
    "Plain http",
    "A token would cross the network in clear text. Use https, or `--allow-insecure-http`.",
  ),
  "missing-token": usage("No token", "The environment variable that should hold the API token is not set."),
  "unknown-target": usage("Unknown address", "`--target` names a resource that is neither in the manifests nor live."),
  usage: usage("Wrong usage", "An unknown command or flag, or a flag without its value."),
  "not-confirmed": usage("Not confirmed", "Without a terminal, `apply` needs `--yes`."),
  // reading the service
  "service-unreachable": failed(
    "Service cannot be reached",
    "The connection failed or timed out, after retries, or the service was gone for longer than `unreachable_seconds`.",
  ),
  "service-refused": failed("Service refused the request", "The service answered with an error; its words are shown."),
  "not-authorised": failed(
    "Token is not accepted",
    "The service answered 401 or 403: the token is missing, revoked or may not do this.",
  ),
  "rate-limited": failed("Rate limit", "The service kept answering 429 after all retries."),
  "unexpected-response": failed(
    "Unexpected response",
    "The answer is not what the interface says: not JSON, cut off, of another shape, or with the token in it.",
  ),
  "incomplete-read": failed(
    "Incomplete list",
    "Pages were missing or kept moving. Nothing is planned from an incomplete read.",
  ),
  "redirected-elsewhere": failed(
    "Redirect refused",
    "The service redirected to another origin, game or path; the token is not sent there.",
  ),
  "parameter-not-supported": warning(
    "Query parameter not supported",
    "The service refused a query parameter; the list was read without it.",
  ),
  "odd-value": warning(
    "Invalid live value",
    "A record has a value that its field cannot have, or an id that cannot be addressed; the rest was read.",
  ),
  // planning
  "no-manifests": refused(
    "No manifests",
    'The folder is missing or holds no resources. For "none", write a kind\'s key with an empty list.',
  ),
  "taken-name": refused("Name is taken", "A live resource keeps the name, so the service would refuse it."),
  "order-cycle": refused("No possible order", "The steps need each other in a circle. Apply the change in two parts."),
  "deletes-player-data": refused(
    "Would delete player data",
    "The step deletes what players have earned or recorded. Allow it with `--allow deletes-player-data`.",
  ),
  "mass-change": refused(
    "Mass change",
    "More than 30 % of a kind with ten or more live resources would change. Allow it with `--allow mass-change`.",
  ),
  "empties-kind": refused(
    "Would empty a kind",
    "Every live resource of a kind would be deleted. Allow it with `--allow empties-kind`.",
  ),
  "replaces-player-data": refused(
    "Would replace player data",
    "A field that is only taken at creation changes, so the resource is recreated and its player data is lost. Allow it with `--allow replaces-player-data`.",
  ),
  "breaks-earning": refused(
    "Would break earning",
    "An achievement that can be earned now could no longer be earned. Allow it with `--allow breaks-earning`.",
  ),
  "reveals-secret": refused(
    "Would reveal a secret",
    "A secret achievement would become visible to players. Allow it with `--allow reveals-secret`.",
  ),
  "both-live": refused(
    "Both ends of a move are live",
    "A `moved` entry cannot be carried out because both its `from` and its `to` are live resources of their own.",
  ),
  "unclear-move": refused(
    "Move is unclear",
    "The live game does not show whether a chain or ring of `moved` entries has been carried out: names and other values disagree or are ambiguous. If it is done, delete its entries. If not, apply the move alone, with all values as they are live, then delete its entries and make the other changes.",
  ),
  "still-referenced": refused(
    "Still referenced",
    "A `removed` entry names a resource that a remaining resource refers to.",
  ),
  "deletes-unknown": refused(
    "Would delete an unknown resource",
    "With `--base`: prune would delete a live resource that neither the manifests nor the base commit declare. Declare it, write a `removed` entry (with `keep: true` it stays), or allow it with `--allow deletes-unknown`.",
  ),
  "looks-like-rename": warning(
    "Looks like a rename",
    "A deletion and a creation are alike. A `moved` entry makes them one change that keeps what players have earned.",
  ),
  // saved plans
  "not-a-plan": invalid("Not a plan", "The file is not a plan that this version of laurel can read."),
  "edited-plan": refused("Plan was edited", "Something in the plan file is not as it was saved. Make a new plan."),
  "other-target": refused("Made for another target", "The plan or report is of another game, environment or address."),
  "stale-plan": refused("Plan is stale", "The live game or the manifests are not what was planned on. Plan again."),
  "applied-already": refused("Plan was applied already", "The live game is as this plan would leave it."),
  "other-digest": refused("Not the approved plan", "The plan's digest is not the one given with `--expect`."),
  "needs-approval": refused(
    "Needs approval",
    "The environment has `require_approval: true`: only a saved plan, or the plan whose digest `--expect` gives, is applied to it. `--yes` does not stand in for that.",
  ),
  // git
  "unknown-commit": usage("Unknown commit", "`--base` names nothing that is in this clone."),
  "git-failed": failed("git failed", "git is missing, or this is not a repository."),
  "not-in-commit": warning(
    "Not in the commit",
    "A link or a submodule leads out of the commit of `--base`, so what it holds counts as a change of this branch.",
  ),
  // export and undo
  "file-exists": refused("File already exists", "Nothing is overwritten without `export --force`."),
  "nested-project": refused(
    "Project inside of a project",
    "There is a `laurel.yaml` in a folder above, and a project has one. Add the game to it.",
  ),
  "left-out": warning(
    "Left out",
    "Something that the exported resources refer to is not part of the export; or overrides are not used, because no project file names the environment.",
  ),
  "declared-elsewhere": refused(
    "Already declared",
    "Manifests that would be read together with the export declare resources of the same kinds. Export into another folder with `--out-dir`.",
  ),
  "nothing-expected": warning("No difference is expected", "Without valid manifests, `diff` explains no difference."),
  "exported-with-overrides": warning(
    "Overrides are in force",
    "The folder has overrides for the environment that was exported: the manifests now hold the values of that environment alone, and the overrides still count on top of them.",
  ),
  "not-expressible": refused(
    "Cannot be written as a manifest",
    "A live resource has something that manifests refuse, such as a name of 300 characters. Nothing is written.",
  ),
  "data-in-use": failed(
    "Data file is in use",
    "Another run, or `laurel serve`, works on the embedded service's file. `plan`, `apply` and the like wait for it a while, `serve` does not.",
  ),
  "unwritable-file": failed("File cannot be written", "The folder is read-only, or the disk is full."),
  "changed-since": refused(
    "Changed since the apply",
    "A resource is not as the apply of the report left it, so going back would overwrite somebody's change. Allow it with `--force`.",
  ),
  "not-a-report": invalid("Not a report", "The file is not a report of an apply that this version of laurel can read."),
  "cannot-undo": warning(
    "Cannot be undone",
    "Player data of a deleted resource is lost, and so are fields that the service never shows.",
  ),
  // applying
  "step-failed": failed("Step failed", "The service did not accept the step's request."),
  "step-unknown": failed(
    "Result of a step is unknown",
    "The connection broke and the state could not be read afterwards. Plan again to see what happened.",
  ),
  "step-conflict": failed(
    "Conflicting change",
    "A creation found a resource of the same id with other content, or a change found one that somebody else changed since the plan was made. Both sides are shown; the live one was left unchanged.",
  ),
  "not-kept": failed(
    "Service did not keep a value",
    "The service accepted the request and ignored a field, as reading back shows.",
  ),
  "not-converged": failed("Not converged", "After the apply, the live game still differs from the manifests."),
  interrupted: failed(
    "Interrupted",
    "Steps that had not started were left out. The help has the command that finishes.",
  ),
  ...DESIGN_CODES,
  ...LINT_CODES,
} as const satisfies Record<string, CodeEntry>;

export type DiagnosticCode = keyof typeof CODES;
