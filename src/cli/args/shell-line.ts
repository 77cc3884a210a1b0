/** Given flags as words of a command line to show. */
import { flagWords } from "../../workflow/shell-line.ts";
import { type GivenFlags, memberOf } from "./command.ts";

/** The flags of these names as they were given, as words of a command line. */
export function givenFlags(flags: GivenFlags, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const value = flags[memberOf(name)];
    if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
    return [value ?? []].flat().flatMap((each) => flagWords(name, String(each)));
  });
}

const DEFAULTS: GivenFlags = { format: "text" };

/** The same without those that have the value that they have when they are not given. */
export function changedFlags(flags: GivenFlags, names: readonly string[]): readonly string[] {
  return givenFlags(
    flags,
    names.filter((name) => DEFAULTS[name] === undefined || DEFAULTS[name] !== flags[memberOf(name)]),
  );
}

/** The names of all flags that were given. */
export function namesOf(flags: GivenFlags): readonly string[] {
  return Object.keys(flags).map((member) => member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}
