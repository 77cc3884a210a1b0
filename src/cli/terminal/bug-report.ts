/** The report of a bug in laurel itself. */
import { maskFor } from "../../api/masking.ts";
import { escapeInvisible, unitEscapes } from "../../ground/invisible-characters.ts";
import type { ProcessPorts } from "./ports.ts";

/** Names of variables with secret values. */
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|_KEY$/i;
/** Shorter values are words such as "true", and masking them would damage other words. */
const SHORTEST_SECRET = 6;

/** Writes the lines to copy into a report. Known secrets are masked: reports are public. */
export function bugReport(
  error: unknown,
  argv: readonly string[],
  { env, version }: ProcessPorts,
): string {
  const values = Object.entries(env).flatMap(([name, value = ""]) =>
    SECRET_NAME.test(name) ? [value] : [],
  );
  // The token of `laurel serve` is on its command line.
  const tokens = argv.flatMap((word, index) =>
    argv[index - 1] === "--token" ? [word] : word.split(/^--token=/).slice(1),
  );
  const secrets = [...values, ...tokens].filter(({ length }) => length >= SHORTEST_SECRET);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const report = `
internal error: this is a bug in laurel, whatever the input was.
Please report it with the lines below. They contain no token, but may contain names that you keep secret.

  laurel ${version}
  command: ${argv.map((word) => JSON.stringify(word)).join(" ")}
${stack.replaceAll(/^/gm, "  ")}
`;
  const masked = secrets.map(maskFor).reduce((text, mask) => mask(text), report);
  return escapeInvisible(masked.replaceAll(/(?!\n)\p{Cc}|\p{Surrogate}/gu, unitEscapes));
}
