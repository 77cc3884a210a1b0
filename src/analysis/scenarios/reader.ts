/** A part of a scenario that is being read, by its place in the file: what is wrong there becomes a problem. */

import { memoizedBy } from "../../ground/collections.ts";
import { didYouMean, suggestionsFrom } from "../../ground/nearest.ts";
import { type Pointer, pointerTo } from "../../ground/pointer.ts";
import { both, quoted } from "../../ground/words.ts";
import { type Diagnostic, problemAt } from "../../model/diagnostics.ts";
import type { Source, Span } from "../../model/model.ts";
import type { Design } from "../design/design.ts";
import type { ScenarioPlayer } from "./scenario.ts";
import type { WrittenStep } from "./scenarios-schema.ts";

/** The scenario around the part. */
interface ScenarioParts {
  readonly source: Source;
  readonly design: Design;
  readonly players: readonly ScenarioPlayer[];
  readonly steps: readonly WrittenStep[];
  readonly problems: Diagnostic[];
  /** When the step before is over. */
  now: number;
}

type ProblemCode = "missing-field" | "invalid-value" | "out-of-range" | "dangling-reference";

export interface Reader {
  readonly scenario: ScenarioParts;
  /** The part at a path from this one. Problems point at its value, or at its key. */
  at(path: readonly (string | number)[], half?: "key" | "value"): Reader;
  span(): Span;
  problem(code: ProblemCode, label: string, ...help: readonly string[]): void;
  /** Whether it exists; if not, that is a problem. */
  resource(kind: "action" | "achievement" | "reward" | "leaderboard", id: string): boolean;
  player(id: string): boolean;
}

/** One list of suggestions for all scenarios of a design. */
const suggestFrom = memoizedBy((known: ReadonlyMap<string, unknown>) => suggestionsFrom([...known.keys()]));

export function readerAt(scenario: ScenarioParts, pointer: Pointer, half: "key" | "value" = "value"): Reader {
  const { source, design, players, problems } = scenario;
  const reader: Reader = {
    scenario,
    at: (path, part) => readerAt(scenario, pointer + pointerTo(...path.map(String)), part),
    span: () => source.locate(pointer, half),
    problem: (code, label, ...help) => problems.push(problemAt(code, reader.span(), { label, help })),
    resource: (kind, id) => {
      const known = design[`${kind}s` as const];
      const isComplete = design.known.has(kind);
      // Actions that live only on the service can be played without their definition: criteria name them.
      const isCounted = (): boolean =>
        [...design.criteria.values()].some(({ custom_action_id }) => custom_action_id === id);
      if (known.has(id) || (kind === "action" && !isComplete && isCounted())) return true;
      const elsewhere = isComplete ? [] : [`the manifests declare no ${kind}s, and nothing else is read here`];
      const help = [...suggestFrom(known)(id), ...elsewhere];
      reader.problem("dangling-reference", `there is no ${kind} ${quoted(id)}`, ...help);
      return false;
    },
    player: (id) => {
      const ids = players.map((player) => player.id);
      if (ids.includes(id)) return true;
      const [help = `its players: ${both(ids.map(quoted))}`] = didYouMean(id, ids);
      reader.problem("dangling-reference", `the scenario has no player ${quoted(id)}`, help);
      return false;
    },
  };
  return reader;
}
