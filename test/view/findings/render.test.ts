/** Findings in each of their forms, to the letter. Hostile texts in them: ../hostile.test.ts. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathBelow } from "../../../src/files/paths.ts";
import { CODES } from "../../../src/model/codes.ts";
import { type Diagnostic, diagnostic, problemAt } from "../../../src/model/diagnostics.ts";
import {
  type RepositoryFiles,
  renderFindingsGithub,
  renderFindingsSarif,
} from "../../../src/view/parts/findings.ts";
import { shownProblems } from "../../support/shown.ts";
import { span } from "../sample-plans.ts";
import { placesOf, runOf } from "./sarif-schema.ts";

const HOMEPAGE = "https://example.com/laurel";
type Source = Parameters<RepositoryFiles["pathOf"]>[0];
const inGames = ({ name }: Source): string => `games/${name}`;
const github = (...diagnostics: readonly Diagnostic[]): string =>
  renderFindingsGithub(shownProblems(diagnostics), {
    pathOf: inGames,
    projectFile: "games/laurel.yaml",
  });
const sarif = (diagnostics: readonly Diagnostic[], pathOf = inGames): string =>
  renderFindingsSarif(
    shownProblems(diagnostics),
    { pathOf, projectFile: "games/laurel.yaml" },
    { version: "1.2.3", homepage: HOMEPAGE },
  );

const DUPLICATE = problemAt("duplicate-id", span(12, 16, 20), {
  label: 'another action has the id "slay"',
  address: "action/slay",
  others: [{ span: span(3, 16, 20, "[1](2).yaml"), text: "first given here" }],
  help: ["choose another id"],
});
const SIMILAR = problemAt("long-in-bytes", span(4, 2, 6), {
  label: "an id like this one is there already",
});
const UNREACHABLE = diagnostic(
  "service-unreachable",
  "https://api.example.com did not answer.\nAfter 5 retries.",
);
const REFUSED = diagnostic("deletes-player-data", "Deleting it deletes its badges.", {
  address: "reward/egg",
  primary: { span: span(7, 5, 5, "rewards.yaml"), text: "" },
});
const HOSTILE = diagnostic(
  "service-refused",
  "\u001b[31m[click](https://evil.example) ::error::x {0} | <b>@admin</b>\u202e\n::set-output name=a::b",
);
const ALL = [UNREACHABLE, DUPLICATE, REFUSED, HOSTILE];

describe("SARIF", () => {
  it("has a result for each finding, in its place or at the project file", () => {
    expect(placesOf(sarif(ALL))).toEqual([
      "service-refused games/laurel.yaml:1",
      "service-unreachable games/laurel.yaml:1",
      "duplicate-id games/a.yaml:12",
      "deletes-player-data games/rewards.yaml:7",
    ]);
    const text =
      'action/slay: Another action has the id "slay".\nhelp: choose another id\n"games/\\[1\\](2).yaml":3:16: first given here';
    const region = { startLine: 12, startColumn: 16, endLine: 12, endColumn: 20 };
    const [duplicate] = runOf(sarif([DUPLICATE])).results;
    expect(duplicate).toMatchObject({
      level: "error",
      message: { text },
      locations: [{ physicalLocation: { region } }],
    });
    expect(placesOf(sarif([]))).toEqual([]);
  });

  it("describes every code as a rule with its section of the reference, also when nothing was found", () => {
    const { driver } = runOf(sarif([])).tool;
    expect(driver).toMatchObject({ name: "laurel", version: "1.2.3", informationUri: HOMEPAGE });
    expect(driver.rules.map(({ id }) => id)).toEqual(Object.keys(CODES));
    const helpUri = `${HOMEPAGE}/blob/main/docs/reference/messages.md#unreadable-file`;
    const { summary } = CODES["unreadable-file"];
    expect(driver.rules[0]).toEqual({
      id: "unreadable-file",
      shortDescription: { text: summary },
      fullDescription: { text: summary },
      help: { text: helpUri, markdown: `[File cannot be read](${helpUri})` },
      helpUri,
      defaultConfiguration: { level: "error" },
      properties: { tags: ["invalid"], precision: "very-high", "problem.severity": "error" },
    });
    for (const { id, helpUri: address } of driver.rules) {
      const [, path = "", anchor] = /blob\/main\/(.+)#(.+)$/.exec(address) ?? [];
      expect(anchor).toBe(id);
      const page = readFileSync(join(import.meta.dirname, "../../..", path), "utf8");
      expect(page, address).toMatch(new RegExp(`^##+ ${id}$`, "m"));
    }
  });

  it.each([
    [
      "in the repository",
      "my folder/100%/#1 [a]?.yaml",
      "my%20folder/100%25/%231%20%5Ba%5D%3F.yaml",
    ],
    ["outside of it", "/elsewhere/a b.yaml", "file:///elsewhere/a%20b.yaml"],
  ])("names a file %s by an address", (_, path, uri) => {
    const [result] = runOf(sarif([SIMILAR], () => path)).results;
    expect(result?.locations[0].physicalLocation.artifactLocation).toEqual({ uri });
  });

  it("lets GitHub know placeless findings apart, of which every one is at the same line", () => {
    const two = ["leaderboard/a", "leaderboard/b"] as const;
    const deletions = two.map((address) =>
      diagnostic("deletes-player-data", "Deleting.", { address }),
    );
    const [a, b, placed] = runOf(sarif([...deletions, SIMILAR])).results.map(
      (result) => result.partialFingerprints,
    );
    expect([a?.primaryLocationLineHash, placed]).toEqual([expect.any(String), undefined]);
    expect(b).not.toEqual(a);
  });
});

describe("annotations", () => {
  it("are one line for each finding, from whose text no command of its own begins", () => {
    expect(github(...ALL).split("\n")).toEqual([
      "::error title=Service refused the request [service-refused]::\\u001b[31m[click](https://evil.example) ::error::x {0} | <b>@admin</b>\\u202e%0A::set-output name=a::b",
      "::error title=Service cannot be reached [service-unreachable]::https://api.example.com did not answer.%0AAfter 5 retries.",
      '::error file=games/a.yaml,line=12,col=16,endColumn=20,title=Duplicate custom_id [duplicate-id]::action/slay: Another action has the id "slay".%0Ahelp: choose another id%0A"games/[1](2).yaml":3:16: first given here',
      "::error file=games/rewards.yaml,line=7,col=5,endColumn=5,title=Would delete player data [deletes-player-data]::reward/egg: Deleting it deletes its badges.",
      "",
    ]);
    expect(github()).toBe("");
  });

  it("name the game where neither a place nor the run does", () => {
    const full = diagnostic("rate-limited", "The service kept answering 429.");
    const lost = diagnostic("service-unreachable", "No answer.");
    const all = [full, lost, SIMILAR].map((finding) => ({ ...finding, game: "north" }));
    expect(github(...all, { ...lost, game: "south" }).split("\n")).toEqual([
      "::error title=Rate limit [rate-limited]::north: The service kept answering 429.",
      "::error title=Service cannot be reached [service-unreachable]::No answer.",
      "::warning file=games/a.yaml,line=4,col=2,endColumn=6,title=Near a limit [long-in-bytes]::An id like this one is there already.",
      "",
    ]);
  });

  it("escape what would end a property or a line", () => {
    const label = "100% wrong: a, b\n2 more";
    const help = ["try\n2 times"];
    expect(
      github(
        problemAt("unknown-field", span(2, 5, 9, "a,b:c%.yaml"), {
          label,
          address: "action/x",
          help,
        }),
      ),
    ).toBe(
      "::error file=games/a%2Cb%3Ac%25.yaml,line=2,col=5,endColumn=9,title=Unknown field [unknown-field]::action/x: 100%25 wrong: a, b%0A2 more.%0Ahelp: try%0A2 times\n",
    );
  });
});

it.each([
  ["/repo", "/repo/games/a\\b.yaml", "games/a\\b.yaml"],
  ["/repo", "/repository/a.yaml", "/repository/a.yaml"],
])("a path below %s: %s", (root, file, path) => {
  expect(pathBelow(root, file)).toBe(path);
});
