/** What the threads say to each other. */

export interface WorkerSetting {
  readonly root: string;
  readonly seed: string;
  /** Two numbers: the input that is tried, and since when, in milliseconds since 1970; 0 between inputs. */
  readonly state: SharedArrayBuffer;
}

/** Inputs of one target, counted from 0; `to` is not among them. */
export interface Job {
  readonly target: string;
  readonly from: number;
  readonly to: number;
}

export interface Failure {
  readonly target: string;
  readonly index: number;
  readonly words: string;
  /** As JSON. */
  readonly input?: string;
}

export type FromWorker =
  | { readonly type: "ready" | "ended" }
  | ({ readonly type: "failure" } & Failure)
  /** Told of jobs with one input only: whoever gives up on it would not know it otherwise. */
  | { readonly type: "trying"; readonly input: string }
  | {
      readonly type: "done";
      readonly target: string;
      readonly count: number;
      /** In milliseconds. */
      readonly slowest: number;
      readonly slowestIndex: number;
      readonly total: number;
      /** Bytes of the thread's heap behind it all, garbage collected. */
      readonly heap: number;
    };
