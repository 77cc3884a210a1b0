/** What is fuzzed: each target makes inputs of one sort from chance, and gives them to the program. */
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
