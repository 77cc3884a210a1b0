/** What laurel says about players, held against play: one property for lint, report, impact, changelog and hazards. */

import fc from "fast-check";
import { expect } from "vitest";
import { activitiesOf, cheapestWay, effortOf, type Way } from "../../src/analysis/design/ways.ts";
import { changelogOf } from "../../src/analysis/impact/changelog.ts";
import { type ImpactFinding, impactBetween } from "../../src/analysis/impact/game-impact.ts";
import { findUnearnable } from "../../src/analysis/impact/plan-impact.ts";
import type { Side } from "../../src/analysis/impact/sides.ts";
import { rules as earningRules } from "../../src/analysis/lint/earning.rules.ts";
import { lintedGame } from "../../src/analysis/lint/rule.ts";
import { economyOf } from "../../src/analysis/report/economy.ts";
import type { LiveGame } from "../../src/model/model.ts";
import { DEFAULT_LINT } from "../support/defaults.ts";
import { runs } from "../support/runs.ts";
import { type ChangedGame, changedGames, earnedIn, shortHistories, sideFrom } from "./random-games.ts";

const IDS = ["g0", "g1"] as const;

export interface ProofCounts {
  readonly classes: Map<string, number>;
  readonly certainties: Map<string, number>;
}

/** `histories`: how many short histories are played in each game. */
export function proveGames(count: number, histories: number): ProofCounts {
  const counts: ProofCounts = { classes: new Map(), certainties: new Map() };
  fc.assert(
    fc.property(changedGames, (game) => proveGame(game, histories, counts)),
    runs(count),
  );
  return counts;
}

function proveGame(game: ChangedGame, histories: number, counts: ProofCounts): void {
  const { unreported, player, play } = game;
  const [before, after] = [sideFrom(game.before, game), sideFrom(game.after, game)];
  const neverIn = [before, after].map((side) => neverEarned(side, counts));
  const findings = impactBetween(before, after);
  const found = new Map(IDS.map((id) => [id, earningOf(findings, id)]));
  for (const activities of [play, ...shortHistories(histories, unreported)]) {
    const [was, is] = [earnedIn(before.design, player, activities), earnedIn(after.design, player, activities)];
    for (const id of IDS) {
      if (neverIn[0]?.has(id)) expect(was).not.toContain(id);
      if (neverIn[1]?.has(id)) expect(is).not.toContain(id);
      const name = found.get(id)?.class ?? "cosmetic";
      if (name === "cosmetic" || name === "easier") expect(is.has(id) || !was.has(id)).toBe(true);
      if (name === "cosmetic" || name === "harder") expect(was.has(id) || !is.has(id)).toBe(true);
    }
  }
  for (const id of IDS) provedClass(id, found.get(id), before, after, neverIn, counts);
  agreed(findings, neverIn, before, after);
  for (const side of [before, after]) for (const id of IDS) provedWay(side, id);
}

function earningOf(findings: readonly ImpactFinding[], id: string): ImpactFinding | undefined {
  return findings.find(({ topic, address }) => topic === "earning" && address === `achievement/${id}`);
}

/** What can never be earned, in which lint and report agree. */
function neverEarned(side: Side, counts: ProofCounts): ReadonlySet<string> {
  const linted = lintedGame(side.design, { resources: new Map(), sources: new Map() }, DEFAULT_LINT);
  const rule = earningRules.find(({ code }) => code === "unreachable-achievement");
  const found = (rule?.check(linted) ?? []).flatMap((each) => ("address" in each ? [each.address] : []));
  const inLint = new Set(found.map((address) => address.split("/")[1] ?? ""));
  for (const { custom_id: id, way } of economyOf(side.design).achievements) {
    const { certainty } = way;
    counts.certainties.set(certainty, (counts.certainties.get(certainty) ?? 0) + 1);
    expect(certainty === "impossible").toBe(inLint.has(id));
  }
  return inLint;
}

function provedClass(
  id: string,
  found: ImpactFinding | undefined,
  before: Side,
  after: Side,
  [was, is]: readonly ReadonlySet<string>[],
  counts: ProofCounts,
): void {
  if (found === undefined) return;
  counts.classes.set(found.class, (counts.classes.get(found.class) ?? 0) + 1);
  const { easier, harder } = found.witnesses ?? {};
  if (easier !== undefined) expect([shows(easier, after, id), shows(easier, before, id)]).toEqual([true, false]);
  if (harder !== undefined) expect([shows(harder, before, id), shows(harder, after, id)]).toEqual([true, false]);
  if (found.class === "mixed") expect([easier, harder]).not.toContain(undefined);
  const isLost = is?.has(id) === true && was?.has(id) !== true;
  expect(/^"\w+" can no longer be earned\.$/.test(found.sentence)).toBe(isLost);
  if (isLost) expect(found.class).toBe("harder");
}

function shows(way: Way, { design }: Side, id: string): boolean {
  return earnedIn(design, { time_zone: "UTC", custom_data: way.player }, activitiesOf(way)).has(id);
}

/** Hazards and the changelog say what the impact says. */
function agreed(
  findings: readonly ImpactFinding[],
  [was, is]: readonly ReadonlySet<string>[],
  before: Side,
  after: Side,
): void {
  const live = ({ resources }: Side): LiveGame =>
    ({ resources, read: new Set(["action", "criterion", "criteria_group", "achievement"]) }) as unknown as LiveGame;
  const { actionSettings: actions } = before.design;
  const lost = findUnearnable({ resources: new Map() }, { actions })(live(before), live(after));
  const expected = IDS.filter((id) => is?.has(id) === true && was?.has(id) !== true);
  expect(lost.map(({ earned }) => earned)).toEqual(expected.map((id) => `achievement/${id}`));
  const entries = changelogOf(before, after, true).entries.filter(({ part }) => part === "changed");
  const notable = findings.filter(({ topic, class: name }) => topic === "earning" && name !== "cosmetic");
  expect(entries.map((each) => each.class).sort()).toEqual(notable.map((each) => each.class).sort());
}

/** The way that is shown earns it. */
function provedWay({ design, trees }: Side, id: string): void {
  const achievement = design.achievements.get(id);
  const way = achievement && cheapestWay({ trees, achievement });
  if (way === undefined) return;
  expect(earnedIn(design, { time_zone: "UTC", custom_data: way.player }, activitiesOf(way))).toContain(id);
  expect(effortOf(way, design.actionSettings)).toBe(way.effort);
}
