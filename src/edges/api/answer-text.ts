/** What the text of an answer can be read as. */
import type { Json } from "../../core/json.ts";
import type { Answer } from "./transport.ts";

/** Whether a body came that cannot have been meant as JSON, whether it is whole or not. */
export function isForeign({ text, defect }: Answer): boolean {
  if (text.trim() === "" || (defect !== undefined && isJsonBeginning(text))) return false;
  return parseJson(text) === undefined;
}

/** Whether it was meant as JSON, though it may be cut off. */
export function isJsonBeginning(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** What is wrong with a text that cannot be read, for the end of a sentence. */
export function notJson(text: string): string {
  if (text.trim() === "") return "the answer is empty.";
  return isJsonBeginning(text) ? "the answer is cut off, or not valid JSON." : "the answer is not JSON.";
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
