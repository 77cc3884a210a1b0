/**
 * Programs get every finding: code hosts close what a document lacks. People see a part, and how
 * many more there are.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";

/**
 * A game whose rewards nobody can earn, or with a mistake in each: one problem for each of them.
 */
async function gameWith(count: number, mistake: string): Promise<string> {
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game" });
  const rewards = Array.from({ length: count }, (_, index) => {
    return `  - { custom_id: r${index}, name: R ${index}${mistake} }\n`;
  });
  const scenarios = "scenarios:\n  - { name: nothing, steps: [], expect: { earned: [] } }\n";
  await writeFiles(cwd, {
    "game/game.yaml": `achievements: []\nrewards:\n${rewards.join("")}`,
    "game/a.test.yaml": scenarios,
  });
  return cwd;
}

/** Which rewards each form names. */
const FORMS: Readonly<Record<string, (text: string) => readonly string[]>> = {
  json: (text) => {
    const { diagnostics } = JSON.parse(text) as {
      readonly diagnostics: readonly { readonly address?: string }[];
    };
    return diagnostics.map(({ address = "" }) => address);
  },
  sarif: (text) => {
    type Document = {
      readonly runs: readonly [
        { readonly results: readonly { readonly message: { text: string } }[] },
      ];
    };
    return (JSON.parse(text) as Document).runs[0].results.map(
      ({ message }) => /^[^:]+/.exec(message.text)?.[0] ?? "",
    );
  },
  github: (text) =>
    [...text.matchAll(/^::(?:error|warning) .*?::([^:]+)/gm)].map(([, address = ""]) => address),
  junit: (text) =>
    [...text.matchAll(/<testcase[^>]*>\s*<error[^>]*>\s*([^:]+):/g)].map(
      ([, address = ""]) => address,
    ),
};

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `reward/r${index}`).sort();

describe.each([200, 261])("%i findings", (count) => {
  it.each([
    ["lint", "json", ""],
    ["lint", "sarif", ""],
    ["lint", "github", ""],
    ["validate", "json", ", key: 1"],
    ["validate", "sarif", ", key: 1"],
    ["validate", "github", ", key: 1"],
    ["plan", "json", ", key: 1"],
    ["plan", "sarif", ", key: 1"],
    ["plan", "github", ", key: 1"],
    ["test", "json", ", key: 1"],
    ["test", "junit", ", key: 1"],
    ["report", "json", ", key: 1"],
    ["graph", "json", ", key: 1"],
  ])("of %s are all in %s, once each", async (command, format, mistake) => {
    const cwd = await gameWith(count, mistake);
    const run = await runCli([command, "--format", format], { cwd });
    expect(run.exit, run.stderr).toBe(mistake === "" ? 0 : 3);
    expect([...(FORMS[format]?.(run.stdout) ?? [])].sort()).toEqual(addresses(count));
    if (format === "json" || format === "github") return;
    const ending = format === "junit" ? "xml" : format;
    await runCli([command, "--out", `found.${ending}`], { cwd });
    expect(await readFile(join(cwd, `found.${ending}`), "utf8")).toBe(run.stdout);
  });

  it("of lint are 200 at most on a screen, with the number of the others", async () => {
    const run = await runCli(["lint"], { cwd: await gameWith(count, "") });
    expect(run.stderr.match(/^warning\[unused-reward\]/gm) ?? []).toHaveLength(
      Math.min(count, 200),
    );
    const more = /(\d+) more problems? (?:is|are) not shown/.exec(run.stderr)?.[1];
    expect(more).toBe(count > 200 ? String(count - 200) : undefined);
  });
});

const notes = ({ stderr }: CliRun): string => stderr.replaceAll(/\s+/g, " ").trim();

it.each([
  [10, ""],
  [
    11,
    "warning: GitHub shows 10 errors and 10 warnings of a step as annotations; the log of the step has 1 more.",
  ],
])("stderr says which of %i annotations GitHub shows", async (count, expected) => {
  const run = await runCli(["lint", "--format", "github"], { cwd: await gameWith(count, "") });
  expect(run.stdout.match(/^::warning /gm)).toHaveLength(count);
  expect(notes(run)).toBe(expected);
});

it("JSON has all places of a problem, and its message lists two hundred", async () => {
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game" });
  const criteria = Array.from({ length: 300 }, (_, index) => {
    return `  - { custom_id: c${index}, name: C ${index}, custom_action_id: gone, rule: "gte:1" }\n`;
  });
  await writeFiles(cwd, { "game/game.yaml": `actions: []\ncriteria:\n${criteria.join("")}` });
  const { stdout } = await runCli(["validate", "--format", "json"], { cwd });
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly others: readonly object[] }[];
  };
  expect(diagnostics.map(({ others }) => others.length)).toEqual([299]);
  const text = (await runCli(["validate"], { cwd })).stderr;
  expect(text.match(/:::/g)).toHaveLength(201);
  expect(text).toContain("::: and 99 more places");
});
