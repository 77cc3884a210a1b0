import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT } from "../../src/catalog/dialect.ts";
import { parseText } from "../../src/manifest/parse.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import { type Choice, type ChosenGame, chooseGames } from "../../src/project/choose-games.ts";
import { parseProject } from "../../src/project/project.ts";
import { DEFAULT_LINT } from "../support/defaults.ts";

const TEXT = `
version: 1
service:
  base_url: \${LAUREL_BASE_URL}
  concurrency: 8
games:
  dungeon:
    manifests: games/dungeon
    prune: true
    allow: [mass-change]
    default_environment: local
    environments:
      local: { embedded: true }
      production:
        game_id: game-\${LAUREL_DUNGEON}-\${LAUREL_SUFFIX}
        prune: false
        allow: []
        service: { concurrency: 2, page_size: none, requests_per_second: 0.5, wire: { booleans: number, numbers: text } }
  arena:
    manifests: games/arena
    environments:
      production: { game_id: arena, service: { base_url: https://arena.example.com/v1 } }
`;

/** The games that were chosen, and the problems of the choice and of each of them. */
function choose(
  choice: Partial<Choice>,
  text = TEXT,
): { readonly value: readonly ChosenGame[]; readonly diagnostics: readonly Diagnostic[] } {
  const { value, diagnostics } = parseProject(parseText("laurel.yaml", text));
  expect(diagnostics).toEqual([]);
  if (value === undefined) throw new Error("no project");
  const asked = chooseGames(value, { variables: {}, ...choice });
  return {
    value: asked.games.flatMap((each) => (each.value === undefined ? [] : [each.value])),
    diagnostics: [...asked.diagnostics, ...asked.games.flatMap((each) => each.diagnostics)],
  };
}

function chosen(choice: Partial<Choice>, text = TEXT): readonly ChosenGame[] {
  const asked = choose(choice, text);
  expect(asked.diagnostics).toEqual([]);
  return asked.value;
}

const VARIABLES = {
  LAUREL_BASE_URL: "https://api.example.com",
  LAUREL_DUNGEON: "d",
  LAUREL_SUFFIX: "1",
};

describe("choosing games", () => {
  it("takes all games, each in its default or only environment", () => {
    expect(chosen({}).map(({ game, environment }) => `${game} ${environment}`)).toEqual([
      "dungeon local",
      "arena production",
    ]);
  });

  it("needs no variable of an environment that is not chosen, and no address for the embedded service", () => {
    expect(chosen({ games: ["dungeon"] })).toEqual([
      {
        game: "dungeon",
        environment: "local",
        environments: ["local", "production"],
        isLive: true,
        manifests: "games/dungeon",
        manifestsSpan: expect.objectContaining({
          source: expect.objectContaining({ name: "laurel.yaml" }),
        }),
        prune: true,
        allow: ["mass-change"],
        service: {
          token_env: "LAUREL_API_TOKEN",
          concurrency: 8,
          page_size: 100,
          timeout_seconds: 30,
          retries: 5,
          wire: DEFAULT_DIALECT,
        },
        lint: DEFAULT_LINT,
        actions: new Map(),
      },
    ]);
  });

  it("lets an environment override service, prune and allow", () => {
    expect(chosen({ games: ["dungeon"], env: "production", variables: VARIABLES })).toMatchObject([
      {
        prune: false,
        allow: [],
        game_id: "game-d-1",
        service: {
          base_url: "https://api.example.com",
          concurrency: 2,
          requests_per_second: 0.5,
          page_size: "none",
          wire: { booleans: "number", numbers: "text", nulls: "send" },
        },
      },
    ]);
  });

  it("takes an environment's own address without reading the shared one", () => {
    expect(chosen({ games: ["arena"] })[0]?.service.base_url).toBe("https://arena.example.com/v1");
  });

  const live: Partial<Choice> = { games: ["dungeon"], env: "production" };
  it.each<[string, Partial<Choice>, string[]]>([
    [
      TEXT,
      { ...live, variables: { LAUREL_DUNGEON: "", LAUREL_SUFFIX: "1" } },
      [
        "15 undefined-variable: the environment variable LAUREL_DUNGEON is empty",
        "set it: export LAUREL_DUNGEON=…",
        "4 undefined-variable: the environment variable LAUREL_BASE_URL is not set",
        "set it: export LAUREL_BASE_URL=…",
      ],
    ],
    [
      TEXT,
      { games: ["dungeons"] },
      [' unknown-game: The project laurel.yaml has no game "dungeons".', 'did you mean "dungeon"?'],
    ],
    [
      TEXT,
      { games: ["arena"], env: "local" },
      ['21 unknown-environment: the environments of "arena"', 'choose from "production"'],
    ],
    [
      TEXT.replace("    default_environment: local\n", ""),
      {},
      [
        '11 ambiguous-environment: the environments of "dungeon"',
        "name one: --env local",
        "or write default_environment: local into the project file",
      ],
    ],
    [
      TEXT.replace(/^ {2}base_url: .*\n/m, ""),
      { ...live, variables: VARIABLES },
      [
        '13 missing-target: the environment "production" of "dungeon" has no base URL',
        "write service: { base_url: … } into the project file",
      ],
    ],
    [
      TEXT,
      { ...live, variables: { ...VARIABLES, LAUREL_BASE_URL: "api.example.com" } },
      [
        "4 invalid-url: the base URL is not an address that begins with https:// or http://",
        "write it like https://api.example.com, without a user name, a password, a query or a fragment",
      ],
    ],
  ])("names what cannot be chosen, and what to write (%#)", (text, choice, expected) => {
    const problems = choose(choice, text).diagnostics.map(({ code, primary, detail, help }) => {
      return [`${primary?.span.start.line ?? ""} ${code}: ${primary?.text ?? detail}`, ...help];
    });
    expect(problems.flat()).toEqual(expected);
  });

  it("repeats neither the token nor an address with a password in it", () => {
    const secret = "https://user:hunter2@example.com";
    const wrong = choose({
      games: ["dungeon"],
      env: "production",
      variables: { ...VARIABLES, LAUREL_BASE_URL: secret },
    });
    expect(wrong.diagnostics.map(({ code }) => code)).toEqual(["invalid-url"]);
    expect(JSON.stringify(wrong.diagnostics)).not.toContain("hunter2");
    const token = parseProject(
      parseText("laurel.yaml", "version: 1\ntoken: 12345678901234567890\ngames: {}\n"),
    );
    expect(JSON.stringify(token.diagnostics)).not.toContain("12345678901234567890");
  });
});
