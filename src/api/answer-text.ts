/** What the text of an answer is: JSON, the beginning of JSON, or something that is none of the service. */
import { jsonIn } from "../model/json.ts";
import type { Answer } from "./transport.ts";

/** Whether a body came that cannot have been meant as JSON, whether it is whole or not. */
export function isForeign({ text, defect }: Answer): boolean {
  if (text.trim() === "" || (defect !== undefined && isJsonBeginning(text))) return false;
  return jsonIn(text) === undefined;
}

export function isJsonBeginning(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Why it is no JSON, as the rest of a sentence. */
export function notJson(text: string): string {
  if (text.trim() === "") return "the answer is empty.";
  return isJsonBeginning(text)
    ? "the answer is cut off, not valid JSON, or nested too deeply."
    : "the answer is not JSON.";
}
