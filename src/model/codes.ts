/**
 * The codes of the problems that a user can cause or meet, each with its meaning. This table is the only list of them:
 * the reference in docs/reference/messages.md is generated from it.
 */
import { type CodeEntry, failed, invalid, refused, usage, warning } from "./code-entry.ts";
import { DESIGN_CODES } from "./design-codes.ts";
import { LINT_CODES } from "./lint-codes.ts";

export type { FailureOutcome, Severity } from "./code-entry.ts";

/** Every code with its meaning. */
export const CODES = {
  // reading files
  "unreadable-file": invalid(
    "File cannot be read",
    "The file is missing, is not a regular file, or cannot be read by this user.",
    "Check the path and its permissions. Paths in `laurel.yaml` are relative to its folder, those of flags to the working directory.",
  ),
  "outside-repository": invalid(
    "Outside of the repository",
    "A link, or a folder in the project file, leads out of the project's repository (without git: out of the project's folder). Nothing outside is read.",
    "Move the files into the repository, or copy what the link leads to.",
  ),
  "more-problems": warning(
    "More problems",
    "More problems were found than are shown. Errors come first.",
    "Fix the first ones, or pass `--verbose` to see up to 200.",
  ),
  "file-too-large": invalid(
    "File is too large",
    "The files of a game may have 64 MB together, and 100,000 resources; a file 1,000 documents; a template 256 kB.",
    "Split the file, or move large values out of it.",
  ),
  "too-many-files": invalid(
    "Too many files",
    "A folder of manifests may have 100,000 files and folders in it, 100 folders deep.",
    "Point `manifests` at the folder that only contains manifests.",
  ),
  "invalid-utf8": invalid("File is not UTF-8", "Save the file in UTF-8. The position is the first byte that is not."),
  // syntax
  "syntax-error": invalid(
    "Syntax error",
    "The file is not valid YAML 1.2 or JSON.",
    "Fix the place that the message shows. Quote texts with `: `, ` #` or a special character at the start.",
  ),
  "merge-conflict": invalid(
    "Merge conflict",
    "The file has conflict markers of git. Nothing else in it is checked.",
    "Resolve the conflict, and delete the lines with markers.",
  ),
  "duplicate-key": invalid("Duplicate key", "A mapping has the same key twice.", "Delete one of them."),
  "unknown-tag": invalid(
    "Unknown YAML tag",
    "Tags such as `!env` have no meaning in manifests.",
    "Write the plain value.",
  ),
  "too-many-aliases": invalid(
    "Too many aliases",
    "Aliases make the document many times larger than it is written.",
    "Write the values out.",
  ),
  "too-deep": invalid(
    "Nested too deeply",
    "Values may be nested 100 levels deep, and so may groups and reactions. The conditions of at most 200 different sets of groups may reach one group.",
    "Flatten the value, the groups or the chain of reactions.",
  ),
  "forbidden-key": invalid(
    "Forbidden key",
    "`__proto__` is refused as a key because many programs misread it.",
    "Rename the key.",
  ),
  "unsafe-number": invalid(
    "No number of JSON",
    "Infinity and NaN are not JSON and cannot be sent.",
    "Quote the value to use it as text, or write a number.",
  ),
  "invalid-text": invalid(
    "Text cannot be sent",
    "The text contains half of a surrogate pair or a NUL character.",
    "Delete the character, or save the text again from its source.",
  ),
  // shape
  "unknown-key": invalid(
    "Unknown key",
    "The top level of a manifest contains the plural names of kinds, `moved` and `removed`, and nothing else.",
    "Correct the key; the nearest valid one is suggested.",
  ),
  "manifest-in-scenarios": invalid(
    "Manifest in a file of scenarios",
    "Files named `*.test.yaml` or `*.test.yml` contain scenarios, so resources in them are not read.",
    "Rename the file.",
  ),
  "unknown-field": invalid(
    "Unknown field",
    "The resource has no such field. The help suggests the nearest one.",
    "Correct the name, or delete the field. [Manifests](manifests.md) lists the fields.",
  ),
  "outdated-field": invalid(
    "Outdated field or form",
    "The service no longer accepts this form.",
    "Write what the help shows.",
  ),
  "missing-field": invalid("Missing field", "A required field is absent, null or blank.", "Add the field."),
  "wrong-type": invalid(
    "Wrong type",
    "The value is of another type than the field. Ids and texts that look like numbers need quotes.",
    "Write a value of the expected type.",
  ),
  "invalid-id": invalid(
    "Invalid custom_id",
    "Letters, digits and `_ . ~ -`, at most 255 characters, not `.` or `..`.",
    "Choose an id in this form. Ids that end in `~laurel-new` or `~laurel-moving` are reserved for applies.",
  ),
  "invalid-value": invalid(
    "Invalid value",
    "The value is not allowed, or not in the form of the field.",
    "Choose one of the values that the message lists, or correct the form.",
  ),
  "too-long": invalid("Too long", "The text, the encoded `custom_data`, or the list is over its limit.", "Shorten it."),
  "out-of-range": invalid(
    "Out of range",
    "The number is outside the limits of the field.",
    "Choose a number within the limits.",
  ),
  // across resources
  "duplicate-id": invalid(
    "Duplicate custom_id",
    "Two resources of a kind have the same `custom_id`.",
    "Rename or delete one of them. The message shows both.",
  ),
  "duplicate-name": invalid(
    "Duplicate name",
    "Two resources of a kind have the same name; the service refuses the second.",
    "Rename one of them.",
  ),
  "duplicate-member": invalid(
    "Duplicate member",
    "A list names the same resource or field twice.",
    "Delete the second one.",
  ),
  "dangling-reference": invalid(
    "Unresolved reference",
    "No resource of that kind has this `custom_id`, in the manifests or, for a kind that is not managed, live.",
    "Correct the id: references need the `custom_id`, not the name. Or declare the resource.",
  ),
  "reference-cycle": invalid(
    "Cycle of references",
    "Reactions or nested groups lead back to where they started.",
    "Remove one link of the cycle that the message shows. If the files have no cycle, something that is left alone closes it in the live game.",
  ),
  "overridden-twice": invalid(
    "Overridden twice",
    "Two overrides of one environment set the same field of the same resource.",
    "Keep one of the two.",
  ),
  "override-without-environment": invalid(
    "Overrides for no environment",
    "No environment of the game has the name of the file or folder in `overrides`.",
    "Rename the file, or add the environment to the project file.",
  ),
  "more-than-one": invalid(
    "More than one",
    "A game can have one such resource, for example one standard leaderboard.",
    "Keep one of them.",
  ),
  "similar-ids": warning(
    "Ids differ only in case",
    "Some services ignore case and would refuse the second.",
    "Choose ids that differ in more than case.",
  ),
  "similar-names": warning(
    "Names differ only in case",
    "Some services ignore case and would refuse the second.",
    "Choose names that differ in more than case.",
  ),
  "unknown-condition": warning(
    "Unfamiliar condition",
    "The condition is not documented. It is sent as it is.",
    "Check the spelling against [conditions](conditions.md).",
  ),
  "long-in-bytes": warning(
    "Near a limit",
    "The encoded `custom_data` is within its limit in characters but over it in bytes; it is not known which of them counts.",
    "Shorten it, if the service refuses it.",
  ),
  "encoded-twice": warning(
    "JSON inside of text",
    "`custom_data` is a text that contains JSON. It is encoded when it is sent.",
    "Write the value itself, without quotes.",
  ),
  "no-effect": warning(
    "Key without effect",
    "The key changes nothing: `ignore` beside `create_only: true`, which already leaves every field alone, or an override without fields.",
    "Delete the key.",
  ),
  "contradicting-entry": invalid(
    "Entry contradicts the manifests",
    "A `moved` or `removed` entry contradicts the resources or other entries; for example, an id that is removed is still declared.",
    "Delete the entry, or change the resource, as the message shows.",
  ),
  // project file
  "no-project": invalid(
    "No project",
    "There is no `laurel.yaml` here or in a folder above.",
    "Change to the project's folder, pass `--project FILE`, or run `laurel init`.",
  ),
  "undefined-variable": invalid(
    "Undefined variable",
    "`${NAME}` names an environment variable that is not set.",
    "Set the variable; in CI, as a variable of the job.",
  ),
  "variable-not-allowed": refused(
    "Variable may not be read",
    "`${NAME}` can only read `LAUREL_*` variables whose names are not those of secrets, and those that `LAUREL_ALLOWED_VARIABLES` lists.",
    "Rename the variable, or list it ([names of variables](project-file.md#names-of-variables)).",
  ),
  "token-env-not-allowed": refused(
    "Not a variable for tokens",
    "`token_env` can only name a `LAUREL_*` variable with a word such as TOKEN or SECRET in it, or one that `LAUREL_ALLOWED_TOKEN_ENVS` lists. In CI systems, it is `LAUREL_API_TOKEN` or a listed one.",
    "Rename the variable, or list it ([names of variables](project-file.md#names-of-variables)).",
  ),
  "origin-not-allowed": refused(
    "Origin is not allowed",
    "`LAUREL_ALLOWED_ORIGINS` does not list the origin, or is not set in a CI system.",
    "Correct the address, or add its origin to the variable, outside of the repository ([where requests may go](../guides/security.md)).",
  ),
  "unknown-game": usage("Unknown game", "The project file has no game of that name."),
  "unknown-environment": usage("Unknown environment", "The game has no environment of that name."),
  "ambiguous-environment": usage(
    "Which environment?",
    "The game has several environments and no default; name one with `--env`.",
  ),
  "missing-target": invalid(
    "No target",
    "The project file gives no base URL or no game id for this environment.",
    "Set them in the project file.",
  ),
  "shared-target": invalid(
    "Two games with one target",
    "Two games of the project are the same game on the same service.",
    "Give each game its own `game_id`.",
  ),
  "unknown-action": warning(
    "Unknown action",
    "The project file has settings for an action that the manifests do not declare.",
    "Correct or delete the setting.",
  ),
  "invalid-url": invalid(
    "Invalid URL",
    "An address in the project file or in an environment variable is not an http or https address, or has a user name, query or fragment.",
    "Write the address of the service, such as `https://api.example.com`, without `/v1`.",
  ),
  "insecure-url": invalid(
    "Plain http",
    "With the address in the project file, a token would cross the network in clear text.",
    "Use https.",
  ),
  "missing-token": invalid(
    "No token",
    "The environment variable of the API token is not set, or holds no token.",
    "Set the variable that `token_env` names, by default `LAUREL_API_TOKEN`.",
  ),
  "unknown-target": usage(
    "Unknown address",
    "`--target` names a resource that is neither in the manifests nor live, or `mv` one that is not in the manifests.",
  ),
  usage: usage(
    "Wrong usage",
    "An unknown command or flag, a missing or malformed value, or flags that contradict each other.",
  ),
  "not-confirmed": usage("Not confirmed", "Without a terminal, `apply` needs `--yes`."),
  // reading the service
  "service-unreachable": failed(
    "Service cannot be reached",
    "The connection failed or timed out, after retries, or the service was gone for longer than 60 seconds.",
    "Check the address, the proxy (`HTTPS_PROXY`, `NO_PROXY`), the certificate (`NODE_EXTRA_CA_CERTS`), and whether the service is up.",
  ),
  "service-refused": failed(
    "Service refused the request",
    "The service answered with an error, which the message quotes.",
    "Read the service's message. If every request is 404, the game id or the base URL is wrong.",
  ),
  "not-authorised": failed(
    "Token is not accepted",
    "The service answered 401 or 403: the token is missing, revoked or has too few rights.",
    "Check that the token is for this service and account, and not revoked.",
  ),
  "rate-limited": failed(
    "Rate limit",
    "The service kept answering 429 after all retries.",
    "Run fewer jobs at once, or lower `requests_per_second` in the project file.",
  ),
  "unexpected-response": failed(
    "Unexpected response",
    "The answer does not match the interface: it is not JSON, is cut off, has another shape, or contains the token.",
    "Check the base URL. Often a login page or a proxy's error page is at that address.",
  ),
  "incomplete-read": failed(
    "Incomplete list",
    "Pages of a list were missing, or the list kept changing while it was read. Nothing is planned from an incomplete read.",
    "Run again. Do not run two applies of one game at once.",
  ),
  "redirected-elsewhere": failed(
    "Redirect refused",
    "The service redirected to another origin, game or path; the token is not sent there.",
    "Set `base_url` to the final address.",
  ),
  "parameter-not-supported": warning(
    "Query parameter not supported",
    "The service refused a query parameter; the list was read without it.",
    "Nothing to fix, unless resources are missing from the plan.",
  ),
  "odd-value": warning(
    "Invalid live value",
    "A live record has a value that its field cannot have, or an id that no request can name. The rest was read.",
    "Correct the record in the admin panel.",
  ),
  // planning
  "no-manifests": refused(
    "No manifests",
    'The folder of manifests is missing or has no resources. That never means "delete everything".',
    'Check the branch and the folder. For "none", write a kind\'s key with an empty list.',
  ),
  "taken-name": refused(
    "Name is taken",
    "A live resource that stays has the name, so the service would refuse it.",
    "If it is the same resource under a new id, add the `moved` entry that the help prints. Otherwise choose another name, or prune the live one.",
  ),
  "order-cycle": refused(
    "No possible order",
    "The steps depend on each other in a cycle.",
    "Apply the change in two parts.",
  ),
  "deletes-player-data": refused(
    "Would delete player data",
    "The step deletes what players have earned or recorded.",
    "Write a `moved` entry for a new id, or a `removed` entry with the reason. To allow it once, pass `--allow deletes-player-data`.",
  ),
  "mass-change": refused(
    "Mass change",
    "More than 30 % of a kind with ten or more live resources would change.",
    "Check the branch, the folder and the environment. If the change is right, pass `--allow mass-change`.",
  ),
  "empties-kind": refused(
    "Would empty a kind",
    "Every live resource of a kind would be deleted.",
    "Check the branch, the folder and the environment. If the change is right, pass `--allow empties-kind`.",
  ),
  "replaces-player-data": refused(
    "Would replace player data",
    "A create-only field changes, so the resource is replaced and its player data is lost.",
    "Undo the change of the field, or pass `--allow replaces-player-data`.",
  ),
  "breaks-earning": refused(
    "Would break earning",
    "An achievement that can be earned now could no longer be earned.",
    "Fix the group or the criterion in the chain that the message shows, or pass `--allow breaks-earning`.",
  ),
  "reveals-secret": refused(
    "Would reveal a secret",
    "A secret achievement would become visible to players.",
    "Keep `is_secret: true`, or pass `--allow reveals-secret`. It cannot be undone.",
  ),
  "both-live": refused(
    "Both ends of a move are live",
    "A `moved` entry cannot be applied because both its `from` and its `to` are live resources.",
    "Choose another id for the new resource, or delete one of the two with a `removed` entry.",
  ),
  "unclear-move": refused(
    "Move is unclear",
    "The live game does not show whether a chain or ring of `moved` entries has been applied: names and other values disagree or are ambiguous.",
    "If the move is done on every environment, delete its entries. Otherwise apply the move alone, with all values as they are live; then delete its entries and make the other changes.",
  ),
  "still-referenced": refused(
    "Still referenced",
    "A `removed` entry names a resource that a remaining resource refers to.",
    "Delete the reference first.",
  ),
  "deletes-unknown": refused(
    "Would delete an unknown resource",
    "With `--base`: prune would delete a live resource that neither the manifests nor the base commit declare. It was probably created in the admin panel.",
    "Declare the resource (`laurel pull` writes it), keep it with a `removed` entry and `keep: true`, or pass `--allow deletes-unknown`.",
  ),
  "no-longer-managed": warning(
    "Kind is no longer managed",
    "The commit of `--base` manages the kind, and the manifests no longer have its key, so its resources are neither compared nor deleted. Without `--base`, nothing is known of it.",
    "Restore the key. To delete the resources, write the key with an empty list and prune; to keep them, add `removed` entries with `keep: true`.",
  ),
  "looks-like-rename": warning(
    "Looks like a rename",
    "A deletion and a creation are alike. As one move, they keep what players have earned.",
    "Add the `moved` entry that the help prints, or ignore the warning.",
  ),
  "stale-plan": refused(
    "Plan is stale",
    "The live game or the manifests have changed since the plan was made.",
    "Plan again, and review the new plan.",
  ),
  "other-digest": refused(
    "Not the expected plan",
    "The plan's digest is not the one given with `--expect`.",
    "Review the new plan, and expect its digest.",
  ),
  // git
  "unknown-commit": usage("Unknown commit", "`--base` names nothing that is in this clone."),
  "git-failed": failed(
    "git failed",
    "git is missing, or this is not a repository.",
    "Install git, and run the command inside the repository.",
  ),
  "not-in-commit": warning(
    "Not in the commit",
    "A link or submodule is in the commit of `--base`; what it leads to counts as a change of this branch.",
    "Commit the files themselves instead of a link.",
  ),
  // init
  "file-exists": refused(
    "File already exists",
    "`laurel init` overwrites nothing.",
    "Move the file away, or choose another folder.",
  ),
  "nested-project": refused(
    "Project inside of a project",
    "There is a `laurel.yaml` in a folder above.",
    "Add the game to that file.",
  ),
  "left-out": warning(
    "Left out",
    "The service does not show a field, or overrides are not used because no project file names the environment.",
    "Add the field by hand if you know its value, or pass the project file.",
  ),
  "not-expressible": refused(
    "Cannot be written as a manifest",
    "A live resource has a value that manifests cannot have, such as a name of 300 characters. Nothing is written.",
    "Change the value in the admin panel, and run the command again.",
  ),
  "data-in-use": failed(
    "Data file is in use",
    "Another run, or `laurel serve`, uses the data of the embedded service. Other commands wait ten seconds for it; `serve` does not wait.",
    "Wait for the process that the message names, or end it.",
  ),
  "unwritable-file": failed(
    "File cannot be written",
    "The folder is read-only, or the disk is full.",
    "Free space on the disk, or choose another folder.",
  ),
  "file-changed": refused(
    "File changed since it was read",
    "Another program wrote the file while laurel was about to. Nothing is overwritten.",
    "Run the command again.",
  ),
  "pull-conflict": refused(
    "Changed on both sides",
    "With `--base`, `laurel pull` found a value that was changed live and in the manifests. Neither is overwritten.",
    "Take the live values with `--prefer live`, or keep those of the manifests with `--prefer files`.",
  ),
  "cannot-rename": refused(
    "Cannot be renamed",
    "The new id of `laurel mv` is declared, removed or has settings already, or the entry would contradict another `moved` entry.",
    "Choose another id, or delete the entry or the settings that the message names.",
  ),
  // applying
  "step-failed": failed(
    "Step failed",
    "The service did not accept the step's request.",
    "Fix what the service's message names in the manifest, and run the command again.",
  ),
  "step-unknown": failed(
    "Result of a step is unknown",
    "The connection broke, and the result could not be read afterwards.",
    "Run `laurel plan` to see what is live.",
  ),
  "step-conflict": failed(
    "Conflicting change",
    "The resource to create exists with other content, or somebody changed the resource after it was read. The message shows both sides; the live one was left unchanged.",
    "Plan again: the next plan shows what would be overwritten.",
  ),
  "not-kept": failed(
    "Service did not keep a value",
    "The service accepted the request and ignored a field.",
    "Add the field to `ignore`, or change it in the admin panel.",
  ),
  "not-converged": failed(
    "Not converged",
    "After the apply, the live game still differs from the manifests.",
    "Run the command again. If it happens each time, compare both values in `laurel plan --format json`.",
  ),
  interrupted: failed(
    "Interrupted",
    "The run was interrupted before every step was sent.",
    "Run the command that the help prints.",
  ),
  ...DESIGN_CODES,
  ...LINT_CODES,
} as const satisfies Record<string, CodeEntry>;

export type DiagnosticCode = keyof typeof CODES;
