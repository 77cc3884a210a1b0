/** The target of a plan in two project files, as the same command finds it. */
import { expect, it } from "vitest";
import { parseText } from "../../src/manifest/parse.ts";
import { compareTargets } from "../../src/project/compare-targets.ts";
import { type Project, parseProject } from "../../src/project/project.ts";

function projectFrom(text: string): Project {
  const { value, diagnostics } = parseProject(parseText("laurel.yaml", text));
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return value;
}

const project = (environments: string, more = ""): Project =>
  projectFrom(
    `version: 1\nservice: { base_url: https://a.example.com }\ngames:\n  g: { manifests: m, ${more}environments: { ${environments} } }\n`,
  );

const LIVE = "live: { game_id: g1 }";
const chosen = { game: "g", environment: "live", env: "live" };

it.each([
  ["the same", LIVE, LIVE, "same"],
  [
    "the same in another form",
    LIVE,
    'live: { game_id: g1, service: { base_url: "https://a.example.com/v1/" } }',
    "same",
  ],
  ["another game", LIVE, "live: { game_id: g2 }", "changed"],
  [
    "another variable",
    'live: { game_id: "${LAUREL_A}" }',
    'live: { game_id: "${LAUREL_B}" }',
    "changed",
  ],
  [
    "another service",
    LIVE,
    'live: { game_id: g1, service: { base_url: "https://b.example.com" } }',
    "changed",
  ],
  ["live after embedded", "live: { embedded: true }", LIVE, "changed"],
  ["embedded after live", LIVE, "live: { embedded: true }", "changed"],
  ["embedded in both", "live: { embedded: true }", "live: { embedded: true }", "same"],
  [
    "the live game of another environment",
    `${LIVE}, test: { game_id: g2 }`,
    "live: { game_id: g2 }",
    "changed",
  ],
  ["another name of the environment", "production: { game_id: g1 }", LIVE, "same"],
  ["a new environment", "test: { game_id: g2 }", `${LIVE}, test: { game_id: g2 }`, "new"],
])("a target is %s", (_, before, now, is) => {
  expect(compareTargets(project(before), project(now), chosen).target.is).toBe(is);
});

it("an environment with another name has the overrides that it had", () => {
  const { earlier } = compareTargets(project("production: { game_id: g1 }"), project(LIVE), chosen);
  expect(earlier?.environment).toBe("production");
});

it("a default that leads to another environment changes the target, unless the command names one", () => {
  const both = `${LIVE}, test: { game_id: g2 }`;
  const before = project(both, "default_environment: test, ");
  const now = project(both, "default_environment: live, ");
  const unnamed = compareTargets(before, now, { ...chosen, env: undefined });
  expect(unnamed.target).toMatchObject({
    is: "changed",
    before: { environment: "test", game_id: "g2" },
  });
  expect(compareTargets(before, now, chosen).target.is).toBe("same");
});

it("a game with another name is compared with the one that had its live game, and one with both changed is new", () => {
  const renamed = (id: string): Project =>
    projectFrom(
      `version: 1\nservice: { base_url: https://a.example.com }\ngames:\n  z: { manifests: m, environments: { live: { game_id: ${id} } } }\n`,
    );
  const target = { ...chosen, game: "z" };
  expect(compareTargets(project(LIVE), renamed("g1"), target).target.is).toBe("same");
  expect(compareTargets(project(LIVE), renamed("g2"), target).target).toMatchObject({
    is: "new",
    what: "game",
  });
});

it("without a project file at the commit, the target is unknown, and settings beyond the defaults are named", () => {
  const now = project("live: { game_id: g1, prune: true, allow: [mass-change] }");
  expect(compareTargets(undefined, now, chosen)).toEqual({
    target: {
      is: "unknown",
      now: { game: "g", environment: "live", game_id: "g1", base_url: "https://a.example.com" },
    },
    settings: [
      { setting: "prune", before: false, after: true },
      { setting: "allow", before: [], after: ["mass-change"] },
    ],
    earlier: undefined,
  });
});

it("hides what is written before the host, and names of variables that may be tokens", () => {
  const url =
    'live: { game_id: g1, service: { base_url: "https://x:hunter2@${LAUREL_HOST}", token_env: hunter3 } }';
  const { target, settings } = compareTargets(project(LIVE), project(url), chosen);
  expect(target).toMatchObject({ is: "changed", now: { base_url: "https://…@${LAUREL_HOST}" } });
  expect(JSON.stringify([target, settings])).not.toMatch(/hunter/);
  expect(settings).toEqual([
    { setting: "service.token_env", before: "LAUREL_API_TOKEN", after: "NAME_UNDER_TOKEN_ENV" },
  ]);
});

it.each([
  [
    "the order of hazards",
    'allow: ["mass-change", "reveals-secret"], ',
    'allow: ["reveals-secret", "mass-change"], ',
    [],
  ],
  ["a default", "", "prune: false, allow: [], actions: {}, ", []],
  ["settings of lint", "", "lint: { budget: { total_points: 10 } }, ", []],
  [
    "an action with the name of a method",
    "",
    "actions: { toString: { effort: 2 } }, ",
    ["actions"],
  ],
  ["prune and a hazard", "", "prune: true, allow: [mass-change], ", ["prune", "allow"]],
])("of settings, it names no more than differ: %s", (_, before, now, names) => {
  const { settings } = compareTargets(project(LIVE, before), project(LIVE, now), chosen);
  expect(settings.map(({ setting }) => setting)).toEqual(names);
});
