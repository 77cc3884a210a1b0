/** One line for each request, for `--verbose`: method, path, status and duration, and nothing that was sent. */
import { safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";

/** What became of one attempt at a request. */
export interface RequestTrace {
  readonly method: string;
  /** From the root, with its query. */
  readonly path: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly milliseconds: number;
  /** From 1. */
  readonly attempt: number;
  readonly failure?: string;
}

export function renderTrace(trace: RequestTrace, style: Style): string {
  const { method, path, status, milliseconds, attempt, failure } = trace;
  const ended = status === undefined ? `no answer${failure === undefined ? "" : `: ${failure}`}` : String(status);
  const again = attempt > 1 ? `, attempt ${attempt}` : "";
  return style.muted(safeText(`${method} ${path} -> ${ended} (${Math.round(milliseconds)} ms${again})`));
}
