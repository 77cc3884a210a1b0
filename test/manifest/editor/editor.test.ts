/** What people see in an editor with the committed schemas: asked of the server that VS Code and Neovim use for YAML. */
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { readGameFolder } from "../../../src/files/manifests.ts";
import { runCli } from "../../support/cli.ts";
import { type Completion, type Editor, type OpenFile, type Position, startEditor } from "../../support/lsp.ts";

const EXAMPLE = join(import.meta.dirname, "../../../examples/dungeon");
const LINE = "# yaml-language-server: $schema=../../schemas/manifest.schema.json\n";

let [root, project] = ["", ""];
let editor: Editor;
let opened = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "laurel-editor-"));
  project = join(root, "my project");
  await mkdir(project);
  const made = await runCli(["init", "--game", "dungeon"], { cwd: project });
  expect(made.exit, made.stderr).toBe(0);
  editor = await startEditor(project);
});

afterAll(async () => {
  await editor.close();
  await rm(root, { recursive: true, force: true });
});

/** Opens a manifest with this text; the caret stands at `|`, which is not part of it. */
async function atCaret(text: string, path = ""): Promise<{ readonly file: OpenFile; readonly caret: Position }> {
  const [before = "", after = ""] = text.split("|");
  opened += 1;
  const place = path === "" ? `games/dungeon/new-${opened}.yaml` : path;
  const file = await editor.open(join(project, place), before + after);
  const lines = before.split("\n");
  return { file, caret: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 } };
}

async function completions(text: string, path = ""): Promise<readonly Completion[]> {
  const { file, caret } = await atCaret(text, path);
  return file.completions(caret);
}

async function hover(text: string, path = ""): Promise<string> {
  const { file, caret } = await atCaret(text, path);
  return file.hover(caret);
}

async function problems(text: string, path = ""): Promise<readonly string[]> {
  const { file } = await atCaret(text, path);
  return (await file.problems()).map(({ message, range }) => `${range.start.line + 1}: ${message}`);
}

function wordsOf({ documentation }: Completion): string {
  return typeof documentation === "string" ? documentation : (documentation?.value ?? "");
}

/** Absolute paths of the files of a game. */
async function filesOf(top: string, folder: string) {
  const game = await readGameFolder({ manifests: join(top, folder) }, top);
  const paths = (files: readonly { readonly file: string }[]) => files.map(({ file }) => join(top, file));
  return { manifests: paths(game.manifests), scenarios: paths(game.scenarios) };
}

describe("good files have no problems in an editor", () => {
  it("in a project that `laurel init` made", async () => {
    const { manifests, scenarios } = await filesOf(project, "games");
    expect(manifests).toHaveLength(3);
    expect(scenarios).toHaveLength(1);
    for (const path of [...manifests, ...scenarios, join(project, "laurel.yaml")]) {
      const file = await editor.open(path);
      expect([path, await file.problems()]).toEqual([path, []]);
    }
  });

  it("in the example", async () => {
    const { manifests, scenarios } = await filesOf(EXAMPLE, "game");
    const yaml = manifests.filter((path) => path.endsWith(".yaml"));
    expect(yaml.length).toBeGreaterThan(8);
    expect(scenarios.length).toBeGreaterThan(3);
    for (const path of [...yaml, ...scenarios, join(EXAMPLE, "laurel.yaml")]) {
      const file = await editor.open(path);
      expect([path, await file.problems()]).toEqual([path, []]);
    }
  });

  it("but the server would say so if the schema was not found", async () => {
    expect(await problems("# yaml-language-server: $schema=../no.schema.json\nactions: []\n")).toEqual([
      expect.stringContaining("Unable to load schema"),
    ]);
  });
});

