/** `--achievement ID`: those that none of the chosen games has. */
import { quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { didYouMean } from "../model/nearest.ts";

/** A game that could be read, with the ids of its achievements. */
export interface GameWithIds {
  readonly game: string;
  readonly ids: readonly string[];
}

/** `problems`: those met on the way. Where some game could not be read, an id may be one of its. */
export function unknownAchievements(
  asked: readonly string[],
  games: readonly GameWithIds[],
  problems: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (games.length === 0 || hasErrors(problems)) return [];
  const known = games.flatMap(({ ids }) => ids);
  const where = games.length === 1 ? `The game ${quoted(games[0]?.game ?? "")} has` : "The games have";
  return asked
    .filter((id) => !known.includes(id))
    .map((id) =>
      diagnostic("unknown-achievement", `${where} no achievement ${quoted(id)}.`, { help: didYouMean(id, known) }),
    );
}
