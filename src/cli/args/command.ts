/** The arguments of a command as data, the flags that several commands have, and the values that were given for them. */
import { HAZARDS } from "../../model/model.ts";
import { IMPACT_CLASS_NAMES } from "../../plan/impact.ts";

/** A flag or a positional. Numbers are whole and not negative. */
export interface FlagSpec {
  readonly type: "string" | "number" | "boolean";
  readonly describe: string;
  /** Whether it may be repeated; its value is then a list. With choices, several values may be joined with commas. */
  readonly array?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string;
}

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

export interface CommandSpec {
  /** The name, and at most one positional: `rankings <leaderboard>`, or `apply [plan]` if it is optional. */
  readonly command: string;
  readonly summary: string;
  readonly positionals: FlagSpecs;
  readonly flags: FlagSpecs;
  /** Command lines to show in the help, each with a sentence. */
  readonly examples: readonly (readonly [command: string, sentence: string])[];
}

export function nameOf({ command }: CommandSpec): string {
  return command.split(" ")[0] ?? command;
}

export const one = <const More extends Partial<FlagSpec> = object>(describe: string, more?: More) =>
  ({ type: "string", describe, ...(more as More) }) as const;
export const many = <const More extends Partial<FlagSpec> = object>(describe: string, more?: More) =>
  ({ ...one(describe, more), array: true }) as const;
export const yes = (describe: string) => ({ type: "boolean", describe }) as const;
export const number = (describe: string) => ({ type: "number", describe }) as const;
export const format = <const Names extends readonly [string, ...string[]]>(...choices: Names) =>
  one("Form of the result", { choices, default: choices[0] });
export const output = (...formats: readonly string[]) =>
  many(`Also write the result in that form to a file, as FORM=FILE (${formats.join(", ")}); may be repeated`);

/** Flags of every command. */
export const GLOBAL_FLAGS = {
  color: one("When to use colour", { choices: ["auto", "always", "never"], default: "auto" }),
  verbose: yes("Show more: up to 200 problems, whole bodies, each request, how long each step took"),
  "log-format": one("Form of all that goes to stderr: text for people, or a JSON object on each line", {
    choices: ["text", "json"],
    default: "text",
  }),
};

export type GlobalFlags = FlagValues<typeof GLOBAL_FLAGS>;

/** Flags that say where a result goes and what it shows. */
export interface OutputFlags {
  readonly project?: string | undefined;
  readonly manifests?: string | undefined;
  readonly plan?: string | undefined;
  readonly out?: string | undefined;
  readonly report?: string | undefined;
  readonly data?: string | undefined;
  readonly format?: string | undefined;
  readonly output?: readonly string[];
  readonly verbose?: boolean | undefined;
  readonly revealSecrets?: boolean | undefined;
  readonly showRequests?: boolean | undefined;
}

export const whichGame = {
  project: one("Project file (default: laurel.yaml, here or in a folder above)"),
  game: many("Game of the project file; may be repeated (default: all)"),
  env: one("Environment of the game (default: its default_environment)"),
  manifests: one("Folder of manifests"),
};
export const whichGames = {
  ...whichGame,
  shard: one("Only this part of the games: the second of eight with 2/8, or as the CI system says with auto or auto/8"),
};
export const whichService = {
  "base-url": one("Address of the service"),
  "game-id": one("Id of the game on the service"),
  "allow-insecure-http": yes("Send the token over plain http to another machine"),
};
export const revealSecrets = yes("Show names and texts of secret achievements, which Markdown, HTML and diagrams mask");
export const planning = {
  prune: yes("Delete live resources of managed kinds that no manifest declares (--no-prune: keep them)"),
  target: many("Only this resource, as kind/custom_id, and what it needs; may be repeated"),
  allow: many("Allow a hazard; several with commas", { choices: [...HAZARDS] }),
  "fail-on": many("Refuse a plan that means this to players, such as harder,destructive; several with commas", {
    choices: IMPACT_CLASS_NAMES,
  }),
  "show-requests": yes("Show the requests that would be sent"),
  "reveal-secrets": revealSecrets,
};

export const expect = many(
  "Refuse any other plan than the one with this digest, or its first 12 digits; once for each game",
);

/** Whether the result is written as a page for many people, which conceals secrets. */
export function needsSecrets({ format, output }: Readonly<{ format: string; output: readonly string[] }>): boolean {
  const forms = [format, ...output.map((each) => each.split("=")[0])];
  return forms.includes("markdown") || forms.includes("html");
}
