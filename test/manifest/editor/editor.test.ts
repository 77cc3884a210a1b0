/**
 * What people see in an editor with the committed schemas: asked of the server that VS Code and
 * Neovim use for YAML.
 */
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { schemaEntries } from "../../../scripts/reference/schema-catalog.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { PACKAGE } from "../../../src/files/assets.ts";
import { runCli, writeFiles } from "../../support/cli.ts";
import { readGameFolder } from "../../support/disk.ts";
import {
  type Completion,
  type Editor,
  type OpenFile,
  type Position,
  startEditor,
} from "../../support/lsp.ts";

const ROOT = join(import.meta.dirname, "../../..");
const LINE = "# yaml-language-server: $schema=../../schemas/manifest.schema.json\n";
const RESOURCE = "  - custom_id: a\n    name: A\n";

const entries = schemaEntries(PACKAGE);
/** Where the package has what an address leads to. */
const fileOf = ({ url }: { readonly url: string }): string =>
  join(ROOT, url.slice(url.indexOf("/schemas/")));

let root = "";
let project = "";
/**
 * An editor with the settings of the project, one that knows only the catalog of schemas, and one
 * with both.
 */
let editor: Editor;
let strangers: Editor;
let both: Editor;
let opened = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "laurel-editor-"));
  project = join(root, "my project");
  await mkdir(project);
  const made = await runCli(["init", "--game", "dungeon"], { cwd: project });
  expect(made.exit, made.stderr).toBe(0);
  const settings = JSON.parse(await readFile(join(project, ".vscode/settings.json"), "utf8"));
  const byName = Object.fromEntries(entries.map((entry) => [fileOf(entry), entry.fileMatch]));
  editor = await startEditor(project, settings["yaml.schemas"]);
  strangers = await startEditor(root, byName);
  both = await startEditor(project, { ...settings["yaml.schemas"], ...byName });
});

// A schema that the server can't check is no reason for it to complain about a file.
afterEach(() => expect(editor.takeWarnings()).toEqual([]));

afterAll(async () => {
  await editor.close();
  await rm(root, { recursive: true, force: true });
});

/** Opens a manifest with this text; the caret stands at `|`, which is not part of it. */
async function atCaret(
  text: string,
  path = "",
  inEditor = editor,
): Promise<{ readonly file: OpenFile; readonly caret: Position }> {
  const [before = "", after = ""] = text.split("|");
  opened += 1;
  const place = path === "" ? `games/dungeon/new-${opened}.yaml` : path;
  const file = await inEditor.open(join(project, place), before + after);
  const lines = before.split("\n");
  return { file, caret: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 } };
}

async function completions(text: string, path = ""): Promise<readonly Completion[]> {
  const { file, caret } = await atCaret(text, path);
  return file.completions(caret);
}

async function labels(text: string, path = ""): Promise<readonly string[]> {
  return (await completions(text, path)).map(({ label }) => label);
}

async function hover(text: string): Promise<string> {
  const { file, caret } = await atCaret(text);
  return file.hover(caret);
}

async function problems(text: string, path = "", inEditor = editor): Promise<readonly string[]> {
  const { file } = await atCaret(text, path, inEditor);
  return (await file.problems()).map(({ message, range }) => `${range.start.line + 1}: ${message}`);
}

function wordsOf({ documentation }: Completion): string {
  return typeof documentation === "string" ? documentation : (documentation?.value ?? "");
}

describe("good files have no problems in an editor", () => {
  it.each([
    ["a project that `laurel init` made", () => project, "games", 5],
    ["the example", () => join(ROOT, "examples/dungeon"), "game", 13],
  ])("in %s", async (_, top, folder, least) => {
    const { manifests, scenarios } = await readGameFolder(
      { manifests: join(top(), folder) },
      { cwd: top(), env: {} },
    );
    const yaml = [...manifests, ...scenarios]
      .map(({ name }) => name)
      .filter((file) => file.endsWith(".yaml"));
    expect(yaml.length + 1).toBeGreaterThanOrEqual(least);
    for (const path of [...yaml, "laurel.yaml"]) {
      const file = await editor.open(join(top(), path));
      expect([path, await file.problems()]).toEqual([path, []]);
    }
  });

  it("but the server would say so if the schema was not found", async () => {
    expect(
      await problems("# yaml-language-server: $schema=../no.schema.json\nactions: []\n"),
    ).toEqual([expect.stringContaining("Unable to load schema")]);
  });
});

