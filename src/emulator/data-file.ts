/**
 * The service's data as one JSON file. Each save replaces the whole file, so it never has half a
 * change. A foreign file is refused and not changed.
 */
import { dirname } from "node:path";
import { FileRefusal, placeOfOutput } from "../files/paths.ts";
import { readUpTo, reasonOf } from "../files/read.ts";
import { makeFolders, replaceText } from "../files/write.ts";
import { errorCodeOf, errorMessageOf } from "../ground/errors.ts";
import { jsonIn, jsonText } from "../ground/json.ts";
import { MAXIMUM_FILES } from "../ground/limits.ts";
import { inQuotes } from "../ground/words.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { decodeState, encodeState, type State } from "./state.ts";

/** Thrown if the service cannot start or save. The message is a sentence for users. */
export class ServiceFailure extends Error {
  readonly code: DiagnosticCode;
  readonly help: readonly string[];

  constructor(
    message: string,
    code: DiagnosticCode = "service-unreachable",
    help: readonly string[] = [],
  ) {
    super(message);
    this.code = code;
    this.help = help;
  }
}

/**
 * Reads the file; a missing one is an empty state. Throws `ServiceFailure` for a file that is
 * damaged or foreign.
 */
export async function loadState(file: string): Promise<State> {
  const text = await readText(file);
  if (text === undefined) return new Map();
  const loaded = decodeState(jsonIn(text));
  if ("state" in loaded) return loaded.state;
  const advice = "It was left as it is; move it away to start afresh.";
  throw new ServiceFailure(
    `The data file ${inQuotes(file)} cannot be used: ${loaded.problem}. ${advice}`,
  );
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return readUpTo(file, MAXIMUM_FILES).toString("utf8");
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return undefined;
    throw new ServiceFailure(`The data file ${inQuotes(file)} ${reasonOf(error)}.`);
  }
}

/**
 * Returns the real path of a data file. Throws `ServiceFailure` if it is a link, or if a link in
 * its path leads out of its repository.
 */
export function locateData(file: string): Promise<string> {
  return placeOfOutput(file).catch((error) => {
    throw new ServiceFailure(
      `The data file ${inQuotes(file)} ${reasonOf(error)}.`,
      "unwritable-file",
    );
  });
}

/** Resolves when the file has the state of the moment of the call, or a newer one. */
export type Save = () => Promise<void>;

/** Creates a function that saves the state. Calls during a write share the next write. */
export function createSave(file: string, state: State): Save {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = write(file, jsonText(encodeState(state)));
        return running;
      });
    return next;
  };
}

async function write(file: string, text: string): Promise<void> {
  // The lock keeps out other processes.
  try {
    await makeFolders(dirname(file));
    await replaceText(file, text);
  } catch (error) {
    const message = errorMessageOf(error);
    const why = error instanceof FileRefusal ? message : `cannot be written: ${message}`;
    throw new ServiceFailure(`The data file ${inQuotes(file)} ${why}.`, "unwritable-file");
  }
}
