/** `--changed`: the games that differ from a commit. Settings are compared here, files where they are read. */
import { both, counted, inDigits, quoted } from "../manifest/wording.ts";
import { memoizedBy } from "../model/collections.ts";
import { canonicalJson } from "../model/json.ts";
import { type Project, settingsAt } from "./project.ts";

/** How many of the requested games have changed. */
export interface ChangedGames {
  /** The commit: as it was named, and its full id. */
  readonly base: { readonly ref: string; readonly commit: string };
  /** Games that differ from it, new ones included. */
  readonly games: number;
  /** Games that were compared. */
  readonly of: number;
  /** Names of the commit's games that the project no longer has. */
  readonly removed: readonly string[];
}

/** What a result says of the games that it is about. */
export interface ChangedPart {
  /** With `--changed`. */
  readonly changed?: ChangedGames;
}

/**
 * Whether two project files have the same settings for a game: its own, and those of all games. The order of keys makes no
 * difference. False if one of them does not have the game.
 */
export function hasSameSettings(one: Project, other: Project, game: string): boolean {
  const [own, others] = [one, other].map((project) => settingsAt(project, "games")[game]);
  if (own === undefined || others === undefined || sharedText(one) !== sharedText(other)) return false;
  return canonicalJson(own) === canonicalJson(others);
}

/** The settings of all games as one text, made once for many games. */
const sharedText = memoizedBy(({ settings }: Project) => canonicalJson({ ...settings, games: null }));

/** `3 of 1,000 games have changed since origin/main.`, and which games were removed. */
export function changedSentences({ base: { ref }, games, of, removed }: ChangedGames): readonly string[] {
  const all = counted(of, "game");
  const left =
    games === 0
      ? `${of === 1 ? "The game has not" : `None of ${all} has`} changed since ${ref}. Nothing to do.`
      : `${inDigits(games)} of ${all} ${games === 1 ? "has" : "have"} changed since ${ref}.`;
  if (removed.length === 0) return [left];
  const names = removed.length > 5 ? counted(removed.length, "game") : both(removed.map(quoted));
  return [left, `No longer in the project, and left alone: ${names}.`];
}
