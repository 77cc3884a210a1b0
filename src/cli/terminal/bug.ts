/** What to report when laurel itself is wrong. Secrets that are known to be such are left out: bugs are reported in public. */
import { type Mask, maskFor } from "../../api/masking.ts";
import { escapeInvisible, unitEscapes } from "../../model/invisible-characters.ts";
import type { Ports } from "../ports.ts";

export interface Bug {
  readonly version: string;
  readonly command_line: string;
  readonly stack: string;
}

/** Variables whose names say that nobody should see their values. */
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|_KEY$/i;
/** Shorter values are words such as "true", which would be taken out of the middle of others. */
const SHORTEST_SECRET = 6;

export function describeBug(error: unknown, argv: readonly string[], ports: Ports): Bug {
  const values = Object.entries(ports.env).flatMap(([name, value]) => (SECRET_NAME.test(name) ? [value ?? ""] : []));
  const secrets = [...values, ...tokensIn(argv)].filter((value) => value.length >= SHORTEST_SECRET);
  const mask: Mask = (text) => secrets.map(maskFor).reduce((rest, each) => each(rest), text);
  return {
    version: ports.version,
    command_line: mask(argv.map((word) => JSON.stringify(word)).join(" ")),
    stack: mask(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

/** `laurel serve` takes a token on its command line. */
function tokensIn(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    if (argv[index - 1] === "--token") return [word];
    return word.startsWith("--token=") ? [word.slice("--token=".length)] : [];
  });
}

/** For people: several lines that can be copied. */
export function renderBug({ version, command_line, stack }: Bug): string {
  return [
    "",
    "internal error: this is a bug in laurel, whatever the input was.",
    "Please report it with the lines below (they hold no token, but look for names that are secret to you).",
    "",
    `  laurel ${version}`,
    `  command: ${harmless(command_line)}`,
    ...stack.split("\n").map((line) => `  ${harmless(line)}`),
    "",
  ].join("\n");
}

/** The renderers are not loaded yet when the program starts. */
function harmless(line: string): string {
  return escapeInvisible(line.replaceAll(/\p{Cc}|\p{Surrogate}/gu, unitEscapes));
}
