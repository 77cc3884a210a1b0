/**
 * What players are shown of a change. In: a game before and after. Out: entries in their words, without ids and without what
 * they cannot see. Secret achievements are counted and not named, unless they are to be revealed.
 */

import { counted } from "../../manifest/wording.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import { sum } from "../../model/collections.ts";
import type { AchievementDesign, LeaderboardDesign } from "../design/design.ts";
import { neverEarned } from "../design/never.ts";
import type { ImpactClass } from "./classes.ts";
import { type ImpactFinding, impactBetween } from "./game-impact.ts";
import type { ChangelogPart } from "./impacts.ts";
import type { Side } from "./sides.ts";

export interface ChangelogEntry {
  readonly part: ChangelogPart;
  readonly class: ImpactClass;
  /** What it is about, by its name. */
  readonly name: string;
  readonly sentence: string;
}

/** How many secret achievements are new, changed and removed and are not named. */
type SecretCounts = Readonly<Record<"new" | "changed" | "removed", number>>;

export interface Changelog {
  readonly entries: readonly ChangelogEntry[];
  readonly secret: SecretCounts;
  /** All that can be earned, without what is secret. */
  readonly points: { readonly before: number; readonly after: number };
}

/** The changelog of a game since a commit. */
export interface GameChangelog extends Changelog {
  readonly game: string;
  readonly base: {
    readonly ref: string;
    readonly commit: string;
    /** Whether the commit has the game. If not, everything is new. */
    readonly has_game: boolean;
  };
}

export function changelogOf(before: Side, after: Side, reveal: boolean): Changelog {
  const entries = new Map<string, ChangelogEntry[]>();
  const secret = { new: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
  for (const finding of impactBetween(before, after)) {
    const shown = entryOf(finding, before, after);
    if (shown === undefined) continue;
    const id = partsOfAddress(finding.address).custom_id;
    const achievement = shown.part === "rankings" ? undefined : achievementAt(id, after, before);
    const isHidden = achievement?.is_secret === true && !reveal;
    if (isHidden && shown.part !== "rankings") secret[shown.part].add(id);
    else {
      const own = entries.get(finding.address) ?? [];
      // A new name comes before other changes.
      entries.set(finding.address, finding.topic === "text" ? [shown, ...own] : [...own, shown]);
    }
  }
  return {
    entries: [...entries.values()].flat(),
    secret: { new: secret.new.size, changed: secret.changed.size, removed: secret.removed.size },
    points: { before: pointsOf(before, reveal), after: pointsOf(after, reveal) },
  };
}

function achievementAt(id: string, ...sides: readonly Side[]): AchievementDesign | undefined {
  return sides.map(({ design }) => design.achievements.get(id)).find((each) => each !== undefined);
}

/** Of those that can be earned. */
function pointsOf({ design, trees }: Side, reveal: boolean): number {
  const all = [...design.achievements.values()].filter(({ is_secret }) => reveal || !is_secret);
  const open = all.filter((each) => neverEarned(trees, each) === undefined);
  return sum(open.map(({ points }) => points));
}

/** Nothing for what players do not notice. */
function entryOf(finding: ImpactFinding, before: Side, after: Side): ChangelogEntry | undefined {
  const { kind, custom_id: id } = partsOfAddress(finding.address);
  if (kind === "achievement") return achievementEntry(finding, id, before, after);
  if (kind !== "leaderboard") return undefined;
  const board = after.design.leaderboards.get(id) ?? before.design.leaderboards.get(id);
  return board === undefined ? undefined : boardEntry(finding, board, before.design.leaderboards.get(id));
}

function achievementEntry(finding: ImpactFinding, id: string, before: Side, after: Side): ChangelogEntry | undefined {
  const [was, is] = [before.design.achievements.get(id), after.design.achievements.get(id)];
  const { name, points, description } = (is ?? was) as AchievementDesign;
  const worth = `"${name}" (${counted(points, "point")})`;
  const entry = (part: ChangelogPart, sentence: string): ChangelogEntry => {
    return { part, class: finding.class, name, sentence };
  };
  switch (finding.topic) {
    case "new":
      return entry(
        "new",
        both({ ...finding, sentence: `${worth}${description === "" ? "." : `: ${oneLine(description)}`}` }),
      );
    case "removed":
      return entry("removed", `${worth} can no longer be earned and leaves the game.`);
    case "text":
      return was === undefined || was.name === name || was.is_secret
        ? undefined
        : entry("changed", `"${was.name}" is now called "${name}".`);
    case "earning":
      if (finding.class === "cosmetic") return undefined;
      return entry(
        "changed",
        finding.class === "easier" || finding.class === "mixed" ? both(finding) : finding.sentence,
      );
    case "secrecy":
      return entry("changed", is?.is_secret === true ? finding.sentence : `"${name}" is no secret any more.`);
    default:
      return entry("changed", finding.sentence);
  }
}

function both({ sentence, remark = "" }: ImpactFinding): string {
  return `${sentence} ${remark}`.trimEnd();
}

function boardEntry(
  finding: ImpactFinding,
  { name }: LeaderboardDesign,
  was: LeaderboardDesign | undefined,
): ChangelogEntry | undefined {
  const entry = (sentence: string): ChangelogEntry => {
    return { part: "rankings", class: finding.class, name, sentence };
  };
  switch (finding.topic) {
    case "removed":
      return entry(`The leaderboard "${name}" leaves the game.`);
    case "text":
      return was === undefined || was.name === name
        ? undefined
        : entry(`The leaderboard "${was.name}" is now called "${name}".`);
    default:
      return entry(finding.sentence);
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
