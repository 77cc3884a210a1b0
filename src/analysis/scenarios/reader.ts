/** What reading a scenario has to know, and where it puts what is wrong. */
import { problemAt } from "../../manifest/problem.ts";
import { both, quoted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Pointer, Source, Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { Design } from "../design/design.ts";
import type { ScenarioPlayer, WrittenStep } from "./scenario.ts";

export interface ScenarioReader {
  readonly design: Design;
  readonly players: readonly ScenarioPlayer[];
  readonly steps: readonly WrittenStep[];
  readonly problems: readonly Diagnostic[];
  span(pointer: Pointer, half: "key" | "value"): Span;
  problem(
    code: "missing-field" | "invalid-value" | "out-of-range" | "dangling-reference",
    span: Span,
    label: string,
    help?: readonly string[],
  ): void;
  /** Whether it exists; if not, that is a problem. */
  resource(kind: "action" | "achievement" | "reward" | "leaderboard", id: string, span: Span): boolean;
  player(id: string, span: Span): boolean;
}

export function openReader(
  source: Source,
  design: Design,
  { players, steps }: Pick<ScenarioReader, "players" | "steps">,
): ScenarioReader {
  const problems: Diagnostic[] = [];
  const reader: ScenarioReader = {
    ...{ design, players, steps, problems },
    span: (pointer, half) => source.locate(pointer, half),
    problem: (code, span, label, help = []) => problems.push(problemAt(code, span, label, { help })),
    resource: (kind, id, span) => {
      const known = design[`${kind}s` as const];
      const isComplete = design.known.has(kind);
      // Actions that live only on the service can be played without their definition: criteria name them.
      const isCounted = (): boolean =>
        [...design.criteria.values()].some(({ custom_action_id }) => custom_action_id === id);
      if (known.has(id) || (kind === "action" && !isComplete && isCounted())) return true;
      const elsewhere = isComplete ? [] : [`the manifests declare no ${kind}s, and nothing else is read here`];
      const help = [...didYouMean(id, known.keys()), ...elsewhere];
      reader.problem("dangling-reference", span, `there is no ${kind} ${quoted(id)}`, help);
      return false;
    },
    player: (id, span) => {
      const ids = players.map((each) => each.id);
      if (ids.includes(id)) return true;
      const similar = didYouMean(id, ids);
      const help = similar.length > 0 ? similar : [`its players: ${both(ids.map(quoted))}`];
      reader.problem("dangling-reference", span, `the scenario has no player ${quoted(id)}`, help);
      return false;
    },
  };
  return reader;
}
