/**
 * Lost answers: every kind of request, every fate of it, and reads that lag by none, one or several
 * readings.
 */
import { describe, expect, it } from "vitest";
import { CELLS, complaintsOf, nameOf, REQUESTS, withOwnIds } from "./lost-answers.ts";

describe.each(Object.keys(REQUESTS))("%s", (request) => {
  const cells = CELLS.filter((cell) => cell.request === request);
  const all = [...cells, ...withOwnIds(cells.filter(({ pageSize }) => pageSize === 1))];
  it.each(all.map((cell) => ({ name: nameOf(cell), cell })))("$name", async ({ cell }) => {
    expect(await complaintsOf(cell)).toEqual([]);
  });
});
