/**
 * Renames of random games in random layouts: the game afterwards is the game before with another
 * id, scenarios and overrides follow, and every other character of these stays.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Document, isAlias, isMap, isSeq, type Scalar, visit, type YAMLSeq } from "yaml";
import { catalog } from "../../src/catalog/index.ts";
import type { Kind } from "../../src/catalog/types.ts";
import { renameInTexts, type TextChange } from "../../src/edit/game-texts.ts";
import { withNewReferences } from "../../src/edit/new-ids.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../src/ground/json.ts";
import { checkGame } from "../../src/manifest/game/desired-game.ts";
import { type ParsedText, parseText } from "../../src/manifest/parse.ts";
import { addressOf, kindNamed } from "../../src/model/catalog-lookup.ts";
import type { DesiredGame } from "../../src/model/model.ts";
import { arbitraryGame } from "../support/arbitrary-game.ts";
import type { GameText } from "../support/games.ts";
import { ofRuns, runs } from "../support/runs.ts";
import { gameTexts, type TextsOfGame } from "./game-texts.ts";
import { choicesOf, layOut } from "./random-layout.ts";

type Choose = (below: number) => number;

/** Puts the resources into two files, some of them in the place of a reference. */
function filesOf(game: GameText, choose: Choose): readonly [JsonObject, JsonObject] {
  const placed = new Set<string>();
  const byAddress = new Map(
    catalog.flatMap((kind) =>
      (game[kind.plural] ?? []).map(
        (each) => [addressOf(kind.name, String(each.custom_id)), each] as const,
      ),
    ),
  );
  const inPlace = (to: string, id: Json): Json => {
    const address = addressOf(to, String(id));
    const own = byAddress.get(address);
    if (own === undefined || placed.has(address) || choose(4) !== 0) return id;
    placed.add(address);
    return written(kindNamed(catalog, to), own);
  };
  const written = (kind: Kind, resource: JsonObject): JsonObject => {
    const members = Object.entries(resource).map(([name, value]): [string, Json] => {
      const field = kind.fields.find((each) => each.name === name);
      const link = kind.links.find((each) => each.name === name);
      if (field?.type === "reference" && value !== null) return [name, inPlace(field.to, value)];
      return [
        name,
        link === undefined ? value : (value as readonly Json[]).map((id) => inPlace(link.to, id)),
      ];
    });
    return Object.fromEntries(members);
  };
  const first: Record<string, Json[]> = {};
  const second: Record<string, Json[]> = {};
  const anyFile = () => (choose(2) === 0 ? first : second) as Record<string, Json[]>;
  // From what refers to what is referred to, so that a definition is not listed once more.
  for (const kind of [...catalog].reverse()) {
    const all = game[kind.plural];
    if (all !== undefined) anyFile()[kind.plural] = [];
    for (const resource of [...(all ?? [])].reverse()) {
      const address = addressOf(kind.name, String(resource.custom_id));
      if (placed.has(address)) continue;
      placed.add(address);
      const file = anyFile();
      file[kind.plural] = [written(kind, resource), ...(file[kind.plural] ?? [])];
    }
  }
  return [first as JsonObject, second as JsonObject];
}

/**
 * Any layout; one of them has aliases of whatever is written twice, whether it means the same or
 * not.
 */
function textOf(value: Json, choose: Choose): string {
  if (choose(3) !== 0) return layOut(value, choose);
  const document = new Document(value);
  const seen = new Map<string, Scalar | YAMLSeq>();
  visit(document, {
    Value: (key, node) => {
      if (key === "key" || isMap(node) || isAlias(node)) return undefined;
      if (isSeq(node) && node.items.length === 0) return undefined;
      const written = jsonText(node.toJS(document) as Json);
      const earlier = seen.get(written);
      if (earlier === undefined) seen.set(written, node as Scalar | YAMLSeq);
      else if (choose(2) === 0) return document.createAlias(earlier);
      return undefined;
    },
  });
  return document.toString();
}

/** A file of overrides with every reference of some resources. */
function overridesOf(game: GameText, choose: Choose): JsonObject {
  const lists = catalog.flatMap((kind): [string, Json][] => {
    const own = (game[kind.plural] ?? []).filter(() => choose(3) === 0);
    const elements = own.map((resource): JsonObject => {
      const names = [...kind.fields.filter(({ type }) => type === "reference"), ...kind.links].map(
        ({ name }) => name,
      );
      const chosen = names.filter((name) => resource[name] !== undefined);
      return {
        custom_id: resource.custom_id ?? null,
        name: resource.name ?? null,
        ...pick(resource, chosen),
      };
    });
    return elements.length === 0 ? [] : [[kind.plural, elements]];
  });
  return Object.fromEntries(lists);
}

function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, value[name] ?? null]));
}

/** Scenarios that name everything that they can. They are read, and not played. */
function scenariosOf(game: GameText): JsonObject {
  const ids = (plural: string): readonly string[] =>
    (game[plural] ?? []).map(({ custom_id }) => String(custom_id));
  const earned = ids("achievements");
  const boards = (game.leaderboards ?? []).flatMap(({ type, custom_id }) =>
    type === "standard" ? [] : [String(custom_id)],
  );
  const steps = [
    { wait: "1h" },
    ...ids("actions").map((id) => ({ do: id, name: `step ${id}`, session: id })),
    ...boards.map((leaderboard) => ({ score: 1, leaderboard })),
  ];
  const own = withoutEmpty({ not_earned: earned, rewards: ids("rewards") });
  const rankings = boards.map((leaderboard) => ({ leaderboard, players: [] }));
  const earned_at = Object.fromEntries(earned.map((id) => [id, 1]));
  const one = withoutEmpty({ earned, earned_exactly: earned, earned_at });
  return {
    scenarios: [
      {
        name: "Two",
        players: { a: null },
        steps,
        expect: withoutEmpty({ players: { a: own }, rankings }),
      },
      { name: "One", steps: [...steps, { expect: one }], expect: one },
    ],
  };
}

