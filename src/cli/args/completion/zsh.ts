/** The completion script for zsh: read by `source`, or put as `_laurel` into a folder of `fpath`. */
import type { CompletedCommand, CompletedFlag, Value } from "./vocabulary.ts";

export function zshScript(commands: readonly CompletedCommand[], before: readonly CompletedFlag[]): string {
  const names = commands.map(({ name, summary }) => quoted(`${name}:${summary.replaceAll(":", "\\:")}`));
  return `#compdef laurel
# Completion of laurel for zsh. In ~/.zshrc, after compinit: source <(laurel completion zsh)
_laurel() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a commands=(
${names.map((name) => `    ${name}`).join("\n")}
  )
  _arguments -C ${before.map(argument).join(" ")} '1:command:->command' '*::word:->word'
  case $state in
    command) _describe command commands ;;
    word)
      case $words[1] in
${commands.map(commandCase).join("\n")}
      esac ;;
  esac
}
if [[ $funcstack[1] == _laurel ]]; then _laurel "$@"; else compdef _laurel laurel; fi
`;
}

function commandCase({ name, flags, word }: CompletedCommand): string {
  const rest = word === undefined ? [] : [quoted(`1:${word.name}:${action(word.value)}`)];
  return `        ${name}) _arguments ${[...flags.map(argument), ...rest].join(" ")} ;;`;
}

function argument({ flag, describe, value, mayRepeat }: CompletedFlag): string {
  const words = describe.replaceAll(/[[\]\\]/g, "\\$&");
  const tail = value === undefined ? "" : `:${flag.slice(2)}:${action(value)}`;
  return quoted(`${mayRepeat ? "*" : ""}${flag}[${words}]${tail}`);
}

function action(value: Value): string {
  switch (value.type) {
    case "words":
      return `(${value.words.join(" ")})`;
    case "file":
      return "_files";
    case "folder":
      return "_files -/";
    case "any":
      return " ";
  }
}

/** Nothing is special within single quotes but their end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
