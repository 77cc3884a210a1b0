/** What is fuzzed: each target makes inputs of one sort from chance, and gives them to the program. */
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import type { Random } from "./random.ts";

/** Inputs are plain data, so that one that fails can be kept in a file. */
export interface Target<Input> {
  readonly name: string;
  /** Of 1,000 inputs, so many are for this target. */
  readonly share: number;
  /** `root`: the repository. `folder`: an empty one of the target's own. */
  open(root: string, folder: string): Promise<Trial<Input>>;
}

export interface Trial<Input> {
  make(random: Random): Input;
  /** Throws where the program does what it never may. */
  run(input: Input): Promise<void>;
  close(): Promise<void>;
}

/** What the program did and never may. */
export class Finding extends Error {}

export function insist(holds: boolean, sentence: () => string): asserts holds {
  if (!holds) throw new Finding(sentence());
}

/** Insists that each place of each problem lies inside of its file. */
export function checkPlaces(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): void {
  for (const { primary, others, code } of diagnostics) {
    for (const { span } of [...(primary === undefined ? [] : [primary]), ...others]) {
      const text = texts.get(span.file);
      if (text === undefined) continue;
      const { start, end } = span;
      insist(start.line >= 1 && start.column >= 1 && start.offset >= 0, () => `${code}: ${JSON.stringify(span)}`);
      insist(start.offset <= end.offset && end.offset <= text.length, () => `${code}: ${JSON.stringify(span)}`);
    }
  }
}
