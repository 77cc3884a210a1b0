/**
 * From the command line to an exit code. yargs knows the words; the commands do the work; nothing here decides more
 * than which of them to call. Streams, environment and signals come in as ports.
 */
import leven from "leven";
import yargs from "yargs";
import type { CommandSpec, Flags, Run } from "./command.ts";
import { COMMANDS, GLOBAL_FLAGS } from "./command-table.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { Ports } from "./ports.ts";

/** What the command line asks for: a command to run, a text to print, or a mistake. */
type Parsed =
  | { readonly load: () => Promise<Run>; readonly flags: Flags }
  | { readonly print: string }
  | { readonly mistake: string };

/** Runs one command line (without `node` and the script's name). Never throws: a bug prints itself and ends with 70. */
export async function main(argv: readonly string[], ports: Ports, version: string): Promise<ExitCode> {
  try {
    const parsed = await parse(argv, version, ports.stdout.columns);
    if ("mistake" in parsed) {
      ports.stderr.write(`laurel: ${parsed.mistake}\n`);
      return EXIT.usage;
    }
    if ("print" in parsed) {
      ports.stdout.write(`${parsed.print}\n`);
      return EXIT.done;
    }
    const run = await parsed.load();
    return await run(parsed.flags, ports);
  } catch (error) {
    ports.stderr.write(bugReport(error, argv, version));
    return EXIT.bug;
  }
}

/** yargs' own words where they say less than a user needs. */
const WORDS: Readonly<Record<string, string>> = {
  "Not enough arguments following: %s": "--%s needs a value.",
  "Did you mean %s?": "There is no such command. Did you mean `laurel %s`?",
  "Invalid values:": "A value that is not known:",
  "Argument: %s, Given: %s, Choices: %s": "%s cannot be %s. It can be: %s",
};

async function parse(argv: readonly string[], version: string, columns: number | undefined): Promise<Parsed> {
  const chosen: { spec?: CommandSpec; flags?: Flags } = {};
  const parser = yargs()
    .scriptName("laurel")
    .locale("en")
    .updateStrings(WORDS)
    .usage("$0 <command> [flags]\n\nGame progression as code: plan and apply a game's progression from YAML in git.")
    .wrap(Math.min(columns ?? 100, 110))
    .version(version)
    .alias({ h: "help" })
    .options(GLOBAL_FLAGS)
    .parserConfiguration({ "parse-positional-numbers": false })
    .demandCommand(1, 1, "Name a command.", "One command at a time.")
    .recommendCommands()
    .strict()
    .exitProcess(false)
    .showHelpOnFail(false)
    .epilogue("`laurel <command> --help` shows the flags of a command.");
  for (const spec of COMMANDS) {
    parser.command({
      command: spec.command,
      describe: spec.summary,
      builder: (builder) => {
        for (const [name, options] of Object.entries(spec.positionals)) builder.positional(name, options);
        for (const example of spec.examples) builder.example(...example);
        return builder.options(spec.flags).epilogue("");
      },
      handler: (flags) => {
        chosen.spec = spec;
        chosen.flags = flags;
      },
    });
  }
  let mistake: string | undefined;
  let printed = "";
  parser.fail((message, error) => {
    mistake ??= message ?? error?.message;
  });
  await parser.parse([...argv], {}, (error, _, output) => {
    mistake ??= error?.message;
    printed = output;
  });
  if (mistake !== undefined) return { mistake: withHelp(mistake, argv) };
  if (printed !== "") return { print: printed };
  if (chosen.spec === undefined || chosen.flags === undefined) return { mistake: withHelp("Name a command.", argv) };
  const wrong = repeatedOrEmpty(chosen.spec, chosen.flags);
  return wrong === undefined ? { load: chosen.spec.load, flags: chosen.flags } : { mistake: wrong };
}

/** A flag that stands once must not be given twice, and a value must not be empty: neither is ever guessed at. */
function repeatedOrEmpty({ flags: known, positionals }: CommandSpec, flags: Flags): string | undefined {
  for (const [name, options] of Object.entries({ ...GLOBAL_FLAGS, ...known, ...positionals })) {
    const value = flags[name];
    if (options.array !== true && Array.isArray(value)) return `--${name} is given more than once.`;
    const values = Array.isArray(value) ? value : [value];
    if (values.some((each) => typeof each === "string" && each.trim() === "")) return `--${name} needs a value.`;
    if (options.type === "number" && value !== undefined && (!Number.isSafeInteger(value) || (value as number) < 0)) {
      return `--${name} needs a whole number.`;
    }
  }
  return undefined;
}

/** yargs suggests commands but not flags, so that is added here. */
function withHelp(message: string, argv: readonly string[]): string {
  const spec = COMMANDS.find(({ command }) => command.split(" ")[0] === argv.find((word) => !word.startsWith("-")));
  const known = Object.keys({ ...GLOBAL_FLAGS, ...spec?.flags, help: {}, version: {} });
  const unknown = /^Unknown arguments?: (.*)$/.exec(message)?.[1]?.split(", ") ?? [];
  const suggestions = unknown.flatMap((word) => {
    const near = known.filter((name) => leven(name, word) <= 2).sort((a, b) => leven(a, word) - leven(b, word))[0];
    return near === undefined ? [] : [`Did you mean --${near}?`];
  });
  const [name, operand] = spec?.command.split(" ") ?? [];
  const said = message.startsWith("Not enough non-option arguments")
    ? `\`laurel ${name}\` needs ${operand}.`
    : name === undefined
      ? message.trim().replace(/^Unknown argument: (?!-)/, "There is no such command: ")
      : message.trim();
  const hint = `Run \`laurel ${name === undefined ? "" : `${name} `}--help\` to see ${name === undefined ? "the commands" : "its flags"}.`;
  return [said, ...suggestions, hint].join("\n");
}

function bugReport(error: unknown, argv: readonly string[], version: string): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    "",
    "laurel has a bug: this should not have happened, whatever the input was.",
    "Please report it with the lines below (they hold no token, but look for names that are secret to you).",
    "",
    `  laurel ${version}`,
    `  command: ${argv.map((word) => JSON.stringify(word)).join(" ")}`,
    ...stack.split("\n").map((line) => `  ${line}`),
    "",
  ].join("\n");
}
