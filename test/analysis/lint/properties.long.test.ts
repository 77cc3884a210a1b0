/** Findings in random games hold, as random play shows. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { lint } from "../../../src/analysis/lint/lint.ts";
import { type LintedGame, lintedGame } from "../../../src/analysis/lint/rule.ts";
import { reachable } from "../../../src/model/graph.ts";
import { LINT_CODES } from "../../../src/model/lint-codes.ts";
import { compile } from "../../../src/rules/compiled.ts";
import type { Evaluated } from "../../../src/rules/evaluate.ts";
import type { Activity, CriterionRules, Player } from "../../../src/rules/model.ts";
import { openProgress } from "../../../src/rules/play.ts";
import {
  arbitraryActions,
  arbitraryCriterion,
  arbitraryGroups,
  arbitraryPlay,
  arbitraryPlayer,
} from "../../rules/play-arbitrary.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { DEFAULT_LINT } from "../../support/defaults.ts";
import { runs } from "../../support/runs.ts";
import { gameOf } from "./support.ts";

describe("random valid games", () => {
  it("are linted without a crash, and every finding has a place, a sentence and a rule", () => {
    fc.assert(
      fc.property(arbitraryGame({ allKinds: false }), (written) => {
        const game = gameOf(stringify(written), "lint: { budget: { step: 7, max_points: 40 } }\n");
        for (const each of lint(game)) {
          expect(each.primary?.span.start.line).toBeGreaterThan(0);
          expect(each.detail.length).toBeGreaterThan(5);
          expect(LINT_CODES).toHaveProperty(each.code);
        }
      }),
      runs(60),
    );
  });
});

/** Criteria of which many can never be met, beside those of the other properties. */
const criterion = (id: string): fc.Arbitrary<CriterionRules> =>
  fc
    .tuple(arbitraryCriterion(id), fc.constantFrom("", "", "lt:0", "eq:-2", "gte:0", "eq:3", "lte:2"))
    .map(([drawn, rule]) => (rule === "" ? drawn : { ...drawn, rule }));

const CRITERIA = ["c0", "c1", "c2", "c3"] as const;

const game = fc.record({
  actions: arbitraryActions,
  criteria: fc.tuple(...CRITERIA.map(criterion)),
  groups: arbitraryGroups([...CRITERIA], 4),
});

type Drawn = typeof game extends fc.Arbitrary<infer T> ? T : never;

/** The game, with an achievement for each group. Reactions in circles are refused in manifests, so they lead forward. */
function gameFrom({ actions, criteria, groups }: Drawn) {
  const text = stringify({
    actions: actions.map(({ custom_id, reactions, custom_data }) => ({
      custom_id,
      name: custom_id,
      custom_data,
      reactions: reactions.filter((each) => each > custom_id),
    })),
    criteria: criteria.map((each) => ({ name: each.custom_id, ...each })),
    criteria_groups: groups.map((each) => ({ name: each.custom_id, ...each })),
    achievements: groups.map(({ custom_id }, index) => ({
      custom_id,
      points: index,
      name: custom_id,
      description: custom_id,
      custom_criteria_group_id: custom_id,
    })),
  });
  const { desired, design } = gameOf(text);
  return lintedGame(design, desired, DEFAULT_LINT);
}

/** Plays, and looks at what is earned and at all groups and criteria after each activity. */
function playWith(
  { design }: LintedGame,
  player: Player,
  activities: readonly Activity[],
  look: (earned: readonly string[], evaluated: readonly Evaluated[]) => void,
): void {
  const progress = openProgress(compile(design), player);
  for (const activity of activities) {
    const { earned, evaluated } = progress.record(activity);
    const parts = [...evaluated.values()].flatMap((root) => [...reachable([root], ({ members }) => members)]);
    look(
      earned.map((each) => each.custom_id),
      parts,
    );
  }
}

describe("what is certain", () => {
  it("is so: an achievement that is called unreachable is never earned, a group never true, a criterion never met", () => {
    let count = 0;
    fc.assert(
      fc.property(game, arbitraryPlayer, arbitraryPlay, (drawn, player, play) => {
        const linted = gameFrom(drawn);
        const found = lint(linted);
        const named = (code: string) =>
          new Set(found.filter((each) => each.code === code).map(({ address = "" }) => address.split("/")[1]));
        const unreachable = named("unreachable-achievement");
        const impossible = named("impossible-criterion");
        const never = new Set([...named("empty-group"), ...named("impossible-group")]);
        count += unreachable.size;
        playWith(linted, player, play, (earned, evaluated) => {
          for (const id of earned) expect(unreachable.has(id)).toBe(false);
          for (const { node, truth } of evaluated) {
            const found = node.of === "criterion" ? impossible : never;
            expect(truth === "yes" && found.has(node.custom_id)).toBe(false);
          }
        });
      }),
      runs(200),
    );
    expect(count).toBeGreaterThan(100);
  });

  it("holds: players who have earned the harder achievement have earned the easier one", () => {
    let count = 0;
    fc.assert(
      fc.property(game, arbitraryPlayer, arbitraryPlay, (drawn, player, play) => {
        const linted = gameFrom(drawn);
        const harder = lint(linted).filter(({ code }) => code === "harder-worth-less");
        count += harder.length;
        const pairs = harder.map(({ detail }) => [...detail.matchAll(/"(\w+)"/g)].map(([, id = ""]) => id));
        const progress = openProgress(compile(linted.design), player);
        const earned = new Set<string>();
        for (const activity of play) {
          for (const each of progress.record(activity).earned) earned.add(each.custom_id);
          for (const [hard = "", easy = ""] of pairs) expect(!earned.has(hard) || earned.has(easy)).toBe(true);
        }
      }),
      runs(150),
    );
    expect(count).toBeGreaterThan(5);
  });

  it("is so: a criterion without a threshold is met as soon as an activity counts for it", () => {
    let count = 0;
    fc.assert(
      fc.property(game, arbitraryPlayer, arbitraryPlay, (drawn, player, play) => {
        const linted = gameFrom(drawn);
        const found = lint(linted).filter(({ code }) => code === "always-met-criterion");
        const always = new Set(found.map(({ address = "" }) => address.split("/")[1]));
        playWith(linted, player, play, (_, evaluated) => {
          for (const { node, truth, tally } of evaluated) {
            if (!always.has(node.custom_id) || tally === undefined) continue;
            count += 1;
            if (tally.count().amounts.count > 0) expect(truth).toBe("yes");
          }
        });
      }),
      runs(100),
    );
    expect(count).toBeGreaterThan(100);
  });
});
