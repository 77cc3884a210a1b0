/** Hazards and impacts of one plan are about the same facts: neither says what the other denies. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImpactClass } from "../../../src/analysis/impact/classes.ts";
import type { Impact } from "../../../src/analysis/impact/impacts.ts";
import { findUnearnable, impactOfPlan } from "../../../src/analysis/impact/plan-impact.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import type { DesiredGame, HazardName, LiveGame, Plan } from "../../../src/model/model.ts";
import { compareGames } from "../../../src/plan/goal.ts";
import { afterSteps } from "../../../src/plan/identities.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import type { ActionSettings } from "../../../src/project/game-settings.ts";
import { arbitraryGame, arbitraryManifests } from "../../support/arbitrary-game.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import {
  DOCUMENTED_ACCESS,
  desiredGame,
  EXTENDED_ACCESS,
  type GameText,
  liveGame,
  shortHash,
  TARGET,
} from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import { readScript, type Script, scriptsIn } from "../../support/scripts.ts";

interface Planned {
  readonly plan: Plan;
  readonly impacts: readonly Impact[];
}

function planned(live: LiveGame, desired: DesiredGame, prune: boolean): Planned | undefined {
  const hazards = { findUnearnable: findUnearnable(desired, DEFAULT_PLAY) };
  const options = { prune, targets: [], scalars: "native", ...hazards } as const;
  const plan = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options).value;
  if (plan === undefined) return undefined;
  // The rules are asked only where a step can break earning, which has to be wherever one does.
  const before = compareGames(desired, live, { catalog, prune }).live;
  const after = { ...before, resources: afterSteps(before.resources, plan.steps) };
  const isBroken = plan.steps.length > 0 && hazards.findUnearnable(before, after).length > 0;
  expect(plan.steps.some((step) => step.hazards.some(({ name }) => name === "breaks-earning"))).toBe(isBroken);
  return { plan, impacts: impactOfPlan(plan, { desired, live, play: DEFAULT_PLAY }) };
}

/** Of each sort of loss, the hazard that warns of it and the class that it is. */
const PAIRS: readonly (readonly [readonly HazardName[], ImpactClass])[] = [
  [["deletes-player-data", "replaces-player-data"], "destructive"],
  [["reveals-secret"], "revealing"],
];

/** What contradicts, as sentences. `seen` counts what was held against each other. */
function contradictions({ plan, impacts }: Planned, seen: Map<string, number>): readonly string[] {
  const note = (name: string): void => void seen.set(name, (seen.get(name) ?? 0) + 1);
  const broken = plan.steps.flatMap(({ hazards }) => {
    const sentences = hazards.filter(({ name }) => name === "breaks-earning").map(({ sentence }) => sentence);
    return sentences.flatMap((sentence) =>
      [...sentence.matchAll(/"([^"]+)" \(\d+ points/g)].map(([, id]) => `achievement/${id}`),
    );
  });
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
    .filter(({ address, sentence }) => gone.has(address) && sentence.endsWith("what players have stays."))
    .map(({ address }) => `${address}: lost, and stays`);
  return [...lost, ...undenied, ...kept];
}

const board = (custom_id: string, ordering: string) => ({ custom_id, name: custom_id, type: "custom", ordering });
const [OLD, OTHER] = [board("races", "larger-is-better"), board("races", "smaller-is-better")];
const MARKED = board("races~laurel-old", "larger-is-better");

