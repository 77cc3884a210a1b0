/** Events of a run, for a terminal, a log or nobody. */
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyEvent, ApplyResult, LogEvent, LogLevel, LogScope } from "../model/events.ts";
import type { Plan } from "../model/model.ts";
import type { GameResults, GameToApply } from "./game.ts";

export interface Reporter {
  log(event: LogEvent): void;
  /** A sentence for people. */
  note(line: string, level?: LogLevel): void;
  report(diagnostics: readonly Diagnostic[]): void;
  /** Requests have to wait. `isShown`: the progress of an apply shows it too. */
  wait(reason: string, ms: number, isShown: boolean): void;
  /** From now on the secret is masked in everything that is reported. */
  hide(secret: string): void;
  /** The same, with every event about one game. */
  inGame(scope: LogScope): Reporter;
}

/** The course of an apply or revert. */
export interface ApplyReporter {
  /** Games of a saved plan that were applied before. */
  alreadyApplied(games: readonly string[]): void;
  /** Before the question. `problems`: with the refusals of the plans; `others`: without. */
  planned(games: GameResults<GameToApply>, problems: readonly Diagnostic[], others: readonly Diagnostic[]): void;
  /** After the question; `goesAhead`: whether anything is sent. */
  decided(games: GameResults<GameToApply>, problems: readonly Diagnostic[], goesAhead: boolean): void;
  /** Takes the events of one game. */
  progressOf(plan: Plan): (event: ApplyEvent) => void;
  /** One game has ended. */
  applied(result: ApplyResult, duration_ms: number): void;
  /** All have ended that were begun. */
  finished(results: readonly ApplyResult[]): void;
  /** A game was left as it is. */
  untouched(result: ApplyResult): void;
  /** After everything else. */
  summary(results: readonly ApplyResult[]): void;
}
