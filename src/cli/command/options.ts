/** Options that several commands have, each with one meaning. */
import type { Options } from "yargs";
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import { HAZARDS } from "../../model/model.ts";
import { endingsFor, formatOfFile } from "./formats.ts";

export const text = { type: "string", requiresArg: true } as const;
export const texts = { ...text, array: true } as const;
export const toggle = { type: "boolean" } as const;

const COMMON = { group: "Common flags:" } as const;
const GAME = { group: "Which game:" } as const;
const OUTPUT = { group: "Output:" } as const;

export const GLOBAL_OPTIONS = {
  verbose: { ...toggle, ...COMMON, alias: "v", conflicts: "quiet", describe: "Show everything, and each request" },
  quiet: { ...toggle, ...COMMON, alias: "q", describe: "Show no progress and no notes" },
  "no-color": { ...toggle, ...COMMON, describe: "Use no colour" },
} as const satisfies Record<string, Options>;

export const project = {
  ...text,
  ...GAME,
  describe: "Project file (default: laurel.yaml, here or in a folder above)",
} as const;
export const env = { ...text, ...GAME, describe: "Environment (default: the game's default_environment)" } as const;
export const whichGame = {
  project,
  game: { ...texts, ...GAME, describe: "Game of the project file; repeatable (default: all)" },
  env,
} as const;

export const revealSecrets = {
  ...toggle,
  ...OUTPUT,
  describe: "Show secret achievements, which pages, diagrams, changelogs and code mask",
} as const;

/** `--format` and `--out` for a command with these formats, the default first. */
export function output<const Format extends string>(formats: readonly [Format, ...Format[]]) {
  return {
    format: { ...text, ...OUTPUT, choices: formats, default: formats[0], describe: "Format of the result on stdout" },
    out: {
      ...texts,
      ...OUTPUT,
      describe: `Also write the result to this file, as its ending says (${endingsFor(formats).join(", ")}); repeatable`,
    },
  } as const;
}

export const base = { ...text, describe: "Compare with this commit, such as origin/main" } as const;
export const target = { ...texts, describe: "Only this resource, as kind/custom_id; repeatable" } as const;
export const yes = { ...toggle, describe: "Don't prompt" } as const;
export const check = { ...toggle, describe: "Write nothing; exit with 2 if something would change" } as const;

/** Of `plan` and `apply`. */
export const planning = {
  prune: { ...toggle, describe: "Delete live resources that no manifest declares (--no-prune: keep them)" },
  base: { ...base, describe: `${base.describe}; separates your changes from drift` },
  changed: { ...toggle, implies: "base", describe: "Only games that differ from the commit of --base" },
  target: { ...target, describe: "Only this resource, as kind/custom_id, and what it needs; repeatable" },
  allow: { ...texts, choices: HAZARDS, describe: "Allow a hazard; repeatable" },
  "fail-on": { ...texts, choices: IMPACT_CLASS_NAMES, describe: "Refuse this impact on players; repeatable" },
  "reveal-secrets": revealSecrets,
} as const;

/** Flags that say where a result goes and what it shows. */
export interface OutputFlags {
  readonly project?: string | undefined;
  readonly format?: string | undefined;
  readonly out?: readonly string[];
  readonly verbose?: boolean | undefined;
  readonly revealSecrets?: boolean | undefined;
}

/** Whether the result is written as a page for many people, which conceals secrets. */
export function needsSecrets({ format, out = [] }: OutputFlags): boolean {
  return [format, ...out.map(formatOfFile)].some((each) => each === "markdown" || each === "html");
}
