/** What lint, report, graph, scenarios, impact and changelog make of `retired: true`. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { whyNeverEarned } from "../../src/analysis/design/certainty.ts";
import { forestOf } from "../../src/analysis/design/trees.ts";
import { graphOf } from "../../src/analysis/graph/graph.ts";
import { changelogOf } from "../../src/analysis/impact/changelog.ts";
import { impactOfPlan } from "../../src/analysis/impact/plan-impact.ts";
import { sidesOfManifests } from "../../src/analysis/impact/sides.ts";
import { economyOf } from "../../src/analysis/report/economy.ts";
import { testGame } from "../../src/analysis/scenarios/test-game.ts";
import { DEFAULT_PLAY } from "../../src/project/action-settings.ts";
import { renderGraphMermaid } from "../../src/view/graph/graph-diagrams.ts";
import { reportJson } from "../../src/view/report/economy-json.ts";
import { renderEconomyText } from "../../src/view/report/economy-text.ts";
import { detailLines } from "../../src/view/scenarios/answers.ts";
import { plainStyle } from "../../src/view/text/style.ts";
import { planned } from "../plan/planning.ts";
import { arbitrarySemantics } from "../rules/play-arbitrary.ts";
import { load } from "../support/load.ts";
import { foundAt } from "./lint/support.ts";
import { designFrom, playOne } from "./scenarios/play.ts";

const GAME = `actions:
  - { custom_id: win, name: Win }
  - { custom_id: win-cup, name: Win the cup, reactions: [lift] }
  - { custom_id: lift, name: Lift the cup }
criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: cups, name: Cups, custom_action_id: lift }
  - { custom_id: no-loss, name: No loss, custom_action_id: win, rule: lte:0 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, operator: or, criteria: [cups, no-loss] }
rewards:
  - { custom_id: wreath, name: Wreath }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., points: 10, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Lift the cup., points: 50, custom_criteria_group_id: champion, rewards: [wreath] }
`;
const RETIRED = GAME.replace("points: 50,", "points: 50, retired: true,");

describe("lint", () => {
  it("finds nothing in what is retired and in what only that needs", () => {
    expect(foundAt(GAME).length).toBeGreaterThan(0);
    expect(foundAt(RETIRED)).toEqual([]);
  });

  it("still finds what has to do with players", () => {
    expect(foundAt(RETIRED.replace("criteria: [ten-wins]", "criteria: []"))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^empty-group 10:/),
        expect.stringMatching(/^unused-criterion 6:/),
      ]),
    );
  });

  it("does not count it in the budget, and counts it in what a store has", () => {
    const budget = "lint: { budget: { total_points: 50, min_achievements: 1, max_achievements: 1 } }\n";
    expect(foundAt(GAME, budget)).toEqual(expect.arrayContaining([expect.stringContaining("over-point-budget")]));
    expect(foundAt(RETIRED, budget)).toEqual([]);
    const store = "lint: { profiles: [apple-game-center] }\n";
    const dear = RETIRED.replace("points: 50", "points: 995");
    expect(foundAt(dear, store).map((each) => each.split(" ")[0])).toEqual(["store-limit", "store-limit"]);
  });

  it("does not call a comment idle that has nothing to find there", () => {
    const comment = "  # laurel-ignore repeated-reward\n";
    const above = RETIRED.replace("  - { custom_id: champion, name: Champion, desc", `${comment}$&`);
    expect(foundAt(above)).toEqual([]);
    const other = RETIRED.replace("  - { custom_id: winner, name: Winner, desc", `  # laurel-ignore unused-group\n$&`);
    expect(foundAt(other)).toEqual(["idle-ignore 15:3"]);
  });
});

describe("report", () => {
  it("lists it, and counts it nowhere", () => {
    const economy = economyOf(designFrom(RETIRED));
    expect(economy.totals).toMatchObject({ achievements: 1, points: 10, impossible: 0, secret: { achievements: 0 } });
    expect(economy.achievements.map(({ custom_id }) => custom_id)).toEqual(["winner"]);
    expect(economy.rewards).toEqual([]);
    expect(economy.retired).toEqual([
      { address: "achievement/champion", custom_id: "champion", name: "Champion", points: 50 },
    ]);
    const text = renderEconomyText([{ game: "g", economy }], { style: plainStyle, width: 80, verbose: false });
    expect(text).toContain("Retired: live, and in no other figure\n  champion  50 points\n");
  });

  it("says so where no other is left", () => {
    const manifest = "achievements: [{ custom_id: a, name: A, retired: true }]\n";
    const text = renderEconomyText([{ game: "g", economy: economyOf(designFrom(manifest)) }], {
      ...{ style: plainStyle, width: 80, verbose: false },
    });
    expect(text).toContain("All achievements are retired.");
    expect(text).not.toContain("no achievements");
  });

  it("shows a requested one alone", () => {
    const reported = { game: "g", economy: economyOf(designFrom(RETIRED)), chosen: new Set(["champion"]) };
    const text = renderEconomyText([reported], { style: plainStyle, width: 80, verbose: false });
    expect(text).toBe("Retired: live, and in no other figure\n  champion  50 points\n");
    expect(reportJson(reported)).toMatchObject({ achievements: [], retired: [{ custom_id: "champion" }] });
    expect(reportJson({ ...reported, chosen: new Set(["winner"]) }).retired).toEqual([]);
  });

  it("lists retired rewards, which nobody gives", () => {
    const economy = economyOf(designFrom(GAME.replace("name: Wreath", "name: Wreath, retired: true")));
    expect(economy.retired.map(({ address }) => address)).toEqual(["reward/wreath"]);
    expect(economy.totals.without_reward).toBe(2);
  });
});

it("a graph draws it as retired, and nothing leads to it", () => {
  const graph = graphOf(designFrom(RETIRED));
  expect(graph.nodes.filter(({ is_retired }) => is_retired).map(({ address }) => address)).toEqual([
    "achievement/champion",
  ]);
  expect(graph.edges.filter(({ to }) => to === "criteria_group/champion")).toEqual([]);
  expect(renderGraphMermaid([{ game: "g", graph }])).toMatch(/Champion<br\/>50 points#44; retired"\]\]:::stays/);
});

describe("scenarios", () => {
  const steps = "steps:\n  - { do: win-cup }\n";

  it("say that it cannot be earned, and why", () => {
    const body = `${steps}expect: { earned: [champion] }\n`;
    expect(playOne(body, designFrom(GAME)).passed).toBe(true);
    const { passed, answers } = playOne(body, designFrom(RETIRED));
    expect(passed).toBe(false);
    expect(answers.flatMap((answer) => detailLines(answer, plainStyle, new Set()))).toEqual([
      "✗ champion: it is retired, so no player can earn it",
    ]);
  });

  it("need not reach it, nor what only that needs", () => {
    const coverageOf = (manifests: string) => testGame("g", designFrom(manifests), [], [], () => 0).game.coverage;
    expect(coverageOf(GAME).achievements.missed).toEqual(["champion", "winner"]);
    const { achievements, groups, criteria } = coverageOf(RETIRED);
    expect([achievements.missed, groups.missed, criteria.missed]).toEqual([["winner"], ["winner"], ["ten-wins"]]);
  });
});

it("it can certainly never be earned, whatever the service does where that is not documented", () => {
  fc.assert(
    fc.property(arbitrarySemantics, (semantics) => {
      const design = designFrom(RETIRED, semantics);
      const forest = forestOf(design);
      const never = [...design.achievements.values()].filter((each) => whyNeverEarned(forest, each) !== undefined);
      expect(never.map(({ custom_id }) => custom_id)).toEqual(["champion"]);
    }),
    { numRuns: 50 },
  );
});

describe("players are told", () => {
  const [before, after] = [load(GAME), load(RETIRED)];
  const live = {
    resources: before.resources,
    read: before.managed,
    access: new Map([
      ["criteria_group.criteria", { read: "include", write: "endpoint" } as const],
      ["criteria_group.criteria_groups", { read: "include", write: "field" } as const],
      ["achievement.rewards", { read: "endpoint", write: "endpoint" } as const],
      ["action.reactions", { read: "endpoint", write: "field" } as const],
    ]),
  };

  it("by the impact of the plan", () => {
    const impact = impactOfPlan(planned(after, live), after, live, DEFAULT_PLAY);
    expect(impact.map((each) => `${each.class}: ${each.sentence}`)).toEqual([
      'harder: "Champion" is retired: players who have it keep it, and no player can earn it any more.',
      'cosmetic: "Champion" leaves the lists of achievements.',
    ]);
  });

  const changelog = (was: typeof before, is: typeof before) => {
    const sides = sidesOfManifests(was, is, DEFAULT_PLAY);
    return changelogOf(sides.before, sides.after, false);
  };

  it("by the changelog, by its name, unless it was a secret", () => {
    const { entries, secret, points } = changelog(before, after);
    expect(entries.map(({ sentence }) => sentence)).toEqual([
      '"Champion" is retired: players who have it keep it, and no player can earn it any more.',
    ]);
    expect(secret).toEqual({ new: 0, changed: 0, removed: 0 });
    expect(points).toEqual({ before: 60, after: 10 });
    const hidden = changelog(load(GAME.replace("points: 50", "points: 50, is_secret: true")), after);
    expect([hidden.entries, hidden.secret.changed]).toEqual([[], 1]);
  });

  it("nothing of one that comes retired, and everything where it is back", () => {
    const without = load(GAME.replace(/^ {2}- \{ custom_id: champion, name: Champion, desc.*\n/m, ""));
    expect(changelog(without, after)).toMatchObject({ entries: [], secret: { new: 0 } });
    expect(changelog(after, before).entries.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^"Champion" can be earned now; before, nobody could/),
      '"Champion" is no secret any more.',
    ]);
  });
});
