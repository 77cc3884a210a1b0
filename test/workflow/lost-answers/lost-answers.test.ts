/**
 * A sample of the lost answers: each kind of request with each fate, while reads lag by several
 * readings.
 */
import { expect, it } from "vitest";
import { applyCell, CELLS, type Cell, complaintsOf, nameOf, withOwnIds } from "./lost-answers.ts";

/** Pages of a proxy are lost answers that the client does not repeat. */
const isSampled = ({ request, loss, lag, pageSize }: Cell): boolean =>
  lag === 4_000 &&
  pageSize === 1 &&
  (loss === "504" || (loss === "page" && request === "exchange put"));

it.each(CELLS.filter(isSampled).map((cell) => ({ name: nameOf(cell), cell })))(
  "$name",
  async ({ cell }) => {
    expect(await complaintsOf(cell)).toEqual([]);
  },
);

const ownCells = withOwnIds(CELLS.filter((cell) => isSampled(cell) && cell.loss === "504"));

it.each(ownCells.map((cell) => ({ name: nameOf(cell), cell })))("$name", async ({ cell }) => {
  expect(await complaintsOf(cell)).toEqual([]);
});

const LATE = { fate: "lost, executed a minute later", loss: "504", lag: 0, pageSize: 30 } as const;

it("a request that would undo later steps is reported with its step, and the apply has converged", async () => {
  const { run } = await applyCell({ ...LATE, request: "detach" });
  const [{ converged, diagnostics }] = JSON.parse(run.stdout).results;
  expect({ exit: run.exit, converged }).toEqual({ exit: 0, converged: true });
  const addresses = diagnostics.map(
    ({ code, address }: Record<string, string>) => `${code} ${address}`,
  );
  expect(addresses.sort()).toEqual([
    "late-request criteria_group/g",
    "late-request criteria_group/h",
  ]);
});

it("a request that would repeat what is done is not reported", async () => {
  const { run } = await applyCell({ ...LATE, request: "put" });
  expect(JSON.parse(run.stdout).results[0]).toMatchObject({ converged: true, diagnostics: [] });
});
