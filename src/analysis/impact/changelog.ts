/**
 * What players are shown of a change. In: a game before and after. Out: the impact's sentences about achievements and
 * leaderboards, without ids. Secret achievements are counted and not named, unless they are to be revealed.
 */
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import { type ImpactFinding, impactBetween } from "./game-impact.ts";
import type { ChangelogPart, Impact } from "./impacts.ts";
import type { Side } from "./sides.ts";

export interface ChangelogEntry extends Pick<Impact, "class" | "sentence"> {
  readonly part: ChangelogPart;
}

export interface Changelog {
  readonly entries: readonly ChangelogEntry[];
  /** How many secret achievements are not named. */
  readonly secret: Readonly<Record<"new" | "changed" | "removed", number>>;
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
  const entries: ChangelogEntry[] = [];
  const secret = { new: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
  const noticed = impactBetween(before, after).filter((finding) => isNoticed(finding, before, after));
  const isName = ({ topic }: ImpactFinding): number => (topic === "text" ? 1 : 0);
  // A new name comes before the sentences that use it.
  for (const finding of noticed.sort((a, b) => isName(b) - isName(a))) {
    const { kind, custom_id: id } = partsOfAddress(finding.address);
    const part = finding.topic === "new" || finding.topic === "removed" ? finding.topic : "changed";
    const [was, is] = [before, after].map(({ design }) => design.achievements.get(id));
    // The name that a secret had is still one when it is shown.
    const isSecret = (is ?? was)?.is_secret === true || (finding.topic === "text" && was?.is_secret === true);
    const { sentence } = finding;
    if (kind === "leaderboard") entries.push({ part: "rankings", class: finding.class, sentence });
    else if (reveal || !isSecret) entries.push({ part, class: finding.class, sentence });
    else secret[part].add(id);
  }
  return {
    entries,
    secret: { new: secret.new.size, changed: secret.changed.size, removed: secret.removed.size },
  };
}

/** Players see names and what they can earn, and no other texts. */
function isNoticed({ address, topic, class: name }: ImpactFinding, before: Side, after: Side): boolean {
  const { kind } = partsOfAddress(address);
  if (kind !== "achievement" && kind !== "leaderboard") return false;
  const [was, is] = [before, after].map(({ resources }) => resources.get(address)?.body.name);
  return topic === "text" ? was !== is : topic !== "earning" || name !== "cosmetic";
}
