/** Reads parts of caught values, which can be anything. */

/** Returns the code of a system error such as `ENOENT`. */
export function readErrorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

export function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
