/** What laurel says about players, held against play: one property for lint, report, impact, changelog and hazards. */

import fc from "fast-check";
import { expect } from "vitest";
import { activitiesOf, cheapestWay, effortOf, type Way } from "../../src/analysis/design/ways.ts";
import { changelogOf } from "../../src/analysis/impact/changelog.ts";
import { type ImpactFinding, impactBetween } from "../../src/analysis/impact/game-impact.ts";
import { findUnearnable } from "../../src/analysis/impact/plan-impact.ts";
import type { Side } from "../../src/analysis/impact/sides.ts";
import { RULES } from "../../src/analysis/lint/lint.ts";
import { type LintFinding, lintedGame, type RulePart } from "../../src/analysis/lint/rule.ts";
import { economyOf } from "../../src/analysis/report/economy.ts";
import { reachable } from "../../src/model/graph.ts";
import type { LintCode } from "../../src/model/lint-codes.ts";
import type { LiveGame } from "../../src/model/model.ts";
import { compile } from "../../src/rules/compiled.ts";
import type { Activity, Player } from "../../src/rules/model.ts";
import { openProgress } from "../../src/rules/play.ts";
import { DEFAULT_LINT } from "../support/defaults.ts";
import { runs } from "../support/runs.ts";
import { type ChangedGame, changedGames, earnedIn, shortHistories, sideFrom } from "./random-games.ts";

const IDS = ["g0", "g1"] as const;

export interface ProofCounts {
  readonly classes: Map<string, number>;
  readonly certainties: Map<string, number>;
  /** Findings of lint by code. */
  readonly found: Map<string, number>;
}

/** What lint is certain of in one game. */
interface Certain {
  /** Addresses of what can never be true or earned. */
  readonly never: ReadonlySet<string>;
  /** Ids of criteria that every activity that counts meets. */
  readonly always: ReadonlySet<string>;
  /** Ids of achievements: who earns the first has the second. */
  readonly harder: readonly (readonly [hard: string, easy: string])[];
}

/** Histories of a game in which each criterion and group is compared with what lint has found, after each activity. */
const WATCHED = 20;

/** `histories`: how many short histories are played in each game. */
export function proveGames(count: number, histories: number): ProofCounts {
  const counts: ProofCounts = { classes: new Map(), certainties: new Map(), found: new Map() };
  fc.assert(
    fc.property(changedGames, (game) => proveGame(game, histories, counts)),
    runs(count),
  );
  return counts;
}

function proveGame(game: ChangedGame, histories: number, counts: ProofCounts): void {
  const { unreported, player, play } = game;
  const [before, after] = [sideFrom(game.before, game), sideFrom(game.after, game)];
  const [wasCertain, isCertain] = [certainIn(before, counts), certainIn(after, counts)];
  const neverIn = [wasCertain, isCertain].map(({ never }) => never);
  const findings = impactBetween(before, after);
  const found = new Map(IDS.map((id) => [id, earningOf(findings, id)]));
  for (const [index, activities] of [play, ...shortHistories(histories, unreported)].entries()) {
    const earnedOn = (side: Side, certain: Certain) =>
      index < WATCHED ? earnedAsFound(side, certain, player, activities) : earnedIn(side.design, player, activities);
    const [was, is] = [earnedOn(before, wasCertain), earnedOn(after, isCertain)];
    for (const id of IDS) {
      if (neverIn[0]?.has(achievement(id))) expect(was).not.toContain(id);
      if (neverIn[1]?.has(achievement(id))) expect(is).not.toContain(id);
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

const achievement = (id: string) => `achievement/${id}`;

/** What lint finds; of what can never be earned, the report says the same. */
function certainIn(side: Side, counts: ProofCounts): Certain {
  const linted = lintedGame(side.design, { resources: new Map(), sources: new Map() }, DEFAULT_LINT);
  const found = (code: LintCode): readonly (RulePart & LintFinding)[] => {
    const all = RULES.find((rule) => rule.code === code)?.check(linted) ?? [];
    counts.found.set(code, (counts.found.get(code) ?? 0) + all.length);
    return all.flatMap((each) => ("address" in each ? [each] : []));
  };
  const idOf = ({ address }: RulePart): string => address.split("/")[1] ?? "";
  const never = new Set<string>(NEVER.flatMap(found).map(({ address }) => address));
  for (const { custom_id: id, way } of economyOf(side.design).achievements) {
    const { certainty } = way;
    counts.certainties.set(certainty, (counts.certainties.get(certainty) ?? 0) + 1);
    expect(certainty === "impossible").toBe(never.has(achievement(id)));
  }
  const always = new Set(found("always-met-criterion").map(idOf));
  const harder = found("harder-worth-less").map((each) => [idOf(each), idOf(each.others?.[0] ?? each)] as const);
  return { never, always, harder };
}

const NEVER: readonly LintCode[] = [
  "unreachable-achievement",
  "impossible-criterion",
  "empty-group",
  "impossible-group",
];

/** What is earned, while nothing happens that lint has called impossible. */
function earnedAsFound(
  { design }: Side,
  { never, always, harder }: Certain,
  player: Player,
  activities: readonly Activity[],
): ReadonlySet<string> {
  const progress = openProgress(compile(design), player);
  const earned = new Set<string>();
  const wrong: string[] = [];
  for (const activity of activities) {
    const recorded = progress.record(activity);
    for (const { custom_id } of recorded.earned) earned.add(custom_id);
    for (const id of earned) if (never.has(achievement(id))) wrong.push(`${id} is earned`);
    for (const [hard, easy] of harder) if (earned.has(hard) && !earned.has(easy)) wrong.push(`${hard} before ${easy}`);
    for (const { node, truth, tally } of reachable([...recorded.evaluated.values()], ({ members }) => members)) {
      const address = `${node.of === "criterion" ? "criterion" : "criteria_group"}/${node.custom_id}`;
      if (truth === "yes" && never.has(address)) wrong.push(`${address} is true`);
      const isCounted = always.has(node.custom_id) && tally !== undefined && tally.count().amounts.count > 0;
      if (isCounted && truth !== "yes") wrong.push(`${address} is ${truth}`);
    }
  }
  expect(wrong).toEqual([]);
  return earned;
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
  const isLost = is?.has(achievement(id)) === true && was?.has(achievement(id)) !== true;
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
  const expected = IDS.filter((id) => is?.has(achievement(id)) === true && was?.has(achievement(id)) !== true);
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
