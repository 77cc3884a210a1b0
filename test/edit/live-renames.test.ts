/**
 * A rename that was made live is one resource under a new id, whatever else either side has
 * changed; everything else is none.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { Kind } from "../../src/catalog/types.ts";
import { type Pull, type PullInput, pullGame } from "../../src/edit/pull.ts";
import { type Json, type JsonObject, jsonText } from "../../src/ground/json.ts";
import type { Checked, Help } from "../../src/model/diagnostics.ts";
import type { DesiredGame, LiveGame } from "../../src/model/model.ts";
import { planned, plannedChange } from "../plan/planning.ts";
import { type GameText, liveGame } from "../support/games.ts";
import { ofRuns, runs } from "../support/runs.ts";
import { loadTexts, parseTexts } from "../support/sources.ts";
import { gameTexts } from "./game-texts.ts";

type Manifest = Readonly<Record<string, readonly JsonObject[]>>;
type Wish = Pick<PullInput, "targets" | "prefer">;

function read(text: string): DesiredGame {
  const { value, diagnostics } = loadTexts([{ file: "game.yaml", text }], catalog);
  if (value === undefined)
    throw new Error(`${diagnostics.map(({ detail }) => detail).join("\n")}\n${text}`);
  return value;
}

type Pulled = Checked<Pull> & {
  /** The game of the files afterwards. */
  readonly after: DesiredGame;
};

function pull(
  mine: Manifest,
  live: LiveGame,
  { base, ...wish }: Wish & { readonly base?: Manifest } = {},
): Pulled {
  const text = `${jsonText(mine, 2)}\n`;
  const texts = gameTexts({ manifests: parseTexts([{ file: "game.yaml", text }]) });
  const from = base === undefined ? {} : { base: { game: read(jsonText(base)) } };
  const result = pullGame({ ...texts, desired: read(text), live, ...from, ...wish }, catalog);
  return { ...result, after: read(result.value?.files[0]?.after ?? text) };
}

function movesOf({ moved }: DesiredGame): readonly string[] {
  return moved.map(({ kind, from, to }) => `${kind} ${from} -> ${to}`);
}

function codesOf({ diagnostics }: Checked<unknown>): readonly string[] {
  return diagnostics.map(({ code }) => code);
}

function commandOf(help: Help | undefined): string | undefined {
  return typeof help === "object" ? help.command : undefined;
}

/** The members that resources of a kind need, and one that is no default. */
function membersOf(kind: Kind): JsonObject {
  const members: Record<string, Json> = { description: "The same for all." };
  if (kind.name === "criterion") members.custom_action_id = "base";
  if (kind.name === "leaderboard") members.type = "custom";
  return members;
}

function gameOf(
  kind: Kind,
  resources: readonly (readonly [id: string, name: string, more?: JsonObject])[],
): GameText {
  const own = resources.map(([custom_id, name, more]) => ({
    custom_id,
    name,
    ...membersOf(kind),
    ...more,
  }));
  return { actions: [{ custom_id: "base", name: "Base" }], ...withList(kind.plural, own) };
}

function withList(key: string, list: readonly JsonObject[]): GameText {
  return key === "actions"
    ? { actions: [{ custom_id: "base", name: "Base" }, ...list] }
    : { [key]: list };
}

type Listed = readonly (readonly [id: string, name: string, more?: JsonObject])[];

interface Case {
  readonly name: string;
  readonly mine: Listed;
  readonly live: Listed;
  readonly moved: readonly string[];
  /** The entry that a warning shows. */
  readonly doubt?: string;
}

