/**
 * Judges what an apply has told by what is on the service. In: the game before, the plan, what the
 * run told, and the game after. Out: sentences about each lie; none when everything was told as it
 * is.
 */

import type { Plan, Step } from "../../../src/model/model.ts";
import { type GameText, liveGame } from "../../support/games.ts";
import { ModelService, sendStep } from "../../support/model-service.ts";
import { type CliRun, TOKEN } from "../../support/run-cli.ts";
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
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly detail: string;
  }[];
}

/** A game on the service as text that is equal for games that are the same. */
export function stateOf(contents: Contents): string {
  const sorted = (values: object): string => JSON.stringify(Object.entries(values).sort());
  const lines = [...liveGame(contents as GameText).resources.values()].map(
    ({ address, body, links }) => `${address} ${sorted(body)} ${sorted(links)}`,
  );
  return lines.sort().join("\n");
}

/** An end of an apply: of a run in this process, or of one that a signal ended. */
export type RunEnd = Omit<CliRun, "exit"> & { readonly exit: number | null };

/** The facts that the output and the exit code of an apply must agree with. */
export interface Evidence {
  readonly stay: Stay;
  /** The plan of the same apply without faults, and the state in which it ended. */
  readonly plan: Plan;
  readonly state: string;
  /** The service hid parts of what it can, so that the steps may differ from the plan's. */
  readonly isMisled: boolean;
}

/** Names each way in which the end of an apply contradicts what is on the service. */
export function complaintsAbout(
  { exit, stdout, stderr }: RunEnd,
  evidence: Evidence,
): readonly string[] {
  const { stay, plan, state, isMisled } = evidence;
  const problems = `${stdout}${stderr}`.includes(TOKEN) ? ["the token is in the output"] : [];
  if (stdout === "") return exit === 0 ? [...problems, "exit 0 without a result"] : problems;
  const told: ToldResult | undefined = JSON.parse(stdout).results[0];
  if (exit === 0) {
    if (told?.converged !== true) problems.push("exit 0 without convergence");
    // Links that the service refused to list are named as not verified.
    const unseen = new Set(told?.not_verified?.map(({ address }) => address));
    const differing = difference(state, stateOf(stay.after)).split("\n");
    const unmet = differing.filter((line) => !unseen.has(line.split(" ")[1] ?? "")).join("\n");
    // If the service refused a parameter, resources may be unseen: the run says so, and keeps more.
    const isKept = stdout.includes('"parameter-not-supported"') && !/^- /m.test(unmet);
    if (unmet !== "" && !isKept) problems.push(`exit 0, and the game is another one: ${unmet}`);
    // The state has been compared; other steps on the way to it are allowed.
    return problems;
  }
  if (!isExplained(stdout, told)) problems.push(`exit ${exit} without a word why`);
  const isOther = told?.steps.some(({ id }) => plan.steps.every((step) => step.id !== id)) === true;
  return isOther && isMisled
    ? problems
    : [...problems, ...liesAbout(stay, plan, told ?? NOTHING_TOLD)];
}

const NOTHING_TOLD: ToldResult = { converged: false, outcome: "", steps: [], diagnostics: [] };

function isExplained(stdout: string, told: ToldResult | undefined): boolean {
  const general: readonly unknown[] = JSON.parse(stdout).diagnostics;
  const failed = told?.steps.some(({ diagnostic }) => diagnostic !== undefined) ?? false;
  return failed || general.length > 0 || (told?.diagnostics.length ?? 0) > 0;
}

/** More unknown steps than this have too many ways in which they can have ended. */
const MOST_UNKNOWN = 10;

/** Contents of the service, and what kind of service it is. */
export interface Stay {
  readonly before: Contents;
  readonly after: Contents;
  readonly shape: ServiceShape;
}

export function liesAbout(
  { before, after, shape }: Stay,
  plan: Plan,
  told: ToldResult,
): readonly string[] {
  const status = new Map(told.steps.map((step) => [step.id, step.status]));
  const strangers = told.steps
    .filter(({ id }) => !plan.steps.some((step) => step.id === id))
    .map(({ id }) => id);
  if (strangers.length > 0) return [`steps that are not of the plan: ${strangers.join(", ")}`];
  const isUnknown = new Set(
    told.steps.filter(({ diagnostic }) => diagnostic?.code === "step-unknown").map(({ id }) => id),
  );
  const unknown = plan.steps.filter(({ id }) => isUnknown.has(id));
  if (unknown.length > MOST_UNKNOWN)
    return [`${unknown.length} steps are unknown, which is too many to judge`];
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
  return [
    `the steps that are told as done would make another game: ${difference(expected, found)}`,
  ];
}

/** The lines that only one of two states has. */
export function difference(expected: string, found: string): string {
  const a = expected.split("\n");
  const b = found.split("\n");
  const missing = a.filter((line) => !b.includes(line)).map((line) => `- ${line}`);
  const added = b.filter((line) => !a.includes(line)).map((line) => `+ ${line}`);
  return [...missing, ...added].join("\n");
}
