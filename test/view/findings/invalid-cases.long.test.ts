/** All golden cases of bad input go through `validate` in each of the forms that review tools read. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../../support/cli.ts";
import { INVALID_CASES, inputOf, prepareCase } from "../../support/invalid-cases.ts";
import { runOf, sarifProblems } from "./sarif-schema.ts";

const scratch = await mkdtemp(join(tmpdir(), "laurel-findings-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe("each bad input gives documents that review tools can read", () => {
  it.each(INVALID_CASES)("%s", async (name) => {
    const cwd = await prepareCase(name, scratch);
    const { choose } = await inputOf(name);
    const flags = existsSync(join(cwd, "laurel.yaml")) ? [] : ["--manifests", "manifests"];
    const validate = (format: string) =>
      runCli(["validate", ...flags, "--format", format], { cwd, env: { ...choose?.variables } });
    const [json, sarif, github] = [await validate("json"), await validate("sarif"), await validate("github")];
    expect(new Set([json, sarif, github].map(({ exit }) => exit)).size).toBe(1);
    const { diagnostics } = JSON.parse(json.stdout) as { diagnostics: readonly { code: string; severity: string }[] };

    expect(sarifProblems(JSON.parse(sarif.stdout))).toEqual([]);
    const { results, tool } = runOf(sarif.stdout);
    expect(results.map(({ ruleId, level }) => `${level} ${ruleId}`).sort()).toEqual(
      diagnostics.map(({ code, severity }) => `${severity} ${code}`).sort(),
    );
    for (const { ruleId, ruleIndex, message, locations } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(message.text).not.toBe("");
      const { artifactLocation, region } = locations[0].physicalLocation;
      expect(artifactLocation).toEqual({ uri: expect.stringMatching(/^[^/.][^:]*$/), uriBaseId: "%SRCROOT%" });
      expect(region.endLine * 1e6 + region.endColumn).toBeGreaterThanOrEqual(
        region.startLine * 1e6 + region.startColumn,
      );
    }
    const fingerprints = results.map(({ partialFingerprints }) => partialFingerprints["laurel/v1"]);
    expect(new Set(fingerprints).size, "each finding has a fingerprint of its own").toBe(results.length);

    const lines = github.stdout
      .split("\n")
      .slice(0, -1)
      .filter((line) => !line.startsWith("::notice "));
    expect(lines).toHaveLength(results.length);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning) (?:file=[^,:]+,line=\d+,[^:]*)?title=[^:]*::\P{Cc}+$/u);
  });
});
