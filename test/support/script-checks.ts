/** The rules that hold for every plan and every apply of a script. */
import type { Plan } from "../../src/model/model.ts";
import { type CliRun, GAME_ID } from "./run-cli.ts";
import { SCHEMAS, schemaProblems } from "./schemas.ts";
import type { SeenRequest } from "./service/service.ts";

interface PlannedTwice {
  /** The plan as the script asks for it; absent if the plan is made for an apply only. */
  readonly planned: CliRun | undefined;
  /** The same plan in JSON. */
  readonly again: CliRun;
  /** The requests of `again` that would change something. */
  readonly writes: readonly SeenRequest[];
}

/** A plan writes nothing, a second one has the same digests, and its JSON is valid. */
export function complaintsAboutPlan({ planned, again, writes }: PlannedTwice): readonly string[] {
  const invalid = JSON.stringify(schemaProblems(SCHEMAS.plan, again.stdout));
  const complaints = invalid === "[]" ? [] : [`the JSON of the plan is invalid: ${invalid}`];
  for (const { method, path } of writes) complaints.push(`planning sent ${method} ${path}`);
  if (planned === undefined) return complaints;
  if (again.exit !== planned.exit)
    complaints.push(`a second plan exits with ${again.exit}, not ${planned.exit}`);
  const digests = digestsIn(again);
  const others = digestsIn(planned).filter((digest) => !digests.includes(digest));
  return [...complaints, ...others.map((digest) => `a second plan does not have ${digest}`)];
}

function digestsIn({ stdout }: CliRun): readonly string[] {
  return stdout.match(/sha256:[0-9a-f]{64}/g) ?? [];
}

/**
 * Names requests of an apply that its plan does not have, and planned requests that were not sent.
 */
export function complaintsAboutApply(
  planned: CliRun,
  writes: readonly SeenRequest[],
): readonly string[] {
  // After a refusal of a request that the service may not have, another one takes its place.
  if (writes.some(({ status }) => status === null || status >= 400)) return [];
  const { plans } = JSON.parse(planned.stdout) as { readonly plans: readonly Plan[] };
  const requests = plans.flatMap(({ steps }) => steps.map(({ request }) => request));
  const left = requests.map(({ method, path, body = null }) =>
    JSON.stringify([method, path, body]),
  );
  const unplanned: string[] = [];
  for (const write of writes) {
    const sent = JSON.stringify([write.method, pathOf(write), write.body]);
    const place = left.indexOf(sent);
    if (place === -1) unplanned.push(`not planned: ${sent}`);
    else left.splice(place, 1);
  }
  return [...unplanned, ...left.map((request) => `not sent: ${request}`)];
}

/** The path below the game. */
export function pathOf({ path }: SeenRequest): string {
  return path.replace(`/v1/games/${GAME_ID}/`, "");
}
