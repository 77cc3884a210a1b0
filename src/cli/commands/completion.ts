/** `laurel completion`: prints a script for a shell. It is made of the command table alone and reads no project. */
import { type CommandSpec, type FlagSpecs, type Run, text } from "../args/command.ts";
import { bashScript } from "../args/completion/bash.ts";
import { fishScript } from "../args/completion/fish.ts";
import { flagsBeforeCommand, vocabularyOf } from "../args/completion/vocabulary.ts";
import { zshScript } from "../args/completion/zsh.ts";
import { EXIT } from "../exit-codes.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The command, for these commands and the flags of all of them. */
export function completionCommand(commands: readonly CommandSpec[], globalFlags: FlagSpecs): Run {
  return async (flags, ports) => {
    const shell = text(flags, "shell") as keyof typeof SCRIPTS;
    ports.stdout.write(SCRIPTS[shell](vocabularyOf(commands, globalFlags), flagsBeforeCommand(globalFlags)));
    return EXIT.done;
  };
}
