/**
 * A part of a scenario that is being read, by its place in the file: what is wrong there becomes a
 * problem.
 */

import { memoizedBy } from "../../ground/collections.ts";
import { suggestionsFrom } from "../../ground/nearest.ts";
import { type Pointer, pointerTo } from "../../ground/pointer.ts";
import { both, quoted } from "../../ground/words.ts";
import { type Diagnostic, problemAt } from "../../model/diagnostics.ts";
import type { Address, Source } from "../../model/model.ts";
import type { Span } from "../../model/source.ts";
import type { Design } from "../design/design.ts";
import type { ScenarioPlayer } from "./scenario.ts";
import type { WrittenStep } from "./scenarios-schema.ts";

/** The scenario around the part. */
interface ScenarioParts {
  readonly source: Source;
  readonly design: Design;
  readonly players: readonly ScenarioPlayer[];
  readonly playerNamed: ReadonlyMap<string, ScenarioPlayer>;
  readonly steps: readonly WrittenStep[];
  /** The index of the first step with each name. */
  readonly stepNamed: ReadonlyMap<string, number>;
  readonly suggestPlayer: (misspelt: string) => readonly string[];
  /** The resources that it names. */
  readonly about: readonly Address[];
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
const suggestFrom = memoizedBy((known: ReadonlyMap<string, unknown>) =>
  suggestionsFrom([...known.keys()]),
);

/** The players and steps of a scenario, with those found by their names. */
export function indexed(players: readonly ScenarioPlayer[], steps: readonly WrittenStep[]) {
  const named = steps.flatMap(({ name }, index) =>
    name === undefined ? [] : [[name, index] as const],
  );
  return {
    players,
    playerNamed: new Map(players.map((player) => [player.id, player])),
    steps,
    stepNamed: new Map(named.toReversed()),
    suggestPlayer: suggestionsFrom(players.map(({ id }) => id)),
  };
}

/** More players are not listed. */
const MOST_LISTED = 20;

const countedActions = memoizedBy(
  ({ criteria }: Design) =>
    new Set(Array.from(criteria.values(), ({ custom_action_id }) => custom_action_id)),
);

export function readerAt(
  scenario: ScenarioParts,
  pointer: Pointer,
  half: "key" | "value" = "value",
): Reader {
  const { source, design, players, problems } = scenario;
  const reader: Reader = {
    scenario,
    at: (path, part) => readerAt(scenario, pointer + pointerTo(...path.map(String)), part),
    span: () => source.locate(pointer, half),
    problem: (code, label, ...help) =>
      problems.push(
        problemAt(code, reader.span(), { label: { text: label, about: scenario.about }, help }),
      ),
    resource: (kind, id) => {
      const known = design[`${kind}s` as const];
      const isComplete = design.known.has(kind);
      // Actions that live only on the service can be played without their definition: criteria name
      // them.
      if (known.has(id) || (kind === "action" && !isComplete && countedActions(design).has(id)))
        return true;
      const elsewhere = isComplete
        ? []
        : [`the manifests declare no ${kind}s, and nothing else is read here`];
      const help = [...suggestFrom(known)(id), ...elsewhere];
      const label = `there is no ${kind} ${quoted(id)}`;
      problems.push(problemAt("dangling-reference", reader.span(), { label, help }));
      return false;
    },
    player: (id) => {
      if (scenario.playerNamed.has(id)) return true;
      const [first, ...others] = players.map((player) => quoted(player.id)).slice(0, MOST_LISTED);
      const listed = players.length > MOST_LISTED ? [first, ...others, "more"] : [first, ...others];
      const [help = `its players: ${both(listed.flatMap((name) => name ?? []))}`] =
        scenario.suggestPlayer(id);
      reader.problem("dangling-reference", `the scenario has no player ${quoted(id)}`, help);
      return false;
    },
  };
  return reader;
}
