/**
 * What laurel says about players, held against play: one property for lint, report, impact,
 * changelog and hazards.
 */

import fc from "fast-check";
import { expect } from "vitest";
import { listActivities, measureEffort, type Way } from "../../src/analysis/design/ways.ts";
import { buildChangelog } from "../../src/analysis/impact/changelog.ts";
import { findImpact, type ImpactFinding } from "../../src/analysis/impact/game-impact.ts";
import { findUnearnable } from "../../src/analysis/impact/plan-impact.ts";
import type { Side } from "../../src/analysis/impact/sides.ts";
import { RULES } from "../../src/analysis/lint/lint.ts";
import {
  buildLintedGame,
  type LintedGame,
  type LintFinding,
  type RulePart,
} from "../../src/analysis/lint/rule.ts";
import { analyseEconomy } from "../../src/analysis/report/economy.ts";
import type { KindName } from "../../src/catalog/types.ts";
import { reachable } from "../../src/ground/graph.ts";
import { endlessWork } from "../../src/ground/work.ts";
import { customIdOf } from "../../src/model/catalog-lookup.ts";
import type { LintCode } from "../../src/model/lint-codes.ts";
import type { Address, LiveGame } from "../../src/model/model.ts";
import type { Activity, Player } from "../../src/rules/model.ts";
import { openProgress } from "../../src/rules/play.ts";
import { DEFAULT_LINT } from "../support/defaults.ts";
import { runs } from "../support/runs.ts";
import { type ChangedGame, changedGames, earnedIn } from "./random-games.ts";

/** Of the achievements and their groups. */
const IDS = ["g0", "g1"] as const;

/**
 * The answers of laurel that play has to confirm. The proof's own test replaces them by wrong ones.
 */
export const SAID = {
  rules: RULES,
  economyOf: analyseEconomy,
  impactBetween: findImpact,
  findUnearnable,
  changelogOf: buildChangelog,
};
export type Said = typeof SAID;

/** How many games there were, and how often each class, certainty and code of lint. */
type Counts = Map<string, number>;

type Addresses = readonly Address[];

/** What is certain of a game; that after the change is the one that is looked at. */
interface Certain {
  /** Addresses of what can never be true or earned. */
  readonly never: ReadonlySet<string>;
  /** Addresses of criteria that every activity that counts meets. */
  readonly always: ReadonlySet<string>;
  /** Ids of achievements: who earns the first has the second. */
  readonly harder: readonly (readonly [hard: string, easy: string])[];
}

const NEVER: readonly LintCode[] = [
  ...(["unreachable-achievement", "impossible-criterion"] as const),
  ...(["empty-group", "impossible-group"] as const),
];

/** Achievements that an activity earns, and the truth of groups and criteria after it. */
type Recorded = ReturnType<ReturnType<typeof openProgress>["record"]>;

interface Trial {
  readonly counts: Counts;
  readonly said: Said;
}

/** In one of so many games, the changelog is compared with the impact, which it finds anew. */
const CHANGELOGS = 10;

export function proveGames(games: number, histories: number, said: Said = SAID): Counts {
  const counts: Counts = new Map();
  fc.assert(
    fc.property(changedGames(histories), (game) => proveGame(game, { counts, said })),
    // Nobody reads a counterexample to answers that are wrong on purpose.
    { ...runs(games), endOnFailure: said !== SAID },
  );
  return counts;
}

function count(counts: Counts, name: string): number {
  const times = (counts.get(name) ?? 0) + 1;
  counts.set(name, times);
  return times;
}

function proveGame({ sides, player, histories }: ChangedGame, trial: Trial): void {
  const { counts, said } = trial;
  const [before, after] = sides;
  const certain = certainIn(after, trial);
  const findings = said.impactBetween(before, after);
  const earning = findings.filter(({ topic }) => topic === "earning");
  const classes = new Map(earning.map((finding) => [customIdOf(finding.address), finding.class]));
  const wrong: string[] = [];
  for (const activities of histories) {
    const was = earnedIn(before, player, activities);
    const is = earnedAsFound(after, certain, { player, activities }, wrong);
    wrong.push(...misnamedChanges({ was, is }, classes));
  }
  expect(wrong).toEqual([]);
  const never = new Set(
    findingsOf("unreachable-achievement", linted(before), trial).map(({ address }) => address),
  );
  const addresses = IDS.map((id) => `achievement/${id}` as const);
  const lost = addresses.filter((address) => certain.never.has(address) && !never.has(address));
  for (const finding of earning) provedClass(finding, sides, lost, counts);
  const number = count(counts, "games");
  agreed({ findings, sides, lost, said, isWithChangelog: number % CHANGELOGS === 0 });
}

/** Achievements that only one side earns, although their class excludes it. */
function misnamedChanges(
  { was, is }: Readonly<Record<"was" | "is", ReadonlySet<string>>>,
  classes: ReadonlyMap<string, string>,
): readonly string[] {
  return IDS.flatMap((id) => {
    if (was.has(id) === is.has(id)) return [];
    const name = classes.get(id) ?? "cosmetic";
    const opposite = is.has(id) ? "harder" : "easier";
    return name === "cosmetic" || name === opposite ? [`${id} is ${name}`] : [];
  });
}

const linted = ({ design }: Side): LintedGame =>
  buildLintedGame(design, { resources: new Map(), sources: new Map() }, DEFAULT_LINT);

