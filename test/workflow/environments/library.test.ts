/** Overrides for programs that use the stages as functions. */
import { describe, expect, it } from "vitest";
import { loadManifests, readFolder } from "../../../src/library.ts";
import { inFolder, inProject, TESTERS } from "./support.ts";

describe("the library", () => {
  it("reads the overrides of the environment that is asked for, and lays them over the manifests", async () => {
    const project = await inProject({ "game/overrides/testers.yaml": TESTERS, "game/overrides/x.yaml": "[" });
    const rule = async (environment?: string) => {
      const { files, overrides, diagnostics } = await readFolder(inFolder(project, "game"), environment);
      expect(diagnostics).toEqual([]);
      return loadManifests(files, overrides).value?.resources.get("criterion/ten")?.body.rule;
    };
    expect(await rule()).toBe("gte:10");
    expect(await rule("testers")).toBe("gte:1");
    expect(await rule("production")).toBe("gte:10");
  });
});
