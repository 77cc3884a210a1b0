/** Runs over games: their document, and games in words. */
import { both, counted } from "../manifest/wording.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyOutcome, PlanOutcome } from "../model/events.ts";
import { type ChangedGames, changedSentences } from "../project/changed.ts";
import { problemCallouts } from "./problems.ts";
import { type Block, code, type Document, type Inline, onForm, paragraph } from "./render/document.ts";
import { some } from "./render/phrases.ts";
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

/** The parts of a page about a run over games. `overview`: of several. */
interface RunParts extends Required<Pick<Document, "title" | "command" | "blocks">> {
  readonly changed: ChangedGames | undefined;
  readonly overview: readonly Block[];
  readonly problems: readonly Diagnostic[];
}

/** Pages begin with which games they are about and with the problems, which text has elsewhere. */
export function runDocument({ title, command, changed, overview, problems, blocks }: RunParts): Document {
  const which = changed === undefined ? [] : changedSentences(changed).map((sentence) => paragraph(sentence));
  return {
    title,
    command,
    blocks: [...onForm("page", [...which, ...overview, ...problemCallouts(problems)]), ...blocks],
  };
}

export interface GameEnd {
  readonly game: string;
  readonly outcome: PlanOutcome | ApplyOutcome;
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

/** `200 games: 2 with changes, 196 without changes, 1 refused ("a"), 1 invalid ("b").` */
export function gamesLine(games: readonly GameEnd[]): Block {
  const parts = Object.entries(OUTCOMES).flatMap(([outcome, { words, role }]) => {
    const names = games.filter((each) => each.outcome === outcome).map(({ game }) => `"${game}"`);
    return names.length === 0 ? [] : [`${names.length} ${words}${role === undefined ? "" : ` (${both(names)})`}`];
  });
  const roles = games.map(({ outcome }) => OUTCOMES[outcome].role);
  const role = (["error", "warning"] as const).find((each) => roles.includes(each)) ?? "strong";
  return paragraph(`${counted(games.length, "game")}: ${parts.join(", ")}.`, { role, on: "text" });
}

/** `game "a"`, `games "a", "b" and "c"`, `games "a", "b", "c" and 17 more`. */
export function namedGames(games: readonly string[]): string {
  const names = games.map((game) => `"${game}"`);
  return `${games.length === 1 ? "game" : "games"} ${some(names, 3)}`;
}
