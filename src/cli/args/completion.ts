/** Completion by yargs: its scripts for the shells, and its answers to them. */
import yargs, { type Argv, type FallbackCompletionFunction, type Options } from "yargs";
import { defined } from "../../model/collections.ts";
import type { CommandSpec, FlagSpec, FlagSpecs } from "./command.ts";

/** What the shell scripts of yargs pass as the first word. */
export const COMPLETION_REQUEST = "--get-yargs-completions";

/** The script for the shell that the environment names. */
export function completionScript(shell: string, cwd: string): string {
  const parser = openParser(cwd);
  // The types of yargs lack the parameters.
  const { showCompletionScript } = parser as unknown as { showCompletionScript(name: string, command: string): void };
  return printedBy(
    parser.command("$0", "", {}, () => showCompletionScript.call(parser, "laurel", `completion ${shell}`)),
    [],
  );
}

/** What may follow the words, a line each. `words`: as the script passes them, with the request in front. */
export function completionsFor(
  words: readonly string[],
  commands: readonly CommandSpec[],
  globals: FlagSpecs,
  cwd: string,
): string {
  const own: FlagSpecs = Object.assign({}, ...commands.map(({ flags }) => flags));
  // Flags may precede the command, so yargs has to know which of them take a value.
  const early = mapValues(own, (flag) => ({ ...optionOf(flag), hidden: true, global: false }));
  const parser = openParser(cwd).options(early).options(mapValues(globals, optionOf));
  for (const { command, summary, flags, positionals } of commands) {
    parser.command(command, summary, (its: Argv) => {
      for (const [name, { describe, choices }] of Object.entries(positionals))
        its.positional(name, { type: "string", describe, ...defined({ choices }) });
      return its.options(mapValues(flags, optionOf));
    });
  }
  parser.completion("yargs", false, completeValues(words, { ...own, ...globals }));
  // bash splits `--flag=value` into three words.
  return printedBy(
    parser,
    words.filter((word) => word !== "="),
  );
}

function openParser(cwd: string): Argv {
  return yargs([], cwd)
    .scriptName("laurel")
    .exitProcess(false)
    .help(false)
    .version(false)
    .detectLocale(false)
    .parserConfiguration({ "camel-case-expansion": false, "dot-notation": false, "parse-numbers": false });
}

function printedBy(parser: Argv, words: readonly string[]): string {
  const printed: string[] = [];
  parser.parse([...words], {}, (_, __, output) => {
    printed.push(output);
  });
  const text = printed.find((output) => output !== "");
  return text === undefined ? "" : `${text}\n`;
}

/** Nothing after a flag whose value is not known, so that the shell completes names of files. */
function completeValues(words: readonly string[], known: FlagSpecs): FallbackCompletionFunction {
  const previous = known[/^--(.+)/.exec(words.at(-2) ?? "")?.[1] ?? ""];
  const isOpen = previous !== undefined && previous.type !== "boolean" && previous.choices === undefined;
  return (_current, _given, complete, done) => (isOpen ? done([]) : complete());
}

function optionOf({ type, describe, choices }: FlagSpec): Options {
  if (type === "boolean") return { type: "boolean", describe };
  return { type: "string", nargs: 1, describe, ...defined({ choices }) };
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}
