/** Options that several commands have, each with one meaning. */
import type { Options } from "yargs";
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import { HAZARDS } from "../../model/model.ts";

/** The reason for a refusal, and its code: a plan whose page cannot show every change. */
export const TOO_LARGE = "too-large-to-review";

export const text = { type: "string", requiresArg: true } as const;
export const texts = { ...text, array: true } as const;
export const toggle = { type: "boolean" } as const;

export const GLOBAL_OPTIONS = {
  verbose: {
    ...toggle,
    alias: "v",
    conflicts: "quiet",
    describe: "Show everything, and each request",
  },
  quiet: { ...toggle, alias: "q", describe: "Show no progress and no notes" },
  color: { ...toggle, describe: "Use colour (--no-color: none)" },
} as const satisfies Record<string, Options>;

export const project = {
  ...text,
  describe: "Project file (default: the nearest laurel.yaml)",
} as const;
export const env = {
  ...text,
  describe: "Environment (default: the game's default_environment)",
} as const;
export const whichGame = {
  project,
  game: { ...texts, describe: "Game of the project file; repeatable (default: all)" },
  env,
} as const;

export const revealSecrets = {
  ...toggle,
  describe: "Show secret achievements, which are masked",
} as const;

/** Formats by the extensions of `--out`. The other formats are for screens and logs. */
const ENDINGS: Readonly<Record<string, string>> = {
  ".json": "json",
  ".md": "markdown",
  ".html": "html",
  ".sarif": "sarif",
  ".xml": "junit",
};

/** Returns the format of a file by its extension; undefined if no format has this extension. */
export function formatOfFile(file: string): string | undefined {
  return ENDINGS[/\.[^./\\]*$/.exec(file)?.[0].toLowerCase() ?? ""];
}

/** Returns the extensions of these formats. */
export function endingsFor(formats: readonly string[]): readonly string[] {
  return Object.entries(ENDINGS).flatMap(([ending, format]) =>
    formats.includes(format) ? [ending] : [],
  );
}

/** Makes the option `--format` of a command. The first format is the default. */
export function format<const Format extends string>(...formats: readonly [Format, ...Format[]]) {
  return { ...text, choices: formats, default: formats[0], describe: "Format on stdout" } as const;
}

export function output<const Format extends string>(...formats: readonly [Format, ...Format[]]) {
  const endings = endingsFor(formats).join(", ");
  return {
    format: format(...formats),
    out: {
      ...texts,
      describe: `Also write to this file, as its ending says (${endings}); repeatable`,
    },
  } as const;
}

/** Makes the options of a command whose result is about games. */
export function ofGames<const Format extends string>(...formats: readonly [Format, ...Format[]]) {
  return { ...whichGame, ...output(...formats), "reveal-secrets": revealSecrets } as const;
}

export const base = { ...text, describe: "Compare with this commit" } as const;
export const target = {
  ...texts,
  describe: "Only this resource, as kind/custom_id; repeatable",
} as const;
export const yes = { ...toggle, describe: "Don't prompt" } as const;
export const check = {
  ...toggle,
  describe: "Write nothing; exit with 2 if something would change",
} as const;

/** Options that `plan` and `apply` share. */
export const planning = {
  prune: {
    ...toggle,
    describe: "Delete live resources that no manifest declares (--no-prune: keep them)",
  },
  base: {
    ...base,
    describe:
      "Compare with the merge base of HEAD and this commit, such as origin/main; separates your changes from drift",
  },
  changed: {
    ...toggle,
    implies: "base",
    describe: "Only games that differ from the merge base of --base",
  },
  target: {
    ...target,
    describe: "Only this resource, as kind/custom_id, and what it needs; repeatable",
  },
  allow: { ...texts, choices: HAZARDS, describe: "Allow a hazard; repeatable" },
  "fail-on": {
    ...texts,
    choices: [...IMPACT_CLASS_NAMES, TOO_LARGE],
    describe: `Refuse this impact on players, or a plan that is ${TOO_LARGE}; repeatable`,
  },
} as const;
