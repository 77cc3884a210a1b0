/** A mistake that people make in manifests, and what is said about it: one problem, with one way out. */
export interface Mistake {
  readonly name: string;
  /** Default: game.yaml. */
  readonly file?: string;
  readonly text: string;
  readonly code: string;
  readonly line: number;
  /** Words at the place. */
  readonly says: string;
  readonly help: string;
}
