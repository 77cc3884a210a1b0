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
import { type Choose, choicesOf, layOut } from "./random-layout.ts";

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
  return liveGame(
    Object.fromEntries(
      Object.entries(PLURALS).map(([kind, plural]) => [plural, listed(ids, kind)]),
    ),
  );
}

function listed(ids: Ids, kind: string): readonly JsonObject[] {
  return [...ids].flatMap(([name, custom_id]) =>
    name.startsWith(kind) ? [{ custom_id, name }] : [],
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

/** Renames; if that is refused, again after its help was followed. */
function renamedByHelp(
  files: Files,
  rename: Rename,
): { readonly files: Files; readonly isRefused: boolean } {
  const first = renamed(files, rename);
  const isRefused = first.value === undefined;
  const { value, diagnostics } = isRefused
    ? renamed(recovered(files, first.diagnostics), rename)
    : first;
  expect(diagnostics.map(({ detail }) => detail)).toEqual([]);
  return { files: value as Files, isRefused };
}

const IDS = ["a", "b", "c", "d"];

/** Resources with these ids, each kind in a file of its own, as JSON or YAML in any layout. */
function laidOut(ids: Ids, choose: Choose): Files {
  const contents: JsonObject[] = [
    { rewards: listed(ids, "reward"), moved: [] },
    { achievements: listed(ids, "achievement") },
  ];
  if (choose(2) === 0) contents.push({ moved: [] });
  return new Map(
    contents.map((content, index): [string, string] =>
      choose(3) === 0
        ? [`g${index}.json`, jsonText(content, choose(3))]
        : [`g${index}.yaml`, layOut(content, choose)],
    ),
  );
}

/** Expects a plan that keeps every resource of a live game, and its name. */
function expectKept(desired: DesiredGame, state: Ids, text: string): void {
  const live = liveWith(state);
  const errors = problems(desired, live, { prune: true }).filter(
    ({ severity }) => severity === "error",
  );
  expect(
    errors.map(({ code }) => code),
    text,
  ).toEqual([]);
  const { steps, kept } = planned(desired, live, { prune: true });
  // A resource that gets the id of another one would be created, deleted, or get another name.
  const wrong = steps.filter(
    ({ action, fields }) =>
      action === "create" || action === "delete" || fields.some(({ path }) => path === "/name"),
  );
  expect([...wrong, ...kept], text).toEqual([]);
}

interface Sequence {
  /** Names of the resources, which begin with their kinds. */
  readonly names: readonly string[];
  readonly count: number;
  readonly choose: Choose;
}

/** Renames at random, and expects a plan that keeps everything from any moment before. */
function tryRenames(
  { names, count, choose }: Sequence,
  seen: Record<"planned" | "renamed" | "refused" | "back", number>,
): void {
  let ids: Ids = new Map(names.map((name, index) => [name, IDS[index % 4] as string]));
  let files = laidOut(ids, choose);
  let states: Ids[] = [ids];
  for (let step = 0; step < count; step += 1) {
    const [name, from] = [...ids][choose(ids.size)] as [string, string];
    const [kind = ""] = name.split(" ");
    const to = IDS[choose(IDS.length)] as string;
    if ([...ids].some(([other, id]) => other.startsWith(kind) && id === to)) continue;
    const after = renamedByHelp(files, { kind, from, to });
    files = after.files;
    if (after.isRefused) {
      seen.refused += 1;
      states = [ids];
    }
    seen.renamed += 1;
    if (states.some((state) => state.get(name) === to)) seen.back += 1;
    ids = new Map([...ids, [name, to]]);
    states.push(ids);
  }
  const desired = desiredIn(files);
  seen.planned += states.length;
  const end = ["=>", ...ids.values(), movedIn(files).join(", ")].join(" ");
  for (const state of states) expectKept(desired, state, `${[...state.values()].join(" ")} ${end}`);
}

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
          const names = ["reward 0", "achievement 0", "reward 1", "reward 2"].slice(0, 2 + more);
          tryRenames({ names, count, choose: choicesOf(numbers) }, seen);
        },
      ),
      runs(1000, 60),
    );
    expect(seen.planned).toBeGreaterThan(ofRuns(3000, 150));
    expect(seen.back).toBeGreaterThan(ofRuns(200, 12));
    expect(seen.refused).toBeGreaterThan(ofRuns(20, 0));
  });
});
