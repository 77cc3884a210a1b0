/** What a command is: its words and flags as data, and a runner that is loaded only when it is called. */
import type { Options } from "yargs";
import type { ExitCode } from "./exit-codes.ts";
import type { Ports } from "./ports.ts";

/** Parsed flags by their camel-case names, as yargs gives them. Declared types are checked when parsing. */
export type Flags = Readonly<Record<string, unknown>>;

export type Run = (flags: Flags, ports: Ports) => Promise<ExitCode>;

export interface CommandSpec {
  /** The words in yargs form, such as `rankings <leaderboard>`. */
  readonly command: string;
  readonly summary: string;
  readonly positionals: Readonly<Record<string, Options & { type: "string" }>>;
  readonly flags: Readonly<Record<string, Options>>;
  /** Command lines to show in the help, each with a sentence. */
  readonly examples: readonly (readonly [command: string, sentence: string])[];
  readonly load: () => Promise<Run>;
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
