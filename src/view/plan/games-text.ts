/** Lines about a run over several games. */
import { both, counted } from "../../manifest/wording.ts";
import type { ApplyOutcome, DiffOutcome, PlanOutcome } from "../../model/events.ts";
import { namedGames } from "../findings/shared-problems.ts";
import { safeText } from "../form/safe-text.ts";
import type { Role } from "../form/style.ts";
import { hanging, type TextView } from "../form/text-layout.ts";

/** In the order of telling. Games that need somebody are named, the others only counted. */
const OUTCOMES: Readonly<
  Record<GameEnd["outcome"], { readonly words: string; readonly role?: Role; readonly isNamed: boolean }>
> = {
  done: { words: "done", isNamed: false },
  changes: { words: "with changes", isNamed: false },
  "no-changes": { words: "without changes", isNamed: false },
  different: { words: "different", isNamed: false },
  "as-expected": { words: "different as expected", isNamed: false },
  alike: { words: "identical", isNamed: false },
  refused: { words: "refused", role: "error", isNamed: true },
  failed: { words: "failed", role: "error", isNamed: true },
  invalid: { words: "invalid", role: "error", isNamed: true },
  usage: { words: "not set up", role: "error", isNamed: true },
  interrupted: { words: "interrupted", role: "warning", isNamed: true },
  "not-started": { words: "not started", role: "warning", isNamed: true },
};

export interface GameEnd {
  readonly game: string;
  readonly outcome: PlanOutcome | ApplyOutcome | DiffOutcome;
}

/** `200 games: 2 with changes, 196 without changes, 1 refused ("a"), 1 invalid ("b").` Ends with a line break. */
export function renderGamesLine(games: readonly GameEnd[], { style, width }: TextView): string {
  const parts = (Object.keys(OUTCOMES) as GameEnd["outcome"][]).flatMap((outcome) => {
    const names = games.filter((each) => each.outcome === outcome).map(({ game }) => `"${safeText(game)}"`);
    const { words, isNamed } = OUTCOMES[outcome];
    if (names.length === 0) return [];
    return [`${names.length} ${words}${isNamed ? ` (${both(names)})` : ""}`];
  });
  const roles = games.flatMap(({ outcome }) => OUTCOMES[outcome].role ?? []);
  const role: Role = roles.includes("error") ? "error" : roles.includes("warning") ? "warning" : "strong";
  const lines = hanging("", `${counted(games.length, "game")}: ${parts.join(", ")}.`, width);
  return `${lines.map(style[role]).join("\n")}\n`;
}

/** Games whose plans say nothing but that there is nothing to do. Ends with a line break. */
export function renderQuietGames(games: readonly string[], { style, width }: TextView): string {
  const verb = games.length === 1 ? "matches" : "match";
  const text = `No changes: ${namedGames(games)} ${verb} the manifests.`;
  return `${hanging("", text, width).map(style.muted).join("\n")}\n`;
}
