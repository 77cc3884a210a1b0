import { describe, expect, it } from "vitest";
import {
  type Checked,
  checked,
  type Diagnostic,
  diagnostic,
  type Errors,
  failed,
  hasErrors,
  mapErrors,
} from "../../src/model/diagnostics.ts";

const error = diagnostic("syntax-error", "Not YAML.");
const warning = diagnostic("cut-off-text", "Cut off.");

describe("a checked result", () => {
  it("has a value where nothing is an error", () => {
    expect(checked(1, [warning])).toEqual({ value: 1, diagnostics: [warning] });
    expect(checked(1)).toEqual({ value: 1, diagnostics: [] });
  });

  it("has no value where one of the problems is an error", () => {
    expect(checked(1, [warning, error])).toEqual({ diagnostics: [warning, error] });
    expect(failed(error, warning)).toEqual({ diagnostics: [error, warning] });
  });

  it("keeps an error through every change of the list", () => {
    const sorted = mapErrors([error], (all) => [warning, ...all]);
    expect(sorted).toEqual([warning, error]);
    expect(
      mapErrors(sorted, (all) => all.filter(({ severity }) => severity === "warning")),
    ).toEqual([warning, error]);
    expect(mapErrors(sorted, () => [])).toEqual([warning, error]);
  });

  it("is refused by the compiler without a value and without an error", () => {
    const some: readonly Diagnostic[] = [error];
    // @ts-expect-error: neither a value nor an error
    const neither: Checked<number> = { diagnostics: [] };
    // @ts-expect-error: a warning is no reason to have no value
    const onlyWarned: Checked<number> = { diagnostics: [warning] };
    // @ts-expect-error: nobody has looked whether one of them is an error
    const unseen: Checked<number> = { diagnostics: some };
    // @ts-expect-error: a value or its errors
    const noFailure: Checked<number> = failed(warning);
    const seen: Errors | undefined = hasErrors(some) ? some : undefined;
    expect([neither, onlyWarned, unseen, noFailure, seen]).toHaveLength(5);
  });
});
