/** The arguments of a command as data, and the values that were given for them. */

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
