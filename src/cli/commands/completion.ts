/** `laurel completion`: prints a script for a shell. It is made of the command table alone and reads no project. */

import { EXIT } from "../exit-codes.ts";
import { type CommandSpec, type FlagSpecs, type Run, text } from "../line/command.ts";
import { bashScript } from "../line/completion/bash.ts";
import { fishScript } from "../line/completion/fish.ts";
import { flagsBeforeCommand, vocabularyOf } from "../line/completion/vocabulary.ts";
import { zshScript } from "../line/completion/zsh.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The command, for these commands and the flags of all of them. */
export function completionCommand(commands: readonly CommandSpec[], globalFlags: FlagSpecs): Run {
  return async (flags, ports) => {
    const shell = text(flags, "shell") as keyof typeof SCRIPTS;
    ports.stdout.write(SCRIPTS[shell](vocabularyOf(commands, globalFlags), flagsBeforeCommand(globalFlags)));
    return EXIT.done;
  };
}
