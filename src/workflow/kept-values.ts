/**
 * Finds out whether a PUT has reset what its request left out. In: a step that was sent, and the
 * values that it left out. Out: the values that are lost. If the record had `"icon": "cup.png"` and
 * has null afterwards, this is one (docs/service.md#updates).
 */
import {
  compareNumbers,
  isJsonList,
  isJsonObject,
  isNumber,
  type Json,
  jsonText,
} from "../ground/json.ts";
import { pointerTo } from "../ground/pointer.ts";
import { linkNamed } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApiRequest, FieldChange, Links, Live } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { compare } from "../plan/differences.ts";
import type { LeftOutValues } from "../plan/put-content.ts";
import type { StepEffect } from "../plan/step.ts";
import { readNow, type SentStep, sentValues, unreadable } from "./read-back.ts";

/** One reading after a PUT. `isShown`: whether it shows the values that the PUT has sent. */
export type ReadingAfterPut =
  | { readonly found: "record"; readonly isShown: boolean; readonly reset: readonly FieldChange[] }
  | { readonly found: "absent" }
  | { readonly found: "unreadable"; readonly diagnostic: Diagnostic };

interface SentPut {
  readonly request: ApiRequest;
  readonly leftOut: LeftOutValues;
}

/** Reads once. */
export async function readAfterPut(
  of: SentStep,
  { request, leftOut }: SentPut,
): Promise<ReadingAfterPut> {
  const { kind } = of.effect;
  const { value: live, diagnostics } = await readNow(of, "any");
  if (live === undefined) return unreadable(diagnostics);
  if (live === "absent") return { found: "absent" };
  const lost = await lostMembers(of, live, leftOut.links);
  if ("diagnostic" in lost) return lost;
  const texts = changedTexts(of.effect);
  const values = Object.entries(leftOut.values).flatMap(
    ([name, before]): readonly FieldChange[] => {
      const after = Object.hasOwn(live.raw, name) ? live.raw[name] : undefined;
      if (isKept(before, after) || followsFrom(texts, before, after)) return [];
      return [{ path: pointerTo(name), before, ...(after !== undefined && { after }) }];
    },
  );
  const isShown = compare(kind, live, sentValues(of, request)).length === 0;
  return { found: "record", isShown, reset: [...values, ...lost.fields] };
}

/** The lists that lack a member which was to stay. */
async function lostMembers(
  { effect: { kind }, lists }: SentStep,
  live: Live,
  links: Links,
): Promise<
  | { readonly fields: readonly FieldChange[] }
  | Extract<ReadingAfterPut, { readonly found: "unreadable" }>
> {
  const fields: FieldChange[] = [];
  for (const [name, before] of Object.entries(links)) {
    const link = linkNamed(kind, name);
    if (link === undefined) continue;
    let after = live.links[name];
    if (after === undefined) {
      const { value, diagnostics } = await lists.readMembers({
        kind,
        link,
        custom_id: live.custom_id,
      });
      if (value === undefined) return unreadable(diagnostics);
      // A list that is not there any more shows nothing.
      if (typeof value === "string") continue;
      after = value;
    }
    const members = new Set(after);
    if (before.some((member) => !members.has(member)))
      fields.push({ path: pointerTo(name), before, after });
  }
  return { fields };
}

/**
 * Whether a value is the same, or has only grown, as counters and the times of changes do. Records
 * of other resources may change by themselves, as long as they are there.
 */
function isKept(before: Json, after: Json | undefined): boolean {
  if (isAlike(before, after)) return true;
  if (isJsonList(before) && before.every(isRecord)) {
    const ids = new Set(isJsonList(after) ? after.map(idIn) : []);
    return before.every((record) => ids.has(idIn(record)));
  }
  if (isRecord(before)) return idIn(after) === idIn(before);
  if (isNumber(before) && isNumber(after))
    return compareNumbers(before, 0) > 0 && compareNumbers(after, before) > 0;
  const [was, is] = [timeOf(before), timeOf(after)];
  return was !== undefined && is !== undefined && is > was;
}

function isRecord(value: Json): boolean {
  return isJsonObject(value) && Object.hasOwn(value, "custom_id");
}

function idIn(record: Json | undefined): string | undefined {
  return isJsonObject(record) ? jsonText(record.custom_id ?? null) : undefined;
}

function timeOf(value: Json | undefined): number | undefined {
  const time =
    typeof value === "string" && /^\d{4}-\d\d-\d\d[T ]/.test(value)
      ? Date.parse(value)
      : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** A text that a step has changed, before and after it, as services may use it in other values. */
type ChangedText = readonly [before: string, after: string];

function changedTexts({ kind, before, after }: StepEffect): readonly ChangedText[] {
  if (before === undefined || after === undefined) return [];
  const texts = kind.fields.map(({ name, type }): ChangedText => {
    if (type === "id") return [before.id, after.id];
    return type === "text" ? [String(before.body[name]), String(after.body[name])] : ["", ""];
  });
  const plain = texts.map(([was, is]): ChangedText => [plainText(was), plainText(is)]);
  return plain.filter(([was, is]) => was !== "" && was !== is);
}

/**
 * Whether a service may have made the value of texts that the step has changed, such as a link that
 * contains the id.
 */
function followsFrom(
  texts: readonly ChangedText[],
  before: Json,
  after: Json | undefined,
): boolean {
  if (after === undefined || texts.length === 0) return false;
  const expected = texts.reduce(
    (text, [was, is]) => text.replaceAll(was, () => is),
    plainText(jsonText(before)),
  );
  return expected !== plainText(jsonText(before)) && expected === plainText(jsonText(after));
}

/** Letters and digits alone, as in the last part of an address. */
function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
