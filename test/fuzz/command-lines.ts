/**
 * Command lines: every command with flags of its own and of others, with values that fit, and with
 * values that do not.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommandOptions, EXIT } from "../../src/cli/command/command.ts";
import { GLOBAL_OPTIONS } from "../../src/cli/command/options.ts";
import { isArgument, loadCommands, nameOf } from "../../src/cli/commands/index.ts";
import { NASTY_TEXTS } from "./nasty.ts";
import { checkRun, insist, type Target } from "./outputs.ts";
import type { Random } from "./random.ts";
import { BOARD, openScene } from "./scene.ts";

const COMMANDS = await loadCommands();
type Loaded = (typeof COMMANDS)[number];

/**
 * Words that can mean something: files that are there, names of the project, addresses at which
 * nobody answers.
 */
const WORDS: readonly string[] = [
  ...`game game/game.yaml laurel.yaml saved.json new.json new/folder demo live other local ${BOARD}`.split(
    " ",
  ),
  ..."achievement/athlete achievement/* achievement/ http://127.0.0.1:1 http://user:word@127.0.0.1:1".split(
    " ",
  ),
  ..."file:///etc/passwd json=new.json sarif= sarif=laurel.yaml text=game/x.yaml 2/8 0/0 auto 7 -7 1e9 0.5".split(
    " ",
  ),
  ..."sha256: 0123456789ab HEAD -- -h".split(" "),
];
/** No program can be given a NUL, nor half of a character; and nothing may be written far away. */
const VALUES = [
  ...WORDS,
  ...NASTY_TEXTS.filter((text) => !/[\0\p{Surrogate}]/u.test(text) && text.length < 6000),
];
const EXITS = [EXIT.done, EXIT.failed, EXIT.changes, EXIT.invalid, EXIT.refused, EXIT.usage];

export const commandLines: Target<readonly string[]> = {
  name: "command lines",
  share: 5,
  open: async (folder) => {
    const scene = await openScene(folder);
    return {
      make: lineOf,
      run: async (argv) => {
        await scene.reset();
        await writeFile(join(scene.folder, "saved.json"), '{ "format": 1, "plans": [] }');
        const run = await scene.run(argv);
        checkRun(run, EXITS, { format: "text" });
        insist(
          run.exit !== EXIT.usage || run.stderr !== "" || run.stdout !== "",
          () => "a mistake without a word",
        );
        return run.exit;
      },
      close: scene.close,
    };
  },
};

function lineOf(random: Random): readonly string[] {
  const spec = random.pick(COMMANDS);
  const name = nameOf(spec);
  const flags = Array.from({ length: random.below(6) }, () => flagOf(spec, random)).flat();
  const words = Array.from({ length: random.below(3) }, () => wordFor(spec, random));
  // It would listen until it is told to stop.
  const stop = name === "serve" ? ["--no-such-flag"] : [];
  const all = [random.chance(0.97) ? name : random.pick(VALUES), ...words, ...flags, ...stop];
  return random.chance(0.1)
    ? all.reverse().filter((word) => name !== "serve" || word !== "--")
    : all;
}

function wordFor(command: Loaded, random: Random): string {
  const positionals = Object.entries(command.options).filter(([name]) => isArgument(command, name));
  const choices = positionals.flatMap(([, each]) => (each.choices ?? []).map(String));
  return random.pick(choices.length > 0 && random.chance(0.7) ? choices : VALUES);
}

/** Returns the name, at times with an extra letter or a negation. */
function misspelt(name: string, random: Random): string {
  if (random.chance(0.05)) return `${name}x`;
  return random.chance(0.1) ? `no-${name}` : name;
}

function flagOf({ options }: Loaded, random: Random): readonly string[] {
  const from: CommandOptions = random.chance(0.9)
    ? { ...GLOBAL_OPTIONS, ...options }
    : random.pick(COMMANDS).options;
  const found = random.pick([...Object.entries(from), ["help", undefined] as const]);
  const [name, flag] = found;
  const shown = misspelt(name, random);
  if (flag?.type === "boolean" && random.chance(0.9)) return [`--${shown}`];
  const value = random.pick(
    flag?.choices !== undefined && random.chance(0.8) ? flag.choices.map(String) : VALUES,
  );
  return random.pick([[`--${shown}`, value], [`--${shown}=${value}`], [`--${shown}`]]);
}
