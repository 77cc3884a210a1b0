/**
 * What the service did not keep of a request is named by field and place, also when the request was
 * a rename.
 */
import { describe, expect, it } from "vitest";
import type { StepResult } from "../../src/model/events.ts";
import type { Step } from "../../src/model/model.ts";
import { discrepanciesOf, verificationProblems } from "../../src/plan/verify.ts";
import { desiredGame, type Entries, type GameText, liveGame } from "../support/games.ts";
import { planned, plannedChange } from "./planning.ts";

const done = ({ id, action, address }: Step): StepResult => ({
  id,
  action,
  address,
  status: "done",
});

/** The problems when all steps were done and this is live afterwards. */
function problemsAfter(before: GameText, wanted: GameText, after: GameText, entries: Entries = {}) {
  const desired = desiredGame(wanted, entries);
  const { steps } = planned(desired, liveGame(before));
  const left = discrepanciesOf(plannedChange(desired, liveGame(after)));
  return verificationProblems({ steps }, { results: steps.map(done), left }, desired);
}

const reward = (custom_id: string, more: object) => ({
  rewards: [{ custom_id, name: "R", ...more }],
});

describe("a value that was not kept", () => {
  const moved = { moved: [{ kind: "reward", from: "r", to: "s" }] };

  it.each<[string, GameText, GameText, GameText, Entries]>([
    ["of an update", reward("r", {}), reward("r", { description: "D" }), reward("r", {}), {}],
    ["of a rename", reward("r", {}), reward("s", { description: "D" }), reward("s", {}), moved],
    ["of a creation", {}, reward("r", { description: "D" }), reward("r", {}), {}],
  ])("%s is named", (_, before, wanted, after, entries) => {
    const problems = problemsAfter(before, { ...wanted }, after, entries);
    expect(problems.map(({ code }) => code)).toEqual(["not-kept"]);
    expect(problems[0]?.detail).toContain('did not keep description: it is "", wanted "D"');
  });

  it("has a name without escapes", () => {
    const data = (value: number) => reward("r", { custom_data: { "a/b~c": { d: value } } });
    const [problem] = problemsAfter(data(1), data(2), data(1));
    expect(problem?.detail).toContain('did not keep custom_data."a/b~c".d: it is 1, wanted 2');
  });
});
