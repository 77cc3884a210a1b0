/**
 * Reads a command line. In: the words behind `laurel`, and the commands. Out: the command with its flags, or a wish for
 * help, or what is wrong with the line and what would be right. Nothing is guessed: a flag that is not known, a value
 * that is missing and a word too many are mistakes.
 */
import { parseArgs } from "node:util";
import leven from "leven";
import { type CommandSpec, type FlagSpec, type FlagSpecs, type Flags, nameOf } from "./command.ts";

export type CommandLine =
  | { readonly asks: "run"; readonly spec: CommandSpec; readonly flags: Flags }
  /** Of all commands when there is no `spec`. */
  | { readonly asks: "help"; readonly spec?: CommandSpec }
  | { readonly asks: "version" }
  | { readonly asks: "nothing"; readonly mistake: string };

/** Flags that are answered before anything else is looked at. */
export const ANSWERED_FLAGS: FlagSpecs = {
  help: { type: "boolean", describe: "Show this help (-h)" },
  version: { type: "boolean", describe: "Show the version number" },
};

export function readCommandLine(
  argv: readonly string[],
  commands: readonly CommandSpec[],
  globalFlags: FlagSpecs,
): CommandLine {
  // Flags may stand before the command, so that all of them have to be known to find it.
  const all = Object.assign({}, ...commands.map(({ flags }) => flags), globalFlags) as FlagSpecs;
  const first = tokensOf(argv, all);
  const words = first.flatMap(({ kind, value }) => (kind === "positional" && value !== undefined ? [value] : []));
  const isHelp = words[0] === HELP;
  const word = isHelp ? words[1] : words[0];
  const spec = commands.find((each) => nameOf(each) === word);
  const asked = (name: string): boolean => first.some((token) => token.kind === "option" && token.name === name);
  if (word !== undefined && spec === undefined) return { asks: "nothing", mistake: unknownCommand(word, commands) };
  if (isHelp || asked("help")) return { asks: "help", ...(spec === undefined ? {} : { spec }) };
  if (asked("version")) return { asks: "version" };
  if (spec === undefined) {
    const unknown = first.filter((token) => isUnknown(token, all));
    const mistake = unknown.length === 0 ? "Name a command." : unknownWords(unknown, globalFlags);
    return { asks: "nothing", mistake: `${mistake}\n${SEE_COMMANDS}` };
  }
  const known = { ...globalFlags, ...spec.flags };
  const given = valuesOf(tokensOf(argv, known), spec, known);
  const [mistake] = given.mistakes;
  if (mistake !== undefined) {
    return { asks: "nothing", mistake: `${mistake}\nRun \`laurel ${nameOf(spec)} --help\` to see its flags.` };
  }
  return { asks: "run", spec, flags: given.flags };
}

/** Said as a command by those who are used to it: `laurel help plan`. */
const HELP = "help";

const SEE_COMMANDS = "Run `laurel --help` to see the commands.";

