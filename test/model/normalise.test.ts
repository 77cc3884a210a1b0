/**
 * Equality of canonical values: that of JSON, in which `{}` and `[]` are alike, and numbers by
 * their value.
 */
import { expect, it } from "vitest";
import { comparableText, isAlike, isSameJson } from "../../src/model/normalise.ts";
import { parseJson } from "../support/parse-json.ts";

it.each<[boolean, string, string]>([
  [true, '{"a":1,"b":2}', '{"b":2,"a":1}'],
  [false, '{"a":1}', '{"a":1,"b":null}'],
  [false, "[1,2]", "[2,1]"],
  [true, "1.0", "1"],
  [true, '{"a":[1.0]}', '{"a":[1]}'],
  [true, "10", "1e1"],
  [true, "-0", "0"],
  [false, "1", '"1"'],
  [false, "9007199254740993", "9007199254740992"],
  [true, "9007199254740993", "9007199254740993.0"],
  [false, '{"a":9007199254740993}', '{"a":9007199254740992}'],
  [true, "{}", "[]"],
  [true, '{"a":{"b":[]}}', '{"a":{"b":{}}}'],
  [false, "{}", "null"],
  [false, "[]", '""'],
  [false, '["a"]', '{"0":"a"}'],
  [true, '{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
  [false, '{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
  [false, '{"__proto__":{"a":1}}', "{}"],
  [true, '{"valueOf":1,"b":[2]}', '{"b":[2],"valueOf":1}'],
  [false, '{"valueOf":1}', '{"valueOf":2}'],
  [false, '{"valueOf":1}', '{".valueOf":1}'],
  [false, '{"valueOf":1}', '{"a":1}'],
  [true, '{"toString":{},"a":1}', '{"a":1,"toString":[]}'],
  [true, '{"constructor":{"a":1}}', '{"constructor":{"a":1}}'],
  [false, '{"constructor":{"a":1}}', '{"constructor":{"a":2}}'],
  [false, '{"constructor":null}', "{}"],
  [true, '{"toJSON":1,"hasOwnProperty":2}', '{"hasOwnProperty":2,"toJSON":1}'],
  [false, '{"..a":1,".b":{}}', '{".a":1,".b":[]}'],
])("is %j of %s and %s", (isSame, one, other) => {
  const a = parseJson(one);
  const b = parseJson(other);
  expect([isAlike(a, b), isAlike(b, a)]).toEqual([isSame, isSame]);
  expect(comparableText(a) === comparableText(b)).toBe(isSame);
  expect(isSameJson(a, b)).toBe(isSame && !/\{\}/.test(one + other));
});

it("is true of an absent value only for another one", () => {
  expect([isAlike(undefined, undefined), isAlike(undefined, null), isAlike([], undefined)]).toEqual(
    [true, false, false],
  );
});

it("is that of objects without methods, too", () => {
  const bare = (a: number) => Object.assign(Object.create(null), { a });
  expect([
    isAlike(bare(1), { a: 1 }),
    isAlike([bare(1)], [bare(2)]),
    isAlike(Object.create(null), []),
  ]).toEqual([true, false, true]);
});
