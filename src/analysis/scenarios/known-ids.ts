/** Whether what a scenario names is there, with the name that was probably meant where it is not. */
import { problemAt } from "../../manifest/problem.ts";
import { both, quoted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { Design } from "../design/design.ts";

/** What a scenario can name of a game. */
export type NamedKind = "action" | "achievement" | "reward" | "leaderboard";

/** A problem if there is no such resource. */
export function missingResource(design: Design, kind: NamedKind, id: string, span: Span): readonly Diagnostic[] {
  const known = idsOf(design, kind);
  if (known.has(id)) return [];
  const help = didYouMean(id, known);
  // Actions that live only on the service can be played without their definition: criteria name them.
  if (kind === "action" && !design.known.has(kind) && isCriterionAction(design, id)) return [];
  const elsewhere = design.known.has(kind) ? [] : [`the manifests declare no ${kind}s, and nothing else is read here`];
  return [
    problemAt("dangling-reference", span, `there is no ${kind} ${quoted(id)}`, { help: [...help, ...elsewhere] }),
  ];
}

/** A problem if the scenario has no such player. */
export function missingPlayer(players: readonly string[], id: string, span: Span): readonly Diagnostic[] {
  if (players.includes(id)) return [];
  const help = didYouMean(id, players);
  const known = [`its players: ${both(players.map(quoted))}`];
  return [
    problemAt("dangling-reference", span, `the scenario has no player ${quoted(id)}`, {
      help: help.length > 0 ? help : known,
    }),
  ];
}

function idsOf(design: Design, kind: NamedKind): ReadonlySet<string> {
  switch (kind) {
    case "action":
      return new Set(design.actions.keys());
    case "achievement":
      return new Set(design.achievements.keys());
    case "reward":
      return new Set(design.rewards.keys());
    case "leaderboard":
      return new Set(design.leaderboards.keys());
  }
}

function isCriterionAction({ criteria }: Design, id: string): boolean {
  return [...criteria.values()].some(({ custom_action_id }) => custom_action_id === id);
}