function withoutEmpty(value: JsonObject): JsonObject {
  const kept = Object.entries(value).filter(
    ([, each]) => !(Array.isArray(each) && each.length === 0) && !isEmptyObject(each),
  );
  return kept.length === 0 ? { points: 0 } : Object.fromEntries(kept);
}

function isEmptyObject(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function desiredOf(
  { manifests, overrides }: TextsOfGame,
  environment: string | undefined,
): DesiredGame {
  const own = environment === undefined ? [] : (overrides.get(environment) ?? []);
  const { value, diagnostics } = checkGame(manifests, catalog, [own]);
  if (value === undefined) throw new Error(jsonText(diagnostics.map(({ detail }) => detail)));
  return value.desired();
}

/** What a game says, without places. `ids`: renames the ids in it. */
function said(
  { resources, moved, removed, managed }: DesiredGame,
  idOf = (_: string, id: string): string => id,
) {
  const plain = [...resources.values()].map(
    ({ kind: name, custom_id, body, links, ignore, create_only }) => {
      const kind = kindNamed(catalog, name);
      const id = idOf(name, custom_id);
      const renamed = withNewReferences(kind, { body: { ...body, custom_id: id }, links }, idOf);
      return { address: addressOf(name, id), ...renamed, ignore, create_only };
    },
  );
  const entries = [...moved].map(({ kind, from, to }) => ({ kind, from, to }));
  return {
    resources: plain.sort((a, b) => (a.address < b.address ? -1 : 1)),
    entries,
    removed,
    managed,
  };
}

function changed(texts: TextsOfGame, changes: readonly TextChange[]): TextsOfGame {
  const after = new Map(changes.map((change) => [change.file, change.after]));
  const again = (parsed: ParsedText): ParsedText =>
    parseText(parsed.source.name, after.get(parsed.source.name) ?? parsed.source.text);
  return {
    ...texts,
    manifests: texts.manifests.map(again),
    overrides: new Map([...texts.overrides].map(([name, files]) => [name, files.map(again)])),
    scenarios: texts.scenarios.map(again),
  };
}

const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 5, maxLength: 40 });

/** Texts of a game in two manifests, overrides and scenarios. */
function arbitraryTexts(game: GameText, choose: Choose): TextsOfGame {
  const [first, second] = filesOf(game, choose);
  const isJson = choose(5) === 0;
  return gameTexts({
    manifests: [
      isJson
        ? parseText("a.json", jsonText(first, choose(2) * 2))
        : parseText("a.yaml", textOf(first, choose)),
      parseText("b.yaml", textOf(second, choose)),
    ],
    overrides: new Map([
      ["live", [parseText("live.yaml", textOf(overridesOf(game, choose), choose))]],
    ]),
    scenarios: [parseText("a.test.yaml", textOf(scenariosOf(game), choose))],
  });
}

describe("renaming an id in a random game", () => {
  it("changes the id everywhere and nothing else", () => {
    const renamedKinds = new Set<string>();
    let exact = 0;
    fc.assert(
      fc.property(arbitraryGame({ allKinds: false }), choices, fc.nat(), (game, layout, luck) => {
        const choose = choicesOf(layout);
        const texts = arbitraryTexts(game, choose);
        const before = desiredOf(texts, undefined);
        const all = [...before.resources.values()];
        fc.pre(all.length > 0);
        const { kind, custom_id: from } = all[luck % all.length] as (typeof all)[number];
        const to = "renamed-id";
        const { value, diagnostics } = renameInTexts({ kind, from, to }, texts.texts, catalog);
        expect(diagnostics).toEqual([]);
        const renamed = changed(texts, value?.files ?? []);
        renamedKinds.add(kind);

        const idOf = (name: string, id: string): string => (name === kind && id === from ? to : id);
        for (const environment of [undefined, "live"]) {
          const expected = said(desiredOf(texts, environment), idOf);
          const entries = [{ kind, from, to }];
          expect(said(desiredOf(renamed, environment))).toEqual({ ...expected, entries });
        }
        // An alias of an id and of something else has to be written out; see the cases of `laurel
        // mv`.
        if (aliasesIn(renamed) !== aliasesIn(texts)) return;
        // Manifests also get an entry.
        const others = (value?.files ?? []).filter(({ file }) => !/^[ab]\./.test(file));
        exact += others.length;
        for (const { before: old = "", after } of others)
          expect(withoutIds(after, [from, to])).toBe(withoutIds(old, [from]));
      }),
      runs(120, 20),
    );
    expect(exact).toBeGreaterThan(ofRuns(20, 3));
    expect([...renamedKinds].sort()).toEqual(catalog.map(({ name }) => name).sort());
  });
});

/** The text without these ids as words of their own. */
function withoutIds(text: string, ids: readonly string[]): string {
  return text.replaceAll(new RegExp(`(?<![\\w.~-])(?:${ids.join("|")})(?![\\w.~-])`, "g"), "");
}

function aliasesIn(texts: TextsOfGame): number {
  return textsOf(texts).join("\n").match(/\*a\d/g)?.length ?? 0;
}

function textsOf({ manifests, overrides, scenarios }: TextsOfGame): readonly string[] {
  return [...manifests, ...[...overrides.values()].flat(), ...scenarios].map(
    ({ source }) => source.text,
  );
}
