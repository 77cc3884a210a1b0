/** A sample of the lost answers: each kind of request with each fate, while reads lag by several readings. */
import { expect, it } from "vitest";
import { CELLS, complaintsOf, nameOf } from "./lost-answers.ts";

const SAMPLE = CELLS.filter(({ loss, lag, pageSize }) => loss === "504" && lag === 4_000 && pageSize === 1);

it.each(SAMPLE.map((cell) => ({ name: nameOf(cell), cell })))("$name", async ({ cell }) => {
  expect(await complaintsOf(cell)).toEqual([]);
});
