import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { manifestSchema, overridesSchema } from "../../scripts/reference/manifest-schema.ts";
import { designOf } from "../../src/analysis/design/design.ts";
import { readScenarios } from "../../src/analysis/scenarios/read-scenarios.ts";
import { scenariosSchema } from "../../src/analysis/scenarios/scenarios-schema.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { JsonObject } from "../../src/ground/json.ts";
import { EDITOR_KEYWORDS } from "../../src/manifest/editor-words.ts";
import { loadDesired } from "../../src/manifest/game/desired-game.ts";
import { parseText } from "../../src/manifest/parse.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import type { DesiredGame } from "../../src/model/model.ts";
import { parseProject } from "../../src/project/project.ts";
import { projectSchema } from "../../src/project/project-schema.ts";
import { DEFAULT_PLAY } from "../support/defaults.ts";
import { readGameFolder } from "../support/disk.ts";
import { loadTexts } from "../support/sources.ts";

const example = join(import.meta.dirname, "../../examples/dungeon");

const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true });
ajv.addVocabulary([...EDITOR_KEYWORDS]);
const valid = (schema: JsonObject, value: unknown): boolean => ajv.validate(schema, value);

describe("the schema of manifests", () => {
  const schema = manifestSchema(catalog);

  it("accepts every manifest of the example, which loads without a problem", async () => {
    const { manifests: files } = await readGameFolder(
      { manifests: join(example, "game") },
      { cwd: example, env: {} },
    );
    expect(loadDesired(files, catalog).diagnostics).toEqual([]);
    for (const { text } of files) {
      const documents = parseAllDocuments(text);
      for (const document of Array.isArray(documents) ? documents : [])
        expect(valid(schema, document.toJS())).toBe(true);
    }
  });
});

