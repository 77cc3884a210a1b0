/** The arguments of a command as data, and the values that were given for them. */

/** Values by the names of flags and positionals, checked when the line was read. */
export type Flags = Readonly<Record<string, unknown>>;

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

/** A flag that may be given once and has a value. */
export function text(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** A flag that may be repeated. */
export function texts(flags: Flags, name: string): readonly string[] {
  const value = flags[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** A flag without a value; undefined when it was not given. */
export function flag(flags: Flags, name: string): boolean | undefined {
  const value = flags[name];
  return typeof value === "boolean" ? value : undefined;
}

export function integer(flags: Flags, name: string): number | undefined {
  const value = flags[name];
  return typeof value === "number" ? value : undefined;
}
