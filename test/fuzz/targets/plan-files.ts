/**
 * Saved plans that were changed: they are refused, or they do only what the original does. Some are sealed anew, as by
 * somebody who forges one: these do only what stands in them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EXIT } from "../../../src/cli/exit-codes.ts";
import { sha256 } from "../../../src/files/hash.ts";
import { canonicalJson, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { HazardName, Plan } from "../../../src/model/model.ts";
import { digestOfPlan, digestOfTouched } from "../../../src/plan/basis.ts";
import { savedPlan, withSeal } from "../../../src/plan/plan-file.ts";
import { mutatedJson } from "../json-mutations.ts";
import { rawText } from "../nasty.ts";
import { checkRun } from "../outputs.ts";
import type { Random } from "../random.ts";
import { openScene, type Scene, type Sent } from "../scene.ts";
import { insist, type Target } from "../target.ts";
import { mutatedText } from "../text-mutations.ts";

interface PlanInput {
  /** With a word in place of the service's address, which is another one in each run. */
  readonly text: string;
  readonly isForged: boolean;
}

const SERVICE = "@service@";
/** What it records is made from the plan, too. */
const REPORT = ["--report", "report.jsonl"];

export const planFiles: Target<PlanInput> = {
  name: "plan files",
  share: 30,
  open: async (_, folder) => {
    const scene = await openScene(folder);
    await scene.reset();
    await scene.run(["plan", "--out", "plan.json", "--allow", "deletes-player-data,replaces-player-data"]);
    const saved = await readFile(join(scene.folder, "plan.json"), "utf8");
    const original = saved.replaceAll(scene.url, SERVICE);
    return {
      make: (random) => changed(original, random),
      run: ({ text, isForged }) => {
        const here = text.replaceAll(SERVICE, scene.url);
        return isForged ? applyForged(sealed(here), scene) : apply(here, requestsIn(saved), scene);
      },
      close: scene.close,
    };
  },
};

function changed(original: string, random: Random): PlanInput {
  const value = JSON.parse(original) as JsonObject;
  if (random.chance(0.2))
    return { text: mutatedText(original, 1 + random.below(3), [original], random), isForged: false };
  const document = mutatedJson(value, 1 + random.below(3), [value], random);
  return { text: rawText(JSON.stringify(document)), isForged: random.chance(0.5) };
}

/** With digests that fit what stands there, as far as they can be computed. */
function sealed(text: string): string {
  try {
    const document = JSON.parse(text) as JsonObject & { readonly plans: readonly Plan[] };
    return JSON.stringify(withSeal({ ...document, plans: document.plans.map(sealedPlan) }, sha256));
  } catch {
    return text;
  }
}

function sealedPlan(plan: Plan): Json {
  try {
    const based = { ...plan, basis: { ...plan.basis, live: digestOfTouched(plan.basis.touched, sha256) } };
    const whole = { ...based, digest: digestOfPlan(based, sha256) };
    const allowed = (plan as Plan & { allowed?: readonly HazardName[] }).allowed ?? [];
    return savedPlan(whole, new Set(allowed)) as unknown as Json;
  } catch {
    return plan as unknown as Json;
  }
}

function applyForged(text: string, scene: Scene): Promise<void> {
  return apply(text, requestsIn(text), scene);
}

/** Insists that nothing is sent but these requests. */
async function apply(text: string, allowed: ReadonlySet<string>, scene: Scene): Promise<void> {
  await scene.reset();
  await writeFile(join(scene.folder, "plan.json"), text);
  const run = await scene.run(["apply", "plan.json", "--yes", "--format", "json", ...REPORT]);
  const exits = [EXIT.done, EXIT.failed, EXIT.invalid, EXIT.refused, EXIT.usage];
  checkRun(run, exits, { format: "json", schema: "apply" });
  const stray = scene.writes().filter((sent) => !allowed.has(keyOf(sent)));
  insist(stray.length === 0, () => `sent what no plan holds: ${JSON.stringify(stray)}`);
}

/** The requests of all plans of a document. */
function requestsIn(text: string): ReadonlySet<string> {
  try {
    const { plans } = JSON.parse(text) as { plans: readonly Plan[] };
    return new Set(
      plans.flatMap(({ game_id, steps }) =>
        steps
          .flatMap(({ request, otherwise }) => (otherwise === undefined ? [request] : [request, otherwise]))
          .map(({ method, path, body }) =>
            keyOf({
              method,
              path: `/v1/games/${game_id}/${path}`,
              body: body === undefined ? "" : JSON.stringify(body),
            }),
          ),
      ),
    );
  } catch {
    return new Set();
  }
}

function keyOf({ method, path, body }: Sent): string {
  return `${method} ${path} ${body === "" ? "" : canonicalJson(JSON.parse(body) as Json)}`;
}
