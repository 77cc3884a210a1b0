/** The outside world as workflows see it, and the person at the terminal. */
import type { Clock } from "../api/clock.ts";
import type { Plan } from "../model/model.ts";
import type { GameToApply } from "./game.ts";

export type Signal = "SIGINT" | "SIGTERM";

export interface Ports {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** A number from 0 up to 1, for the jitter of retries. */
  random(): number;
  /** Calls the listener for each signal until the returned function is called. */
  onSignal(listener: (signal: Signal) => void): () => void;
}

/** Questions that protect against mistakes. */
export interface Prompts {
  /** Why nobody can answer; absent where somebody can. */
  readonly unavailable?: string;
  /** `untouched`: requested games that stay as they are. Undefined: the input ended. */
  confirmApply(plans: readonly Plan[], untouched: readonly string[]): Promise<boolean | undefined>;
  confirmAddress(origin: string, token_env: string): Promise<boolean>;
}

/** Command lines that help messages suggest: the given one, changed. Lines that are commands begin with two blanks. */
export interface Suggestions {
  /** The same command with this address. */
  withAddress(base_url: string): string;
  /** How to get a plan approved. */
  toApprove(game: Pick<GameToApply, "choice" | "plan">): readonly string[];
  /** How to finish an apply or revert that has begun. */
  toContinue(games: readonly Pick<GameToApply, "choice" | "plan">[]): Promise<readonly string[]>;
}