const CASES: readonly Case[] = [
  {
    name: "the same name",
    mine: [["a", "One"]],
    live: [["b", "One", { description: "" }]],
    moved: ["a -> b"],
  },
  {
    name: "an id with other separators",
    mine: [["a-b", "One"]],
    live: [["a_b", "Two"]],
    moved: ["a-b -> a_b"],
  },
  {
    name: "an id with capitals",
    mine: [["egg", "One"]],
    live: [["Egg", "Two"]],
    moved: ["egg -> Egg"],
  },
  {
    name: "equal settings only",
    mine: [["a", "One"]],
    live: [["b", "Two"]],
    moved: [],
    doubt: "from: a, to: b",
  },
  {
    name: "nothing in common",
    mine: [["a", "One"]],
    live: [["b", "Two", { description: "Another." }]],
    moved: [],
  },
  {
    name: "two new ones with equal settings",
    mine: [["a", "One"]],
    live: [
      ["b", "Two"],
      ["c", "Three"],
    ],
    moved: [],
    doubt: "from: a, to: b",
  },
  {
    name: "one new one for two old ones with equal settings",
    mine: [
      ["a", "One"],
      ["b", "Two"],
    ],
    live: [["c", "Three"]],
    moved: [],
    doubt: "from: a, to: c",
  },
  {
    name: "another one that is like the renamed one in all but the name",
    mine: [
      ["a", "One"],
      ["b", "Two"],
    ],
    live: [
      ["c", "Two"],
      ["d", "Three"],
    ],
    moved: ["b -> c"],
    doubt: "from: a, to: d",
  },
  {
    name: "a name in other letters",
    mine: [["a", "One"]],
    live: [["b", "ONE"]],
    moved: [],
    doubt: "from: a, to: b",
  },
  { name: "no name", mine: [["a", "One"]], live: [["b", " "]], moved: [] },
  {
    name: "names that are swapped",
    mine: [
      ["a", "One"],
      ["b", "Two"],
    ],
    live: [
      ["a", "Two"],
      ["b", "One"],
    ],
    moved: [],
  },
  {
    name: "two new ones that differ from it in separators only",
    mine: [["a-b", "One"]],
    live: [
      ["a_b", "Two"],
      ["a.b", "Three"],
    ],
    moved: [],
    doubt: "from: a-b, to: a.b",
  },
  {
    name: "one that is still there and differs in separators only",
    mine: [
      ["a-b", "One"],
      ["ab", "Two"],
    ],
    live: [
      ["a_b", "Three"],
      ["ab", "Two"],
    ],
    moved: [],
    doubt: "from: a-b, to: a_b",
  },
  {
    name: "the name at one id and the letters at another one",
    mine: [["a-b", "One"]],
    live: [
      ["a_b", "Two"],
      ["c", "One"],
    ],
    moved: [],
    doubt: "from: a-b, to: c",
  },
  {
    name: "the name of a deleted one at the id that another one has in other letters",
    mine: [
      ["a-b", "One"],
      ["c", "Two"],
    ],
    live: [["a_b", "Two"]],
    moved: [],
    doubt: "from: c, to: a_b",
  },
  {
    name: "several renames at once",
    mine: [
      ["a", "One"],
      ["b", "Two"],
      ["c-d", "Three"],
    ],
    live: [
      ["x", "One"],
      ["y", "Two"],
      ["c_d", "Four"],
    ],
    moved: ["a -> x", "b -> y", "c-d -> c_d"],
  },
  {
    name: "a chain, in which each has got the id of the next one",
    mine: [
      ["a", "One"],
      ["b", "Two"],
    ],
    live: [
      ["b", "One"],
      ["c", "Two"],
    ],
    moved: ["a -> b", "b -> c"],
  },
  {
    name: "the name of a deleted one at an id that has lost its own name",
    mine: [
      ["a", "One"],
      ["b", "Two"],
    ],
    live: [
      ["b", "One"],
      ["c", "Three", { description: "Another." }],
    ],
    moved: [],
  },
];

describe.each(catalog.map((kind) => [kind.name, kind] as const))("for the kind %s", (_, kind) => {
  it.each(CASES)("$name: $moved", ({ mine, live, moved, doubt }) => {
    const there = liveGame(gameOf(kind, live));
    const result = pull(gameOf(kind, mine), there);
    expect(movesOf(result.after)).toEqual(moved.map((each) => `${kind.name} ${each}`));
    const doubts = result.diagnostics.filter(({ code }) => code === "looks-like-rename");
    expect(doubts.map(({ help }) => commandOf(help[0]))).toEqual(
      doubt === undefined ? [] : [`moved: [{ kind: ${kind.name}, ${doubt} }]`],
    );
    const isNamed = live.every(([, name]) => name.trim() !== "");
    if (isNamed) expect(planned(result.after, there, { prune: true }).steps).toEqual([]);
    else expect(codesOf(result)).toContain("left-out");
    // Where the manifests are applied next, nobody gets the players of another one.
    const { plan, effects } = plannedChange(result.after, liveGame(gameOf(kind, mine)), {
      prune: true,
    });
    for (const { id, action, address } of plan.steps) {
      const { before, after } = effects.get(id) ?? {};
      if (action !== "rename" || before === undefined || after === undefined) continue;
      expect(moved, address).toContain(`${before.id.replace(/~.*/, "")} -> ${customId(address)}`);
    }
  });
});

