/**
 * Escapes what the GitHub Actions runner would carry out in a log: `::name::` at the beginning of a line, and `##[name]`
 * anywhere. Names, comments and the words of a service come from outside, and could hide values or set outputs.
 */
import type { GivenFlags } from "../args/command.ts";
import type { Output, Ports } from "./ports.ts";

/** The same ports, with streams that command nothing. Elsewhere than on GitHub they are as they were. */
export function withoutCommands(ports: Ports): Ports {
  if (!isOnGithub(ports)) return ports;
  return { ...ports, stdout: guarded(ports.stdout, broken), stderr: guarded(ports.stderr, broken) };
}

/** With `--format github` the result is commands of laurel's own, and no line of it begins with text from outside. */
export function withOwnCommands(ports: Ports, flags: GivenFlags): Ports {
  const isAnnotating = isOnGithub(ports) && flags.format === "github";
  return isAnnotating
    ? { ...withoutCommands(ports), stdout: guarded(ports.stdout, brokenInside) }
    : withoutCommands(ports);
}

function isOnGithub({ env }: Ports): boolean {
  return env.GITHUB_ACTIONS === "true";
}

/** The width may change while the program runs. */
function guarded(output: Output, harmless: (written: string) => string): Output {
  return {
    write: (written) => output.write(harmless(written)),
    isTerminal: output.isTerminal,
    get columns() {
      return output.columns;
    },
  };
}

/** The escape is that of JSON, so that documents keep their values. */
function brokenInside(written: string): string {
  return written.replaceAll("##[", "#\\u0023[");
}

/** Blanks do not count for the runner. A line of JSON never begins so. */
function broken(written: string): string {
  return brokenInside(written).replaceAll(/^([^\S\r\n]*):(?=:)/gm, "$1\\u003a");
}
