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

/** The endings of files for `--out`. The other formats are for screens and logs. */
const ENDINGS: Readonly<Record<string, string>> = {
  ".json": "json",
  ".md": "markdown",
  ".html": "html",
  ".sarif": "sarif",
  ".xml": "junit",
};

/** What the ending of the file says; undefined where it says nothing. */
export function formatOfFile(file: string): string | undefined {
  return ENDINGS[/\.[^./\\]*$/.exec(file)?.[0].toLowerCase() ?? ""];
}

/** The endings of files for these formats. */
export function endingsFor(formats: readonly string[]): readonly string[] {
  return Object.entries(ENDINGS).flatMap(([ending, format]) =>
    formats.includes(format) ? [ending] : [],
  );
}

/** Of a command with these formats, the default first. */
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

/** Of commands whose results are about games. */
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

/** Of `plan` and `apply`. */
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