function customId(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}

describe("entries that exist already", () => {
  const board = (custom_id: string, name: string): JsonObject => ({
    custom_id,
    name,
    type: "custom",
  });
  it.each<readonly [string, Manifest, Manifest, readonly string[]]>([
    [
      "lead on to the new id",
      { leaderboards: [board("b", "One")], moved: [{ kind: "leaderboard", from: "a", to: "b" }] },
      { leaderboards: [board("c", "One")] },
      ["leaderboard a -> b", "leaderboard b -> c"],
    ],
    [
      "are deleted with the resource to which they lead",
      {
        leaderboards: [board("b", "One"), board("d", "Two")],
        moved: ["a", "x"].map((from) => ({
          kind: "leaderboard",
          from,
          to: from === "a" ? "b" : "a",
        })),
      },
      { leaderboards: [board("d", "Two")] },
      [],
    ],
    [
      "that are not applied yet wait",
      { leaderboards: [board("b", "One")], moved: [{ kind: "leaderboard", from: "a", to: "b" }] },
      { leaderboards: [board("a", "One")] },
      ["leaderboard a -> b"],
    ],
  ])("%s", (_, mine, live, moved) => {
    const result = pull(mine, liveGame(live));
    expect(codesOf(result)).toEqual([]);
    expect(movesOf(result.after)).toEqual(moved);
  });
});

describe("a rename by likeness", () => {
  it("is never written, and costs no players anything elsewhere", () => {
    const kinds = catalog.filter(({ name }) => name !== "criterion");
    const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_.~]/g, "");
    const ids = fc.constantFrom("a", "A", "a-b", "a_b", "ab", "c", "d", "e");
    const names = fc.constantFrom("One", "one", "Two", "Three", "Four", "Five");
    const descriptions = fc.constantFrom("", "Alike.");
    const resource = fc.record({ custom_id: ids, name: names, description: descriptions });
    const unique = { selector: ({ custom_id }: { custom_id: string }) => custom_id, maxLength: 5 };
    const list = fc
      .uniqueArray(resource, unique)
      // A service may take names in other letters for the same.
      .map((all) => {
        const nameOf = ({ name }: { name: string }): string => name.toLowerCase();
        return all.filter(
          (one, at) => all.findIndex((each) => nameOf(each) === nameOf(one)) === at,
        );
      });
    const more = (kind: Kind): JsonObject =>
      kind.name === "leaderboard" ? { type: "custom" } : {};
    let moves = 0;
    fc.assert(
      fc.property(fc.constantFrom(...kinds), list, list, (kind, here, there) => {
        const gameOf = (all: typeof here) => ({
          [kind.plural]: all.map((each) => ({ ...each, ...more(kind) })),
        });
        const mine = gameOf(here);
        const live = liveGame(gameOf(there));
        const result = pull(mine, live);
        expect(result.value?.leftOut).toBe(0);
        for (const { from, to } of result.after.moved) {
          moves += 1;
          const old = here.find((each) => each.custom_id === from);
          const now = there.find((each) => each.custom_id === to);
          expect(old?.name === now?.name || plain(from) === plain(to)).toBe(true);
        }
        expect(planned(result.after, live, { prune: true }).steps).toEqual([]);
        // Each resource that has kept its id or its name keeps its players where the manifests are
        // applied next.
        const elsewhere = planned(result.after, liveGame(mine), { prune: true });
        const deleted = elsewhere.steps
          .filter(({ action }) => action === "delete")
          .map(({ address }) => customId(address));
        for (const { custom_id } of here) {
          if (there.some((each) => each.custom_id === custom_id))
            expect(deleted).not.toContain(custom_id);
        }
      }),
      runs(1000, 150),
    );
    expect(moves).toBeGreaterThan(ofRuns(100, 15));
  });
});

/** What one side has done to a resource since the base. */
interface Change {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
}
type SideChange = Change | "deleted";

interface Item {
  readonly id: string;
  readonly mine: SideChange;
  readonly live: SideChange;
}

/** Three-way by hand: the value, or undefined for a conflict. */
function decide(
  then: string,
  mine: string | undefined,
  live: string | undefined,
  prefer: Wish["prefer"],
) {
  const here = mine ?? then;
  const there = live ?? then;
  if (here === there || there === then) return here;
  if (here === then) return there;
  if (prefer === undefined) return undefined;
  return prefer === "live" ? there : here;
}

