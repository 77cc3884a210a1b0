/** What may stand on a command line, in the form in which the completion scripts need it: made from the command table. */
import { type CommandSpec, type FlagSpec, type FlagSpecs, nameOf } from "../command.ts";
import { ANSWERED_FLAGS } from "../command-line.ts";

/** What can stand where a value is wanted. `words`: one of them. `any`: nothing that could be known beforehand. */
export type Value =
  | { readonly type: "words"; readonly words: readonly string[] }
  | { readonly type: "file" | "folder" | "any" };

export interface CompletedFlag {
  /** With its dashes. */
  readonly flag: string;
  readonly describe: string;
  /** Absent for flags without a value. */
  readonly value?: Value;
  readonly mayRepeat: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** The word that stands without a flag, if there is one. */
  readonly word?: { readonly name: string; readonly value: Value };
}

/** The commands with all their flags, those of every command included. */
export function vocabularyOf(commands: readonly CommandSpec[], globalFlags: FlagSpecs): readonly CompletedCommand[] {
  return commands.map((spec) => {
    const [word] = Object.entries(spec.positionals);
    return {
      name: nameOf(spec),
      summary: spec.summary,
      flags: Object.entries({ ...spec.flags, ...globalFlags, ...ANSWERED_FLAGS }).map(completedFlag),
      ...(word === undefined ? {} : { word: { name: word[0], value: completedValue(word[1]) } }),
    };
  });
}

/** What may stand before the command. */
export function flagsBeforeCommand(globalFlags: FlagSpecs): readonly CompletedFlag[] {
  return Object.entries({ ...globalFlags, ...ANSWERED_FLAGS }).map(completedFlag);
}

function completedFlag([name, spec]: readonly [string, FlagSpec]): CompletedFlag {
  return {
    flag: `--${name}`,
    describe: spec.describe,
    ...(spec.type === "boolean" ? {} : { value: completedValue(spec) }),
    mayRepeat: spec.array === true,
  };
}

function completedValue({ choices, value }: FlagSpec): Value {
  if (choices !== undefined) return { type: "words", words: choices };
  if (value === "FILE") return { type: "file" };
  return { type: value === "FOLDER" ? "folder" : "any" };
}
