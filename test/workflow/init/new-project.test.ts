/** The project file of a new project, and the names in it. */
import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/manifest/parse.ts";
import { chooseGames } from "../../../src/project/choose-games.ts";
import {
  gameNameOf,
  isGameName,
  PRODUCTION_VARIABLES,
  projectFileText,
} from "../../../src/project/new-project.ts";
import { parseProject } from "../../../src/project/project.ts";

describe("the name of a game", () => {
  it.each([
    ["dungeon", "dungeon"],
    ["My Games (2)", "my-games-2"],
    ["Électric Café", "electric-cafe"],
    ["...", "game"],
    ["ドラゴン", "game"],
    ["-x-", "x"],
    ["\u001b[31mred", "31mred"],
    ["a".repeat(300), "a".repeat(60)],
  ])("comes from the folder's: %j becomes %j", (folder, name) => {
    expect(gameNameOf(folder)).toBe(name);
    expect(isGameName(gameNameOf(folder))).toBe(true);
  });

  it.each(["", ".", "..", ".hidden", "-flag", "ends.", "a b", "a/b", "a\\b", "ä", "a".repeat(101)])(
    "cannot be %j",
    (name) => expect(isGameName(name)).toBe(false),
  );
});

it.each([
  "dungeon",
  "2048",
  "true",
  "No",
  "null",
  "1.5",
  "1e3",
  "~",
  "0x10",
  "a.b_c~d-e",
  "__proto__x",
  "y",
])(
  "the project file is valid for the game %j, and its variables are the ones that it names",
  (game) => {
    const { value, diagnostics } = parseProject(
      parseText("laurel.yaml", projectFileText(game, "schema.json")),
    );
    expect(diagnostics).toEqual([]);
    if (value === undefined) throw new Error("no project");
    const variables = Object.fromEntries(
      Object.values(PRODUCTION_VARIABLES).map((name) => [name, "https://x.example"]),
    );
    const chosen = chooseGames(value, { games: [game], env: "production", variables });
    expect(chosen.diagnostics).toEqual([]);
    expect(chooseGames(value, { variables: {} }).diagnostics).toEqual([]);
  },
);