function findingsOf(
  code: LintCode,
  game: LintedGame,
  { counts, said }: Trial,
): readonly (RulePart & LintFinding)[] {
  const findings = said.rules.find((rule) => rule.code === code)?.check(game) ?? [];
  return findings.flatMap((finding) => {
    count(counts, code);
    return "address" in finding ? [finding] : [];
  });
}

/**
 * What lint finds; of what can never be earned, the report says the same, and the way that it shows
 * earns the others.
 */
function certainIn(side: Side, trial: Trial): Certain {
  const { counts, said } = trial;
  const game = linted(side);
  const foundBy = (code: LintCode) => findingsOf(code, game, trial);
  const never = new Set<string>(NEVER.flatMap(foundBy).map(({ address }) => address));
  for (const { custom_id: id, way } of said.economyOf(side.design).achievements) {
    count(counts, way.certainty);
    expect(way.certainty === "impossible").toBe(never.has(`achievement/${id}`));
    if (way.certainty !== "bound") continue;
    expect(isEarnedBy(way, side, id)).toBe(true);
    expect(measureEffort(way, side.design.actionSettings)).toBe(way.effort);
  }
  const always = new Set<string>(foundBy("always-met-criterion").map(({ address }) => address));
  const harder = foundBy("harder-worth-less").map(({ address, others: [easier] = [] }) => {
    return [address, easier?.address ?? address].map(customIdOf) as [string, string];
  });
  return { never, always, harder };
}

function isEarnedBy(way: Way, side: Side, id: string): boolean {
  return earnedIn(side, { time_zone: "UTC", custom_data: way.player }, listActivities(way)).has(id);
}

/** What is earned. `wrong` gets what lint has called impossible and happens. */
function earnedAsFound(
  { trees }: Side,
  certain: Certain,
  { player, activities }: { readonly player: Player; readonly activities: readonly Activity[] },
  wrong: string[],
): ReadonlySet<string> {
  const progress = openProgress(trees.compiled, player, { work: endlessWork() });
  const earned = new Set<string>();
  for (const activity of activities) {
    const recorded = progress.record(activity);
    for (const { custom_id } of recorded.earned) earned.add(custom_id);
    wrong.push(...deniedEarnings(earned, certain), ...deniedTruths(recorded, certain));
  }
  return earned;
}

/** Earned achievements that lint calls impossible or harder than one that is not earned. */
function deniedEarnings(
  earned: ReadonlySet<string>,
  { never, harder }: Certain,
): readonly string[] {
  const impossible = [...earned].filter((id) => never.has(`achievement/${id}`));
  const early = harder.filter(([hard, easy]) => earned.has(hard) && !earned.has(easy));
  return [
    ...impossible.map((id) => `${id} is earned`),
    ...early.map(([hard, easy]) => `${hard} before ${easy}`),
  ];
}

/** Groups and criteria that are true although never, or not true although always. */
function deniedTruths({ evaluated }: Recorded, { never, always }: Certain): readonly string[] {
  const nodes = [...reachable([...evaluated.values()], ({ members }) => members)];
  return nodes.flatMap(({ node, truth, tally }) => {
    const address = `${node.of === "criterion" ? "criterion" : "criteria_group"}/${node.custom_id}`;
    const isCounted = always.has(address) && tally !== undefined && tally.count().amounts.count > 0;
    const isDenied = truth === "yes" ? never.has(address) : isCounted;
    return isDenied ? [`${address} is ${truth}`] : [];
  });
}

/** Witnesses show what they are said to show, and what can no longer be earned is called that. */
function provedClass(
  finding: ImpactFinding,
  [before, after]: ChangedGame["sides"],
  lost: Addresses,
  counts: Counts,
) {
  const { address, class: name, sentence, witnesses: { easier, harder } = {} } = finding;
  count(counts, name);
  const id = customIdOf(address);
  if (easier !== undefined)
    expect([before, after].map((side) => isEarnedBy(easier, side, id))).toEqual([false, true]);
  if (harder !== undefined)
    expect([before, after].map((side) => isEarnedBy(harder, side, id))).toEqual([true, false]);
  if (name === "mixed") expect([easier, harder]).not.toContain(undefined);
  expect(/^"\w+" can no longer be earned\.$/.test(sentence)).toBe(lost.includes(address));
  if (lost.includes(address)) expect(name).toBe("harder");
}

interface Agreement {
  readonly findings: readonly ImpactFinding[];
  readonly sides: ChangedGame["sides"];
  readonly lost: Addresses;
  readonly said: Said;
  readonly isWithChangelog: boolean;
}

/** Hazards and the changelog say what the impact says. */
function agreed({ findings, sides, lost, said, isWithChangelog }: Agreement): void {
  const [before, after] = sides;
  const read = new Set<KindName>(["action", "criterion", "criteria_group", "achievement"]);
  const [was, is] = sides.map(({ resources }) => ({ resources, read }) as unknown as LiveGame);
  const unearnable = said.findUnearnable(
    { resources: new Map() },
    { actions: before.design.actionSettings },
  );
  expect(unearnable(was as LiveGame, is as LiveGame).map(({ earned }) => earned)).toEqual(lost);
  if (!isWithChangelog) return;
  const entries = said
    .changelogOf(before, after, { reveal: true })
    .entries.filter(({ part }) => part === "changed");
  const notable = findings.filter(
    ({ topic, class: name }) => topic === "earning" && name !== "cosmetic",
  );
  expect(entries.map(({ sentence }) => sentence)).toEqual(notable.map(({ sentence }) => sentence));
}
