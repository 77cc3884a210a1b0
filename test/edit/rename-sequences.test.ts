/**
 * Renames one after another, over a game that is live as it was at any moment before: the entries
 * lead each resource to its id. A rename that entries can't express is refused, and possible after
 * its help was followed.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { renameInTexts } from "../../src/edit/game-texts.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../src/ground/json.ts";
import { checkGame } from "../../src/manifest/game/desired-game.ts";
import { parseText } from "../../src/manifest/parse.ts";
import type { Part } from "../../src/manifest/parts.ts";
import type { Checked, Diagnostic } from "../../src/model/diagnostics.ts";
import type { DesiredGame } from "../../src/model/model.ts";
import { planned, problems } from "../plan/planning.ts";
import { liveGame } from "../support/games.ts";
import { ofRuns, runs } from "../support/runs.ts";
import { gameTexts } from "./game-texts.ts";
import { choicesOf, layOut } from "./random-layout.ts";

interface Rename {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

type Files = ReadonlyMap<string, string>;

/** The ids of all resources, by their names. */
type Ids = ReadonlyMap<string, string>;

const PLURALS: Readonly<Record<string, string>> = {
  reward: "rewards",
  achievement: "achievements",
};

function parsed(files: Files) {
  return [...files].map(([file, text]) => parseText(file, text));
}

function renamed(files: Files, rename: Rename): Checked<Files> {
  const { value, diagnostics } = renameInTexts(
    rename,
    gameTexts({ manifests: parsed(files) }).texts,
    catalog,
  );
  if (value === undefined) return { diagnostics };
  return {
    value: new Map([...files, ...value.files.map(({ file, after }) => [file, after] as const)]),
    diagnostics,
  };
}

function desiredIn(files: Files): DesiredGame {
  const { value, diagnostics } = checkGame(parsed(files), catalog, [[]]);
  if (value === undefined) throw new Error(diagnostics.map(({ detail }) => detail).join("\n"));
  return value.desired();
}

function movedIn(files: Files): readonly string[] {
  return desiredIn(files).moved.map(({ from, to }) => `${from} -> ${to}`);
}

/** What is live when the resources have these ids. */
function liveWith(ids: Ids) {
  const of = (kind: string): readonly JsonObject[] =>
    [...ids].flatMap(([name, custom_id]) => (name.startsWith(kind) ? [{ custom_id, name }] : []));
  return liveGame(
    Object.fromEntries(Object.entries(PLURALS).map(([kind, plural]) => [plural, of(kind)])),
  );
}

/** The files without the entries at these places. */
function withoutEntries(files: Files, places: readonly string[]): Files {
  const origins = new Map(
    desiredIn(files).moved.map((entry) => [
      `${entry.origin.file}:${entry.origin.line}:${entry.origin.column}`,
      entry,
    ]),
  );
  const gone = places.map((place) => origins.get(place));
  expect(gone, places.join()).not.toContain(undefined);
  const stays = (entry: Json): boolean =>
    !gone.some(
      (each) => isJsonObject(entry) && each?.kind === entry.kind && each?.from === entry.from,
    );
  return new Map(
    parsed(files).map(({ source: { name: file }, documents: [root] }): [string, string] => {
      const content = (root as Part).value as JsonObject;
      const moved = (content.moved ?? []) as readonly Json[];
      const left = { ...content, moved: moved.filter(stays) };
      return [
        file,
        file.endsWith(".json") ? jsonText(left, 1) : layOut(left, choicesOf([1, 2]), false),
      ];
    }),
  );
}

/**
 * Follows the help of a refusal: every environment is at the present ids, and the entries are
 * deleted.
 */
function recovered(files: Files, [diagnostic]: readonly Diagnostic[]): Files {
  expect(diagnostic?.code).toBe("cannot-rename");
  const help = diagnostic?.help?.join() ?? "";
  expect(help).toMatch(/^apply .* in every environment, delete .* and rename again$/);
  return withoutEntries(files, help.match(/\S+\.(?:yaml|json):\d+:\d+/g) ?? []);
}

const IDS = ["a", "b", "c", "d"];

describe("a sequence of renames", () => {
  it("leads every resource from wherever it is to where it is declared", () => {
    const seen = { planned: 0, renamed: 0, refused: 0, back: 0 };
    const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 10, maxLength: 40 });
    fc.assert(
      fc.property(
        fc.nat({ max: 2 }),
        fc.integer({ min: 1, max: 10 }),
        choices,
        (more, count, numbers) => {
          const choose = choicesOf(numbers);
          const names = ["reward 0", "achievement 0", "reward 1", "reward 2"].slice(0, 2 + more);
          let ids: Ids = new Map(names.map((name, index) => [name, IDS[index % 4] as string]));
          const listed = (kind: string): JsonObject[] =>
            [...ids].flatMap(([name, custom_id]) =>
              name.startsWith(kind) ? [{ custom_id, name }] : [],
            );
          const contents: JsonObject[] = [
            { rewards: listed("reward"), moved: [] },
            { achievements: listed("achievement") },
          ];
          if (choose(2) === 0) contents.push({ moved: [] });
          let files: Files = new Map(
            contents.map((content, index): [string, string] =>
              choose(3) === 0
                ? [`g${index}.json`, jsonText(content, choose(3))]
                : [`g${index}.yaml`, layOut(content, choose)],
            ),
          );
          let states: Ids[] = [ids];
          for (let step = 0; step < count; step += 1) {
            const [name, from] = [...ids][choose(ids.size)] as [string, string];
            const [kind = ""] = name.split(" ");
            const to = IDS[choose(IDS.length)] as string;
            if ([...ids].some(([other, id]) => other.startsWith(kind) && id === to)) continue;
            let result = renamed(files, { kind, from, to });
            if (result.value === undefined) {
              seen.refused += 1;
              files = recovered(files, result.diagnostics);
              states = [ids];
              result = renamed(files, { kind, from, to });
            }
            expect(result.diagnostics.map(({ detail }) => detail)).toEqual([]);
            files = result.value as Files;
            seen.renamed += 1;
            if (states.some((state) => state.get(name) === to)) seen.back += 1;
            ids = new Map([...ids, [name, to]]);
            states.push(ids);
          }
          const desired = desiredIn(files);
          for (const state of states) {
            const live = liveWith(state);
            seen.planned += 1;
            const text = [...state.values(), "=>", ...ids.values(), movedIn(files).join(", ")].join(
              " ",
            );
            const errors = problems(desired, live, { prune: true }).filter(
              ({ severity }) => severity === "error",
            );
            expect(
              errors.map(({ code }) => code),
              text,
            ).toEqual([]);
            const { steps, kept } = planned(desired, live, { prune: true });
            // A resource that gets the id of another one would be created, deleted, or get another
            // name.
            const wrong = steps.filter(({ action, fields }) => {
              return (
                action === "create" ||
                action === "delete" ||
                fields.some(({ path }) => path === "/name")
              );
            });
            expect([...wrong, ...kept], text).toEqual([]);
          }
        },
      ),
      runs(1000, 60),
    );
    expect(seen.planned).toBeGreaterThan(ofRuns(3000, 150));
    expect(seen.back).toBeGreaterThan(ofRuns(200, 12));
    expect(seen.refused).toBeGreaterThan(ofRuns(20, 0));
  });
});
