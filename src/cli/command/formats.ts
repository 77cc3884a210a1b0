/** The forms of each command's result, the default first: `--format` prints one, `--out FILE` writes others to files. */
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

/** The format of a file by its ending. The others are for screens and logs. */
const FORMATS_OF_ENDINGS: Readonly<Record<string, string>> = {
  ".json": "json",
  ".md": "markdown",
  ".html": "html",
  ".sarif": "sarif",
  ".xml": "junit",
};

/** What the ending of the file says; undefined where it says nothing. */
export function formatOfFile(file: string): string | undefined {
  return FORMATS_OF_ENDINGS[/\.[^./\\]*$/.exec(file)?.[0].toLowerCase() ?? ""];
}

/** The endings of files for these formats. */
export function endingsFor(formats: readonly string[]): readonly string[] {
  return Object.entries(FORMATS_OF_ENDINGS).flatMap(([ending, format]) => (formats.includes(format) ? [ending] : []));
}
