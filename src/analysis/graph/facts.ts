/** What resources require of players, in words and in signs. */
import type { CriterionDesign, GroupDesign } from "../design/design.ts";
import { conditionsInWords, criterionWords } from "../design/words.ts";

export { criterionNote } from "../design/words.ts";

/** Something to say of a resource: `Needs`, and what. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

const HOLDS: Readonly<Record<string, string>> = {
  and: "all of its members do",
  or: "at least one of its members does",
  xor: "exactly one of its members does",
};

export function criterionFacts(criterion: CriterionDesign): readonly Fact[] {
  return [{ label: "Needs", text: criterionWords(criterion, criterion.custom_action_id) }];
}

/** When it holds, and which activities count for what is in it. */
export function groupFacts({ operator, conditions }: GroupDesign): readonly Fact[] {
  const only = conditionsInWords(conditions);
  return [
    { label: "Holds when", text: HOLDS[operator] ?? operator },
    ...(only === "" ? [] : [{ label: "Counts only", text: only }]),
  ];
}

/** How many of its members, for a picture. */
export function groupNote({ operator }: GroupDesign): string {
  const notes: Readonly<Record<string, string>> = { and: "all of", or: "any of", xor: "one of" };
  return notes[operator] ?? operator;
}
