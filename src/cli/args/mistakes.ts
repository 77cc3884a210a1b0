/** What is wrong with the words of a command line, each mistake with one line of advice. */
import leven from "leven";
import { type CommandSpec, type FlagSpec, type FlagSpecs, nameOf } from "./command.ts";

/** `wrong`: one line. `advice`: what to do; absent where the help is the best advice. */
export interface Mistake {
  readonly wrong: string;
  readonly advice?: string;
}

/** Looks at the words before `--`. Values never begin with a dash unless they are joined to the flag with `=`. */
export function mistakeInWords(words: readonly string[], known: FlagSpecs): Mistake | undefined {
  const unknown = words.filter((word, index) => isUnknown(word, words[index - 1] ?? "", known));
  if (unknown.length > 0) return unknownFlags(unknown, known);
  const switches = new Map<string, boolean>();
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const [name, value] = split(word);
    const flag = word.startsWith("--") ? own(known, name) : undefined;
    if (flag !== undefined && flag.type !== "boolean") {
      if (value === undefined && (next === undefined || /^-./.test(next))) return { wrong: `--${name} needs a value.` };
      continue;
    }
    const negated = flag === undefined && word.startsWith("--no-") ? name.slice("no-".length) : undefined;
    if (flag === undefined && negated === undefined) continue;
    const isJoined = value === undefined || value === "true" || value === "false";
    // yargs takes these two words for the value.
    const isTaken = value === undefined && negated === undefined && (next === "true" || next === "false");
    if (!isJoined || isTaken) return { wrong: `--${name} takes no value.` };
    const positive = negated ?? name;
    const isOn = negated === undefined && value !== "false";
    const before = switches.get(positive);
    if (before === isOn) return { wrong: `--${positive} is given more than once.` };
    if (before !== undefined) return contradiction(`--${positive}`, `--no-${positive}`);
    switches.set(positive, isOn);
  }
  const isBoth = switches.get("quiet") === true && switches.get("verbose") === true;
  return isBoth ? contradiction("--quiet", "--verbose") : undefined;
}

function contradiction(one: string, other: string): Mistake {
  return { wrong: `${one} and ${other} contradict each other.`, advice: "Leave one of them out." };
}

/** All that was given for each flag and positional. */
export type GivenValues = ReadonlyMap<string, readonly unknown[]>;

/** Words without a flag behind those that the command takes. */
export const NO_POSITIONAL = "";

/** A flag that is no list must not be given twice, and a value must not be empty: nothing is guessed. */
export function wrongValues(spec: CommandSpec, known: FlagSpecs, given: GivenValues): Mistake | undefined {
  const [excess] = given.get(NO_POSITIONAL) ?? [];
  if (excess !== undefined) return unexpected(excess);
  for (const [name, flag] of [...Object.entries(spec.positionals), ...Object.entries(known)]) {
    const values = given.get(name)?.filter((value) => typeof value === "string") ?? [];
    const isWord = name in spec.positionals;
    const shown = isWord ? `<${name}>` : `--${name}`;
    if (values.length > 1 && flag.array !== true) return { wrong: `${shown} is given more than once.` };
    if (values.some((value) => value.trim() === "")) return { wrong: `${shown} needs a value.` };
    if (values.length === 0 && spec.command.includes(`<${name}>`))
      return { wrong: `\`laurel ${nameOf(spec)}\` needs <${name}>.`, ...choicesAdvice(flag) };
    if (flag.type === "number" && !values.every(isWholeNumber)) return { wrong: `${shown} needs a whole number.` };
    const strange = values.find((value) => flag.choices?.includes(value) === false);
    if (strange !== undefined) return { wrong: `${shown} cannot be "${strange}".`, ...choicesAdvice(flag) };
  }
  return undefined;
}

function unexpected(word: unknown): Mistake {
  return { wrong: `Unexpected argument: ${word}` };
}

function choicesAdvice({ choices }: FlagSpec): Pick<Mistake, "advice"> {
  return choices === undefined ? {} : { advice: `Choose from: ${choices.join(", ")}` };
}

function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}

export function unknownCommand(name: string, commands: readonly CommandSpec[]): Mistake {
  const near = nearest(name, commands.map(nameOf));
  return {
    wrong: `Unknown command: ${name}`,
    ...(near === undefined ? {} : { advice: `Did you mean \`laurel ${near}\`?` }),
  };
}

function isUnknown(word: string, previous: string, known: FlagSpecs): boolean {
  if (!/^-./.test(word)) return false;
  const [name, value] = split(word);
  // Said of the flag before it, which lacks a value.
  if (!word.startsWith("--")) return (own(known, split(previous)[0])?.type ?? "boolean") === "boolean";
  if (own(known, name) !== undefined) return false;
  return !(name.startsWith("no-") && own(known, name.slice("no-".length))?.type === "boolean" && value === undefined);
}

/** The name in a word such as `--name=value`, and the value. */
export function split(word: string): readonly [string, string | undefined] {
  const at = word.indexOf("=");
  return at === -1 ? [word.slice(2), undefined] : [word.slice(2, at), word.slice(at + 1)];
}

export function own(flags: FlagSpecs, name: string): FlagSpec | undefined {
  return Object.hasOwn(flags, name) ? flags[name] : undefined;
}

/** What people know from other programs and from other commands, and its counterpart here where the command has it. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  "game-name": "game",
  "auto-approve": "yes",
  silent: "quiet",
  debug: "verbose",
  url: "base-url",
  dir: "manifests",
};

const HINTS: Readonly<Record<string, string>> = {
  "--dry-run": "Run `laurel plan` instead: it shows what an apply would do, and writes nothing.",
  "--json": "Commands with a JSON format take --format json.",
  "--token": "Set the token in an environment variable: LAUREL_API_TOKEN, or that of token_env.",
};

/** Names only: a value may be a secret. */
function unknownFlags(words: readonly string[], known: FlagSpecs): Mistake {
  const names = Object.entries(known).flatMap(([name, { type }]) =>
    type === "boolean" ? [name, `no-${name}`] : [name],
  );
  const shown = words.map((word) => (word.startsWith("--") ? `--${split(word)[0]}` : word.slice(0, 2)));
  const advice = shown.flatMap((flag) => {
    const counterpart = own(known, COUNTERPARTS[flag.slice(2)] ?? "") && COUNTERPARTS[flag.slice(2)];
    const near = counterpart ?? (flag.length > 3 ? nearest(flag.slice(2), names) : undefined);
    if (near !== undefined) return [`Did you mean --${near}?`];
    return HINTS[flag] ?? [];
  });
  return {
    wrong: `Unknown ${words.length === 1 ? "flag" : "flags"}: ${shown.join(", ")}`,
    ...(advice.length === 0 ? {} : { advice: [...new Set(advice)].join(" ") }),
  };
}

/** The name that takes at most two changes of letters, or of which one is the beginning, as `env` of `environment`. */
function nearest(word: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, changes: leven(name, word) })).sort((a, b) => a.changes - b.changes);
  const [first] = ranked;
  if (first !== undefined && first.changes <= 2 && first.changes < first.name.length) return first.name;
  return names.find(
    (name) => (name.length >= 3 && word.startsWith(name)) || (word.length >= 3 && name.startsWith(word)),
  );
}
