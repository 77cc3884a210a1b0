/** What is printed when laurel itself is wrong. */
import { type Mask, maskFor } from "../../api/masking.ts";
import { escapeInvisible, unitEscapes } from "../../model/invisible-characters.ts";
import type { ProcessPorts } from "./ports.ts";

/** Names of variables with secret values. */
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|_KEY$/i;
/** Shorter values are words such as "true", which would be taken out of the middle of others. */
const SHORTEST_SECRET = 6;

/** Several lines that can be copied. Known secrets are masked: bugs are reported in public. */
export function bugReport(error: unknown, argv: readonly string[], { env, version }: ProcessPorts): string {
  const values = Object.entries(env).flatMap(([name, value]) => (SECRET_NAME.test(name) ? [value ?? ""] : []));
  const secrets = [...values, ...tokensIn(argv)].filter((value) => value.length >= SHORTEST_SECRET);
  const mask: Mask = (text) => secrets.map(maskFor).reduce((rest, each) => each(rest), text);
  const stack = mask(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return [
    "",
    "internal error: this is a bug in laurel, whatever the input was.",
    "Please report it with the lines below. They contain no token, but may contain names that you keep secret.",
    "",
    `  laurel ${version}`,
    `  command: ${harmless(mask(argv.map((word) => JSON.stringify(word)).join(" ")))}`,
    ...stack.split("\n").map((line) => `  ${harmless(line)}`),
    "",
  ].join("\n");
}

/** `laurel serve` takes a token on its command line. */
function tokensIn(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    if (argv[index - 1] === "--token") return [word];
    return word.startsWith("--token=") ? [word.slice("--token=".length)] : [];
  });
}

/** What the views have for this is not loaded when the program starts. */
function harmless(line: string): string {
  return escapeInvisible(line.replaceAll(/\p{Cc}|\p{Surrogate}/gu, unitEscapes));
}
