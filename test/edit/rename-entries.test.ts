/**
 * Renames between entries of every sort: each is refused with a reason, or gives valid manifests.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { renameInTexts } from "../../src/edit/game-texts.ts";
import { jsonText } from "../../src/ground/json.ts";
import { checkGame } from "../../src/manifest/game/desired-game.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { runs } from "../support/runs.ts";
import { gameTexts } from "./game-texts.ts";

const IDS = ["a", "b", "c", "d", "e"] as const;

const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS)), {
  maxLength: 4,
  selector: ([from]) => from,
});

/** The declared id that entries lead to from another one. */
function goalIn(
  entries: readonly (readonly [string, string])[],
  declared: readonly string[],
): (id: string) => string {
  const next = new Map(entries);
  return (id) => {
    let goal = next.get(id) ?? id;
    for (let count = 0; !declared.includes(goal) && count < next.size; count += 1)
      goal = next.get(goal) ?? goal;
    return goal;
  };
}

/** The entries and the addresses of a game in one text. */
function readAfter(text: string) {
  const desired = checkGame([parseText("game.json", text)], catalog, [[]]).value?.desired();
  const entries = (desired?.moved ?? []).map(({ from, to }) => [from, to] as const);
  return { entries, addresses: [...(desired?.resources.keys() ?? [])].sort() };
}

it("a rename between any entries is refused with a reason, or valid", () => {
  const seen = { renamed: 0, refused: 0, chained: 0, back: 0 };
  fc.assert(
    fc.property(
      fc.subarray([...IDS], { minLength: 1 }),
      entries,
      fc.subarray([...IDS], { maxLength: 1 }),
      fc.constantFrom(...IDS),
      (declared, moves, gone, to) => {
        const text = jsonText({
          rewards: declared.map((id) => ({ custom_id: id, name: `Reward ${id}` })),
          moved: moves.map(([from, into]) => ({ kind: "reward", from, to: into })),
          removed: gone.map((id) => ({ kind: "reward", custom_id: id, reason: "Over" })),
        });
        const manifests = [parseText("game.json", text)];
        const [from = "a"] = declared;
        fc.pre(checkGame(manifests, catalog, [[]]).value !== undefined && from !== to);
        const { value, diagnostics } = renameInTexts(
          { kind: "reward", from, to },
          gameTexts({ manifests }).texts,
          catalog,
        );
        const codes = diagnostics.map(({ code }) => code);
        if (value === undefined) {
          seen.refused += 1;
          expect(new Set(codes)).toEqual(new Set(["cannot-rename"]));
          return;
        }
        seen.renamed += 1;
        if (moves.some(([, into]) => into === from)) seen.chained += 1;
        const { entries, addresses } = readAfter(value.files[0]?.after ?? "");
        const renamed = (id: string): string => (id === from ? to : id);
        const goalBefore = goalIn(moves, declared);
        const goalAfter = goalIn(entries, declared.map(renamed));
        const isBack = moves.some(([old]) => old === to && goalBefore(old) === from);
        if (isBack) seen.back += 1;
        expect(entries.length).toBe(isBack ? moves.length : moves.length + 1);
        expect(goalAfter(from)).toBe(to);
        const others = moves.map(([old]) => old).filter((old) => old !== to);
        expect(others.map(goalAfter)).toEqual(others.map(goalBefore).map(renamed));
        expect(addresses).toEqual(declared.map((id) => `reward/${renamed(id)}`).sort());
      },
    ),
    runs(400, 150),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(3);
});
