/** The arguments of a command as data. A flag that several commands have is defined here, once, with one meaning. */

import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import { catalog } from "../../catalog/index.ts";
import { HAZARDS } from "../../model/model.ts";
import { endingsFor, formatOfFile } from "./formats.ts";

/** A flag or a positional. Numbers are whole and not negative. */
export interface FlagSpec {
  readonly type: "string" | "number" | "boolean";
  /** An imperative or a noun phrase without a full stop. Choices and defaults are printed after it. */
  readonly describe: string;
  /** The end of `describe` that only this command has. Without it, all flags of one name have the same `describe`. */
  readonly note?: string;
  /** The placeholder of the value in the help, such as `FILE`. */
  readonly value?: string;
  /** Under which title the help lists it. Default: what the command does. */
  readonly group?: FlagGroup;
  /** One letter, for flags without a value. */
  readonly short?: string;
  /** Whether it may be repeated; its value is then a list. With choices, several values may be joined with commas. */
  readonly array?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string;
}

export type FlagGroup = "game" | "service" | "output" | "common";

export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

type ValueOf<Spec extends FlagSpec> = Spec extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

type GivenValue<Spec extends FlagSpec> = Spec extends { readonly type: "boolean" }
  ? boolean | undefined
  : Spec extends { readonly type: "number" }
    ? number | undefined
    : Spec extends { readonly array: true }
      ? readonly ValueOf<Spec>[]
      : Spec extends { readonly default: string }
        ? ValueOf<Spec>
        : ValueOf<Spec> | undefined;

type CamelCase<Name> = Name extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name;

/** What a command gets: a member for each flag and positional, with its name in camel case. */
export type FlagValues<Specs extends FlagSpecs> = {
  readonly [Name in keyof Specs as CamelCase<Name>]: GivenValue<Specs[Name]>;
};

/** The same of any command. */
export type GivenFlags = Readonly<Record<string, boolean | number | string | readonly string[] | undefined>>;

export function memberOf(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The titles under which `laurel --help` lists the commands, in this order. */
export const COMMAND_GROUPS = { start: "Start", check: "Check", change: "Change", see: "See", tools: "Tools" } as const;

export type CommandGroup = keyof typeof COMMAND_GROUPS;

/** What a command does on the network, as the help says it. */
export const NETWORK = {
  none: "not used",
  reads: "reads from the service; sends no writes",
  writes: "reads from the service and writes to it",
  optional: "not used, except with --from-live, which reads from the service",
  listens: "listens on a loopback port",
} as const;

export type NetworkUse = (typeof NETWORK)[keyof typeof NETWORK];

export interface CommandSpec {
  /** The name, and positionals in their order: `rankings <leaderboard>`, or `apply [plan]` if it is optional. */
  readonly command: string;
  /** A sentence that begins with an imperative verb, without a full stop. */
  readonly summary: string;
  readonly group: CommandGroup;
  readonly network: NetworkUse;
  readonly positionals: FlagSpecs;
  readonly flags: FlagSpecs;
  /** Command lines to show in the help, each with what it does. */
  readonly examples: readonly (readonly [command: string, sentence: string])[];
}

export function nameOf({ command }: CommandSpec): string {
  return command.split(" ")[0] ?? command;
}

export const one = <const More extends Partial<FlagSpec> = object>(value: string, describe: string, more?: More) =>
  ({ type: "string", value, describe, ...(more as More) }) as const;
export const many = <const More extends Partial<FlagSpec> = object>(value: string, describe: string, more?: More) =>
  ({ ...one(value, describe, more), array: true }) as const;
export const yes = <const More extends Partial<FlagSpec> = object>(describe: string, more?: More) =>
  ({ type: "boolean", describe, ...(more as More) }) as const;
export const number = (value: string, describe: string) => ({ type: "number", value, describe }) as const;

/** The same flag with what it does in this command alone. */
export const noted = <const Flag extends FlagSpec>(flag: Flag, note: string) =>
  ({ ...flag, describe: flag.describe + note, note }) as const;

const GAME = { group: "game" } as const;
const OUTPUT = { group: "output" } as const;
const COMMON = { group: "common" } as const;

/** Flags of every command. */
export const GLOBAL_FLAGS = {
  "no-color": yes("Use no colour", COMMON),
  verbose: yes("Show all: changes, steps, up to 200 problems, and each request", {
    ...COMMON,
    short: "v",
  }),
  quiet: yes("Show no progress and no notes; the result, warnings and errors stay", { ...COMMON, short: "q" }),
};

export type GlobalFlags = FlagValues<typeof GLOBAL_FLAGS>;

export const gameName = one("NAME", "Name of the game", GAME);
export const gameNames = many("NAME", "Name of the game", GAME);

export const whichGame = {
  project: one("FILE", "Project file (default: laurel.yaml, here or in a folder above)", GAME),
  game: noted(gameNames, " in the project file; repeatable (default: all)"),
  env: one("NAME", "Environment of the game (default: its default_environment)", GAME),
};
export const whichChanged = {
  changed: yes("Only games whose manifests, scenarios or settings differ from the commit of --base", GAME),
};

/** With an effect on formats that many people read; text and JSON are for those who may read the manifests. */
export const revealSecrets = yes(
  "Show names and texts of secret achievements (default: masked in Markdown, HTML, diagrams, changelogs and code)",
  OUTPUT,
);
export const format = <const Names extends readonly [string, ...string[]]>(...choices: Names) =>
  one("FORMAT", "Print the result on stdout in this format", { ...OUTPUT, choices, default: choices[0] });
export const out = one("FILE", "Write to this file", OUTPUT);
/** `formats`: of the command. */
export const outs = (formats: readonly string[]) =>
  ({
    ...noted(out, `, too; its ending says the format: ${endingsFor(formats).join(", ")}; repeatable`),
    array: true,
  }) as const;
export const detailedExitcode = yes("Exit with 2 instead of 0 when there are differences", OUTPUT);

export const target = many("ADDRESS", "Only this resource, as kind/custom_id");
export const planning = {
  prune: yes("Delete live resources of managed kinds that no manifest declares (--no-prune: keep them)"),
  target: noted(target, ", and what it needs; repeatable"),
  allow: many("HAZARD", "Allow a hazard; repeatable, or several with commas", {
    choices: HAZARDS,
  }),
  "fail-on": many("IMPACT", "Refuse a plan with this impact on players; repeatable, or several with commas", {
    choices: IMPACT_CLASS_NAMES,
  }),
  "reveal-secrets": revealSecrets,
};
export const base = one("COMMIT", "Compare with this commit, such as origin/main");
export const yesFlag = yes("Don't prompt");
export const expect = many(
  "DIGEST",
  "Refuse any plan but the one with this digest, or its first 12 digits; repeatable, once for each game",
);
export const check = yes("Write nothing");
export const kind = many("KIND", "Only this kind; repeatable, or several with commas (default: all)", {
  choices: catalog.map(({ name }) => name),
});
export const achievement = many("ID", "Only this achievement, by its custom_id; repeatable");

/** Whether the result is written as a page for many people, which conceals secrets. */
export function needsSecrets({ format, out }: Readonly<{ format: string; out: readonly string[] }>): boolean {
  const forms = [format, ...out.map(formatOfFile)];
  return forms.includes("markdown") || forms.includes("html");
}

/** Flags that say where a result goes and what it shows. */
export interface OutputFlags {
  readonly project?: string | undefined;
  readonly format?: string | undefined;
  readonly out?: readonly string[];
  readonly verbose?: boolean | undefined;
  readonly revealSecrets?: boolean | undefined;
}
