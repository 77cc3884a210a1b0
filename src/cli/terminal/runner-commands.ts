/**
 * Keeps what laurel prints from being commands. The runner of GitHub Actions reads the log of every step and carries
 * out what looks like one: `::name::` at the beginning of a line, and `##[name]` anywhere in it. Names, comments in
 * manifests and the words of a service come from outside, and could hide values in the log or set outputs of the step.
 */
import type { GivenFlags } from "../args/command.ts";
import type { Output, Ports } from "./ports.ts";

/** The same ports, with streams that command nothing. Elsewhere than on GitHub they are as they were. */
export function withoutCommands(ports: Ports): Ports {
  if (!isOnGithub(ports)) return ports;
  return { ...ports, stdout: guarded(ports.stdout, broken), stderr: guarded(ports.stderr, broken) };
}

/**
 * The ports for a run with these flags: with `--format github` the result is commands of laurel's own, one on each line,
 * and no line of it begins with anything from outside.
 */
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
