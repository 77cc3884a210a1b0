/** Collects the problems of a run. A `Stop` ends the work on one game, or on all of them. */
import { pushAll } from "../ground/collections.ts";
import { type Checked, type Diagnostic, hasErrors } from "../model/diagnostics.ts";

/**
 * Ends the work. Thrown where an error is met, and caught where the work on a game or the command
 * began.
 */
export class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: readonly Diagnostic[]) {
    super("stopped");
    this.diagnostics = diagnostics;
  }
}

/** The problems of a run, or of one of its games. */
export class Problems {
  readonly all: Diagnostic[] = [];
  private readonly game: string | undefined;

  /** `game`: its name is put into each of them. */
  constructor(game?: string) {
    this.game = game;
  }

  add(diagnostics: readonly Diagnostic[]): void {
    pushAll(this.all, this.named(diagnostics));
  }

  named(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    const { game } = this;
    return diagnostics.map((diagnostic) =>
      game === undefined || diagnostic.game === game ? diagnostic : { ...diagnostic, game },
    );
  }

  /** Returns the value of a check, whose warnings are kept. Its errors end the work. */
  take<T>(result: Checked<T>): T {
    const value = unwrap(result);
    this.add(result.diagnostics);
    return value;
  }

  /** Ends the work where an error was met. */
  stopOnErrors(): void {
    if (hasErrors(this.all)) throw new Stop();
  }

  /**
   * Does the work, and returns its value with all problems, or these alone if the work was stopped.
   */
  async collect<T>(work: () => Promise<T>): Promise<Checked<T>> {
    const { all } = this;
    try {
      return { value: await work(), diagnostics: all };
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      this.add(error.diagnostics);
      if (hasErrors(all)) return { diagnostics: all };
      throw new Error("the work was stopped without an error", { cause: error });
    }
  }
}

/** Returns the value of a check whose warnings do not matter. Its errors end the work. */
export function unwrap<T>(result: Checked<T>): T {
  if (result.value === undefined) throw new Stop(...result.diagnostics);
  return result.value;
}
