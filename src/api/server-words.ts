/**
 * What a service says when it refuses. An error body may be anything: Laravel's JSON, a web server's HTML page, plain
 * text, nothing (docs/service.md#errors). Goes out: bounded, single-line text without control characters.
 */
import { isJsonObject, jsonIn } from "../model/json.ts";
import type { Mask } from "./masking.ts";

/** A service's own words, made harmless. */
export interface ServerWords {
  /** Empty when the body said nothing. */
  readonly message: string;
  /** The `errors` of a validation failure: messages by field, nested fields dotted. Empty when there are none. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
}

const LONGEST_MESSAGE = 500;
const LONGEST_FIELD_ERROR = 200;
/** How much of a page is looked at: enough for its words, and little enough for the patterns below. */
const MOST_MARKUP = 10_000;
const MOST_FIELDS = 50;
const MOST_ERRORS_PER_FIELD = 5;

/** Reads the words out of an error body. The mask is laid over before anything is cut, so that no half token is left. */
export function serverWords(text: string, mask: Mask): ServerWords {
  const clean = (words: string, limit: number) => cut(oneLine(mask(words)), limit);
  const body = jsonIn(text);
  if (!isJsonObject(body)) {
    const beginning = mask(text).slice(0, MOST_MARKUP);
    return { message: clean(withoutMarkup(beginning), LONGEST_MESSAGE), fieldErrors: {} };
  }
  const fields = isJsonObject(body.errors) ? Object.entries(body.errors).slice(0, MOST_FIELDS) : [];
  const fieldErrors = fields.map(([field, errors]) => [
    clean(field, LONGEST_FIELD_ERROR),
    (Array.isArray(errors) ? errors : [errors])
      .filter((error) => typeof error === "string")
      .slice(0, MOST_ERRORS_PER_FIELD)
      .map((error) => clean(error, LONGEST_FIELD_ERROR)),
  ]);
  return { message: clean(messageOf(body), LONGEST_MESSAGE), fieldErrors: Object.fromEntries(fieldErrors) };
}

/** The same text on one line: runs of blanks as one, control and direction characters replaced. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")
    .trim();
}

function messageOf(body: Readonly<Record<string, unknown>>): string {
  for (const candidate of [body.message, body.error, body.detail, body.title]) {
    if (typeof candidate === "string" && candidate !== "") return candidate;
    if (isJsonObject(candidate) && typeof candidate.message === "string") return candidate.message;
  }
  return "";
}

function withoutMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };
  return text
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replace(/<\/?[a-z!][^>]*>/gi, " ")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? " ");
}

function cut(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join("")}…`;
}
