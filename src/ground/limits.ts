/**
 * Limits on input. Larger input is refused with a message; smaller input takes about linear time.
 */
const KB = 1024;
const MB = 1024 * KB;

/** Bytes of the files of a game together. */
export const MAXIMUM_FILES = 64 * MB;
/** Characters of a file that people write: some 40,000 short resources. */
export const MAXIMUM_FILE = 4 * MB;
/**
 * Words, signs, blanks and comments of a file: a quarter of its characters. Each takes up to half a
 * kilobyte of memory while the file is parsed, and a sign can be one character.
 */
export const MAXIMUM_TOKENS = 1_000_000;
/**
 * Problems of a file, and of the manifests of a game. Text with more is probably not a manifest.
 */
export const MAXIMUM_PROBLEMS = 10_000;
/**
 * Bytes of all different files that a run reads for its games: most of what is read stays in memory
 * until the end.
 */
export const MAXIMUM_RUN_FILES = 128 * MB;
/** Words, signs and blanks of those files. Some 400,000 resources have as many. */
export const MAXIMUM_RUN_TOKENS = 16_000_000;
/** Resources of a game, declared or live. */
export const MAXIMUM_RESOURCES = 100_000;
/**
 * Resources that a run checks: those of each folder of manifests, once for each environment with
 * overrides.
 */
export const MAXIMUM_RUN_RESOURCES = 1_000_000;
/** Members of a link, conditions, or other elements in one place of a resource. */
export const MAXIMUM_MEMBERS = 1_000;
/** Documents of a file. */
export const MAXIMUM_DOCUMENTS = 1_000;
/**
 * Levels of nested values, in files and in answers of the service, because functions are recursive.
 */
export const MAXIMUM_DEPTH = 100;
/** Bytes of an answer of the service. */
export const MAXIMUM_ANSWER = 64 * MB;
/** Milliseconds that one command of git may take. */
export const MAXIMUM_GIT_TIME = 60_000;
/** Bytes of a template. */
export const MAXIMUM_TEMPLATE = 256 * KB;
/** Characters of the output of a template. */
export const MAXIMUM_CODE = 32 * MB;

/** `64 MB`, `256 kB`. */
export function sizeInWords(bytes: number): string {
  return bytes % MB === 0 ? `${bytes / MB} MB` : `${bytes / KB} kB`;
}