describe("completion of manifests", () => {
  it("offers every key at the top, with what it means", async () => {
    const offered = await completions(`${LINE}|`);
    expect(offered.map(({ label }) => label).sort()).toEqual(
      [...catalog.map(({ plural }) => plural), "moved", "removed"].sort(),
    );
    for (const { plural, summary } of catalog) {
      const own = offered.find(({ label }) => label === plural);
      expect(own && wordsOf(own)).toContain(summary);
    }
  });

  it("begins a list with what its resources need, and with no empty values", async () => {
    const offered = await completions(`${LINE}|`);
    const action = offered.find(({ label }) => label === "actions")?.insertText;
    expect(action).toBe("actions:\n  - custom_id: $1\n    name: $2");
    for (const { insertText } of offered) expect(insertText).not.toMatch(/""|\[\]|false/);
  });

  it.each(catalog.map((kind) => [kind.plural, kind] as const))(
    "offers every field of %s that is not written yet, with its description",
    async (plural, kind) => {
      const offered = await completions(`${LINE}${plural}:\n  - custom_id: a\n    name: A\n    |\n`);
      const members = [...kind.fields, ...kind.links].filter(({ name }) => !["custom_id", "name"].includes(name));
      // Where something required is missing yet, all of that is offered at once, under the kind's name.
      const labels = offered.map(({ label }) => label).filter((label) => label !== kind.label);
      const policies = ["ignore", "create_only"];
      expect(labels.sort()).toEqual([...members.map(({ name }) => name), ...policies].sort());
      for (const { name, summary } of members) {
        const own = offered.find(({ label }) => label === name);
        expect(own && wordsOf(own)).toContain(summary);
      }
    },
  );

  it.each(
    catalog.flatMap((kind) =>
      kind.fields.flatMap((field) =>
        field.type === "choice" ? [[`${kind.name}.${field.name}`, kind, field] as const] : [],
      ),
    ),
  )("offers the values of %s, each with its meaning", async (_, kind, field) => {
    const offered = await completions(`${LINE}${kind.plural}:\n  - custom_id: a\n    name: A\n    ${field.name}: |\n`);
    expect(offered.map((each) => [each.label, wordsOf(each)])).toEqual(
      field.choices.map(({ value, summary }) => [value, summary]),
    );
  });

  it("offers a list that is to be filled for a link, and a definition in it", async () => {
    const group = `${LINE}criteria_groups:\n  - custom_id: a\n    name: A\n`;
    const link = (await completions(`${group}    cri|\n`)).find(({ label }) => label === "criteria");
    expect(link?.insertText).toMatch(/^criteria:\n/);
    const labels = (await completions(`${group}    criteria:\n      - |\n`)).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["criterion", "custom_id", "custom_action_id", "rule"]));
  });

  it("goes on within a definition that stands in place of an id", async () => {
    const text = `${LINE}achievements:\n  - custom_id: a\n    name: A\n    custom_criteria_group_id:\n      custom_id: g\n      name: G\n      operator: |\n`;
    expect((await completions(text)).map(({ label }) => label)).toEqual(["and", "or", "xor"]);
  });

  it("knows moved and removed", async () => {
    const kinds = (await completions(`${LINE}moved:\n  - kind: |\n`)).map(({ label }) => label);
    expect(kinds).toEqual(catalog.map(({ name }) => name));
    const keys = (await completions(`${LINE}removed:\n  - kind: reward\n    |\n`)).map(({ label }) => label);
    expect(keys).toEqual(expect.arrayContaining(["custom_id", "reason"]));
  });
});

