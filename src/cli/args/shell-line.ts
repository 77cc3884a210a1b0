/** Given flags as words of a command line to show. */
import { flagWords } from "../../model/shell-line.ts";
import { type Flags, flag, integer, text, texts } from "./command.ts";

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
