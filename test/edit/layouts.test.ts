/**
 * Whatever the layout of a file and whatever was changed live: a pull is never refused, loses no
 * comment, and changes no line about anything else.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { pullGame } from "../../src/edit/pull.ts";
import { type Json, type JsonObject, jsonIn, jsonText } from "../../src/ground/json.ts";
import { type ParsedText, parseText } from "../../src/manifest/parse.ts";
import type { DesiredGame, LiveGame } from "../../src/model/model.ts";
import { arbitraryGame } from "../support/arbitrary-game.ts";
import { type GameText, liveGame } from "../support/games.ts";
import { ofRuns, runs } from "../support/runs.ts";
import { loadTexts } from "../support/sources.ts";
import { gameTexts } from "./game-texts.ts";
import {
  changedLines,
  definitionsIn,
  leftToDo,
  lostNotes,
  type PulledFile,
} from "./pull-oracles.ts";
import { type Choose, choicesOf, layOutWild, type WildText } from "./random-layout.ts";
import { rearranged, touched, withDefinitionsInPlace, withoutDefaults } from "./random-pulls.ts";

const game = arbitraryGame({ allKinds: true });
const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 20, maxLength: 60 });
const TREES: readonly Json[] = [
  { icon: "x.png", tags: ["a", "c"], deep: { n: 1, m: [{ k: "v" }] } },
  { list: [[1, 2], [3]], text: "two words" },
  ["l1\nl2\n", { a: {} }],
];

interface LaidOut extends WildText {
  readonly file: string;
}

/** The game as one file: YAML, strict JSON, or JSON in YAML. */
function fileOf(content: GameText, choose: Choose): LaidOut {
  const lists: JsonObject = Object.fromEntries(
    Object.entries(content).filter(([, list]) => list.length > 0),
  );
  const sort = choose(6);
  if (sort > 1) return { file: "game.yaml", ...layOutWild(lists, choose) };
  const indent = [undefined, 1, 2, 4][choose(4)];
  const printed = `${jsonText(lists, indent)}${choose(2) === 0 ? "" : "\n"}`;
  const text = choose(3) === 0 ? printed.replaceAll("\n", "\r\n") : printed;
  return { file: sort === 0 ? "game.json" : "game.yaml", text, about: [] };
}

/** The game with other trees, or without one resource and with a new one. */
function grown(mine: GameText, choose: Choose): GameText {
  const kinds = Object.keys(mine);
  const last = kinds.at(-1) ?? "";
  return Object.fromEntries(
    Object.entries(mine).map(([key, list]) => {
      const changed = list.map((resource): JsonObject => {
        if (!("custom_data" in resource) || choose(3) !== 0) return resource;
        return { ...resource, custom_data: TREES[choose(TREES.length)] ?? null };
      });
      if (key !== last) return [key, changed];
      const [gone, ...others] = changed;
      // There is at most one standard leaderboard.
      const added = gone && { ...gone, custom_id: "new-one", name: "A new one", type: "custom" };
      const kept = choose(2) === 0 ? others : changed;
      return [key, added && choose(2) === 0 ? [...kept, added] : kept];
    }),
  );
}

/** The game with other members of links, and more texts. */
function relinked(mine: GameText, choose: Choose): GameText {
  const links = new Set(catalog.flatMap((kind) => kind.links.map(({ name }) => name)));
  return Object.fromEntries(
    Object.entries(mine).map(([key, list]) => [
      key,
      list.map((resource): JsonObject => {
        const members = Object.entries(resource).map(([name, value]): [string, Json] => {
          if (links.has(name) && Array.isArray(value) && choose(2) === 0)
            return [name, value.filter(() => choose(2) === 0) as Json[]];
          const isText = name === "description" && choose(3) === 0;
          return [name, isText ? (["Other", "Two\nlines", "a: b # c"][choose(3)] ?? "") : value];
        });
        return Object.fromEntries(members);
      }),
    ]),
  );
}

function drifted(mine: GameText, theirs: GameText, choose: Choose): GameText {
  switch (choose(5)) {
    case 0:
      return touched(mine, theirs, choose);
    case 1:
      return rearranged(mine, choose);
    case 2:
      return grown(mine, choose);
    case 3:
      return relinked(mine, choose);
    default:
      return relinked(grown(touched(mine, theirs, choose), choose), choose);
  }
}

/** The file after a pull. Fails if the pull is refused, or leaves something to do. */
function pulledText(before: ParsedText, desired: DesiredGame, live: LiveGame): PulledFile {
  const { name: file, text } = before.source;
  const { value, diagnostics } = pullGame(
    { ...gameTexts({ manifests: [before] }), desired, live },
    catalog,
  );
  const result = value?.files[0]?.after ?? text;
  const refused = diagnostics.filter(({ code }) => code !== "looks-like-rename");
  expect([value !== undefined, refused], text).toEqual([true, []]);
  const todo = leftToDo([{ file, text: result }], { live, listed: desired.managed });
  expect(todo, shown(text, result)).toEqual([]);
  const renames = new Map(
    (value?.resources ?? []).flatMap(({ address, action, fields }) =>
      action === "rename" ? [[address.replace(/\/.*/, `/${fields[0]?.before}`), address]] : [],
    ),
  );
  const after = parseText(file, result);
  return {
    before,
    after,
    old: definitionsIn([before]),
    now: definitionsIn([after]),
    addressAfter: (address) => renames.get(address) ?? address,
  };
}

function shown(before: string, after: string): string {
  return `${before}\n===== after\n${after}\n=====`;
}

it("a pull into any layout loses no comment and changes no other line", () => {
  const seen = { pulled: 0, comments: 0, lines: 0, withoutComments: 0, documents: 0 };
  fc.assert(
    fc.property(game, game, choices, choices, (mine, theirs, layout, drifts) => {
      const choose = choicesOf(layout);
      const nested = withDefinitionsInPlace(withoutDefaults(mine, choose), choose);
      const { file, text, about } = fileOf(nested, choose);
      const before = parseText(file, text);
      expect(
        before.diagnostics.map(({ detail }) => detail),
        text,
      ).toEqual([]);
      const { value: desired } = loadTexts([{ file, text }], catalog);
      if (desired === undefined) return;
      const live = liveGame(drifted(mine, theirs, choicesOf(drifts)));
      const pulled = pulledText(before, desired, live);
      const result = pulled.after.source.text;
      const places = shown(text, result);
      if (file.endsWith(".json")) expect(JSON.parse(result), places).toEqual(jsonIn(result));
      if (text.includes("\r\n")) expect(result, places).not.toMatch(/(?<!\r)\n/);
      expect(lostNotes(pulled, about), places).toEqual([]);
      expect(changedLines(pulled), places).toEqual([]);
      seen.pulled += Number(result !== text);
      seen.comments += about.length;
      seen.lines += text.split("\n").length;
      seen.withoutComments += Number(about.length === 0);
      seen.documents += Number(before.documents.length > 1);
    }),
    runs(2000, 150),
  );
  expect(seen.pulled).toBeGreaterThan(ofRuns(1200, 90));
  expect(seen.comments).toBeGreaterThan(ofRuns(20_000, 1500));
  expect(seen.lines).toBeGreaterThan(ofRuns(50_000, 3000));
  expect(Math.min(seen.withoutComments, seen.documents)).toBeGreaterThan(ofRuns(200, 15));
});
