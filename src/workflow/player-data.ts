/**
 * What players have on what a refused plan would delete. In: the refusals and the steps that they are about. Out: the
 * refusals, each saying which rankings have scores and of how many players. It is asked of the service for the eyes of
 * whoever decides, and is never a part of the plan.
 */
import type { Client } from "../api/client.ts";
import { countRankings } from "../api/rankings.ts";
import type { Catalog } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { kindNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Step, StepId } from "../model/model.ts";

export async function withPlayerData(
  refusals: readonly Diagnostic[],
  steps: readonly Step[],
  client: Client,
  catalog: Catalog,
): Promise<readonly Diagnostic[]> {
  const told: Diagnostic[] = [];
  // A step with several hazards is asked about once, at the first of them.
  const seen = new Set<StepId>();
  for (const refusal of refusals) {
    const sentences: string[] = [];
    for (const step of steps) {
      const isRefused = step.hazards.some(({ name, consented }) => name === refusal.code && consented !== true);
      const { kind } = partsOfAddress(step.address);
      if (!isRefused || step.action !== "delete" || kindNamed(catalog, kind).rankings === undefined) continue;
      if (seen.has(step.id)) continue;
      seen.add(step.id);
      sentences.push(await sentenceAbout(step, steps, client, catalog));
    }
    told.push(sentences.length === 0 ? refusal : { ...refusal, detail: [refusal.detail, ...sentences].join("\n") });
  }
  return told;
}

async function sentenceAbout(step: Step, steps: readonly Step[], client: Client, catalog: Catalog): Promise<string> {
  const { kind: kindName, custom_id } = partsOfAddress(step.address);
  const kind = kindNamed(catalog, kindName);
  const name = `${kind.label} "${custom_id}"`;
  const count = await countRankings(client, kind, presentId(step, steps));
  if (count.value === undefined) {
    return `Whether the ${name} has ${kind.playerData} could not be read: ${count.diagnostics[0]?.detail}`;
  }
  const { players, isWhole } = count.value;
  if (players === 0) return `The ${name} has no ${kind.playerData}.`;
  return `The ${name} has ${kind.playerData} of ${isWhole ? "" : "at least "}${counted(players, "player")}.`;
}

/** The id that it has now: the same plan may give it another one first. */
function presentId({ address }: Step, steps: readonly Step[]): string {
  const [before] = steps
    .filter((step) => step.action === "rename" && step.address === address && step.replaces === undefined)
    .flatMap(({ fields }) => fields.flatMap((field) => (field.path === "/custom_id" ? [field.before] : [])));
  return typeof before === "string" ? before : partsOfAddress(address).custom_id;
}
