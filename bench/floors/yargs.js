/** An empty program with laurel's table of commands: yargs reads the line, and nothing is done. To be bundled. */
import yargs from "yargs";
import { GLOBAL_FLAGS } from "../../src/cli/args/command.ts";
import { COMMANDS } from "../../src/cli/commands/table.ts";

const parser = yargs(process.argv.slice(2)).scriptName("laurel").version("0.0.0").detectLocale(false);
declare(parser, GLOBAL_FLAGS).strict().recommendCommands().demandCommand(1);
for (const { command, summary, positionals, flags, examples } of COMMANDS) {
  const build = (inner) => {
    for (const [name, { describe, choices }] of Object.entries(positionals))
      inner.positional(name, { type: "string", describe, choices });
    return declare(inner, flags).example(examples.map(([line]) => [line, ""]));
  };
  parser.command(command, summary, build, () => undefined);
}
parser.parse();

function declare(target, flags) {
  for (const [name, { type, describe, choices, default: fallback }] of Object.entries(flags)) {
    const value = type === "boolean" ? { type } : { type: "string", nargs: 1, choices, default: fallback };
    target.option(name, { describe, ...value });
  }
  return target;
}
