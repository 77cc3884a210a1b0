/** Games in words: their names, and how they ended. */
import { both, counted } from "../manifest/wording.ts";
import type { ApplyOutcome, PlanOutcome } from "../model/events.ts";
import type { Plan } from "../model/model.ts";
import { type Block, code, type Inline, paragraph } from "./render/document.ts";
import type { Role } from "./render/style.ts";

/** A game's name and its environment, where there is one. */
export function nameWords({
  game,
  environment = "",
}: {
  readonly game: string;
  readonly environment?: string;
}): readonly (string | Inline)[] {
  return environment === "" ? [code(game)] : [code(game), " (", code(environment), ")"];
}

/** In the order of listing. Games that need attention are named, the others only counted. */
export const OUTCOMES: Readonly<Record<GameEnd["outcome"], { readonly words: string; readonly role?: Role }>> = {
  done: { words: "done" },
  changes: { words: "with changes" },
  "no-changes": { words: "without changes" },
  refused: { words: "refused", role: "error" },
  failed: { words: "failed", role: "error" },
  invalid: { words: "invalid", role: "error" },
  usage: { words: "not set up", role: "error" },
  interrupted: { words: "interrupted", role: "warning" },
  "not-started": { words: "not started", role: "warning" },
};

export interface GameEnd {
  readonly game: string;
  readonly outcome: PlanOutcome | ApplyOutcome;
  /** Absent where it was not planned. */
  readonly not_verified?: Plan["not_verified"];
}

/** `200 games: 2 with changes, 196 without changes, 1 refused ("a"), 1 invalid ("b").` */
export function gamesLine(games: readonly GameEnd[]): Block {
  const parts = (Object.keys(OUTCOMES) as GameEnd["outcome"][]).flatMap((outcome) => {
    const names = games.filter((each) => each.outcome === outcome).map(({ game }) => `"${game}"`);
    const { words, role } = OUTCOMES[outcome];
    return names.length === 0 ? [] : [`${names.length} ${words}${role === undefined ? "" : ` (${both(names)})`}`];
  });
  const unseen = games.flatMap(({ game, not_verified = [] }) => (not_verified.length === 0 ? [] : [game]));
  const note = unseen.length === 0 ? "" : `; ${namedGames(unseen)} could not be fully verified`;
  const roles = games.flatMap(({ outcome }) => OUTCOMES[outcome].role ?? []);
  const role: Role = roles.includes("error") ? "error" : roles.includes("warning") ? "warning" : "strong";
  return paragraph(`${counted(games.length, "game")}: ${parts.join(", ")}${note}.`, { role, on: "text" });
}

/** Games named before the others are only counted. */
const NAMED = 3;

/** `game "a"`, `games "a", "b" and "c"`, `games "a", "b", "c" and 17 more`. */
export function namedGames(games: readonly string[]): string {
  const names = games.map((game) => `"${game}"`);
  const shown = names.length <= NAMED + 1 ? names : [...names.slice(0, NAMED), `${names.length - NAMED} more`];
  return `${games.length === 1 ? "game" : "games"} ${both(shown)}`;
}
