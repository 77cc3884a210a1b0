/** Plans of games with `retired: true`: one is made, its hazards are allowed for that resource alone, and it is explained. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import { refusals } from "../../src/plan/hazards.ts";
import { secretsOf, secretsOfManifests } from "../../src/plan/secrets.ts";
import { simulate } from "../../src/plan/simulate.ts";
import { arbitraryGame } from "../support/arbitrary-game.ts";
import { DOCUMENTED_ACCESS, desiredGame, EXTENDED_ACCESS, liveGame } from "../support/games.ts";
import { load } from "../support/load.ts";
import { runs } from "../support/runs.ts";
import { planned, steps } from "./planning.ts";

const GAME = {
  actions: [{ custom_id: "slay", name: "Slay" }],
  criteria: [{ custom_id: "ten", name: "Ten", custom_action_id: "slay", rule: "gte:10" }],
  criteria_groups: [
    { custom_id: "first", name: "First", criteria: ["ten"] },
    { custom_id: "second", name: "Second", criteria: ["ten"] },
  ],
  achievements: [
    { custom_id: "first", name: "First", custom_criteria_group_id: "first" },
    { custom_id: "second", name: "Second", custom_criteria_group_id: "second" },
  ],
};
const [first, second] = GAME.achievements;
const retiredFirst = { ...GAME, achievements: [{ ...first, retired: true }, second] };

/** `desiredGame` is without the stages that retire. */
function manifest(game: object): ReturnType<typeof load> {
  return load(JSON.stringify(game), "game.json");
}

describe("a retired achievement", () => {
  it("needs no flag, and the plan after it is empty", () => {
    const live = liveGame(GAME);
    const plan = planned(manifest(retiredFirst), live);
    const found = plan.steps.flatMap(({ hazards }) => hazards);
    expect(found.map(({ name, consented }) => [name, consented])).toEqual([["breaks-earning", true]]);
    expect(refusals(plan.steps, new Set())).toEqual([]);
    expect(planned(manifest(retiredFirst), simulate(live, plan.steps, catalog)).steps).toEqual([]);
  });

  it("does not allow to break another one in the same plan", () => {
    const groups = [GAME.criteria_groups[0], { ...GAME.criteria_groups[1], criteria: [] }];
    const plan = planned(manifest({ ...retiredFirst, criteria_groups: groups }), liveGame(GAME));
    expect(refusals(plan.steps, new Set()).map(({ code, detail }) => [code, detail])).toEqual([
      [
        "breaks-earning",
        'With this change, the achievement "second" (1 points) can no longer be earned: criteria_group/second: this group has no members, so it is never true.',
      ],
    ]);
  });

  it("does not allow to break one that is live only and has the same group", () => {
    const live = liveGame({ ...GAME, achievements: [...GAME.achievements, { ...first, custom_id: "third" }] });
    const plan = planned(manifest(retiredFirst), live);
    expect(refusals(plan.steps, new Set()).map(({ detail }) => detail)).toEqual([
      expect.stringContaining('the achievement "third" (1 points) can no longer be earned'),
    ]);
  });

  it("is explained on the steps, once for each resource", () => {
    const notes = planned(manifest(retiredFirst), liveGame(GAME)).steps.map(({ address, notes: each }) => [
      address,
      each,
    ]);
    expect(Object.fromEntries(notes)).toEqual({
      "achievement/first": ["Retired: players who have it keep it. The service leaves it out of plain lists."],
      "criteria_group/first": ['The achievement "first" is retired, so this group loses its members.'],
    });
  });

  it("says nothing of that where only its name changes later", () => {
    const live = liveGame({
      ...GAME,
      criteria_groups: [{ ...GAME.criteria_groups[0], criteria: [] }, GAME.criteria_groups[1] ?? {}],
      achievements: [{ ...first, name: "Old", is_secret: true }, second ?? {}],
    });
    expect(planned(manifest(retiredFirst), live).steps.map(({ notes }) => notes)).toEqual([[]]);
  });

  it("can get another id at the same time", () => {
    const renamed = { ...retiredFirst, achievements: [{ ...first, custom_id: "oldest", retired: true }, second] };
    const moved = { ...renamed, moved: [{ kind: "achievement", from: "first", to: "oldest" }] };
    const plan = planned(manifest(moved), liveGame(GAME));
    expect(plan.steps.map(({ action }) => action).sort()).toEqual(["detach", "rename"]);
    expect(refusals(plan.steps, new Set())).toEqual([]);
    expect(plan.steps.flatMap(({ notes }) => notes)).toContainEqual(expect.stringMatching(/^Retired: /));
  });

  it("is retired as a whole where it is the target", () => {
    const plan = planned(manifest(retiredFirst), liveGame(GAME), { targets: ["achievement/first"] });
    expect([...steps(plan)].sort()).toEqual(["detach criteria_group/first criteria ten", "update achievement/first"]);
  });

  it("has another digest than the same values without the key, which would not be allowed", () => {
    const { resources } = manifest(retiredFirst);
    const byHand = desiredGame({
      ...GAME,
      criteria_groups: [{ ...GAME.criteria_groups[0], criteria: [] }, GAME.criteria_groups[1] ?? {}],
      achievements: [{ ...first, is_secret: true }, second ?? {}],
    });
    const [one, other] = [planned({ ...byHand, resources }, liveGame(GAME)), planned(byHand, liveGame(GAME))];
    expect(one.basis.manifests).not.toBe(other.basis.manifests);
    expect(refusals(other.steps, new Set()).map(({ code }) => code)).toEqual(["breaks-earning"]);
  });
});

