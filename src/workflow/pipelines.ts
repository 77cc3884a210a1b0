/** The pipelines that laurel has files for, as values of `--ci`: alone, so that the list of flags loads nothing else. */
export const PIPELINES = ["github", "gitlab", "shell"] as const;

export type PipelineName = (typeof PIPELINES)[number];
