/** What a command is: its words and flags as data, and a runner that is loaded only when it is called. */
import type { ExitCode } from "../exit-codes.ts";
import type { Ports } from "../ports.ts";

/** Values by the names of flags and positionals. What is declared of them was checked when the line was read. */
export type Flags = Readonly<Record<string, unknown>>;

export type Run = (flags: Flags, ports: Ports) => Promise<ExitCode>;

/** A flag, or a word that stands without one. Numbers are whole and not negative. */
export interface FlagSpec {
  readonly type: "string" | "number" | "boolean";
  readonly describe: string;
  /** Whether it may be repeated; its value is then a list. */
  readonly array?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** What the value stands for, in capitals: for the help, and for completion, which knows FILE and FOLDER. */
  readonly value?: string;
}

export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

export interface CommandSpec {
  /** The name, and a positional where there is one: `rankings <leaderboard>`, `apply [plan]` when it may be left out. */
  readonly command: string;
  readonly summary: string;
  readonly positionals: FlagSpecs;
  readonly flags: FlagSpecs;
  /** Command lines to show in the help, each with a sentence. */
  readonly examples: readonly (readonly [command: string, sentence: string])[];
  readonly load: () => Promise<Run>;
}

/** The first word of a command: what it is called by. */
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