it("one that players know stays named, and one that was hidden live does not", () => {
  const desired = manifest(retiredFirst);
  const secretsFor = (live: ReturnType<typeof liveGame>) =>
    secretsOf({ plan: planned(desired, live), desired, live }, catalog).addresses;
  expect([...secretsFor(liveGame(GAME))]).toEqual([]);
  expect([...secretsOfManifests(desired, catalog).addresses]).toEqual([]);
  const hidden = liveGame({ ...GAME, achievements: [{ ...first, is_secret: true }, second ?? {}] });
  expect(secretsFor(hidden)).toContain("achievement/first");
});

it("what a retired secret needs stays as secret as before", () => {
  const secret = { ...GAME, achievements: [{ ...first, is_secret: true }, second] };
  const game = {
    ...secret,
    criteria: [...GAME.criteria, { custom_id: "hush", name: "Under the bridge", custom_action_id: "slay" }],
    criteria_groups: [{ ...GAME.criteria_groups[0], criteria: ["hush"] }, GAME.criteria_groups[1]],
  };
  const retired = { ...game, achievements: [{ ...first, is_secret: true, retired: true }, second] };
  const before = secretsOfManifests(manifest(game), catalog).addresses;
  expect(before).toContain("criterion/hush");
  expect(secretsOfManifests(manifest(retired), catalog).addresses).toEqual(before);
});

/** Kinds of which some resources are retired, by luck. */
const RETIRABLE = catalog.filter(({ retirement }) => retirement !== undefined).map(({ plural }) => plural);

it("any game can be retired in part, and brought back, with plans after which nothing is left to do", () => {
  let retired = 0;
  fc.assert(
    fc.property(
      arbitraryGame({ allKinds: true }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS),
      (game, luck, access) => {
        const marked = Object.entries(game).map(([plural, all]) => {
          const isRetirable = RETIRABLE.includes(plural);
          return [plural, all.map((each, index) => (isRetirable && luck[index] ? { ...each, retired: true } : each))];
        });
        const text = JSON.stringify(Object.fromEntries(marked));
        const { value: desired, diagnostics } = loadDesired([{ file: "game.json", text }], catalog);
        if (desired === undefined) {
          expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["cannot-retire"]));
          return;
        }
        retired += [...desired.resources.values()].filter((each) => each.retired).length;
        const live = liveGame(game, access);
        const plan = planned(desired, live);
        expect(refusals(plan.steps, new Set(["mass-change"]))).toEqual([]);
        const after = simulate(live, plan.steps, catalog);
        expect(planned(desired, after).steps).toEqual([]);
        const plain = manifest(game);
        const back = planned(plain, after);
        expect(planned(plain, simulate(after, back.steps, catalog)).steps).toEqual([]);
      },
    ),
    runs(60),
  );
  expect(retired).toBeGreaterThan(20);
});
