/** Request bodies as Laravel reads them (service-contract.md §1, §1.2). */
import { isJsonObject, type Json, type JsonObject, jsonIn } from "../core/json.ts";
import { trimmed as trimmedText } from "../core/normalise.ts";

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
export function trimmed(value: Json): Json {
  if (typeof value === "string") return trimmedText(value) || null;
  if (Array.isArray(value)) return value.map(trimmed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, trimmed(member)]));
}
