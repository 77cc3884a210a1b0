/** What has to hold after a run was broken off, and after the next one. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { ApplyResult } from "../../../src/model/events.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Step, StepId } from "../../../src/model/model.ts";
import { callService } from "../../support/call-service.ts";
import { contentsOf } from "../../support/contents.ts";
import type { Blow, BrokenOff } from "./blows.ts";
import { untouchables } from "./scene.ts";
import type { Stage } from "./stage.ts";

/** What each step of the scene's plan sends, in the words of `carriedOut`. */
export type Requests = ReadonlyMap<StepId, string>;

/** Plans, and reads from the document what each step sends. */
export async function plannedRequests(stage: Stage): Promise<Requests> {
  const planned = await stage.run(["plan", "--reveal-secrets", "--format", "json", ...stage.scene.flags]);
  expect(planned, planned.stderr).toMatchObject({ exit: 0 });
  const { plans } = JSON.parse(planned.stdout);
  const steps: readonly Step[] = plans[0].steps;
  return new Map(steps.map(({ id, request: { method, path, body } }) => [id, words(method, path, body ?? null)]));
}

function words(method: string, path: string, body: Json): string {
  return `${method} ${path} ${JSON.stringify(body)}`;
}

/** The writes that the service has carried out since the last `forget`. */
export function carriedOut(stage: Stage): readonly string[] {
  const done = stage.game.writes().filter(({ status }) => status !== null && status < 300);
  return done.map(({ method, path, body }) => words(method, decodeURI(path).replace("/v1/games/g/", ""), body));
}

/** Only what the plan has was sent, and nothing twice. */
export function expectPlanned(requests: Requests, done: readonly string[]): void {
  expect(new Set(done).size).toBe(done.length);
  expect([...requests.values()]).toEqual(expect.arrayContaining([...done]));
}

/** How many requests may be under way at once where nothing else is said. */
const CONCURRENCY = 4;

/** A signal is answered with words, an exit code, results in every form that are true, and nothing new. */
export async function expectOrderly(
  stage: Stage,
  blow: Blow,
  { exit, stdout, stderr, isOrderly, underWay }: BrokenOff,
  requests: Requests,
): Promise<void> {
  expect(exit, stdout + stderr).toBe(blow === "SIGTERM" ? 143 : 130);
  expect(underWay).toBeLessThanOrEqual(CONCURRENCY);
  const { results } = JSON.parse(await readFile(join(stage.game.folder, "result.json"), "utf8"));
  const [result]: readonly ApplyResult[] = results;
  const sent = (status: string): readonly string[] =>
    (result?.steps ?? []).flatMap((step) => (step.status === status ? [requests.get(step.id) ?? step.id] : []));
  const done = carriedOut(stage);
  if (sent("done").length + sent("failed").length === 0) {
    expect(done).toEqual([]);
    expect(stderr).toMatch(/interrupted|Stopping/);
    return;
  }
  expect(done).toEqual(expect.arrayContaining([...sent("done")]));
  const failed = sent("failed");
  // Only where the second signal took answers away is the end of a step not known: it may have been carried out or not.
  if (blow !== "twice" || !isOrderly) expect(failed).toEqual([]);
  expect(failed).toEqual(expect.arrayContaining(done.filter((request) => !sent("done").includes(request))));
  expect(result?.outcome).toBe(failed.length > 0 ? "failed" : "interrupted");
  const verdict =
    failed.length > 0 ? /^Not converged: not every step was done\./m : /^Interrupted, and not verified\./m;
  expect(stdout + stderr).toMatch(verdict);
}

/** Every file is whole: the one of the last run, or this run's. Nothing else lies about. */
export async function expectWhole({ game: { folder } }: Stage, former: ReadonlyMap<string, string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!former.has(name)) {
      expect(["laurel.yaml", "manifests"]).toContain(name);
      continue;
    }
    const text = await readFile(join(folder, name), "utf8");
    if (text !== former.get(name)) expectForm(name, text);
  }
}

export function expectForm(name: string, text: string): void {
  if (name.endsWith(".json")) JSON.parse(text);
  else expect(text).toMatch(/^## [\s\S]*\n$/);
}

/** The game as people see it: what is in it, and what its player has earned. */
export async function stateOf(stage: Stage): Promise<unknown> {
  const badges = (await callService(stage.game, "players/ada/badges")).data as readonly {
    custom_achievement_id: string;
  }[];
  return { contents: contentsOf(stage.game), badges: badges.map(({ custom_achievement_id: id }) => id).sort() };
}

/** The next run finishes, a plan after it is empty, and the game is as after a run that nobody disturbed. */
export async function expectConvergence(stage: Stage, wanted: unknown, foreign: unknown): Promise<void> {
  const { scene } = stage;
  const next = await stage.run(["apply", "--yes", ...scene.flags]);
  expect(next.exit, next.stdout + next.stderr).toBe(0);
  const plan = await stage.run(["plan", "--detailed-exitcode", ...scene.flags]);
  expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
  expect(await stateOf(stage)).toEqual(wanted);
  expect(untouchables(stage.game.service(), scene)).toEqual(foreign);
}
