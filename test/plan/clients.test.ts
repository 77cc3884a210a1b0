/** Renames of ids that installed games have: which plans have the hazard, and what allows it. */
import { describe, expect, it } from "vitest";
import { findPlanImpact } from "../../src/analysis/impact/plan-impact.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Moved, Plan } from "../../src/model/model.ts";
import { DEFAULT_PLAY } from "../support/defaults.ts";
import { desiredGame, type GameText, liveGame } from "../support/games.ts";
import { planned, plannedChange } from "./planning.ts";

type Rename = Pick<Moved, "from" | "to" | "allow">;

const ALLOW = "breaks-clients";
const actions = (...ids: readonly (readonly [id: string, name: string])[]): GameText => ({
  actions: ids.map(([custom_id, name]) => ({ custom_id, name })),
});

/** The hazards of the plan as `from → to`, those that are refused with a mark. */
function hazardsOf({ steps }: Plan): readonly string[] {
  const hazards = steps.flatMap((step) => step.hazards.filter(({ name }) => name === ALLOW));
  return hazards.map(({ moved = [], consented = false }) => {
    const path = [moved[0]?.from, ...moved.map(({ to }) => to)].join(" → ");
    return consented ? path : `${path} !`;
  });
}

function planOf(
  wanted: GameText,
  found: GameText,
  renames: readonly Rename[],
  more: Parameters<typeof planned>[2] = {},
) {
  const moved = renames.map((rename) => ({ kind: "action", ...rename }));
  return planned(desiredGame(wanted, { moved }), liveGame(found), more);
}

describe("a rename has the hazard", () => {
  it.each(catalog)("if games have ids of the kind: $name", ({ name, plural, clientUse }) => {
    const of = (custom_id: string): GameText => ({
      [plural]: [{ custom_id, name: "X", custom_action_id: "" }],
    });
    const moved = [{ kind: name, from: "old", to: "new" }];
    const plan = planned(desiredGame(of("new"), { moved }), liveGame(of("old")));
    expect(hazardsOf(plan)).toEqual(clientUse === undefined ? [] : ["old → new !"]);
    expect(["action", "reward", "achievement", "leaderboard"].includes(name)).toBe(
      clientUse !== undefined,
    );
  });

  const A = ["a", "Ann"] as const;
  const B = ["b", "Bea"] as const;
  const named = (id: string, [, name]: readonly [string, string]) => [id, name] as const;

  it.each<readonly [string, readonly string[], GameText, GameText, readonly Rename[]]>([
    ["alone", ["a → b !"], actions(named("b", A)), actions(A), [{ from: "a", to: "b" }]],
    [
      "with consent",
      ["a → b"],
      actions(named("b", A)),
      actions(A),
      [{ from: "a", to: "b", allow: ALLOW }],
    ],
    [
      "with another change",
      ["a → b !"],
      actions(["b", "Annie"]),
      actions(A),
      [{ from: "a", to: "b" }],
    ],
    ["done already", [], actions(named("b", A)), actions(named("b", A)), [{ from: "a", to: "b" }]],
    ["of something new", [], actions(named("b", A)), actions(), [{ from: "a", to: "b" }]],
    [
      "through an id that never was live",
      ["a → b → c !"],
      actions(named("c", A)),
      actions(A),
      [
        { from: "a", to: "b", allow: ALLOW },
        { from: "b", to: "c" },
      ],
    ],
    [
      "through an id that never was live, with consent of both entries",
      ["a → b → c"],
      actions(named("c", A)),
      actions(A),
      [
        { from: "a", to: "b", allow: ALLOW },
        { from: "b", to: "c", allow: ALLOW },
      ],
    ],
    [
      "of which half is done",
      ["b → c !"],
      actions(named("c", A)),
      actions(named("b", A)),
      [
        { from: "a", to: "b", allow: ALLOW },
        { from: "b", to: "c" },
      ],
    ],
    [
      "into the id of one that is renamed",
      ["a → b !", "b → c"],
      actions(named("b", A), named("c", B)),
      actions(A, B),
      [
        { from: "a", to: "b" },
        { from: "b", to: "c", allow: ALLOW },
      ],
    ],
    [
      "of two that swap",
      ["a → b !", "b → a !"],
      actions(named("b", A), named("a", B)),
      actions(A, B),
      [
        { from: "a", to: "b" },
        { from: "b", to: "a" },
      ],
    ],
    [
      "that an interrupted run has begun",
      [],
      actions(named("b", A)),
      actions(["b~laurel-moving", "Ann"]),
      [{ from: "a", to: "b" }],
    ],
  ])("%s", (_, expected, wanted, found, renames) => {
    expect(hazardsOf(planOf(wanted, found, renames)).toSorted()).toEqual(expected);
  });

  const board = (custom_id: string, ordering: string) => ({
    leaderboards: [{ custom_id, name: "Fastest", type: "custom", ordering }],
  });

  it("also of one that is replaced, and not by a replacement that keeps the id", () => {
    const live = liveGame(board("a", "larger-is-better"));
    const moved = [{ kind: "leaderboard", from: "a", to: "b" }];
    expect(
      hazardsOf(planned(desiredGame(board("b", "smaller-is-better"), { moved }), live)),
    ).toEqual(["a → b !"]);
    expect(hazardsOf(planned(desiredGame(board("a", "smaller-is-better")), live))).toEqual([]);
  });

  it("only if a target takes it, and not on the embedded service", () => {
    const wanted = actions(named("c", A), named("d", B));
    const renames = [
      { from: "a", to: "c" },
      { from: "b", to: "d" },
    ];
    expect(hazardsOf(planOf(wanted, actions(A, B), renames, { targets: ["action/c"] }))).toEqual([
      "a → c !",
    ]);
    expect(hazardsOf(planOf(wanted, actions(A, B), renames, { isEmbedded: true }))).toEqual([]);
  });

  it("names the resource that gets the old id", () => {
    const plan = planOf(actions(named("b", A), named("a", B)), actions(A, B), [
      { from: "a", to: "b" },
      { from: "b", to: "a" },
    ]);
    const sentences = plan.steps.flatMap(({ hazards }) => hazards.map(({ sentence }) => sentence));
    expect(sentences).toContain(
      'The id of the action "a" becomes "b", and another action gets "a": games that have the old id use the wrong action.',
    );
  });

  it("and a line of impact, which is unknown", () => {
    const desired = desiredGame(actions(named("b", A)), {
      moved: [{ kind: "action", from: "a", to: "b" }],
    });
    const live = liveGame(actions(A));
    const lines = (isEmbedded: boolean) =>
      findPlanImpact(plannedChange(desired, live, { isEmbedded }), {
        desired,
        play: DEFAULT_PLAY,
        games: 1,
      });
    expect(lines(false)).toMatchObject([
      { class: "unknown", address: "action/b", steps: ["rename action/b"] },
    ]);
    expect(lines(true)).toEqual([]);
  });
});
