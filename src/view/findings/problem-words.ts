/** What a page says of a problem, in pieces that its markup is put around. */
import type { Diagnostic } from "../../model/diagnostics.ts";

/** Sentences of one problem; some name every resource that they are about. */
const SENTENCES = 20;

/** Stands where the words of a problem may hold something secret. */
const HIDDEN_WORDS = "The message is hidden because it may contain a secret. `--reveal-secrets` shows it.";

export interface ProblemWords {
  /** `file:line`, where it has a place. */
  readonly place?: string;
  /** At least one. */
  readonly sentences: readonly string[];
  /** How many are left out. */
  readonly more: number;
  readonly help: readonly HelpWords[];
}

/** A sentence, and what is to be copied at its end; either may be empty. */
export interface HelpWords {
  readonly words: string;
  readonly copied: string;
}

export function problemWords({ primary, detail, help }: Diagnostic): ProblemWords {
  const sentences = detail.split("\n").filter((sentence) => sentence !== "");
  const shown = sentences.length === 0 ? [HIDDEN_WORDS] : sentences.slice(0, SENTENCES);
  return {
    ...(primary === undefined ? {} : { place: `${primary.span.file}:${primary.span.start.line}` }),
    sentences: shown,
    more: Math.max(0, sentences.length - shown.length),
    help: help.map(helpWords),
  };
}

/** What is to be copied is set off with blanks in front, or stands behind a colon: a flag, or a line of the project. */
function helpWords(line: string): HelpWords {
  if (line.startsWith("  ")) return { words: "", copied: line.trim() };
  const [, words = line, copied = ""] = /^([^:]*: )(--.+|\w+: \[.*\])$/.exec(line) ?? [];
  return { words, copied };
}