describe("hazards and impacts", () => {
  it("agree in the plans of all scripts", () => {
    const seen = new Map<string, number>();
    for (const path of scriptsIn(join(import.meta.dirname, "../../cases"))) {
      const [live, desired, prune] = gameOf(readScript(path));
      const found = desired && planned(live, desired, prune);
      expect([path, ...(found === undefined ? [] : contradictions(found, seen))]).toEqual([path]);
    }
    for (const impactClass of ["destructive", "revealing", "breaks-earning"])
      expect(seen.get(impactClass) ?? 0).toBeGreaterThan(0);
  });

  it.each([
    ["a replacement", [OLD], [OTHER], "leaderboard/races"],
    ["one that was interrupted", [MARKED], [OTHER], "leaderboard/races"],
    ["what one has left", [OTHER, MARKED], [OTHER], "leaderboard/races~laurel-old"],
  ])("agree once about the scores that go with %s", (_, was, is, address) => {
    const found = planned(liveGame({ leaderboards: was }), desiredGame({ leaderboards: is }), true);
    expect(found && contradictions(found, new Map())).toEqual([]);
    const lost = found?.impacts.filter((each) => each.class === "destructive");
    expect(lost?.map((each) => each.address)).toEqual([address]);
    for (const { steps } of found?.impacts ?? []) expect(steps.length).toBeGreaterThan(0);
  });

  it("agree where the replacement of one action leads to that of another", () => {
    const parts = (run: readonly string[]): GameText => ({
      actions: [
        { custom_id: "jump", name: "Jump" },
        { custom_id: "run", name: "Run", reactions: [...run] },
        { custom_id: "sprint", name: "Sprint", reactions: ["run"] },
      ],
      criteria: [{ custom_id: "c", name: "C", custom_action_id: "jump", type: "sum", rule: "gte:5" }],
      criteria_groups: [{ custom_id: "g", name: "G", criteria: ["c"] }],
      achievements: [{ custom_id: "x", name: "X", custom_criteria_group_id: "g" }],
    });
    for (const access of [EXTENDED_ACCESS, DOCUMENTED_ACCESS]) {
      const found = planned(liveGame(parts([]), access), desiredGame(parts(["jump"])), true);
      expect(found && contradictions(found, new Map())).toEqual([]);
    }
  });

  it("are those of the command line for programs, too, under the same settings", () => {
    const parts = (rule: string): GameText => ({
      actions: [{ custom_id: "a", name: "A" }],
      criteria: [{ custom_id: "c", name: "C", custom_action_id: "a", type: "sum", rule }],
      criteria_groups: [{ custom_id: "g", name: "G", criteria: ["c"] }],
      achievements: [{ custom_id: "x", name: "X", custom_criteria_group_id: "g" }],
    });
    const live = liveGame(parts("gte:2"));
    const hazardsOf = (rule: string, actions: Readonly<Record<string, ActionSettings>> = {}) => {
      const game = desiredGame(parts(rule));
      const play = { actions: new Map(Object.entries(actions)) };
      const options = {
        prune: false,
        targets: [],
        scalars: "native",
        findUnearnable: findUnearnable(game, play),
      } as const;
      const plan = makePlan({ target: TARGET, desired: game, live, catalog, hash: String }, options).value;
      return plan?.steps.flatMap(({ hazards }) => hazards.map(({ name }) => name));
    };
    expect(hazardsOf("lt:0")).toEqual(["breaks-earning"]);
    expect(hazardsOf("gte:1")).toEqual([]);
    // Where only reactions record it, nobody could earn it before.
    expect(hazardsOf("lt:0", { a: { reported: false } })).toEqual([]);
  });

  it("agree in random plans, renames and replacements included", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        arbitraryGame({ allKinds: true }),
        arbitraryManifests({ allKinds: true }),
        fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS),
        (was, is, access) => {
          const found = planned(liveGame(was, access), desiredGame(is.resources, is.entries), true);
          if (found !== undefined) expect(contradictions(found, seen)).toEqual([]);
        },
      ),
      runs(150),
    );
    for (const impactClass of ["destructive", "revealing", "breaks-earning"])
      expect(seen.get(impactClass) ?? 0).toBeGreaterThan(0);
  });
});

/** The live game, the manifests and whether it is pruned; undefined for scripts without a plan. */
function gameOf({ live, files, lines, service }: Script): readonly [LiveGame, DesiredGame | undefined, boolean] {
  const access = service.profile !== undefined ? DOCUMENTED_ACCESS : EXTENDED_ACCESS;
  const manifests = [...files].filter(([file]) => /^manifests\/(?!overrides\/).*\.(?:ya?ml|json)$/.test(file));
  return [
    liveGame(live as GameText, access),
    loadDesired(
      manifests.map(([file, text]) => ({ file, text })),
      catalog,
    ).value,
    lines.join(" ").includes("--prune"),
  ];
}
