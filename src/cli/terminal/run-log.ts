/** What is reported about a run as a whole, and in which form. */
import { type Mask, maskFor } from "../../api/masking.ts";
import type { DiagnosticCode } from "../../model/codes.ts";
import { escapeInvisible, unitEscapes } from "../../model/invisible-characters.ts";
import type { ProcessPorts } from "./ports.ts";

export interface RunLog {
  /** Whether a person may read it and answer questions. */
  readonly isWatched: boolean;
  start(command: string): void;
  /** The command line is wrong: why, and in further lines what to do. */
  mistake(words: string, code: DiagnosticCode): void;
  /** Why the result could not be written. */
  unwritten(words: string): void;
  bug(bug: Bug): void;
  end(code: number): void;
}

/** Whether stderr is a log for programs. Found in the words themselves, because it applies to mistakes in them too. */
export function wantsJsonLog(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  return words.some(
    (word, index) => word === "--log-format=json" || (word === "json" && words[index - 1] === "--log-format"),
  );
}

/** People see for themselves when a run begins and ends. */
export function openTextLog({ stderr }: ProcessPorts): RunLog {
  return {
    isWatched: true,
    start: () => undefined,
    mistake: (words) => stderr.write(`laurel: ${words}\n`),
    unwritten: (words) => stderr.write(`laurel: ${words}\n`),
    bug: (bug) => stderr.write(renderBug(bug)),
    end: () => undefined,
  };
}

/** What to report when laurel itself is wrong. Known secrets are masked: bugs are reported in public. */
export interface Bug {
  readonly version: string;
  readonly command_line: string;
  readonly stack: string;
}

/** Names of variables with secret values. */
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|_KEY$/i;
/** Shorter values are words such as "true", which would be taken out of the middle of others. */
const SHORTEST_SECRET = 6;

export function describeBug(error: unknown, argv: readonly string[], ports: ProcessPorts): Bug {
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
function renderBug({ version, command_line, stack }: Bug): string {
  return [
    "",
    "internal error: this is a bug in laurel, whatever the input was.",
    "Please report it with the lines below. They contain no token, but may contain names that you keep secret.",
    "",
    `  laurel ${version}`,
    `  command: ${harmless(command_line)}`,
    ...stack.split("\n").map((line) => `  ${harmless(line)}`),
    "",
  ].join("\n");
}

/** What the views have for this is not loaded when the program starts. */
function harmless(line: string): string {
  return escapeInvisible(line.replaceAll(/\p{Cc}|\p{Surrogate}/gu, unitEscapes));
}