describe("completion of manifests", () => {
  it("offers every key at the top, with what it means and what its resources need", async () => {
    const offered = await completions(`${LINE}|`);
    const keys = [...catalog.map(({ plural }) => plural), "moved", "removed"];
    expect(offered.map(({ label }) => label).sort()).toEqual(keys.sort());
    for (const { plural, summary } of catalog) {
      expect(offered.filter(({ label }) => label === plural).map(wordsOf)).toEqual([
        expect.stringContaining(summary),
      ]);
    }
    const action = offered.find(({ label }) => label === "actions")?.insertText;
    expect(action).toBe("actions:\n  - custom_id: $1\n    name: $2");
    for (const { insertText } of offered) expect(insertText).not.toMatch(/""|\[\]|false/);
  });

  it("offers every field that is not written yet, with its description, and every choice with its meaning", async () => {
    for (const kind of catalog) {
      const offered = await completions(`${LINE}${kind.plural}:\n${RESOURCE}    |\n`);
      const members = [...kind.fields, ...kind.links].filter(
        ({ name }) => !["custom_id", "name"].includes(name),
      );
      // Where something required is missing yet, all of that is offered at once, under the kind's
      // name.
      const names = offered.map(({ label }) => label).filter((label) => label !== kind.label);
      expect(names.sort()).toEqual(
        [...members.map(({ name }) => name), "ignore", "create_only"].sort(),
      );
      for (const { name, summary } of members) {
        const described = offered.filter(({ label }) => label === name).map(wordsOf);
        expect(described).toEqual([expect.stringContaining(summary)]);
      }
      for (const field of kind.fields) {
        if (field.type !== "choice") continue;
        const values = await completions(
          `${LINE}${kind.plural}:\n${RESOURCE}    ${field.name}: |\n`,
        );
        const expected = field.choices.map(({ value, summary }) => [value, summary]);
        expect(values.map((value) => [value.label, wordsOf(value)])).toEqual(expected);
      }
    }
  });

  it("offers a list that is to be filled for a link, and a definition in it or in place of an id", async () => {
    const group = `${LINE}criteria_groups:\n${RESOURCE}`;
    const link = (await completions(`${group}    cri|\n`)).find(
      ({ label }) => label === "criteria",
    );
    expect(link?.insertText).toMatch(/^criteria:\n/);
    const members = await labels(`${group}    criteria:\n      - |\n`);
    expect(members).toEqual(
      expect.arrayContaining(["criterion", "custom_id", "custom_action_id", "rule"]),
    );
    const inPlace = `${LINE}achievements:\n${RESOURCE}    custom_criteria_group_id:\n      custom_id: g\n      operator: |\n`;
    expect(await labels(inPlace)).toEqual(["and", "or", "xor"]);
  });

  it("knows moved and removed, and no id that somebody else has invented", async () => {
    expect(await labels(`${LINE}moved:\n  - kind: |\n`)).toEqual(catalog.map(({ name }) => name));
    const keys = await labels(`${LINE}removed:\n  - kind: reward\n    |\n`);
    expect(keys).toEqual(expect.arrayContaining(["custom_id", "reason"]));
    const ids = await labels(`${LINE}criteria:\n${RESOURCE}    custom_action_id: |\n`);
    expect(ids.filter((label) => label.includes("-"))).toEqual([]);
  });
});

it("hovering explains a kind, a field, a choice, a reference and a member, as Markdown", async () => {
  const criterion = `${LINE}criteria:\n${RESOURCE}    custom_action_id: b\n    conditions:\n`;
  const explained: readonly (readonly [string, string])[] = [
    [`${LINE}ac|tions: []\n`, catalog[0]?.summary ?? ""],
    [`${LINE}criteria_groups:\n${RESOURCE}    oper|ator: or\n`, "Default: `and`."],
    [
      `${LINE}criteria_groups:\n${RESOURCE}    oper|ator: or\n`,
      "* `or`: at least one member is true",
    ],
    [
      `${LINE}criteria:\n${RESOURCE}    custom_act|ion_id: b\n`,
      "The action whose activities count.",
    ],
    [`${LINE}criteria_groups:\n${RESOURCE}    criteria: [on|e]\n`, "The criterion: its custom"],
    [
      `${criterion}      groups: [{ conditions: ["mon|th:2"] }]\n`,
      "Which activities count: `activityData:class,eq,rogue`",
    ],
    [`${criterion}      gro|ups: [{ conditions: ["month:2"] }]\n`, "Groups of conditions."],
    [`${criterion}    ru|le: gte:1\n`, "gte:10"],
  ];
  for (const [text, words] of explained) expect(await hover(text)).toContain(words);
});

describe("mistakes are underlined", () => {
  const overrides =
    "# yaml-language-server: $schema=../../../schemas/overrides.schema.json\nachievements:\n";
  const scenarios =
    "# yaml-language-server: $schema=../../schemas/scenarios.schema.json\nscenarios:\n  - name: A\n";
  const settings =
    "# yaml-language-server: $schema=schemas/project.schema.json\nversion: 1\ngames:\n";
  const game = `${settings}  dungeon: { manifests: games/dungeon, environments: { a: { embedded: true } } }\n`;
  it.each([
    [
      "a key that is not known",
      `${LINE}achievement: []\n`,
      "2: Property achievement is not allowed.",
    ],
    [
      "a value of another type",
      `${LINE}achievements:\n${RESOURCE}    points: many\n`,
      /^5: Incorrect type. Expected/,
    ],
    [
      "a number that is too small",
      `${LINE}achievements:\n${RESOURCE}    points: -1\n`,
      /^5: Value is below the minimum/,
    ],
    [
      "a field that is missing",
      `${LINE}rewards:\n  - custom_id: a\n`,
      '3: Missing property "name".',
    ],
    [
      "an id with a blank",
      `${LINE}rewards:\n  - { custom_id: a b, name: A }\n`,
      /^3: Expected an id of 1 to 255 letters/,
    ],
    [
      "no choice",
      `${LINE}criteria_groups:\n${RESOURCE}    operator: nand\n`,
      /^5: .*Valid values: "and", "or", "xor"/,
    ],
    [
      "overrides",
      `${overrides}  - custom_id: a\n    description: null\n    points: many\n`,
      /^5: Incorrect type/,
    ],
    [
      "scenarios",
      `${scenarios}    steps: [{ do: jump, tmes: 2 }]\n    expect: { points: 0 }\n`,
      /^4: .*tmes/,
    ],
    ["a project", `${game}service: { token: abc }\n`, /Property token is not allowed/],
  ])("%s", async (name, text, expected) => {
    const path = {
      overrides: "games/dungeon/overrides/local.yaml",
      "a project": "laurel-project.yaml",
    }[name];
    const found = await problems(text, path);
    expect(found).toEqual([
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    ]);
  });
});

