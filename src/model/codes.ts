/**
 * All problems that a user can cause or meet. In: a code. Out: its severity, its effect on the exit
 * code, and a summary. The file scripts/reference/messages.yaml explains when each happens, and
 * docs/reference/messages.md is generated from both.
 */
import { LINT_CODES } from "./lint-codes.ts";

export type Severity = "error" | "warning";

/** Which exit code an error leads to: see `cli/command/command.ts`. */
export type FailureOutcome = "failed" | "invalid" | "refused" | "usage";

export interface CodeEntry {
  readonly severity: Severity;
  readonly outcome: FailureOutcome;
  /** The problem without the user's own words, so that people recognise it. */
  readonly summary: string;
}

const entry =
  <Grade extends Severity>(severity: Grade, outcome: FailureOutcome) =>
  (summary: string): CodeEntry & { readonly severity: Grade } => ({ severity, outcome, summary });
const invalid = entry("error", "invalid");
const warning = entry("warning", "invalid");
const refused = entry("error", "refused");
const failed = entry("error", "failed");
const usage = entry("error", "usage");

export const CODES = {
  // reading files
  "unreadable-file": invalid("File cannot be read"),
  "ignored-by-git": warning("Ignored by git"),
  "untracked-by-git": warning("Not tracked by git"),
  "outside-repository": invalid("Outside of the repository"),
  "more-problems": warning("More problems"),
  "file-too-large": invalid("File is too large"),
  "too-many-files": invalid("Too many files"),
  "invalid-utf8": invalid("File is not UTF-8"),
  // syntax
  "syntax-error": invalid("Syntax error"),
  "merge-conflict": invalid("Merge conflict"),
  "duplicate-key": invalid("Duplicate key"),
  "unknown-tag": invalid("Unknown YAML tag"),
  "too-many-aliases": invalid("Too many aliases"),
  "too-deep": invalid("Nested too deeply"),
  "forbidden-key": invalid("Forbidden key"),
  "unsafe-number": invalid("Not a JSON number"),
  "invalid-text": invalid("Text cannot be sent"),
  // shape
  "unknown-key": invalid("Unknown key"),
  "manifest-in-scenarios": invalid("Manifest in a file of scenarios"),
  "unknown-field": invalid("Unknown field"),
  "outdated-field": invalid("Outdated field or form"),
  "missing-field": invalid("Missing field"),
  "wrong-type": invalid("Wrong type"),
  "invalid-id": invalid("Invalid custom_id"),
  "invalid-value": invalid("Invalid value"),
  "too-long": invalid("Too long"),
  "out-of-range": invalid("Out of range"),
  // across resources
  "duplicate-id": invalid("Duplicate custom_id"),
  "duplicate-name": invalid("Duplicate name"),
  "duplicate-member": invalid("Duplicate member"),
  "dangling-reference": invalid("Unresolved reference"),
  "reference-cycle": invalid("Cycle of references"),
  "overridden-twice": invalid("Overridden twice"),
  "override-without-environment": invalid("Overrides for no environment"),
  "more-than-one": invalid("More than one"),
  "unknown-condition": warning("Unfamiliar condition"),
  "long-in-bytes": warning("Near a limit"),
  "encoded-twice": warning("JSON inside of text"),
  "no-effect": warning("Key without effect"),
  "cut-off-text": warning("Text cut off by a comment"),
  "contradicting-entry": invalid("Entry contradicts the manifests"),
  // project file
  "no-project": invalid("No project"),
  "undefined-variable": invalid("Undefined variable"),
  "variable-not-allowed": refused("Variable may not be read"),
  "token-env-not-allowed": refused("Not a variable for tokens"),
  "origin-not-allowed": refused("Origin is not allowed"),
  "unknown-game": usage("Unknown game"),
  "unknown-environment": usage("Unknown environment"),
  "ambiguous-environment": usage("Which environment?"),
  "missing-target": invalid("No target"),
  "shared-target": invalid("Two games with one target"),
  "unknown-action": warning("Unknown action"),
  "invalid-url": invalid("Invalid URL"),
  "insecure-url": invalid("Plain http"),
  "missing-token": invalid("No token"),
  "unknown-target": usage("Unknown address"),
  "target-gone": warning("Nothing at this address"),
  usage: usage("Wrong usage"),
  "not-confirmed": usage("Not confirmed"),
  // reading the service
  "service-unreachable": failed("Service cannot be reached"),
  "service-refused": failed("Service refused the request"),
  "not-authorised": failed("Token is not accepted"),
  "rate-limited": failed("Rate limit"),
  "unexpected-response": failed("Unexpected response"),
  "incomplete-read": failed("Incomplete list"),
  "redirected-elsewhere": failed("Redirect refused"),
  "parameter-not-supported": warning("Query parameter not supported"),
  // planning
  "no-manifests": refused("No manifests"),
  "taken-name": refused("Name is taken"),
  "order-cycle": refused("No possible order"),
  "deletes-player-data": refused("Would delete player data"),
  "mass-change": refused("Mass change"),
  "empties-kind": refused("Would empty a kind"),
  "replaces-player-data": refused("Would replace player data"),
  "breaks-earning": refused("Would break earning"),
  "breaks-clients": refused("Would break installed games"),
  "reveals-secret": refused("Would reveal a secret"),
  "both-live": refused("Both ends of a move are live"),
  "unclear-move": refused("Move is unclear"),
  "unfinished-run": refused("Interrupted apply is unfinished"),
  "still-referenced": refused("Still referenced"),
  "unread-members": refused("Values would be lost"),
  "deletes-unknown": refused("Would delete an unknown resource"),
  "no-longer-managed": warning("Kind is no longer managed"),
  "project-changed": warning("Games of the project changed"),
  "looks-like-rename": warning("Looks like a rename"),
  "not-changeable": warning("Cannot be changed"),
  "differs-only-in-case": warning("Differs only in case"),
  "stale-plan": refused("Plan is stale"),
  "other-digest": refused("Not the expected plan"),
  // git
  "no-merge-base": warning("No common commit"),
  "unknown-commit": usage("Unknown commit"),
  "git-failed": failed("git failed"),
  "missing-submodule": failed("Submodule is not in the clone"),
  "not-in-commit": warning("Not in the commit"),
  // init
  "file-exists": refused("File already exists"),
  "nested-project": refused("Project inside of a project"),
  "not-expressible": refused("Cannot be written as a manifest"),
  "data-in-use": failed("Data file is in use"),
  "unwritable-file": failed("File cannot be written"),
  "unwritable-summary": warning("Summary cannot be written"),
  "file-changed": refused("File changed since it was read"),
  "pull-conflict": refused("Changed on both sides"),
  "breaks-scenarios": refused("Would break scenarios"),
  "left-out": failed("Live record left out"),
  "cannot-rename": refused("Cannot be renamed"),
  // applying
  "step-failed": failed("Step failed"),
  "step-unknown": failed("Result of a step is unknown"),
  "step-conflict": failed("Conflicting change"),
  "not-kept": failed("Service did not keep a value"),
  "reset-by-update": failed("Update reset other values"),
  "not-converged": failed("Not converged"),
  "late-request": warning("Request may be executed later"),
  interrupted: failed("Interrupted"),
  // scenarios, impact, pages
  "invalid-template": invalid("Template cannot be used"),
  "unknown-achievement": usage("Unknown achievement"),
  "impact-refused": refused("Impact refused by --fail-on"),
  "too-large-to-review": refused("Too large to review"),
  "no-scenarios": warning("Nothing was tested"),
  "not-analysed": warning("Not analysed"),
  "too-much-work": invalid("Too much work"),
  "cannot-judge": warning("Achievement cannot be evaluated"),
  ...LINT_CODES,
} as const satisfies Record<string, CodeEntry>;

export type DiagnosticCode = keyof typeof CODES;

export function isCode(value: unknown): value is DiagnosticCode {
  return typeof value === "string" && Object.hasOwn(CODES, value);
}
