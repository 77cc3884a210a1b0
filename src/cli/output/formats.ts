/** The forms of each command's result, the default first: `--format` prints one, `--output FORMAT=FILE` writes others to files. */
const CHECK_FORMATS = ["text", "json", "markdown", "github", "sarif"] as const;

export const FORMATS = {
  validate: CHECK_FORMATS,
  lint: CHECK_FORMATS,
  plan: ["text", "json", "markdown", "html", "github", "sarif"],
  changelog: ["text", "json", "markdown"],
  apply: ["text", "json", "markdown"],
  report: ["text", "json", "markdown", "html"],
  graph: ["markdown", "json", "html"],
  test: ["text", "json", "junit"],
} as const;

export type CommandWithFormats = keyof typeof FORMATS;
export type FormatOf<Command extends CommandWithFormats> = (typeof FORMATS)[Command][number];