describe("laurel and the published schemas accept the same documents", () => {
  const WHOLE = "custom_id: a, name: A";
  type Document = "manifest" | "overrides" | "project" | "scenarios";
  const GAME = "manifests: game, environments: { local: { embedded: true } }";
  const project = (game: string, rest = ""): string =>
    `{ version: 1, games: { g: { ${game} } }${rest} }`;
  const scenario = (steps: string, rest = ""): string =>
    `scenarios: [{ name: A, steps: [${steps}]${rest} }]`;
  const EXPECT = ", expect: { earned: [] }";
  const cases: readonly (readonly [file: Document, text: string, isAccepted: boolean])[] = [
    ...(["null", "~", '""', "{}", "5"] as const).map(
      (value) => ["manifest", `actions: ${value}`, false] as const,
    ),
    ["manifest", "actions: []", true],
    [
      "manifest",
      `actions: [{ ${WHOLE}, description: null, custom_data: null, reactions: null }]`,
      true,
    ],
    ["manifest", `actions: [{ ${WHOLE}, description: "", ignore: null, create_only: null }]`, true],
    ["manifest", `actions: [{ ${WHOLE}, nam: B }]`, false],
    ["manifest", "actions: [{ custom_id: a, name: null }]", false],
    ["manifest", 'actions: [{ custom_id: a, name: " " }]', false],
    ["manifest", 'actions: [{ custom_id: "", name: A }]', false],
    ["manifest", "actions: [{ custom_id: .., name: A }]", false],
    ["manifest", "leaderboards: [{ custom_id: a, name: A, type: standart }]", false],
    ["manifest", `actions: [{ custom_id: a, name: ${"x".repeat(255)} }]`, true],
    ["manifest", `actions: [{ custom_id: a, name: ${"x".repeat(256)} }]`, false],
    ["manifest", `actions: [{ ${WHOLE}, ignore: [custom_id] }]`, false],
    ["manifest", `actions: [{ ${WHOLE}, ignore: [name, name] }]`, false],
    [
      "manifest",
      `achievements: [{ ${WHOLE}, points: null, is_secret: null, custom_criteria_group_id: null }]`,
      true,
    ],
    ["manifest", `achievements: [{ ${WHOLE}, points: "" }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, points: 1.5 }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, points: -1 }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, custom_criteria_group_id: "" }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, rewards: [{ custom_id: r, name: R }] }]`, true],
    ["manifest", `achievements: [{ ${WHOLE}, custom_criteria_group_id: { ${WHOLE} } }]`, true],
    ["manifest", `achievements: [{ ${WHOLE}, rewards: [{ custom_id: r }] }]`, false],
    ["manifest", `achievements: [{ ${WHOLE}, rewards: [null] }]`, false],
    ["manifest", `criteria_groups: [{ ${WHOLE}, conditions: null }]`, true],
    ["manifest", `criteria_groups: [{ ${WHOLE}, operator: null }]`, false],
    ["manifest", `criteria_groups: [{ ${WHOLE}, conditions: {} }]`, false],
    ["manifest", `criteria_groups: [{ ${WHOLE}, conditions: { groups: [] } }]`, true],
    ["manifest", "rewards: []\nremoved: [{ kind: reward, custom_id: a, reason: b }]", true],
    ["manifest", "moved: [{ from: a, to: b }]", false],
    ["manifest", "moved: [{ kind: rewards, from: a, to: b }]", false],
    ["manifest", "moved: [{ kind: reward, from: a, to: b, reason: c }]", false],
    ["manifest", "removed: [{ kind: reward, custom_id: a }]", false],
    ["manifest", `rewards: [{ ${WHOLE}, ignore: [points] }]`, false],
    ["manifest", `rewards: [{ ${WHOLE}, create_only: "yes" }]`, false],
    ["manifest", 'moved: [{ kind: reward, from: a, to: "" }]', false],
    [
      "manifest",
      `actions: [{ ${WHOLE} }]\nremoved: [{ kind: reward, custom_id: a, reason: Old, keep: null }]`,
      true,
    ],
    ["overrides", `actions: [{ ${WHOLE}, description: null }]`, true],
    ["overrides", "actions: [{ name: A }]", false],
    ["overrides", "actions: [{ custom_id: a, name: null }]", false],
    ["overrides", "achievements: [{ custom_id: a, rewards: [{ custom_id: r, name: R }] }]", false],
    ["overrides", "moved: []", false],
    ["overrides", "actions: null", false],
    ["overrides", "actions: [{ custom_id: a, nam: B }]", false],
    [
      "overrides",
      "achievements: [{ custom_id: a, points: null, rewards: [r], ignore: [points] }]",
      true,
    ],
    ["overrides", "{}", true],
    ["overrides", "criteria: [{ custom_id: ten, rule: 1 }]", false],
    [
      "overrides",
      "achievements: [{ custom_id: a, custom_criteria_group_id: { custom_id: g, name: G } }]",
      false,
    ],
    ["project", project(GAME), true],
    ["project", project(GAME, ", enviroments: {}"), false],
    ["project", project("manifests: game, enviroments: { local: { embedded: true } }"), false],
    ["project", project("manifests: game, environments: { local: { embeded: true } }"), false],
    ["project", project(GAME).replace("version: 1", "version: 2"), false],
    ["project", "{ version: 1, games: {} }", false],
    ["project", "{ version: 1, games: null }", false],
    ["project", project("manifests: '', environments: { local: { embedded: true } }"), false],
    ["project", project("manifests: game, environments: {}"), false],
    ["project", project("manifests: game, environments: { local: { embedded: false } }"), false],
    [
      "project",
      project("manifests: game, environments: { local: { embedded: true, game_id: x } }"),
      false,
    ],
    ["project", project("manifests: game, environments: { live: { game_id: '${X}' } }"), true],
    ["project", project("manifests: game, environments: { live: { game_id: '${X:-1}' } }"), false],
    ["project", project(GAME, ", service: { page_size: none, retries: 0, concurrency: 64 }"), true],
    ["project", project(GAME, ", service: { page_size: all }"), false],
    ["project", project(GAME, ", service: { concurrency: 65 }"), false],
    ["project", project(GAME, ", service: { retries: null }"), false],
    ["project", project(GAME, ", service: { token: abc }"), false],
    ["project", project(GAME, ", lint: { rules: { unused-action: off } }"), true],
    ["project", project(GAME, ", lint: { budget: { step: 0 } }"), false],
    ["project", project(`${GAME}, allow: [mass-change]`), true],
    ["project", project(`${GAME}, allow: [mass-change, mass-change]`), false],
    ["project", project(`${GAME}, allow: [mass]`), false],
    ["project", project(`${GAME}, actions: { "a b": { effort: 1 } }`), false],
    ["project", project(GAME).replace("g:", "'a/b':"), false],
    ["scenarios", scenario("{ do: a }", EXPECT), true],
    ["scenarios", "scenarios: null", false],
    ["scenarios", scenario("{ doo: a }", EXPECT), false],
    ["scenarios", scenario("{ do: a, wait: 1d }", EXPECT), false],
    ["scenarios", scenario("{ do: a, times: 0 }", EXPECT), false],
    ["scenarios", scenario("{ do: a, custom_data: null, amount: -1 }", EXPECT), true],
    ["scenarios", scenario("{ do: null }", EXPECT), false],
    ["scenarios", scenario("{ do: a, after: 2x }", EXPECT), false],
    ["scenarios", scenario("{ do: a }", ", expect: {}"), false],
    ["scenarios", scenario("{ do: a }", ", expect: { points: 1.5 }"), false],
    ["scenarios", scenario("{ do: a }", ", expect: { points: -0 }"), true],
    ["scenarios", scenario("{ do: a }", ", players: {}, expect: { earned: [] }"), false],
    ["scenarios", scenario("{ do: a }", ", players: { p: null }, expect: { earned: [] }"), true],
    ["scenarios", scenario("{ do: a }", ", start: tomorrow, expect: { earned: [] }"), false],
  ];
  const DECLARED = `actions: [{ ${WHOLE} }]\nachievements: [{ ${WHOLE} }]\n`;
  const schemas = {
    manifest: manifestSchema(catalog),
    overrides: overridesSchema(catalog),
    project: projectSchema,
    scenarios: scenariosSchema,
  };
  const declared = loadTexts([{ file: "all.yaml", text: DECLARED }], catalog).value as DesiredGame;
  const design = designOf(declared.resources.values(), declared.managed, DEFAULT_PLAY);
  const problemsOf: Readonly<Record<Document, (text: string) => readonly Diagnostic[]>> = {
    manifest: (text) => loadTexts([{ file: "game.yaml", text }], catalog).diagnostics,
    overrides: (text) =>
      loadTexts([{ file: "all.yaml", text: DECLARED }], catalog, [{ file: "local.yaml", text }])
        .diagnostics,
    project: (text) => parseProject(parseText("laurel.yaml", text)).diagnostics,
    scenarios: (text) => readScenarios(parseText("a.test.yaml", text), design).diagnostics,
  };

  it.each(cases)("%s: %s", (file, text, isAccepted) => {
    const [document] = parseAllDocuments(text);
    expect(valid(schemas[file], document?.toJS())).toBe(isAccepted);
    expect(problemsOf[file](text).map(({ detail }) => detail)).toHaveLength(isAccepted ? 0 : 1);
  });
});

describe("both schemas", () => {
  it("are of draft-07, which every editor understands, and of nothing later", () => {
    for (const schema of [manifestSchema(catalog), projectSchema]) {
      expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
      // Keywords of later drafts are unknown to this validator, which refuses them.
      expect(() => ajv.compile(schema)).not.toThrow();
      expect(ajv.validateSchema(schema)).toBe(true);
    }
  });
});
