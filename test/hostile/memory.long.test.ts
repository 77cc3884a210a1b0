/**
 * Short texts that make large trees, and many games with one folder, in a process with little
 * memory.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAIN } from "../support/child.ts";
import { scratchFolder, writeFiles, writeProject } from "../support/cli.ts";

/** Of the heap, in MB: more than enough for the largest file that is read. */
const HEAP = 512;
/** Characters of a file, just within its limit. */
const SIZE = 4_000_000;

/** A file of one sign, repeated between a beginning and an end. */
function filled(sign: string, begin = "", end = ""): string {
  return begin + sign.repeat(Math.floor((SIZE - begin.length - end.length) / sign.length)) + end;
}

const inList = (sign: string): string => filled(sign, "rewards: [", "]");

const TEXTS: Readonly<Record<string, string>> = {
  commas: inList(","),
  "commas in a mapping": filled(",", "rewards: {", "}"),
  "words in a list": inList("a,"),
  "empty lists": inList("[],"),
  "empty mappings": inList("{},"),
  "empty texts": inList('"",'),
  quotes: inList('"'),
  colons: inList(":,"),
  "question marks in a list": inList("?,"),
  "question marks": filled("?\n"),
  anchors: inList("&a,"),
  "anchors of one value": filled("&a "),
  aliases: filled("*a ,", "rewards: [&a x,", "]"),
  tags: inList("!,"),
  "tags of one value": filled("!!a "),
  "reserved signs": inList("@,"),
  dashes: filled("-\n", "rewards:\n"),
  "block scalars": filled("- |\n", "rewards:\n"),
  "keys without values": filled("a:\n"),
  "wrong escapes in one text": filled("\\q", 'a: "', '"'),
  numbers: filled("0,", "actions:\n  - custom_id: a\n    name: a\n    custom_data: [", "]\n"),
  "lines of nothing": filled("\n"),
  comments: filled("#\n"),
  directives: filled("%\n"),
  "ends of documents": filled("...\n"),
};

const JSON_TEXTS: Readonly<Record<string, string>> = {
  numbers: filled("0,", '{"rewards":[', "0]}"),
  "empty lists": filled("[],", '{"rewards":[', "0]}"),
  "equal keys": filled('"":0,', '{"rewards":[{', '"a":0}]}'),
  "NUL characters": filled('"\\u0000",', '{"rewards":[', "0]}"),
};

function run(command: string, cwd: string) {
  return spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, MAIN, ...command.split(" ")],
    {
      cwd,
      env: { PATH: process.env.PATH },
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    },
  );
}

/** Runs `validate` on a project with the files below `game`. */
async function validate(files: Readonly<Record<string, string>>) {
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game" });
  await writeFiles(join(cwd, "game"), files);
  return run("validate", cwd);
}

/** The one error says what is wrong and where. */
const ONE_ERROR =
  /^(?:error|warning)\[(?:file-too-large|syntax-error|unknown-tag|more-problems|too-deep)\]/m;

describe("4 MB in one file, read in little memory:", () => {
  it.each([
    ...Object.entries(TEXTS).map(([name, text]) => [name, "a.yaml", text] as const),
    ...Object.entries(JSON_TEXTS).map(
      ([name, text]) => [`${name} in JSON`, "a.json", text] as const,
    ),
  ])("%s", async (_, file, text) => {
    const { status, signal, stdout, stderr } = await validate({ [file]: text });
    expect([status, signal], stderr.slice(0, 1000)).toEqual([3, null]);
    expect(stdout + stderr).toMatch(ONE_ERROR);
    expect(stdout + stderr).toContain(`game/${file}:`);
  });
});

it("keeps nothing of files that are beyond the limit", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `${index}.yaml`);
  const { status, stdout, stderr } = await validate(
    Object.fromEntries(names.map((name) => [name, inList(",")])),
  );
  expect(status, stderr.slice(0, 1000)).toBe(3);
  for (const name of names) expect(stdout + stderr).toContain(`game/${name}:1:`);
});

/** A project with a hundred games. `folderOf`: their folders of manifests. */
async function hundredGames(
  folderOf: (index: number) => string,
  files: Readonly<Record<string, string>>,
) {
  const cwd = await scratchFolder();
  const games = Array.from(
    { length: 100 },
    (_, index) =>
      `  g${index}: { manifests: ${folderOf(index)}, environments: { local: { embedded: true } } }\n`,
  );
  await writeFiles(cwd, { "laurel.yaml": `version: 1\ngames:\n${games.join("")}`, ...files });
  return cwd;
}

const resources = (count: number): string =>
  `rewards:\n${Array.from({ length: count }, (_, index) => `  - { custom_id: r-${index}, name: R ${index} }\n`).join("")}`;

// `graph` prints the graph of each game.
it.each(["validate", "lint", "report"])(
  "a hundred games share 20,000 resources: %s",
  async (command) => {
    const cwd = await hundredGames(() => "game", { "game/a.yaml": resources(20_000) });
    const { status, stderr } = run(command, cwd);
    expect(status, stderr.slice(0, 1000)).toBe(0);
  },
);

it("a hundred games share a folder with 10,000 mistakes", async () => {
  const wrong = resources(5_000).replaceAll("name:", "nam:");
  const cwd = await hundredGames(() => "game", { "game/a.yaml": wrong });
  const { status, stderr } = run("validate", cwd);
  expect(status, stderr.slice(0, 1000)).toBe(3);
});

it("folders in folders share their files, and what they check together has a limit", async () => {
  const folder = (index: number): string =>
    ["top", ...Array.from({ length: index }, () => "in")].join("/");
  const cwd = await hundredGames((index) => folder(Math.min(index, 90)), {
    [`${folder(90)}/a.yaml`]: resources(12_000),
  });
  const { status, stdout, stderr } = run("validate", cwd);
  expect(status, stderr.slice(0, 1000)).toBe(3);
  expect(stdout + stderr).toMatch(/laurel\.yaml:\d+:\d+/);
  expect(stdout + stderr).toContain(
    "with this folder, the run reads more than 1,000,000 resources",
  );
});
