/** What yargs lets pass in a command line, or takes for something else, and is refused all the same. */
import leven from "leven";
import { type CommandSpec, type FlagSpec, type FlagSpecs, nameOf } from "./command.ts";

/** Looks at the words before `--`. Values never begin with a dash unless they are joined to the flag with `=`. */
export function mistakeInWords(words: readonly string[], known: FlagSpecs): string | undefined {
  const unknown = words.filter((word, index) => isUnknown(word, words[index - 1] ?? "", known));
  if (unknown.length > 0) return unknownFlags(unknown, known);
  const switches = new Map<string, boolean>();
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const [name, value] = split(word);
    const flag = word.startsWith("--") ? own(known, name) : undefined;
    if (flag !== undefined && flag.type !== "boolean") {
      if (value === undefined && (next === undefined || /^-./.test(next))) return `--${name} needs a value.`;
      continue;
    }
    const negated = word.startsWith("--no-") ? name.slice("no-".length) : undefined;
    if (flag === undefined && negated === undefined) continue;
    const isJoined = value === undefined || value === "true" || value === "false";
    // yargs takes these two words for the value.
    const isTaken = value === undefined && negated === undefined && (next === "true" || next === "false");
    if (!isJoined || isTaken) return `--${name} takes no value.`;
    const positive = negated ?? name;
    const isOn = negated === undefined && value !== "false";
    const before = switches.get(positive);
    if (before !== undefined && positive !== "help" && positive !== "version") {
      if (before === isOn) return `--${positive} is given more than once.`;
      return `--${positive} and --no-${positive} contradict each other.`;
    }
    switches.set(positive, isOn);
  }
  return undefined;
}

/** All that was given for each flag and positional. */
export type GivenValues = ReadonlyMap<string, readonly unknown[]>;

/** Words without a flag, of a command that takes none. */
export const NO_POSITIONAL = "";

/** A flag that is no list must not be given twice, and a value must not be empty: nothing is guessed. */
export function wrongValues(spec: CommandSpec, known: FlagSpecs, given: GivenValues): string | undefined {
  const [excess] = given.get(NO_POSITIONAL) ?? [];
  if (excess !== undefined) return `Unknown argument: ${excess}`;
  for (const [name, flag] of [...Object.entries(spec.positionals), ...Object.entries(known)]) {
    const values = given.get(name)?.filter((value) => typeof value === "string") ?? [];
    const isWord = name in spec.positionals;
    const shown = nameInLine(name, known);
    if (values.length > 1 && flag.array !== true)
      return isWord ? `Unknown argument: ${values[1]}` : `${shown} is given more than once.`;
    if (values.some((value) => value.trim() === "")) return `${shown} needs a value.`;
    if (values.length === 0 && spec.command.includes(`<${name}>`)) return `\`laurel ${nameOf(spec)}\` needs <${name}>.`;
    if (flag.type === "number" && !values.every(isWholeNumber)) return `${shown} needs a whole number.`;
    const strange = values.find((value) => flag.choices?.includes(value) === false);
    if (strange !== undefined) return `${shown} cannot be "${strange}". Choose from: ${flag.choices?.join(", ")}`;
  }
  return undefined;
}

/** `--env` for a flag, `<plan>` for a positional. */
export function nameInLine(name: string, flags: FlagSpecs): string {
  return own(flags, name) === undefined ? `<${name}>` : `--${name}`;
}

function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}

function isUnknown(word: string, previous: string, known: FlagSpecs): boolean {
  if (!/^-./.test(word) || word === "-h") return false;
  const [name, value] = split(word);
  // Said of the flag before it, which lacks a value.
  if (!word.startsWith("--")) return (own(known, split(previous)[0])?.type ?? "boolean") === "boolean";
  if (own(known, name) !== undefined) return false;
  return !(name.startsWith("no-") && own(known, name.slice("no-".length))?.type === "boolean" && value === undefined);
}

/** The name in a word such as `--name=value`, and the value. */
function split(word: string): readonly [string, string | undefined] {
  const at = word.indexOf("=");
  return at === -1 ? [word.slice(2), undefined] : [word.slice(2, at), word.slice(at + 1)];
}

function own(flags: FlagSpecs, name: string): FlagSpec | undefined {
  return Object.hasOwn(flags, name) ? flags[name] : undefined;
}

/** What people know from other programs, and its counterpart here. */
const HINTS: Readonly<Record<string, string>> = {
  "--dry-run": "`laurel plan` shows what an apply would do, and writes nothing.",
  "--json": "Commands that have a JSON form take --format json.",
  "-v": "Did you mean --version, or --verbose?",
};

/** Names only: a value may be a secret. */
function unknownFlags(words: readonly string[], known: FlagSpecs): string {
  const names = Object.entries(known).flatMap(([name, { type }]) =>
    type === "boolean" ? [name, `no-${name}`] : [name],
  );
  const shown = words.map((word) => (word.startsWith("--") ? `--${split(word)[0]}` : word.slice(0, 2)));
  const suggestions = shown.flatMap((flag) => {
    if (Object.hasOwn(HINTS, flag)) return [HINTS[flag]];
    const near = flag.length > 3 ? nearest(flag.slice(2), names) : undefined;
    return near === undefined ? [] : [`Did you mean --${near}?`];
  });
  return [`Unknown ${words.length === 1 ? "argument" : "arguments"}: ${shown.join(", ")}`, ...suggestions].join("\n");
}

/** The name that takes at most two changes of letters, or of which one is the beginning, as `env` of `environment`. */
function nearest(word: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, changes: leven(name, word) })).sort((a, b) => a.changes - b.changes);
  const [first] = ranked;
  if (first !== undefined && first.changes <= 2) return first.name;
  return names.find(
    (name) => (name.length >= 3 && word.startsWith(name)) || (word.length >= 3 && name.startsWith(word)),
  );
}
