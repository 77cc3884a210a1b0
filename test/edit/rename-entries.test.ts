/** Renames between entries of every sort: each is refused with a reason, or gives valid manifests. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { renameInTexts } from "../../src/edit/game-texts.ts";
import { checkGame } from "../../src/manifest/game/desired-game.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { jsonText } from "../../src/model/json.ts";
import { runs } from "../support/runs.ts";
import { gameTexts } from "./game-texts.ts";

const IDS = ["a", "b", "c", "d", "e"] as const;

const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS)), {
  maxLength: 4,
  selector: ([from]) => from,
});

it("a rename between any entries is refused with a reason, or valid", () => {
  const seen = { renamed: 0, refused: 0, chained: 0 };
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
        const after = checkGame([parseText("game.json", value[0]?.after ?? "")], catalog, [[]]);
        const desired = after.value?.desired();
        const expected = [...moves, [from, to]];
        expect(desired?.moved.map((entry) => [entry.from, entry.to]).sort()).toEqual(expected.sort());
        expect([...(desired?.resources.keys() ?? [])].sort()).toEqual(
          declared.map((id) => `reward/${id === from ? to : id}`).sort(),
        );
      },
    ),
    runs(150),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(3);
});
