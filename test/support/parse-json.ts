/** JSON text of a test, which is known to be JSON. */
import { type Json, jsonIn } from "../../src/ground/json.ts";

export function parseJson(text: string): Json {
  const value = jsonIn(text);
  if (value === undefined) throw new SyntaxError(`not JSON: ${text.slice(0, 100)}`);
  return value;
}
