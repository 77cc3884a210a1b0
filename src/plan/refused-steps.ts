/**
 * Refusals one by one. In: what the safety rules said of a plan as a whole. Out: a problem for each step that is
 * refused, so that it can be shown where the step's resource is declared.
 */
import type { Catalog } from "../catalog/types.ts";
import { kindNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Step } from "../model/model.ts";

/** Problems that are not about hazards stay as they are. */
export function refusedSteps(
  refusals: readonly Diagnostic[],
  steps: readonly Step[],
  catalog: Catalog,
): readonly Diagnostic[] {
  return refusals.flatMap((refusal) => {
    const found = steps.flatMap((step) => {
      const sentences = step.hazards
        .filter(({ name, consented }) => name === refusal.code && consented !== true)
        .map(({ sentence }) => sentence);
      return sentences.length === 0 ? [] : [{ step, sentences }];
    });
    const told = new Set(found.flatMap(({ sentences }) => sentences));
    const beyond = refusal.detail.split("\n").filter((sentence) => !told.has(sentence));
    const each = found.map(({ step, sentences }): Diagnostic => {
      const { kind, custom_id } = partsOfAddress(step.address);
      const name = `${kindNamed(catalog, kind).label} "${custom_id}"`;
      const detail = [...sentences, ...beyond.filter((sentence) => sentence.includes(name))].join("\n");
      return { ...refusal, ...diagnostic(refusal.code, detail, { address: step.address, help: refusal.help }) };
    });
    return each.length === 0 ? [refusal] : each;
  });
}
