/** Overrides for programs that use the stages as functions. */
import { describe, expect, it } from "vitest";
import { loadFolder } from "../../../src/library.ts";
import { inFolder, inProject, TESTERS } from "./support.ts";

describe("a folder that a program loads", () => {
  const load = async (overrides: Readonly<Record<string, string>>, environment?: string) => {
    const project = await inProject(overrides);
    const { value, diagnostics } = await loadFolder(
      inFolder(project, "game"),
      environment === undefined ? {} : { environment },
    );
    return { rule: value?.resources.get("criterion/ten")?.body.rule, codes: diagnostics.map(({ code }) => code) };
  };
  const testers = { "game/overrides/testers.yaml": TESTERS };

  it("has the overrides of the environment that is asked for", async () => {
    expect(await load(testers)).toEqual({ rule: "gte:10", codes: [] });
    expect(await load(testers, "testers")).toEqual({ rule: "gte:2", codes: [] });
    expect(await load(testers, "production")).toEqual({ rule: "gte:10", codes: [] });
  });

  it("is checked with the overrides of every environment where none is asked for", async () => {
    const broken = { ...testers, "game/overrides/x.yaml": "[" };
    expect((await load(broken)).codes).toEqual(["syntax-error"]);
    expect(await load(broken, "testers")).toEqual({ rule: "gte:2", codes: [] });
  });
});
