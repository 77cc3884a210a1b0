/**
 * Loaded before every test file: a table of tests without rows is a mistake, because nothing would
 * be tested.
 */
import { describe, it, test } from "vitest";

for (const api of [it, test, describe]) {
  const each: unknown = Reflect.get(api, "each");
  // A process runs many test files and loads this file for each of them.
  if (typeof each !== "function" || each.name === "eachOfSome") continue;
  Reflect.set(
    api,
    "each",
    function eachOfSome(this: unknown, rows: unknown, ...values: readonly unknown[]): unknown {
      if (Array.isArray(rows) && rows.length === 0) throw new Error("a table of tests has no rows");
      return Reflect.apply(each, this, [rows, ...values]);
    },
  );
}
