/** Where the id of a resource is written in files of scenarios. In: texts without errors. */

import { memberNamed, type Part, pointerTo } from "../../manifest/parts.ts";
import type { Pointer } from "../../model/model.ts";
import type { NamedKind } from "../scenarios/scenario.ts";
import type { PlacesOfDocument, RenamedId } from "./id-places.ts";

/** Members of steps and rankings whose value is an id. */
const SINGLE: Readonly<Record<string, NamedKind>> = { do: "action", leaderboard: "leaderboard" };

/** Members of expectations: lists of ids, or mappings by id. */
const SEVERAL: Readonly<Record<string, NamedKind>> = {
  earned: "achievement",
  earned_exactly: "achievement",
  not_earned: "achievement",
  earned_at: "achievement",
  rewards: "reward",
};

/** What is played, and what is expected to be earned or ranked. */
export function scenarioPlaces({ kind, from }: RenamedId): PlacesOfDocument {
  return (root, found) => {
    const visitSingle = (part: Part, pointer: Pointer): void => {
      for (const [name, its] of Object.entries(SINGLE)) {
        const value = memberNamed(part, name)?.value;
        if (its === kind && value?.type === "scalar" && value.value === from) found(pointer + pointerTo(name), "value");
      }
    };
    const visitIds = (part: Part, pointer: Pointer): void => {
      if (part.type === "map" && memberNamed(part, from) !== undefined) found(pointer + pointerTo(from), "key");
      if (part.type !== "list") return;
      for (const [index, element] of part.elements.entries()) {
        if (element.type === "scalar" && element.value === from) found(`${pointer}/${index}`, "value");
      }
    };
    const visitExpectation = (part: Part | undefined, pointer: Pointer): void => {
      for (const { name, value } of part?.type === "map" ? part.members : []) {
        const inner = pointer + pointerTo(name);
        if (SEVERAL[name] === kind) visitIds(value, inner);
        if (name === "rankings") visitEach(value, inner, visitSingle);
        if (name === "players" && value.type === "map") {
          for (const player of value.members) visitExpectation(player.value, inner + pointerTo(player.name));
        }
      }
    };
    const visitStep = (part: Part, pointer: Pointer): void => {
      visitSingle(part, pointer);
      visitExpectation(memberNamed(part, "expect")?.value, `${pointer}/expect`);
    };
    visitEach(memberNamed(root, "scenarios")?.value, "/scenarios", (scenario, pointer) => {
      visitEach(memberNamed(scenario, "steps")?.value, `${pointer}/steps`, visitStep);
      visitExpectation(memberNamed(scenario, "expect")?.value, `${pointer}/expect`);
    });
  };
}

function visitEach(list: Part | undefined, pointer: Pointer, visit: (part: Part, pointer: Pointer) => void): void {
  if (list?.type !== "list") return;
  for (const [index, element] of list.elements.entries()) visit(element, `${pointer}/${index}`);
}
