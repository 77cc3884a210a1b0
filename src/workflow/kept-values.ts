/**
 * Finds out whether a PUT has reset what its request left out. In: a step that was sent, and the
 * values that its request left out. Out: the values that are lost. If the record had
 * `"icon": "cup.png"` and has null afterwards, this is one (docs/service.md#updates).
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
import { listSentValues, readNow, reportUnreadable, type SentStep } from "./read-back.ts";

/** A reading after a PUT. `isShown`: whether it shows the values that the PUT has sent. */
export type ReadingAfterPut =
  | { readonly found: "record"; readonly isShown: boolean; readonly reset: readonly FieldChange[] }
  | { readonly found: "absent" }
  | { readonly found: "unreadable"; readonly diagnostic: Diagnostic };

interface SentPut {
  readonly request: ApiRequest;
  readonly leftOut: LeftOutValues;
}

/** Reads the resource once. */
export async function readAfterPut(
  of: SentStep,
  { request, leftOut }: SentPut,
): Promise<ReadingAfterPut> {
  const { kind } = of.effect;
  const { value: live, diagnostics } = await readNow(of, "any");
  if (live === undefined) return reportUnreadable(diagnostics);
  if (live === "absent") return { found: "absent" };
  const lost = await findLostMembers(of, live, leftOut.links);
  if ("diagnostic" in lost) return lost;
  const texts = listChangedTexts(of.effect);
  const values = Object.entries(leftOut.values).flatMap(
    ([name, before]): readonly FieldChange[] => {
      const after = Object.hasOwn(live.raw, name) ? live.raw[name] : undefined;
      if (isKept(before, after) || followsFrom(texts, before, after)) return [];
      return [{ path: pointerTo(name), before, ...(after !== undefined && { after }) }];
    },
  );
  const isShown = compare(kind, live, listSentValues(of, request)).length === 0;
  return { found: "record", isShown, reset: [...values, ...lost.fields] };
}

/** Finds the lists that lack a member which the request should have kept. */
async function findLostMembers(
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
      if (value === undefined) return reportUnreadable(diagnostics);
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
    const ids = new Set(isJsonList(after) ? after.map(readId) : []);
    return before.every((record) => ids.has(readId(record)));
  }
  if (isRecord(before)) return readId(after) === readId(before);
  if (isNumber(before) && isNumber(after))
    return compareNumbers(before, 0) > 0 && compareNumbers(after, before) > 0;
  const was = readTime(before);
  const is = readTime(after);
  return was !== undefined && is !== undefined && is > was;
}

function isRecord(value: Json): boolean {
  return isJsonObject(value) && Object.hasOwn(value, "custom_id");
}

function readId(record: Json | undefined): string | undefined {
  return isJsonObject(record) ? jsonText(record.custom_id ?? null) : undefined;
}

function readTime(value: Json | undefined): number | undefined {
  const time =
    typeof value === "string" && /^\d{4}-\d\d-\d\d[T ]/.test(value)
      ? Date.parse(value)
      : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** A text that a step has changed, before and after it, as services may use it in other values. */
type ChangedText = readonly [before: string, after: string];

function listChangedTexts({ kind, before, after }: StepEffect): readonly ChangedText[] {
  if (before === undefined || after === undefined) return [];
  const texts = kind.fields.map(({ name, type }): ChangedText => {
    if (type === "id") return [before.id, after.id];
    return type === "text" ? [String(before.body[name]), String(after.body[name])] : ["", ""];
  });
  const plain = texts.map(([was, is]): ChangedText => [toPlainText(was), toPlainText(is)]);
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
    toPlainText(jsonText(before)),
  );
  return expected !== toPlainText(jsonText(before)) && expected === toPlainText(jsonText(after));
}

/** Letters and digits alone, as in the last part of an address. */
function toPlainText(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
