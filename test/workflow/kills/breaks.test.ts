/** The judge of broken applies complains about each end that they must not have. */
import { expect, it } from "vitest";
import { sampled } from "../faults/trial.ts";
import { type Blow, complaintsAboutBreak, FORMER } from "./breaks.ts";

const complaints = (
  blow: Blow,
  exit: number | null,
  stderr: string,
  page: string = FORMER["result.md"],
) => complaintsAboutBreak({ exit, stdout: "", stderr }, { blow, page });

it.each<[Blow, number | null, string, string?]>([
  ["killed-before", null, ""],
  ["killed-after", null, "", "## Applied\n\ntext\n"],
  ["SIGINT", 130, "error[interrupted]: Interrupted"],
  ["SIGTERM", 143, "Stopping", "## Not applied\n"],
  ["twice", 130, "Not converged"],
])("%s may end with %s and %j", (blow, exit, stderr, page) => {
  expect(complaints(blow, exit, stderr, page)).toEqual([]);
});

it.each<[Blow, number | null, string, string, string]>([
  ["SIGINT", 0, "Interrupted", FORMER["result.md"], "exit 0"],
  ["SIGINT", 143, "Interrupted", FORMER["result.md"], "exit 143"],
  ["killed-after", 1, "Interrupted", FORMER["result.md"], "exit 1"],
  ["SIGTERM", 143, "done", FORMER["result.md"], "no word about it"],
  ["killed-before", null, "", "", "half a page"],
  ["killed-before", null, "", "## The last", "half a page"],
  ["killed-before", null, "", "last run\n", "half a page"],
])("%s must not end with %s, %j and the page %j", (blow, exit, stderr, page, complaint) => {
  expect(complaints(blow, exit, stderr, page)).toEqual([complaint]);
});

it("a sample has at least the last moment, and there is none of a run without moments", () => {
  expect(sampled(3, 100, 1)).toEqual([3]);
  expect(() => sampled(0, 1, 0)).toThrow("nothing happened");
});
