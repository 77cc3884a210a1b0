/** The completion script for bash, 3.2 and later, without the bash-completion package. */
import type { CompletedCommand, CompletedFlag, Value } from "./vocabulary.ts";

export function bashScript(commands: readonly CompletedCommand[], before: readonly CompletedFlag[]): string {
  const names = commands.map(({ name }) => name);
  const valued = [
    ...new Set(
      commands.flatMap(({ flags }) => flags.filter(({ value }) => value !== undefined)).map(({ flag }) => flag),
    ),
  ];
  return `# Completion of laurel for bash. In ~/.bashrc: eval "$(laurel completion bash)"
# What compgen finds is only ever read: names of files may hold anything.
_laurel_offer() {
  local found
  while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen "$@" -- "$cur")
}
_laurel_paths() {
  compopt -o filenames 2>/dev/null
  _laurel_offer "$1"
}
_laurel() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name= index
  COMPREPLY=()
  # bash takes --flag=value apart, into three words.
  if [[ $cur == "=" ]]; then cur=
  elif [[ $prev == "=" && COMP_CWORD -gt 2 ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    case \${COMP_WORDS[index]} in
      ${valued.join("|")}) [[ \${COMP_WORDS[index+1]} == "=" ]] && ((index++)); ((index++)) ;;
      -*) ;;
      *) name=\${COMP_WORDS[index]}; break ;;
    esac
  done
  case "$name $prev" in
${commands.flatMap(({ name, flags }) => flags.flatMap((flag) => flagCase(name, flag))).join("\n")}
${before.flatMap((flag) => flagCase("", flag)).join("\n")}
  esac
  case $name in
    "") if [[ $cur == -* ]]; then _laurel_offer -W "${flagWords(before)}"; else _laurel_offer -W "${names.join(" ")}"; fi ;;
${commands.map(commandCase).join("\n")}
  esac
}
complete -F _laurel laurel
`;
}

/** What follows a flag with a value; nothing is offered where the value is not known. */
function flagCase(name: string, { flag, value }: CompletedFlag): readonly string[] {
  return value === undefined ? [] : [`    "${name} ${flag}") ${offer(value)}; return ;;`];
}

function commandCase({ name, flags, word }: CompletedCommand): string {
  const rest =
    word === undefined || word.value.type === "any" ? `_laurel_offer -W "${flagWords(flags)}"` : offer(word.value);
  return `    ${name}) if [[ $cur == -* ]]; then _laurel_offer -W "${flagWords(flags)}"; else ${rest}; fi ;;`;
}

function flagWords(flags: readonly CompletedFlag[]): string {
  return flags.map(({ flag }) => flag).join(" ");
}

function offer(value: Value): string {
  switch (value.type) {
    case "words":
      return `_laurel_offer -W "${value.words.join(" ")}"`;
    case "file":
      return "_laurel_paths -f";
    case "folder":
      return "_laurel_paths -d";
    case "any":
      return ":";
  }
}
