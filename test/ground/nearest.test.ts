/** Suggestions for misspelt names, and their bound. */
import { expect, it } from "vitest";
import { didYouMean, suggestionsFrom } from "../../src/ground/nearest.ts";

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `name-${index}-of-many`);

it.each([
  [1, 500, 500],
  [1_000, 500, 200],
  [50_000, 500, 4],
  [100_000, 500, 2],
  [250_000, 3, 1],
])("%i names make suggestions for %i misspelt ones at most %i times", (count, misspelt, most) => {
  const suggest = suggestionsFrom(names(count));
  const given = Array.from({ length: misspelt }, () => suggest("nme-0-of-many"));
  expect(given.filter(({ length }) => length > 0)).toHaveLength(most);
  expect(given[0]).toEqual(['did you mean "name-0-of-many"?']);
});

it("no names make none", () => {
  expect(suggestionsFrom([])("a")).toEqual([]);
  expect(didYouMean("a", [])).toEqual([]);
});
