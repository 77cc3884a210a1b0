/** Hazards and impacts of one plan are about the same facts: neither says what the other denies. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImpactClass } from "../../../src/analysis/impact/classes.ts";
import { findUnearnable } from "../../../src/analysis/impact/plan-impact.ts";
import type { DesiredGame, HazardName, Step } from "../../../src/model/model.ts";
import { arbitraryGame, arbitraryManifests } from "../../support/arbitrary-game.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import {
  DOCUMENTED_ACCESS,
  desiredGame,
  EXTENDED_ACCESS,
  type GameText,
  liveGame,
} from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import { type Planned, planned } from "./impacts.ts";

/** Of each sort of loss, the hazard that warns of it and the class that it is. */
const PAIRS: readonly (readonly [readonly HazardName[], ImpactClass])[] = [
  [["deletes-player-data", "replaces-player-data"], "destructive"],
  [["reveals-secret"], "revealing"],
];

/** What contradicts, as sentences. `seen` counts what was held against each other. */
function contradictions({ plan, impacts }: Planned, seen: Map<string, number>): readonly string[] {
  const note = (name: string): void => void seen.set(name, (seen.get(name) ?? 0) + 1);
  const hazards = plan.steps.flatMap((step) => step.hazards);
  const broken = hazards
    .filter(({ name }) => name === "breaks-earning")
    .flatMap(({ sentence }) => [...sentence.matchAll(/"([^"]+)" \(\d+ points/g)])
    .map(([, id]) => `achievement/${id}`);
  for (const _ of broken) note("breaks-earning");
  const isHarder = (address: string): boolean =>
    impacts.some((each) => each.address === address && each.class === "harder");
  const undenied = broken
    .filter((address) => !isHarder(address))
    .map((address) => `${address}: never earned, not harder`);
  const lost = PAIRS.flatMap(([names, impactClass]) => {
    const warned = plan.steps.flatMap(({ id, hazards }) =>
      hazards.some(({ name }) => names.includes(name)) ? [id] : [],
    );
    const told = impacts.filter((each) => each.class === impactClass);
    for (const _ of warned) note(impactClass);
    return [
      ...warned
        .filter((id) => !told.some(({ steps }) => steps.includes(id)))
        .map((id) => `${id}: a hazard, not ${impactClass}`),
      ...told
        .filter(({ steps }) => !steps.some((id) => warned.includes(id)))
        .map(({ sentence }) => `no hazard: ${sentence}`),
    ];
  });
  const gone = new Set(
    plan.steps.flatMap(({ address, replaces, hazards }) =>
      hazards.some(({ name }) => name.endsWith("-player-data")) ? [replaces ?? address] : [],
    ),
  );
  const kept = impacts
    .filter(
      ({ address, sentence }) => gone.has(address) && sentence.endsWith("what players have stays."),
    )
    .map(({ address }) => `${address}: lost, and stays`);
  return [...lost, ...undenied, ...kept];
}

const board = (custom_id: string, ordering: string) => ({
  custom_id,
  name: custom_id,
  type: "custom",
  ordering,
});
const OLD = board("races", "larger-is-better");
const OTHER = board("races", "smaller-is-better");
const MARKED = board("races~laurel-old", "larger-is-better");

/** A jumper, and runners of whom some jump. */
const parts = (rule: string, run: readonly string[] = []): GameText => ({
  actions: [
    { custom_id: "jump", name: "Jump" },
    { custom_id: "run", name: "Run", reactions: [...run] },
    { custom_id: "sprint", name: "Sprint", reactions: ["run"] },
  ],
  criteria: [{ custom_id: "c", name: "C", custom_action_id: "jump", type: "sum", rule }],
  criteria_groups: [{ custom_id: "g", name: "G", criteria: ["c"] }],
  achievements: [{ custom_id: "x", name: "X", custom_criteria_group_id: "g" }],
});

describe("hazards and impacts", () => {
  it.each([
    ["a replacement", [OLD], [OTHER], "leaderboard/races"],
    ["one that was interrupted", [MARKED], [OTHER], "leaderboard/races"],
    ["what one has left", [OTHER, MARKED], [OTHER], "leaderboard/races~laurel-old"],
  ])("agree once about the scores that go with %s", (_, was, is, address) => {
    const found = planned(liveGame({ leaderboards: was }), desiredGame({ leaderboards: is }));
    expect(found && contradictions(found, new Map())).toEqual([]);
    const lost = found?.impacts.filter((impact) => impact.class === "destructive");
    expect(lost?.map((impact) => impact.address)).toEqual([address]);
    for (const { steps } of found?.impacts ?? []) expect(steps.length).toBeGreaterThan(0);
  });

  it("agree where the replacement of one action leads to that of another", () => {
    for (const access of [EXTENDED_ACCESS, DOCUMENTED_ACCESS]) {
      const found = planned(
        liveGame(parts("gte:5"), access),
        desiredGame(parts("gte:5", ["jump"])),
      );
      expect(found && contradictions(found, new Map())).toEqual([]);
    }
  });

  it("are found by the settings of the project", () => {
    const hazardsOf = (rule: string, play = DEFAULT_PLAY) => {
      const found = planned(liveGame(parts("gte:2")), desiredGame(parts(rule)), play);
      return found?.plan.steps.flatMap(({ hazards }) => hazards.map(({ name }) => name));
    };
    expect(hazardsOf("lt:0")).toEqual(["breaks-earning"]);
    expect(hazardsOf("gte:1")).toEqual([]);
    // Where only reactions record it, nobody could earn it before.
    expect(hazardsOf("lt:0", { actions: new Map([["jump", { reported: false }]]) })).toEqual([]);
  });

  it("agree in random plans, renames and replacements included", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        arbitraryGame({ allKinds: true }),
        arbitraryManifests({ allKinds: true }),
        fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS),
        (was, { resources, entries }, access) => {
          const live = liveGame(was, access);
          const desired = desiredGame(resources, entries);
          const found = planned(live, desired);
          if (found === undefined) return;
          expect(contradictions(found, seen)).toEqual([]);
          expect(found.plan.steps.some(breaksEarning)).toBe(isBroken(found, desired));
        },
      ),
      runs(150),
    );
    for (const impactClass of ["destructive", "revealing", "breaks-earning"])
      expect(seen.get(impactClass) ?? 0).toBeGreaterThan(0);
  });
});

const breaksEarning = ({ hazards }: Step): boolean =>
  hazards.some(({ name }) => name === "breaks-earning");

/** The rules are asked only where a step can break earning, which has to be wherever one does. */
function isBroken({ plan: { steps }, before, after }: Planned, desired: DesiredGame): boolean {
  return steps.length > 0 && findUnearnable(desired, DEFAULT_PLAY)(before, after).length > 0;
}
