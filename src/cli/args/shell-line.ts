/** Command lines to show, so that they can be copied into a shell. */
import { type Flags, flag, integer, text, texts } from "./command.ts";

/** The words as one line; whatever a shell could take apart or expand stands in single quotes. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}

/** The flags of these names as they were given, as words of a command line. */
export function givenFlags(flags: Flags, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const isOn = flag(flags, name);
    if (isOn !== undefined) return [isOn ? `--${name}` : `--no-${name}`];
    const one = text(flags, name) ?? integer(flags, name)?.toString();
    return (one === undefined ? texts(flags, name) : [one]).flatMap((value) => flagWords(name, value));
  });
}

const DEFAULTS: Readonly<Record<string, string>> = { format: "text", color: "auto", "log-format": "text" };

/** The same without those that have the value that they have when they are not given. */
export function changedFlags(flags: Flags, names: readonly string[]): readonly string[] {
  return givenFlags(
    flags,
    names.filter((name) => DEFAULTS[name] === undefined || DEFAULTS[name] !== flags[name]),
  );
}

/** A flag with its value. One that begins with a dash is taken for a flag unless it is joined to its name. */
export function flagWords(name: string, value: string): readonly string[] {
  return value.startsWith("-") ? [`--${name}=${value}`] : [`--${name}`, value];
}

/** A file as a word without a flag. */
export function fileWord(file: string): string {
  return file.startsWith("-") ? `./${file}` : file;
}