function isChange(change: SideChange): change is Change {
  return change !== "deleted" && Object.keys(change).length > 0;
}

type Expected =
  | { readonly id: string; readonly name: string; readonly description: string }
  | "none"
  | "conflict";

function expectedOf({ id, mine, live }: Item, prefer: Wish["prefer"]): Expected {
  const base = { id, name: `Name of ${id}`, description: "" };
  if (mine === "deleted" || live === "deleted") {
    const other = mine === "deleted" ? live : mine;
    if (other === "deleted" || !isChange(other)) return "none";
    if (prefer === undefined) return "conflict";
    const isKept = (prefer === "live") === (mine === "deleted");
    return isKept ? { ...base, ...other } : "none";
  }
  const values = (["id", "name", "description"] as const).map(
    (name) => [name, decide(base[name], mine[name], live[name], prefer)] as const,
  );
  if (values.some(([, value]) => value === undefined)) return "conflict";
  return Object.fromEntries(values) as Exclude<Expected, string>;
}

function resourcesOf(
  items: readonly Item[],
  side: "mine" | "live" | undefined,
): readonly JsonObject[] {
  return items.flatMap((item) => {
    const change = side === undefined ? {} : item[side];
    if (change === "deleted") return [];
    const { id = item.id, name = `Name of ${item.id}`, description = "" } = change;
    return [{ custom_id: id, name, description, type: "custom" }];
  });
}

/** Returns the change of a side, with another description or without. */
function changeOf(
  [what, isMore]: readonly [string, boolean],
  { id, side, index }: { readonly id: string; readonly side: string; readonly index: number },
): SideChange {
  if (what === "none") return {};
  if (what === "deleted") return "deleted";
  const description = `Of ${side}.`;
  const changes: Readonly<Record<string, Change>> = {
    id: { id: `${id}-renamed` },
    "other id": { id: `${id}-mine` },
    name: { name: `${side} ${index}` },
    description: { description },
  };
  return isMore ? { ...changes[what], description } : (changes[what] ?? {});
}

const arbitraryItems = fc
  .array(
    fc.record({
      mine: fc.tuple(
        fc.constantFrom("none", "none", "deleted", "id", "other id", "name", "description"),
        fc.boolean(),
      ),
      live: fc.tuple(
        fc.constantFrom("none", "deleted", "id", "id", "description", "name"),
        fc.boolean(),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ mine, live }, index): Item => {
      const id = `board${index}`;
      return {
        id,
        mine: changeOf(mine, { id, side: "mine", index }),
        live: changeOf(live, { id, side: "live", index }),
      };
    }),
  );

/** The base and the branch; both with entries of earlier renames, if there are any. */
function manifestsOf(
  items: readonly Item[],
  hasEntries: boolean,
): Readonly<Record<"base" | "mine", Manifest>> {
  const old = hasEntries
    ? items.map(({ id }) => ({ kind: "leaderboard", from: `former-${id}`, to: id }))
    : [];
  const own = items.flatMap(({ id, mine }) =>
    mine !== "deleted" && mine.id !== undefined
      ? [{ kind: "leaderboard", from: id, to: mine.id }]
      : [],
  );
  const isLeft = ({ to }: { to: Json }): boolean =>
    !items.some(({ id, mine }) => id === to && mine === "deleted");
  return {
    base: { leaderboards: resourcesOf(items, undefined), moved: old },
    mine: {
      leaderboards: resourcesOf(items, "mine"),
      moved: [...old.filter(isLeft), ...own],
    },
  };
}

/** Expects nothing but a conflict about each item that is expected to have one. */
function expectConflicts(
  result: ReturnType<typeof pull>,
  expected: readonly Expected[],
  shown: string,
): void {
  expect([result.value, new Set(codesOf(result))], shown).toEqual([
    undefined,
    new Set(["pull-conflict"]),
  ]);
  const named = new Set(result.diagnostics.map(({ address }) => String(address)));
  expect(named.size, shown).toBe(expected.filter((each) => each === "conflict").length);
}

/** The actions of the plan that turn a live item into what is expected. */
function actionsFor(item: Item, live: Change, end: Exclude<Expected, string>): readonly string[] {
  const { id = item.id, name = `Name of ${item.id}`, description = "" } = live;
  if (id !== end.id) return ["rename"];
  const isAsLive = name === end.name && description === end.description;
  return isAsLive ? [] : ["update"];
}