describe("hovering", () => {
  it("explains a kind, a field, a choice and a reference, as Markdown", async () => {
    const [kind] = catalog;
    expect(await hover(`${LINE}${kind?.plural.slice(0, 2)}|${kind?.plural.slice(2)}: []\n`)).toContain(kind?.summary);
    const group = `${LINE}criteria_groups:\n  - custom_id: a\n    name: A\n    oper|ator: or\n`;
    const operator = await hover(group);
    expect(operator).toContain("How the members are combined.");
    expect(operator).toContain("Default: `and`.");
    expect(operator).toContain("* `or`: at least one member is true");
    expect(operator.match(/at least one member is true/g)).toHaveLength(1);
    const reference = await hover(`${LINE}criteria:\n  - custom_id: a\n    name: A\n    custom_act|ion_id: b\n`);
    expect(reference).toContain("The action whose activities count.");
    const member = await hover(`${LINE}criteria_groups:\n  - custom_id: a\n    name: A\n    criteria: [on|e]\n`);
    expect(member).toContain("The criterion: its custom");
    const criterion = `${LINE}criteria:\n  - custom_id: a\n    name: A\n    custom_action_id: b\n    conditions:\n`;
    const condition = await hover(`${criterion}      groups: [{ conditions: ["mon|th:2"] }]\n`);
    expect(condition).toContain("Which activities count: `activityData:class,eq,rogue`");
    expect(await hover(`${criterion}      gro|ups: [{ conditions: ["month:2"] }]\n`)).toContain(
      "Groups of conditions.",
    );
    expect(await hover(`${criterion}    ru|le: gte:1\n`)).toContain("gte:10");
  });

  it("completes no id that somebody else has invented", async () => {
    const offered = await completions(`${LINE}criteria:\n  - custom_id: a\n    name: A\n    custom_action_id: |\n`);
    expect(offered.map(({ label }) => label).filter((label) => label.includes("-"))).toEqual([]);
  });
});

describe("overrides", () => {
  const head =
    "# yaml-language-server: $schema=../../../schemas/overrides.schema.json\nachievements:\n  - custom_id: a\n";
  const place = (name: string): string => `games/dungeon/overrides/${name}.yaml`;

  it("need no more than an id, and take null for what goes back to its default", async () => {
    expect(await problems(`${head}    description: null\n    points: 1\n`, place("good"))).toEqual([]);
    expect(await problems(`${head}    points: many\n    ponits: 1\n`, place("bad"))).toHaveLength(2);
  });
});

describe("scenarios", () => {
  const head =
    "# yaml-language-server: $schema=../../schemas/scenarios.schema.json\nscenarios:\n  - name: A\n    steps:\n      - ";
  const place = (name: string): string => `games/dungeon/${name}.test.yaml`;

  it.each([
    ["no mistake", `${head}{ do: jump, times: 2 }\n`, []],
    ["a member that is not known", `${head}{ do: jump, tmes: 2 }\n`, [expect.stringMatching(/^5: .*tmes/)]],
    ["a value of another type", `${head}{ do: jump, times: often }\n`, [expect.stringMatching(/^5: .*integer/)]],
  ])("have %s underlined", async (name, text, expected) => {
    expect(await problems(text, place(name.replaceAll(" ", "-")))).toEqual(expected);
  });
});

describe("mistakes are underlined", () => {
  const head = `${LINE}achievements:\n  - custom_id: a\n    name: A\n`;
  it.each([
    ["a key that is not known", `${LINE}achievement: []\n`, "2: Property achievement is not allowed."],
    ["a field that is not known", `${head}    is_secrect: true\n`, "5: Property is_secrect is not allowed."],
    ["a field of another kind", `${head}    rule: gte:1\n`, "5: Property rule is not allowed."],
    ["a value of another type", `${head}    points: many\n`, "5: Incorrect type. Expected one of integer, null."],
    ["a number that is too small", `${head}    points: -1\n`, "5: Value is below the minimum of 0."],
    ["a field that is missing", `${LINE}rewards:\n  - custom_id: a\n`, '3: Missing property "name".'],
    [
      "an id with a blank",
      `${LINE}rewards:\n  - custom_id: a b\n    name: A\n`,
      /^3: Expected an id of 1 to 255 letters, digits/,
    ],
    [
      "a rule in another form",
      `${LINE}criteria:\n  - custom_id: a\n    name: A\n    custom_action_id: b\n    rule: ">= 10"\n`,
      /^6: Expected an operator \(eq, gt, gte, lt, lte\), a colon and a whole number/,
    ],
    [
      "a value that is not among the choices",
      `${LINE}criteria_groups:\n  - custom_id: a\n    name: A\n    operator: nand\n`,
      '5: Value is not accepted. Valid values: "and", "or", "xor".',
    ],
  ])("%s", async (_, text, expected) => {
    expect(await problems(text)).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });
});

