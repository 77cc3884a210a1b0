/** What a page shows of a problem: without its secrets, and in pieces that its markup is put around. */
import type { Catalog } from "../../catalog/types.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { concealDiagnostic, concealing, type Secrets, unknownSecrets } from "../../plan/secrets.ts";

/** Sentences of one problem; some name every resource that they are about. */
const SENTENCES = 20;

/** Replaces a message that may contain a secret. */
const HIDDEN = "The message is hidden because it may contain a secret. `--reveal-secrets` shows it.";

export interface ProblemView {
  /** `file:line`, where it has a place. */
  readonly place?: string;
  /** At least one. */
  readonly sentences: readonly string[];
  /** How many are left out. */
  readonly more: number;
  /** Each a sentence, and the command or setting at its end; either may be empty. */
  readonly help: readonly { readonly words: string; readonly copied: string }[];
}

export function problemView({ primary, detail, help }: Diagnostic): ProblemView {
  const sentences = detail.split("\n").filter((sentence) => sentence !== "");
  const shown = sentences.length === 0 ? [HIDDEN] : sentences.slice(0, SENTENCES);
  return {
    ...(primary === undefined ? {} : { place: `${primary.span.file}:${primary.span.start.line}` }),
    sentences: shown,
    more: Math.max(0, sentences.length - shown.length),
    help: help.map((line) => {
      // What is to be copied is indented, or follows a colon: a flag, or a line of the project file.
      if (line.startsWith("  ")) return { words: "", copied: line.trim() };
      const [, words = line, copied = ""] = /^([^:]*: )(--.+|\w+: \[.*\])$/.exec(line) ?? [];
      return { words, copied };
    }),
  };
}

/** How secrets are hidden. */
export interface Concealment {
  readonly catalog: Catalog;
  /** Shows secrets. */
  readonly reveal: boolean;
}

/** `secrets`: undefined where they are unknown, because the game could not be planned. */
export function concealAll(
  problems: readonly Diagnostic[],
  secrets: Secrets | undefined,
  { reveal, catalog }: Concealment,
): readonly Diagnostic[] {
  if (reveal) return problems;
  const known = secrets ?? unknownSecrets(catalog);
  const conceal = concealing(known);
  return problems.map((each) => concealDiagnostic(each, known, conceal));
}
