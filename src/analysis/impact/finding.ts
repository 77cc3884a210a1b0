/** A difference between two sides of a game, before it is known which steps of a plan lead to it. */
import type { Address } from "../../model/model.ts";
import type { ImpactClass } from "../../plan/impact.ts";

/** A part of a resource: one of its links by name, or its body. */
export interface Cause {
  readonly address: Address;
  /** Absent: the resource as a whole. */
  readonly part?: string;
}

/** The fields of a resource, as a part beside its links. */
export const BODY = "body";

/** What a changelog distinguishes. */
type Topic = "new" | "removed" | "earning" | "points" | "rewards" | "secrecy" | "text" | "rules" | "unused";

export interface ImpactFinding {
  readonly class: ImpactClass;
  readonly topic: Topic;
  readonly address: Address;
  readonly sentence: string;
  /** What follows from it, as a sentence. */
  readonly remark?: string;
  readonly causes: readonly Cause[];
}