describe("the project file", () => {
  const SCHEMA = "# yaml-language-server: $schema=schemas/project.schema.json\nversion: 1\n";
  const game = `${SCHEMA}games:\n  dungeon:\n    manifests: games/dungeon\n`;
  const open = (name: string): string => `laurel-${name}.yaml`;

  it("is completed", async () => {
    const keys = await completions(`${SCHEMA}|`, open("top"));
    expect(keys.map(({ label }) => label)).toEqual(expect.arrayContaining(["service", "games"]));
    const settings = await completions(`${SCHEMA}service:\n  |\n`, open("service"));
    expect(settings.map(({ label }) => label)).toEqual(expect.arrayContaining(["base_url", "token_env", "scalars"]));
    for (const each of settings) expect(wordsOf(each)).not.toBe("");
    const members = await completions(`${game}    |\n`, open("game"));
    expect(members.map(({ label }) => label)).toEqual(expect.arrayContaining(["environments", "prune", "allow"]));
    const environment = await completions(`${game}    environments:\n      live:\n        |\n`, open("environment"));
    expect(environment.map(({ label }) => label)).toEqual(expect.arrayContaining(["embedded", "game_id"]));
    const hazards = await completions(`${game}    allow:\n      - |\n`, open("allow"));
    expect(hazards.map(({ label }) => label)).toContain("mass-change");
  });

  it.each([
    [
      "a key that is not known",
      `${game}    environments: { a: { embedded: true } }\n    prun: true\n`,
      /Property prun is not allowed/,
    ],
    [
      "a token",
      `${game}    environments: { a: { embedded: true } }\nservice: { token: abc }\n`,
      /Property token is not allowed/,
    ],
    [
      "a value of another type",
      `${game}    environments: { a: { embedded: true } }\n    prune: sometimes\n`,
      /Expected "boolean"/,
    ],
    [
      "a name of a variable that looks like a token",
      `${game}    environments: { a: { embedded: true } }\nservice: { token_env: "a.b" }\n`,
      /./,
    ],
  ])("has %s underlined", async (name, text, expected) => {
    const found = await problems(text, open(name.replaceAll(" ", "-")));
    expect(found).toEqual([expect.stringMatching(expected)]);
  });
});

describe("the settings for VS Code that `laurel init` writes", () => {
  it("find the schema of each file without a line in it", async () => {
    const settings = JSON.parse(await readFile(join(project, ".vscode/settings.json"), "utf8")) as {
      readonly "yaml.schemas": Readonly<Record<string, readonly string[]>>;
    };
    const mapped = await startEditor(project, settings["yaml.schemas"]);
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
      "else/a.yaml": "laurel: 1\n",
    };
    const found: Record<string, readonly string[]> = {};
    for (const [path, text] of Object.entries(files)) {
      const file = await mapped.open(join(project, path), text);
      found[path] = (await file.problems()).map(({ message }) => message);
    }
    await mapped.close();
    expect(found).toEqual({
      "laurel.yaml": expect.arrayContaining(['Missing property "version".']),
      "games/dungeon/a.yaml": ["Property laurel is not allowed."],
      "games/dungeon/b.yml": ["Property laurel is not allowed."],
      "games/dungeon/deep/er/a.yaml": ["Property laurel is not allowed."],
      "games/dungeon/a.test.yaml": ["Property laurel is not allowed."],
      "games/dungeon/deep/a.test.yml": ["Property laurel is not allowed."],
      "games/dungeon/overrides/staging.yaml": ["Property moved is not allowed."],
      "games/dungeon/overrides/staging/a.yaml": ["Property moved is not allowed."],
      "games/dungeon/overrides/testers.yml": ["Property moved is not allowed."],
      "else/a.yaml": [],
    });
  });
});
