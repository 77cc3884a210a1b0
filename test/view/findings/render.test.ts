/** Findings in each of their forms, to the letter. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathBelow } from "../../../src/files/paths.ts";
import { problemAt } from "../../../src/manifest/wording.ts";
import { CODES } from "../../../src/model/codes.ts";
import { type Diagnostic, diagnostic } from "../../../src/model/diagnostics.ts";
import type { Span } from "../../../src/model/model.ts";
import { type RepositoryFiles, renderFindingsGithub, renderFindingsSarif } from "../../../src/view/findings.ts";
import { runOf, sarifProblems } from "./sarif-schema.ts";

const TOOL = { version: "1.2.3", homepage: "https://example.com/laurel" };

const FILES: RepositoryFiles = {
  pathOf: (file) => `games/${file}`,
  projectFile: "laurel.yaml",
};

function span(line: number, from: number, to: number, file = "a.yaml"): Span {
  return {
    file,
    start: { line, column: from, offset: line * 100 + from },
    end: { line, column: to, offset: line * 100 + to },
  };
}

const github = (diagnostics: readonly Diagnostic[]): string => renderFindingsGithub(diagnostics, FILES);
const sarif = (diagnostics: readonly Diagnostic[], files = FILES): string =>
  renderFindingsSarif(diagnostics, files, TOOL);

const DUPLICATE = problemAt("duplicate-id", span(12, 16, 20), {
  label: 'another action has the id "slay"',
  address: "action/slay",
  others: [{ span: span(3, 16, 20, "[1](2).yaml"), text: "first given here" }],
  help: ["choose another id"],
});
const SIMILAR = problemAt("long-in-bytes", span(4, 2, 6), { label: "an id like this one is there already" });
const UNREACHABLE = diagnostic("service-unreachable", "https://api.example.com did not answer.\nAfter 5 retries.");
const REFUSED = diagnostic("deletes-player-data", "Deleting it deletes its badges.", {
  address: "reward/egg",
  primary: { span: span(7, 5, 5, "rewards.yaml"), text: "" },
});
const HOSTILE = diagnostic(
  "service-refused",
  "\u001b[31m[click](https://evil.example) ::error::x {0} | <b>@admin</b>\u202e\n::set-output name=a::b",
);

const ALL = [UNREACHABLE, DUPLICATE, REFUSED, HOSTILE];
const ALL_IN_ORDER = [HOSTILE, UNREACHABLE, DUPLICATE, REFUSED];

describe("findings in the forms of review tools", () => {
  it("are SARIF", () => {
    const text = sarif(ALL);
    expect(sarifProblems(JSON.parse(text))).toEqual([]);
    const { results } = runOf(text);
    expect(results.map(({ ruleId }) => ruleId)).toEqual(ALL_IN_ORDER.map(({ code }) => code));
    const placeless = { artifactLocation: { uri: "games/laurel.yaml" }, region: { startLine: 1 } };
    expect(results[1]?.locations).toMatchObject([{ physicalLocation: placeless }]);
    expect(results[2]).toMatchObject({
      level: "error",
      message: {
        text: 'action/slay: Another action has the id "slay".\nhelp: choose another id\ngames/\\[1\\](2).yaml:3:16: first given here',
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "games/a.yaml" },
            region: { startLine: 12, startColumn: 16, endLine: 12, endColumn: 20 },
          },
        },
      ],
    });
  });

  it("are annotations", async () => {
    const text = github(ALL);
    await expect(text).toMatchFileSnapshot("expect/github.txt");
  });

  it("without any, are documents that say so", () => {
    expect(github([])).toBe("");
    const text = sarif([]);
    expect(sarifProblems(JSON.parse(text))).toEqual([]);
    expect(runOf(text).results).toEqual([]);
  });

  it("name the game where neither a place nor the run does", () => {
    const full = diagnostic("rate-limited", "The service kept answering 429.");
    const lost = diagnostic("service-unreachable", "No answer.");
    const placed = { ...SIMILAR, game: "north" };
    const all = [{ ...full, game: "north" }, { ...lost, game: "north" }, { ...lost, game: "south" }, placed];
    expect(github(all).split("\n")).toEqual([
      "::error title=Rate limit [rate-limited]::north: The service kept answering 429.",
      "::error title=Service cannot be reached [service-unreachable]::No answer.",
      "::warning file=games/a.yaml,line=4,col=2,endColumn=6,title=Near a limit [long-in-bytes]::An id like this one is there already.",
      "",
    ]);
  });

  it("hold nothing but printable characters, whatever the text is", () => {
    const characters = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join("");
    const all = [HOSTILE, diagnostic("usage", characters)];
    for (const text of [sarif(all), github(all)]) {
      expect(text.replaceAll("\n", "").match(/[\p{Cc}\u202e]/gu)).toBeNull();
    }
  });
});

describe("SARIF", () => {
  it("describes every code as a rule, also when nothing was found", () => {
    const { driver } = runOf(sarif([])).tool;
    expect(driver).toMatchObject({ name: "laurel", version: "1.2.3", informationUri: TOOL.homepage });
    expect(driver.rules.map(({ id }) => id)).toEqual(Object.keys(CODES));
    const helpUri = "https://example.com/laurel/blob/main/docs/reference/messages.md#unreadable-file";
    expect(driver.rules[0]).toEqual({
      id: "unreadable-file",
      shortDescription: { text: CODES["unreadable-file"].summary },
      fullDescription: { text: CODES["unreadable-file"].summary },
      help: { text: helpUri, markdown: `[File cannot be read](${helpUri})` },
      helpUri,
      defaultConfiguration: { level: "error" },
      properties: { tags: ["invalid"], precision: "very-high", "problem.severity": "error" },
    });
  });

  it("links each code to its section of the reference", () => {
    const { rules } = runOf(sarif([])).tool.driver;
    for (const { id, helpUri = "" } of rules) {
      const [, path = "", anchor] = /blob\/main\/(.+)#(.+)$/.exec(helpUri) ?? [];
      expect(anchor).toBe(id);
      expect(readFileSync(join(import.meta.dirname, "../../..", path), "utf8"), helpUri).toMatch(
        new RegExp(`^##+ ${id}$`, "m"),
      );
    }
  });

  it("percent-encodes paths", () => {
    const places = { ...FILES, pathOf: () => "my folder/100%/#1 [a]?.yaml" };
    const [result] = runOf(sarif([SIMILAR], places)).results;
    const { uri } = result?.locations[0].physicalLocation.artifactLocation ?? { uri: "" };
    expect(uri).toBe("my%20folder/100%25/%231%20%5Ba%5D%3F.yaml");
    expect(decodeURIComponent(uri)).toBe("my folder/100%/#1 [a]?.yaml");
  });

  it("names a file that is in no repository by where it lies", () => {
    const text = sarif([SIMILAR], { ...FILES, pathOf: () => "/elsewhere/a b.yaml" });
    expect(sarifProblems(JSON.parse(text))).toEqual([]);
    const uri = "file:///elsewhere/a%20b.yaml";
    expect(runOf(text).results[0]?.locations[0].physicalLocation.artifactLocation).toEqual({ uri });
  });

  it("lets GitHub know placeless findings apart, of which every one is at the same line", () => {
    const two = ["a", "b"].map((id) =>
      diagnostic("deletes-player-data", "Deleting.", { address: `leaderboard/${id}` }),
    );
    const { results } = runOf(sarif(two));
    const hashes = results.map(({ partialFingerprints }) => partialFingerprints?.primaryLocationLineHash);
    expect(new Set(hashes).size).toBe(2);
    expect(hashes).not.toContain(undefined);
    const [placed] = runOf(sarif([SIMILAR])).results;
    expect(placed).not.toHaveProperty("partialFingerprints");
  });
});

describe("annotations", () => {
  it("escape what would end a property or a line", () => {
    const one = problemAt("unknown-field", span(2, 5, 9, "a,b:c%.yaml"), {
      label: "100% wrong: a, b\n2 more",
      address: "action/x",
      help: ["try\n2 times"],
    });
    expect(github([one])).toBe(
      "::error file=games/a%2Cb%3Ac%25.yaml,line=2,col=5,endColumn=9,title=Unknown field [unknown-field]::action/x: 100%25 wrong: a, b%0A2 more.%0Ahelp: try%0A2 times\n",
    );
  });

  it("begin no command of their own from text in a message", () => {
    expect(github([HOSTILE]).match(/^::/gm)).toHaveLength(1);
  });
});

describe("a path in the repository", () => {
  it.each([
    ["/repo", "/repo/games/a\\b.yaml", "games/a\\b.yaml"],
    ["/repo", "/repository/a.yaml", "/repository/a.yaml"],
  ])("below %s: %s", (root, file, path) => {
    expect(pathBelow(root, file)).toBe(path);
  });
});
