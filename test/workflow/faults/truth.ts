/**
 * Judges what an apply has told by what is on the service. In: the game before, the plan, what the run told, and the
 * game after. Out: sentences about each lie; none when everything was told as it is.
 */

import type { JsonObject } from "../../../src/model/json.ts";
import type { Plan, Step } from "../../../src/model/model.ts";
import { type GameText, liveGame } from "../../support/games.ts";
import { ModelService, sendStep } from "../../support/model-service.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { ServiceShape } from "../../support/service-shapes.ts";

/** What `apply --format json` says about the one game. */
export interface ToldResult {
  readonly converged: boolean;
  readonly outcome: string;
  readonly steps: readonly {
    readonly id: string;
    readonly status: "done" | "not-verified" | "failed" | "skipped" | "not-started";
    readonly diagnostic?: { readonly code: string; readonly detail: string };
  }[];
  readonly not_verified?: readonly { readonly address: string }[];
  readonly diagnostics: readonly { readonly code: string; readonly severity: string; readonly detail: string }[];
}

/** A game on the service as text that is equal for games that are the same. */
export function stateOf(contents: Contents): string {
  const sorted = (values: object): string => JSON.stringify(Object.entries(values).sort());
  const lines = [...liveGame(contents as GameText).resources.values()].map(
    ({ address, body, links }) => `${address} ${sorted(body)} ${sorted(links)}`,
  );
  return lines.sort().join("\n");
}

/** What players have, which no apply may change. */
export function playersOf(snapshot: JsonObject, contents: Contents): string {
  const games = (snapshot.games ?? snapshot) as Readonly<Record<string, JsonObject>>;
  const history = Object.values(games).map(({ activities, badges, scores }) => ({ activities, badges, scores }));
  return JSON.stringify([history, contents.players]);
}

/** More unknown steps than this have too many ways in which they can have ended. */
const MOST_UNKNOWN = 10;

/** Contents of the service, and what kind of service it is. */
export interface Stay {
  readonly before: Contents;
  readonly after: Contents;
  readonly shape: ServiceShape;
}

export function liesAbout({ before, after, shape }: Stay, plan: Plan, told: ToldResult): readonly string[] {
  const status = new Map(told.steps.map((step) => [step.id, step.status]));
  const strangers = told.steps.filter(({ id }) => !plan.steps.some((step) => step.id === id)).map(({ id }) => id);
  if (strangers.length > 0) return [`steps that are not of the plan: ${strangers.join(", ")}`];
  const isUnknown = new Set(
    told.steps.filter(({ diagnostic }) => diagnostic?.code === "step-unknown").map(({ id }) => id),
  );
  const unknown = plan.steps.filter(({ id }) => isUnknown.has(id));
  if (unknown.length > MOST_UNKNOWN) return [`${unknown.length} steps are unknown, which is too many to judge`];
  const found = stateOf(after);
  const isSent = ({ id }: Step): boolean => ["done", "not-verified"].includes(status.get(id) ?? "");
  const carriedOut = (isDone: (step: Step) => boolean): string => {
    const service = new ModelService(shape, "ignored").fill(before as GameText);
    try {
      for (const step of plan.steps.filter(isDone)) sendStep(service, step);
    } catch (error) {
      return `no game, because ${(error as Error).message}`;
    }
    return stateOf(service.contents() as Contents);
  };
  for (let subset = 0; subset < 2 ** unknown.length; subset += 1) {
    const happened = (step: Step): boolean => {
      const place = unknown.indexOf(step);
      return place < 0 ? isSent(step) : ((subset >> place) & 1) === 1;
    };
    if (carriedOut(happened) === found) return [];
  }
  const expected = carriedOut(isSent);
  return [`the steps that are told as done would make another game: ${difference(expected, found)}`];
}

/** The lines that only one of two states has. */
export function difference(expected: string, found: string): string {
  const [a, b] = [expected.split("\n"), found.split("\n")];
  const missing = a.filter((line) => !b.includes(line)).map((line) => `- ${line}`);
  const added = b.filter((line) => !a.includes(line)).map((line) => `+ ${line}`);
  return [...missing, ...added].join("\n");
}