it("the project file is completed", async () => {
  const line = "# yaml-language-server: $schema=schemas/project.schema.json\nversion: 1\n";
  const game = `${line}games:\n  dungeon:\n    manifests: games/dungeon\n`;
  const offered: readonly (readonly [string, readonly string[]])[] = [
    [`${line}|`, ["service", "games"]],
    [`${line}service:\n  |\n`, ["base_url", "token_env", "wire"]],
    [`${game}    |\n`, ["environments", "prune", "allow"]],
    [`${game}    environments:\n      live:\n        |\n`, ["embedded", "game_id"]],
    [`${game}    allow:\n      - |\n`, ["mass-change"]],
  ];
  for (const [index, [text, keys]] of offered.entries())
    expect(await labels(text, `laurel-${index}.yaml`)).toEqual(expect.arrayContaining([...keys]));
});

describe("the schema of a file without a line in it", () => {
  it("is found by the settings for VS Code that `laurel init` writes", async () => {
    const files = {
      "laurel.yaml": "games: {}\n",
      "games/dungeon/a.yaml": "laurel: 1\n",
      "games/dungeon/b.yml": "laurel: 1\n",
      "games/dungeon/deep/er/a.yaml": "laurel: 1\n",
      "games/dungeon/a.test.yaml": "laurel: 1\nscenarios: []\n",
      "games/dungeon/deep/a.test.yml": "laurel: 1\nscenarios: []\n",
      "games/dungeon/overrides/staging.yaml": "moved: []\n",
      "games/dungeon/overrides/staging/a.yaml": "moved: []\n",
      "games/dungeon/overrides/testers.yml": "moved: []\n",
    };
    for (const [path, text] of Object.entries(files)) {
      const [word] = text.split(":");
      const expected =
        path === "laurel.yaml" ? 'Missing property "version".' : `Property ${word} is not allowed.`;
      expect([path, ...(await problems(text, path))]).toContain(`1: ${expected}`);
    }
    expect(await problems("laurel: 1\n", "else/a.yaml")).toEqual([]);
  });

  it("is found by names like `town.laurel.yaml`, in the catalog of schemas that editors have", async () => {
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(["name", "description", "fileMatch", "url"]);
      expect(JSON.parse(await readFile(fileOf(entry), "utf8")).$id).toBe(entry.url);
    }
    const names = entries.flatMap(({ fileMatch }) => fileMatch);
    expect(new Set(names).size).toBe(names.length);
    const game =
      "games: { town: { manifests: games, environments: { local: { embedded: true } } } }";
    const files = {
      "laurel.yaml": `version: 1\n${game}\n`,
      "games/town.laurel.yaml": "rewards: [{ custom_id: egg, name: Egg }]\n",
      "games/more/harbour.laurel.yml": "rewards: [{ custom_id: boat, name: Boat }]\n",
      "games/town.laurel.test.yaml":
        "scenarios: [{ name: Nothing happens, steps: [], expect: { points: 0 } }]\n",
      "games/overrides/local.laurel.yaml": "rewards: [{ custom_id: egg, name: Golden egg }]\n",
    };
    await writeFiles(join(root, "town"), files);
    for (const [path, text] of Object.entries(files)) {
      for (const each of [strangers, both]) {
        expect([path, ...(await problems(text, `../town/${path}`, each))]).toEqual([path]);
        const wrong = await problems("wrong: 1\n", `../wrong/${path}`, each);
        expect(wrong).toContainEqual(expect.stringMatching(/wrong|Missing/));
      }
    }
    expect(strangers.takeWarnings()).toEqual([]);
    // The server combines two schemas of one file, and can't check such a combination against the
    // language of schemas.
    const warnings = both.takeWarnings();
    expect(warnings).not.toEqual([]);
    expect(
      warnings.filter((warning) => !/combinedSchema.* could not be fully validated/.test(warning)),
    ).toEqual([]);
    const validated = await runCli(["validate"], { cwd: join(root, "town") });
    expect(validated.stdout).toBe("Valid: game town, 2 resources, and overrides for local.\n");
  });
});