interface Token {
  readonly kind: "option" | "positional" | "option-terminator";
  /** Of the word in the command line. */
  readonly index: number;
  readonly name?: string;
  readonly rawName?: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** The line cut into flags and words; which of the flags take the word behind them is all that has to be known here. */
function tokensOf(argv: readonly string[], known: FlagSpecs): readonly Token[] {
  const options = Object.fromEntries(
    Object.entries({ ...known, ...ANSWERED_FLAGS }).map(([name, { type }]) => [
      name,
      {
        type: type === "boolean" ? ("boolean" as const) : ("string" as const),
        ...(name === "help" ? { short: "h" } : {}),
      },
    ]),
  );
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

interface Given {
  readonly flags: Flags;
  readonly mistakes: readonly string[];
}

function valuesOf(tokens: readonly Token[], spec: CommandSpec, known: FlagSpecs): Given {
  const [values, mistakes] = [new Map<string, unknown[]>(), [] as string[]];
  const add = (name: string, value: unknown): void => {
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  const unknown = tokens.filter((token) => isUnknown(token, known));
  // The word behind a flag that is not known was meant as its value.
  const meant = new Set(unknown.map(({ index, inlineValue }) => (inlineValue === true ? -1 : index + 1)));
  const [, ...words] = tokens.filter(({ kind, index }) => kind === "positional" && !meant.has(index));
  const places = Object.keys(spec.positionals);
  const byName = new Map(Object.entries(known));
  for (const [index, place] of places.entries()) if (words[index] !== undefined) add(place, words[index].value);
  const excess = words.slice(places.length);
  for (const token of tokens) {
    const { kind, name = "", value, inlineValue } = token;
    if (kind !== "option" || unknown.includes(token)) continue;
    const flag = byName.get(name);
    if (flag === undefined) add(name.replace(NEGATED, ""), false);
    else if (flag.type !== "boolean") {
      const isMissing = value === undefined || (!inlineValue && flag.type === "string" && /^-./.test(value));
      const isList = flag.array === true && flag.choices !== undefined;
      for (const each of isMissing ? [""] : isList ? value.split(",") : [value]) add(name, each);
    } else if (value === undefined || value === "true" || value === "false") add(name, value !== "false");
    else mistakes.push(`--${name} takes no value.`);
  }
  const flags: Record<string, unknown> = {};
  for (const [name, flag] of [...Object.entries(spec.positionals), ...Object.entries(known)]) {
    const shown = name in spec.positionals ? name : `--${name}`;
    const found = values.get(name) ?? [];
    const mistake = wrongValue(shown, flag, found);
    if (mistake !== undefined) mistakes.push(mistake);
    if (found.length > 0)
      flags[name] = flag.array === true ? found : flag.type === "number" ? Number(found[0]) : found[0];
    else if (flag.default !== undefined) flags[name] = flag.default;
  }
  const strange = [...unknown, ...excess].sort((a, b) => a.index - b.index);
  if (strange.length > 0) mistakes.push(unknownWords(strange, known));
  const missing = places.find((place) => spec.command.includes(`<${place}>`) && flags[place] === undefined);
  if (missing !== undefined) mistakes.push(`\`laurel ${nameOf(spec)}\` needs <${missing}>.`);
  return { flags, mistakes };
}

const NEGATED = /^no-/;

/** Whether it is a flag that is not there, as itself or with `no-` in front. */
function isUnknown({ kind, name = "", value }: Token, known: FlagSpecs): boolean {
  const isKnown = (each: string): boolean => Object.hasOwn(known, each) || Object.hasOwn(ANSWERED_FLAGS, each);
  if (kind !== "option" || isKnown(name)) return false;
  const positive = name.replace(NEGATED, "");
  return !(positive !== name && isKnown(positive) && known[positive]?.type === "boolean" && value === undefined);
}

/** A flag that stands once must not be given twice, and a value must not be empty: neither is ever guessed at. */
function wrongValue(shown: string, flag: FlagSpec, values: readonly unknown[]): string | undefined {
  if (flag.type === "boolean" && new Set(values).size > 1) {
    return `${shown} and --no-${shown.slice(2)} contradict each other.`;
  }
  if (flag.array !== true && values.length > 1) return `${shown} is given more than once.`;
  const texts = values.filter((value) => typeof value === "string");
  if (texts.some((value) => value.trim() === "")) return `${shown} needs a value.`;
  const strange = texts.find((value) => flag.choices?.includes(value) === false);
  if (strange !== undefined) return `${shown} cannot be "${strange}". It can be: ${flag.choices?.join(", ")}`;
  const isWhole = (value: string): boolean => /^\d+$/.test(value) && Number.isSafeInteger(Number(value));
  return flag.type === "number" && !texts.every(isWhole) ? `${shown} needs a whole number.` : undefined;
}

function unknownCommand(word: string, commands: readonly CommandSpec[]): string {
  const near = nearest(word, commands.map(nameOf), 3);
  const said = near === undefined ? `: ${word}` : `. Did you mean \`laurel ${near}\`?`;
  return `There is no such command${said}\n${SEE_COMMANDS}`;
}

/** What people are used to from other programs, and what does it here. */
const HINTS: Readonly<Record<string, string>> = {
  "dry-run": "`laurel plan` shows what an apply would do, and writes nothing.",
  json: "Commands that have a JSON form take --format json.",
  v: "Did you mean --version, or --verbose?",
};

function unknownWords(tokens: readonly Token[], known: FlagSpecs): string {
  const flags = Object.entries({ ...known, ...ANSWERED_FLAGS });
  const names = flags.flatMap(([name, { type }]) => (type === "boolean" ? [name, `no-${name}`] : [name]));
  const words = tokens.map(({ rawName, value = "" }) => rawName ?? value);
  const suggestions = tokens.flatMap(({ kind, name = "" }) => {
    if (kind !== "option") return [];
    if (Object.hasOwn(HINTS, name)) return [HINTS[name]];
    const near = nearest(name, names, 2) ?? names.find((each) => isShortOf(each, name) || isShortOf(name, each));
    return near === undefined || name.length === 1 ? [] : [`Did you mean --${near}?`];
  });
  return [`Unknown ${words.length === 1 ? "argument" : "arguments"}: ${words.join(", ")}`, ...suggestions].join("\n");
}

/** Whether it is the beginning of the other, as `env` is of `environment`. */
function isShortOf(short: string, long: string): boolean {
  return short.length >= 3 && long.startsWith(short);
}

/** The name that takes the fewest changes of letters, if these are few. */
function nearest(word: string, names: readonly string[], most: number): string | undefined {
  const ranked = names.map((name) => ({ name, changes: leven(name, word) })).sort((a, b) => a.changes - b.changes);
  const [first] = ranked;
  return first !== undefined && first.changes <= most ? first.name : undefined;
}
