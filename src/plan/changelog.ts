/** What players are told of a change of a game, as a value. It is made where the meaning of kinds is known. */
import type { ImpactClass } from "./impact.ts";

/** The parts of a changelog, in their order, with their headings. */
export const CHANGELOG_PARTS = {
  new: "New achievements",
  changed: "Changed achievements",
  removed: "Removed achievements",
  rankings: "Leaderboards",
} as const;
export type ChangelogPart = keyof typeof CHANGELOG_PARTS;
export const CHANGELOG_PART_NAMES = Object.keys(CHANGELOG_PARTS) as readonly ChangelogPart[];

export interface ChangelogEntry {
  readonly part: ChangelogPart;
  readonly class: ImpactClass;
  /** What it is about, by its name. */
  readonly name: string;
  readonly sentence: string;
}

/** How many secret achievements are new, changed and removed and are not named. */
export type SecretCounts = Readonly<Record<"new" | "changed" | "removed", number>>;

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
