/**
 * Games of a run in words: their outcomes, the targets of their plans, and the lengths of waits.
 */
import { both, counted, inDigits, inQuotes, nameText } from "../../ground/words.ts";
import type { ApplyOutcome, PlanOutcome } from "../../model/events.ts";
import type { Target } from "../../model/model.ts";
import { type ChangedGames, changedSentences } from "../../project/changed.ts";
import type { Block, Content, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";

interface NamedGame {
  readonly game: string;
  /** Absent or empty if unknown, or if a document is about all environments. */
  readonly environment?: string | undefined;
}

export function nameWords({ game, environment = "" }: NamedGame): Words {
  return [doc.name(game), environment !== "" && [" (", doc.name(environment), ")"]];
}

/** Makes a title: `Plan for a (production)`, `Plan for 3 games`. */
export function titleFor(lead: string, games: readonly NamedGame[]): Words {
  const [only] = games.length === 1 ? games : [];
  return [lead, " ", only === undefined ? counted(games.length, "game") : nameWords(only)];
}

/** Makes the blocks of each game, below its name if there are several games. */
export function gameSections<T extends NamedGame>(
  games: readonly T[],
  blocksOf: (game: T) => Content,
): Content {
  return games.map((game) => {
    const blocks = blocksOf(game);
    return (
      blocks !== undefined && [
        games.length > 1 && doc.heading(nameWords(game), { rank: findFirstRank(blocks) }),
        blocks,
      ]
    );
  });
}

/** Returns the rank of the first block, which the heading above it gets as well. */
function findFirstRank(blocks: Content): number {
  const ranked = doc.listBlocks("page", blocks).filter(({ type }) => type !== "drawing");
  return ranked.length === 0 ? 0 : Math.min(...ranked.map(({ rank = 0 }) => rank));
}

/** Names the changed games that a page is about. */
export function changedBlocks(changed: ChangedGames | undefined): Content {
  return (
    changed && doc.onPage(changedSentences(changed).map((sentence) => doc.paragraph(sentence)))
  );
}

interface GameEnd {
  readonly game: string;
  readonly outcome: PlanOutcome | ApplyOutcome;
}

/** Outcomes in the order of listing. */
const OUTCOMES: Readonly<Record<GameEnd["outcome"], string>> = {
  done: "done",
  changes: "with changes",
  "no-changes": "without changes",
  refused: "refused",
  failed: "failed",
  invalid: "invalid",
  usage: "not set up",
  interrupted: "interrupted",
  "not-started": "not started",
};
/** Outcomes that are only counted. Games with other outcomes need attention, and are named. */
const COUNTED: readonly string[] = [
  "done",
  "changes",
  "no-changes",
] satisfies readonly GameEnd["outcome"][];

/**
 * Counts the games by outcome: `200 games: 2 with changes, 196 without changes, 1 refused ("a"), 1
 * invalid ("b").`
 */
export function gamesLine(games: readonly GameEnd[]): Block {
  const counts = Object.entries(OUTCOMES).flatMap(([outcome, words]) => {
    const names = games.filter((end) => end.outcome === outcome).map(({ game }) => inQuotes(game));
    return names.length === 0
      ? []
      : [`${names.length} ${words}${COUNTED.includes(outcome) ? "" : ` (${both(names)})`}`];
  });
  const role = games.every(({ outcome }) => COUNTED.includes(outcome)) ? "strong" : "error";
  return doc.paragraph(`${counted(games.length, "game")}: ${counts.join(", ")}.`, { role });
}

/**
 * Lists the names of games: `game "a"`, `games "a", "b" and "c"`, `games "a", "b", "c" and 17
 * more`.
 */
export function nameGames(games: readonly string[]): string {
  const names = games.map((game) => inQuotes(game));
  return `${games.length === 1 ? "game" : "games"} ${joinFirst(names, 3)}`;
}

/**
 * Words a time in milliseconds: `800 ms`, `1.4 s`, `12 s`, `2 min 5 s`. It is rounded up, so that
 * no wait is shown too short.
 */
export function writeDuration(ms: number): string {
  if (ms <= 999) return `${Math.ceil(ms)} ms`;
  if (ms <= 59_900) return `${Math.ceil(ms / 100) / 10} s`;
  const seconds = Math.ceil(ms / 1000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
}

/**
 * Words the target of a plan: `at https://api.example.com, game id x`. Anything but an address
 * names a built-in service.
 */
export function targetWords({ base_url, game_id }: Target): string {
  const service = base_url.includes("://") ? `at ${base_url}` : `on the ${base_url} service`;
  return `${service}, game id ${nameText(game_id)}`;
}

/**
 * Joins the first words: `a, b, c and 17 more`. A single further word is shown instead of counted.
 */
export function joinFirst(words: readonly string[], most: number): string {
  const left = words.length - most;
  return both(left > 1 ? [...words.slice(0, most), `${inDigits(left)} more`] : words);
}
