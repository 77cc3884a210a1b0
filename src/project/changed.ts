/** `--changed`: the games that differ from a commit. Settings are compared here, files where they are read. */
import equal from "fast-deep-equal";
import { counted, inDigits } from "../ground/words.ts";
import { gameNamed, type Project } from "./project.ts";

/** How many of the requested games have changed. */
export interface ChangedGames {
  /** The commit: as it was named, and its full id. */
  readonly base: { readonly ref: string; readonly commit: string };
  /** Games that differ from it, new ones included. */
  readonly games: number;
  /** Games that were compared. */
  readonly of: number;
}

/** What a result says of the games that it is about. */
export interface ChangedPart {
  /** With `--changed`. */
  readonly changed?: ChangedGames;
}

/** Whether two project files have the same settings for a game: its own, and those of all games. False if one lacks the game. @internal */
export function hasSameSettings(one: Project, other: Project, name: string): boolean {
  const [game, otherGame] = [gameNamed(one, name), gameNamed(other, name)];
  if (game === undefined || otherGame === undefined) return false;
  return equal({ ...one.settings, games: game }, { ...other.settings, games: otherGame });
}

/** `Changed since origin/main: 3 of 1,000 games.` */
export function changedSentences({ base: { ref }, games, of }: ChangedGames): readonly string[] {
  return [`Changed since ${ref}: ${inDigits(games)} of ${counted(of, "game")}.`];
}
