/** What is told about a run as a whole, and in which form. */
import type { ExitCode } from "../exit-codes.ts";
import type { Bug } from "./bug.ts";

export interface RunLog {
  /** Whether somebody may be there who reads it and answers questions. */
  readonly isWatched: boolean;
  start(command: string): void;
  /** The command line cannot be followed: why, and in further lines what would be right. */
  mistake(words: string): void;
  /** The result did not come out: why. */
  unwritten(words: string): void;
  bug(bug: Bug): void;
  end(code: ExitCode): void;
}

/**
 * Whether stderr is to be a log for programs. It is looked for in the words themselves, since it holds for the mistakes
 * in them as well.
 */
export function wantsJsonLog(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  return words.some(
    (word, index) => word === "--log-format=json" || (word === "json" && words[index - 1] === "--log-format"),
  );
}
