/**
 * An empty program with laurel's commands: yargs reads the line, and nothing is done. To be
 * bundled.
 */
import yargs from "yargs";
import { GLOBAL_OPTIONS } from "../../src/cli/command/options.ts";
import { COMMANDS } from "../../src/cli/commands/index.ts";

const parser = yargs(process.argv.slice(2))
  .scriptName("laurel")
  .version("0.0.0")
  .detectLocale(false);
parser.options(GLOBAL_OPTIONS).strict().recommendCommands().demandCommand(1);
for (const { command, describe } of COMMANDS)
  parser.command(
    command,
    describe,
    (own) => own.strict(false),
    () => undefined,
  );
parser.parse();
