/** The judge of ends complains about each end that an apply must not have. */
import { expect, it } from "vitest";
import { complaintsAboutEnd } from "./ends.ts";

const complaints = (
  exit: number | null,
  converged: boolean,
  ...codes: readonly string[]
): readonly string[] =>
  complaintsAboutEnd({
    exit,
    stdout: JSON.stringify({
      results: [{ converged }],
      diagnostics: codes.map((code) => ({ code })),
    }),
    stderr: "",
  });

it.each([
  [0, true, []],
  [1, false, ["step-failed"]],
  [3, false, ["dangling-reference"]],
  [4, false, ["stale-plan"]],
] as const)("exit %i, converged: %s, with %j is an end", (exit, converged, codes) => {
  expect(complaints(exit, converged, ...codes)).toEqual([]);
});

it.each([
  [70, false, ["bug"], "exit 70"],
  [2, false, ["x"], "exit 2"],
  [null, false, ["x"], "exit null"],
  [3, false, ["unknown-field"], "3 without a reference"],
  [4, false, ["mass-change"], "4 without a stale plan"],
  [0, false, [], "another end than the result has"],
  [1, true, ["step-failed"], "another end than the result has"],
  [1, false, [], "no reason"],
] as const)("exit %s, converged: %s, with %j is none", (exit, converged, codes, complaint) => {
  expect(complaints(exit, converged, ...codes)).toEqual([complaint]);
});
