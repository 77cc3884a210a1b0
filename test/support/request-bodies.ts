import type { Kind } from "../../src/catalog/types.ts";
import { type JsonObject, jsonIn } from "../../src/ground/json.ts";
import { decodeRecord } from "../../src/model/codec.ts";
import type { Comparable } from "../../src/model/model.ts";

/** The canonical values of a body of POST or PUT, in which JSON text is a value. */
export function decodeRequestBody(kind: Kind, sent: JsonObject): Comparable {
  const texts = kind.fields.flatMap(({ name, type }) => {
    const text = sent[name];
    const value = type === "json-text" && typeof text === "string" ? jsonIn(text) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const decoding = decodeRecord(
    kind,
    { custom_id: "-", ...sent, ...Object.fromEntries(texts) },
    { dataIsText: false },
  );
  if ("problem" in decoding) throw new Error(decoding.problem);
  return decoding.record;
}
