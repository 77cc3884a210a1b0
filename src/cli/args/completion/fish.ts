/** The completion script for fish, 3.0 and later. */
import type { CompletedCommand, CompletedFlag, Value } from "./vocabulary.ts";

export function fishScript(commands: readonly CompletedCommand[], before: readonly CompletedFlag[]): string {
  const first = quoted("__fish_use_subcommand");
  return `# Completion of laurel for fish. laurel completion fish > ~/.config/fish/completions/laurel.fish
complete -c laurel -f
${commands.map(({ name, summary }) => `complete -c laurel -n ${first} -a ${name} -d ${quoted(summary)}`).join("\n")}
${before.map((flag) => flagLine(first, flag)).join("\n")}
${commands.flatMap(commandLines).join("\n")}
`;
}

function commandLines({ name, flags, word }: CompletedCommand): readonly string[] {
  const here = quoted(`__fish_seen_subcommand_from ${name}`);
  const rest = word === undefined ? "" : offer(word.value);
  return [
    ...(rest === "" ? [] : [`complete -c laurel -n ${here} ${rest}`]),
    ...flags.map((flag) => flagLine(here, flag)),
  ];
}

function flagLine(condition: string, { flag, describe, value }: CompletedFlag): string {
  const takes = value === undefined ? "" : ` ${value.type === "file" ? "-r" : "-x"} ${offer(value)}`.trimEnd();
  return `complete -c laurel -n ${condition} -l ${flag.slice(2)}${takes} -d ${quoted(describe)}`;
}

function offer(value: Value): string {
  switch (value.type) {
    case "words":
      return `-a ${quoted(value.words.join(" "))}`;
    case "file":
      return "-F";
    case "folder":
      return `-a ${quoted("(__fish_complete_directories)")}`;
    case "any":
      return "";
  }
}

/** Within single quotes, fish knows two escapes. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
