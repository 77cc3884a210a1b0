/**
 * The forms in which each command can give its result, by name: `--format` says which of them goes to stdout, and
 * `--output FORMAT=FILE` writes more of them to files. The first is the default.
 */
export const VALIDATE_FORMATS = ["text", "json", "markdown", "github", "sarif", "gitlab"] as const;
export const LINT_FORMATS = VALIDATE_FORMATS;
export const PLAN_FORMATS = ["text", "json", "markdown", "html", "github", "sarif", "gitlab"] as const;
export const CHANGELOG_FORMATS = ["text", "json", "markdown"] as const;
export const APPLY_FORMATS = ["text", "json", "jsonl", "markdown"] as const;
/** What `apply` can write when it is over: lines that tell its progress are no result. */
export const APPLY_FILE_FORMATS = ["text", "json", "markdown"] as const;
export const REPORT_FORMATS = ["text", "json", "markdown", "html"] as const;
export const GRAPH_FORMATS = ["mermaid", "dot", "html", "json"] as const;
export const TEST_FORMATS = ["text", "json", "junit"] as const;

export type ValidateFormat = (typeof VALIDATE_FORMATS)[number];
export type LintFormat = (typeof LINT_FORMATS)[number];
export type PlanFormat = (typeof PLAN_FORMATS)[number];
export type ReportFormat = (typeof REPORT_FORMATS)[number];
export type ChangelogFormat = (typeof CHANGELOG_FORMATS)[number];
export type ApplyFileFormat = (typeof APPLY_FILE_FORMATS)[number];
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

export type TestFormat = (typeof TEST_FORMATS)[number];
