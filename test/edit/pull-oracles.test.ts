/** The oracles of pulls complain about each piece of a file that is lost or wrong. */
import { expect, it } from "vitest";
import { liveGame } from "../support/games.ts";
import { comparedTexts, leftToDo, lostComments } from "./pull-oracles.ts";

const game = (text: string) => [{ file: "game.yaml", text }];
const TEXT = `rewards:
  - { custom_id: cup, name: Cup } # comment 1.
  - custom_id: egg
    name: Egg
    description: White
`;
const live = liveGame({
  rewards: [
    { custom_id: "cup", name: "Cup" },
    { custom_id: "egg", name: "Egg", description: "White" },
  ],
});

const sides = { live, listed: new Set(["reward"]) };

it("a file that says what is live, and that nobody touched, is not complained about", () => {
  expect(leftToDo(game(TEXT), sides)).toEqual([]);
  expect(comparedTexts(game(TEXT), game(TEXT), [])).toEqual({ kept: 2, damaged: [] });
  expect(lostComments(TEXT, TEXT)).toEqual([]);
});

it.each([
  ["another value", TEXT.replace("White", "Brown"), /^update reward\/egg/],
  ["a lost definition", TEXT.replace(/ {2}- \{.*\n/, ""), /^delete reward\/cup/],
  ["a lost field", TEXT.replace(/ {4}description.*\n/, ""), /^update reward\/egg/],
  ["a new definition", `${TEXT}  - { custom_id: new, name: New }\n`, /^create reward\/new/],
  ["a lost list", "actions: []\n", /^no list of reward$/],
  [
    "a field that is left to the panel",
    `${TEXT.replace("White", "Brown")}    ignore: [description]\n`,
    /^kept reward\/egg/,
  ],
  ["a broken file", TEXT.replace("Egg", "[Egg"), /^invalid: /],
])("%s leaves something to do", (_, text, complaint) => {
  expect(leftToDo(game(text), sides)).toContainEqual(expect.stringMatching(complaint));
});

it("an override with another value leaves something to do", () => {
  const override = {
    file: "overrides/live.yaml",
    text: "rewards: [{ custom_id: egg, description: Brown }]\n",
  };
  expect(leftToDo([...game(TEXT), override], sides)).toEqual(["update reward/egg"]);
});

it.each([
  ["other quotes", TEXT.replace("White", '"White"'), "reward/egg"],
  ["another order", TEXT.replace(/( {4}name.*\n)( {4}desc.*\n)/, "$2$1"), "reward/egg"],
  [
    "block in place of flow",
    TEXT.replace("{ custom_id: cup, name: Cup }", "custom_id: cup\n    name: Cup"),
    "reward/cup",
  ],
  ["a lost definition", TEXT.replace(/ {2}- \{.*\n/, ""), "reward/cup"],
])("%s damages a text", (_, text, address) => {
  expect(comparedTexts(game(TEXT), game(text), []).damaged).toEqual([address]);
  expect(comparedTexts(game(TEXT), game(text), [address]).damaged).toEqual([]);
});

it("lost and invented comments are named", () => {
  expect(lostComments(TEXT, TEXT.replace("# comment 1.", "# comment 2."))).toEqual([
    "# comment 1.",
    "# comment 2.",
  ]);
});
