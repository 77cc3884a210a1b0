/** Readers of the parts of a scenario, which report problems at the place of a part. */

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

/** The scenario that contains the part. */
interface ScenarioParts {
  readonly source: Source;
  readonly design: Design;
  readonly players: readonly ScenarioPlayer[];
  readonly playerNamed: ReadonlyMap<string, ScenarioPlayer>;
  readonly steps: readonly WrittenStep[];
  /** Index of the first step with each name. */
  readonly stepNamed: ReadonlyMap<string, number>;
  readonly suggestPlayer: (misspelt: string) => readonly string[];
  /** The resources that it names. */
  readonly about: readonly Address[];
  readonly problems: Diagnostic[];
  /** End of the previous step. */
  now: number;
}

type ProblemCode = "missing-field" | "invalid-value" | "out-of-range" | "dangling-reference";

export interface Reader {
  readonly scenario: ScenarioParts;
  /**
   * Returns the reader of the part at a relative path. Problems are at its value, or at its key.
   */
  at(path: readonly (string | number)[], half?: "key" | "value"): Reader;
  span(): Span;
  reportProblem(code: ProblemCode, label: string, ...help: readonly string[]): void;
  /** Returns whether the resource exists, and reports a problem if not. */
  checkResource(kind: "action" | "achievement" | "reward" | "leaderboard", id: string): boolean;
  checkPlayer(id: string): boolean;
}

/** Makes suggestions from known ids, once for all scenarios of a design. */
const suggestFrom = memoizedBy((known: ReadonlyMap<string, unknown>) =>
  suggestionsFrom([...known.keys()]),
);

/** Indexes the players and steps of a scenario by name. */
export function indexByName(players: readonly ScenarioPlayer[], steps: readonly WrittenStep[]) {
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

/** Limit of listed players. */
const MOST_LISTED = 20;

const listCountedActions = memoizedBy(
  ({ criteria }: Design) =>
    new Set(Array.from(criteria.values(), ({ custom_action_id }) => custom_action_id)),
);

export function openReader(
  scenario: ScenarioParts,
  pointer: Pointer,
  half: "key" | "value" = "value",
): Reader {
  const { source, design, players, problems } = scenario;
  const reader: Reader = {
    scenario,
    at: (path, part) => openReader(scenario, pointer + pointerTo(...path.map(String)), part),
    span: () => source.locate(pointer, half),
    reportProblem: (code, label, ...help) =>
      problems.push(
        problemAt(code, reader.span(), { label: { text: label, about: scenario.about }, help }),
      ),
    checkResource: (kind, id) => {
      const known = design[`${kind}s` as const];
      const isComplete = design.known.has(kind);
      // Criteria can count actions that only the service defines, so scenarios can play them.
      if (known.has(id) || (kind === "action" && !isComplete && listCountedActions(design).has(id)))
        return true;
      const elsewhere = isComplete
        ? []
        : [`the manifests declare no ${kind}s, and nothing else is read here`];
      const help = [...suggestFrom(known)(id), ...elsewhere];
      const label = `there is no ${kind} ${quoted(id)}`;
      problems.push(problemAt("dangling-reference", reader.span(), { label, help }));
      return false;
    },
    checkPlayer: (id) => {
      if (scenario.playerNamed.has(id)) return true;
      const [first, ...others] = players.map((player) => quoted(player.id)).slice(0, MOST_LISTED);
      const listed = players.length > MOST_LISTED ? [first, ...others, "more"] : [first, ...others];
      const [help = `its players: ${both(listed.flatMap((name) => name ?? []))}`] =
        scenario.suggestPlayer(id);
      reader.reportProblem("dangling-reference", `the scenario has no player ${quoted(id)}`, help);
      return false;
    },
  };
  return reader;
}