describe("live renames and own changes since the base", () => {
  it.each([undefined, "live", "files"] as const)(
    "are merged without loss on either side, with --prefer %s",
    (prefer) => {
      let merged = 0;
      fc.assert(
        fc.property(arbitraryItems, fc.boolean(), (items, hasEntries) => {
          const { base, mine } = manifestsOf(items, hasEntries);
          const live = liveGame({ leaderboards: resourcesOf(items, "live") });
          const result = pull(mine, live, { base, ...(prefer === undefined ? {} : { prefer }) });
          const expected = items.map((item) => expectedOf(item, prefer));
          const shown = jsonText({ mine, live: resourcesOf(items, "live") } as Json);
          if (expected.includes("conflict")) {
            expectConflicts(result, expected, shown);
            return;
          }
          expect(
            result.diagnostics.filter(({ severity }) => severity === "error"),
            shown,
          ).toEqual([]);
          merged += 1;
          const after = [...result.after.resources.values()].map(({ custom_id: id, body }) => ({
            id,
            name: body.name,
            description: body.description ?? "",
          }));
          const wanted = expected.filter((each) => each !== "none");
          const byId = (a: { id: unknown }, b: { id: unknown }): number =>
            String(a.id) < String(b.id) ? -1 : 1;
          expect(after.sort(byId), shown).toEqual([...(wanted as { id: string }[])].sort(byId));
          // What is live and stays is neither deleted nor created anew, and what is as it is live
          // has no step.
          const { steps } = planned(result.after, live, { prune: true });
          for (const [index, item] of items.entries()) {
            const end = expected[index] as Exclude<Expected, "conflict">;
            if (item.live === "deleted" || end === "none" || end === undefined) continue;
            const liveId = item.live.id ?? item.id;
            const ofItem = steps.filter(({ address }) =>
              [liveId, end.id].includes(customId(address)),
            );
            const actions = ofItem.map(({ action }) => action);
            expect(actions, shown).toEqual(actionsFor(item, item.live, end));
          }
        }),
        runs(1500, 200),
      );
      expect(merged).toBeGreaterThan(ofRuns(100, 20));
    },
  );

  it.each(["old", "new"])("are chosen by the %s address", (which) => {
    const board = (custom_id: string, name: string): JsonObject => ({
      custom_id,
      name,
      type: "custom",
    });
    const mine: Manifest = { leaderboards: [board("a", "One"), board("c", "Two")] };
    const live = liveGame({ leaderboards: [board("b", "One"), board("c", "Three")] });
    const target = which === "old" ? "leaderboard/a" : "leaderboard/b";
    const result = pull(mine, live, { targets: [target] });
    expect(movesOf(result.after)).toEqual(["leaderboard a -> b"]);
    expect([...result.after.resources.keys()]).toEqual(["leaderboard/b", "leaderboard/c"]);
    expect(result.after.resources.get("leaderboard/c")?.body.name).toBe("Two");
    const other = pull(mine, live, { targets: ["leaderboard/c"] });
    expect([...other.after.resources.keys()]).toEqual(["leaderboard/a", "leaderboard/c"]);
    expect(other.after.resources.get("leaderboard/c")?.body.name).toBe("Three");
  });

  it("of a resource that a removed entry deletes are a conflict", () => {
    const board = (custom_id: string, name: string): JsonObject => ({
      custom_id,
      name,
      type: "custom",
    });
    const base: Manifest = { leaderboards: [board("a", "One"), board("c", "Two")] };
    const removed = [{ kind: "leaderboard", custom_id: "a", reason: "It is over." }];
    const mine: Manifest = { leaderboards: [board("c", "Two")], removed };
    const live = liveGame({ leaderboards: [board("b", "One"), board("c", "Two")] });
    const open = pull(mine, live, { base });
    expect(codesOf(open)).toEqual(["pull-conflict"]);
    expect(open.diagnostics[0]?.detail).toContain("was renamed live to leaderboard/b");
    const taken = pull(mine, live, { base, prefer: "live" });
    expect([movesOf(taken.after), taken.after.removed]).toEqual([["leaderboard a -> b"], []]);
    expect(planned(taken.after, live, { prune: true }).steps).toEqual([]);
    const kept = pull(mine, live, { base, prefer: "files" });
    expect([kept.value?.files, kept.value?.kept]).toEqual([[], ["leaderboard/b"]]);
  });
});
