/**
 * Commands end soon on what a stranger sends, with an answer or with a problem that says what is
 * too much. The processor's time counts, not the clock's.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { MAIN } from "../support/child.ts";
import { runCli, scratchFolder, writeFiles, writeProject } from "../support/cli.ts";

const USAGE = fileURLToPath(new URL("../../bench/usage.cjs", import.meta.url));
/** Of the processor. */
const MOST_SECONDS = 20;
/** Characters that a run prints: problems beyond 200 are counted. */
const MOST_PRINTED = 400_000;

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => row(index)).join("");
const often = (index: number): string =>
  `  - { custom_id: c-${index}, name: C ${index}, custom_action_id: act, rule: "gte:${index + 2}" }\n`;
const CRITERIA = `actions:\n  - { custom_id: act, name: Act }\ncriteria:\n${rows(2, often)}`;
const deed = (group: string): string =>
  `achievements:\n  - { custom_id: deed, name: Deed, custom_criteria_group_id: ${group} }\n`;

/**
 * Levels of two groups, each of which holds both of the next: 2 to the power of `levels` ways down.
 */
function diamond(levels: number): string {
  const group = (id: string, operator: string, members: string): string =>
    `  - { custom_id: ${id}, name: Group ${id}, operator: ${operator}, ${members} }\n`;
  const pair = (level: number): string =>
    level === 0 ? "criteria: [c-0, c-1]" : `criteria_groups: [a-${level - 1}, b-${level - 1}]`;
  const groups = rows(
    levels,
    (at) => group(`a-${at}`, "or", pair(at)) + group(`b-${at}`, "and", pair(at)),
  );
  return `${CRITERIA}criteria_groups:\n${groups}${group("top", "and", pair(levels))}${deed("top")}`;
}

const LINKS = 1_250;
const TEXT = 400_000;
const next = (name: string, index: number): string =>
  index + 1 < LINKS ? `${name}-${index + 1}` : "";

/** Files below `game`. */
const INPUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "groups nested in a chain": {
    "a.yaml": `${CRITERIA}criteria_groups:\n${rows(LINKS, (index) => `  - { custom_id: g-${index}, name: G ${index}, criteria: [c-0], criteria_groups: [${next("g", index)}] }\n`)}${deed("g-0")}`,
  },
  "actions that react in a chain": {
    "a.yaml": `actions:\n${rows(LINKS, (index) => `  - { custom_id: a-${index}, name: A ${index}, reactions: [${next("a", index)}] }\n`)}`,
  },
  "misspelt references": {
    "a.yaml": `actions:\n${rows(LINKS, (index) => `  - { custom_id: act-${index}, name: Act ${index} }\n`)}criteria:\n${rows(LINKS, (index) => `  - { custom_id: c-${index}, name: C ${index}, custom_action_id: axt-${index} }\n`)}`,
  },
  "unknown keys in one resource": {
    "a.yaml": `rewards:\n  - custom_id: egg\n    name: Egg\n${rows(25_000, (index) => `    key-${index}: 1\n`)}`,
  },
  "moves in a chain": {
    "a.yaml": `rewards:\n  - { custom_id: r-5000, name: R }\nmoved:\n${rows(5_000, (index) => `  - { kind: reward, from: r-${index}, to: r-${index + 1} }\n`)}`,
  },
  "overrides of nothing": {
    "a.yaml": `rewards:\n${rows(5_000, (index) => `  - { custom_id: r-${index}, name: R ${index} }\n`)}`,
    "overrides/default.yaml": `rewards:\n${rows(5_000, (index) => `  - { custom_id: x-${index}, name: S ${index} }\n`)}`,
  },
  ...Object.fromEntries(
    ["- ", "[", "]", "?\n", "&a\n"].map((sign) => [sign, { "a.yaml": sign.repeat(TEXT / 2) }]),
  ),
  "backslashes in quotes": { "a.yaml": `a: "${"\\".repeat(TEXT)}` },
};

async function expectSoon(command: string, files: Readonly<Record<string, string>>): Promise<void> {
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game" });
  await writeFiles(join(cwd, "game"), files);
  const usage = join(cwd, ".usage");
  const ended = spawnSync(process.execPath, ["--require", USAGE, MAIN, ...command.split(" ")], {
    cwd,
    env: { PATH: process.env.PATH, BENCH_USAGE: usage },
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    // Against runs without an end only: other work on the machine counts, too.
    timeout: 20 * MOST_SECONDS * 1000,
    killSignal: "SIGKILL",
  });
  expect([0, 1, 3, 4], `${ended.signal} ${ended.stderr.slice(0, 2000)}`).toContain(ended.status);
  if (command === "validate")
    expect(ended.stdout.length + ended.stderr.length).toBeLessThan(MOST_PRINTED);
  expect((JSON.parse(readFileSync(usage, "utf8")) as { cpu: number }).cpu / 1000).toBeLessThan(
    MOST_SECONDS,
  );
}

it.each([
  "validate",
  "lint",
  "report",
  "graph",
  "test",
  "codegen --language typescript",
  "plan",
  "apply --yes",
])("groups that share their members, sixty levels deep: %s", (command) =>
  expectSoon(command, { "a.yaml": diamond(60) }),
);

it.each(Object.entries(INPUTS))("%j", (_, files) => expectSoon("validate", files));

/** A game with 300 mistakes in one file. */
async function wrongGame(): Promise<string> {
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game" });
  const wrong = rows(
    300,
    (index) => `  - { custom_id: r${index}, name: R ${index}, key-${index}: 1 }\n`,
  );
  await writeFiles(cwd, { "game/game.yaml": `rewards:\n${wrong}` });
  return cwd;
}

it.each([
  "validate --verbose",
  // While manifests are invalid, pages leave out what may be secret.
  "report --format html --reveal-secrets",
])("people see 200 problems, and how many more there are: %s", async (command) => {
  const { exit, stdout, stderr } = await runCli(command.split(" "), { cwd: await wrongGame() });
  expect(exit).toBe(3);
  expect(stdout + stderr).toMatch(/100 more (?:errors|problems)/);
  expect([199, 200]).toContain(new Set((stdout + stderr).match(/key-\d+/g)).size);
});
