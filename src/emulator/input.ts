/** Request bodies as Laravel reads them (docs/service.md#transport, #errors). */
import { isJsonObject, type Json, type JsonObject, jsonIn } from "../model/json.ts";
import { trimmed as trimmedText } from "../model/normalise.ts";

/** Of a body, in bytes; the real limit is unknown, and no resource comes near. */
const LARGEST_BODY = 1_048_576;

/**
 * The body as text; `undefined` when it is too large. That one is read to its end, too, or the client would meet a
 * broken connection in place of the answer, but no more than the limit is ever held.
 */
export async function readBody({ body }: Request): Promise<string | undefined> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= LARGEST_BODY ? new TextDecoder().decode(Buffer.concat(chunks)) : undefined;
}

/** The body as JSON; as text when it is not JSON; `null` when it is empty. For the log of requests. */
export function bodyAsSent(text: string): Json {
  if (text === "") return null;
  const sent = jsonIn(text);
  return sent === undefined ? text : sent;
}

/** The members of the body. Malformed JSON, and JSON that is not an object, is as good as no input. */
export function bodyMembers(text: string): JsonObject {
  const sent = bodyAsSent(text);
  return isJsonObject(sent) ? (trimmed(sent) as JsonObject) : {};
}

/** Texts trimmed at any depth, as Laravel 11 does, blank ones turned into `null`. */
function trimmed(value: Json): Json {
  if (typeof value === "string") return trimmedText(value) || null;
  if (Array.isArray(value)) return value.map(trimmed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, trimmed(member)]));
}
