/** The signals that end an apply early, and the exit codes and outputs that must follow. */
import type { RunEnd } from "../faults/truth.ts";

/**
 * `killed-before`: killed when the request arrives, which is lost. `killed-after`: killed when it
 * is executed, before the answer. `SIGINT` comes before, `SIGTERM` after the request is executed;
 * both wait for the answer. `twice`: SIGINT after the request is executed and then SIGTERM; the
 * answer never comes.
 */
export const BLOWS = ["killed-before", "killed-after", "SIGINT", "SIGTERM", "twice"] as const;
export type Blow = (typeof BLOWS)[number];

export const EXITS = {
  "killed-before": null,
  "killed-after": null,
  SIGINT: 130,
  SIGTERM: 143,
  twice: 130,
};

/** The results of an earlier run, which the apply replaces. */
export const FORMER = {
  "result.json": '{ "results": "of the last run" }\n',
  "result.md": "## The last run\n",
};

interface Break {
  readonly blow: Blow;
  /** The text of the page with the result afterwards. */
  readonly page: string;
}

/** Names a wrong exit code, half of a page, and silence about an interruption. */
export function complaintsAboutBreak(
  { exit, stdout, stderr }: RunEnd,
  { blow, page }: Break,
): readonly string[] {
  const problems = exit === EXITS[blow] ? [] : [`exit ${exit}`];
  const isWhole = page === FORMER["result.md"] || /^## [\s\S]*\n$/.test(page);
  if (!isWhole) problems.push("half a page");
  const isSilent = !/Stopping|[Ii]nterrupted|Not converged/.test(`${stdout}${stderr}`);
  if (exit !== null && isSilent) problems.push("no word about it");
  return problems;
}
