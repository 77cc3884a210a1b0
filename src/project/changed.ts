/**
 * `--changed`: the games that differ from a commit. This file compares settings; workflow compares
 * files.
 */
import { counted, inDigits } from "../ground/words.ts";
import { isSameJson } from "../model/normalise.ts";
import { gameNamed, type Project } from "./project.ts";

/** Number of requested games that have changed. */
export interface ChangedGames {
  /** The commit, as given and as its full id. */
  readonly base: { readonly ref: string; readonly commit: string };
  /** Number of games that differ from it, including new games. */
  readonly games: number;
  /** Number of games that were compared. */
  readonly of: number;
}

/** The games of a result. */
export interface ChangedPart {
  /** Set with `--changed`. */
  readonly changed?: ChangedGames;
}

/**
 * Whether two project files have the same settings for a game, with the settings of all games.
 * False if a file lacks the game. @internal
 */
export function hasSameSettings(one: Project, other: Project, name: string): boolean {
  const game = gameNamed(one, name);
  const otherGame = gameNamed(other, name);
  if (game === undefined || otherGame === undefined) return false;
  return isSameJson({ ...one.settings, games: game }, { ...other.settings, games: otherGame });
}

/** Writes a line such as `Changed since origin/main: 3 of 1,000 games.` */
export function changedSentences({ base: { ref }, games, of }: ChangedGames): readonly string[] {
  return [`Changed since ${ref}: ${inDigits(games)} of ${counted(of, "game")}.`];
}
