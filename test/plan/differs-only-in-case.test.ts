/**
 * Ids and names that differ from live ones only in case or in the form of their characters: a
 * service may take them for the same.
 */
import { expect, it } from "vitest";
import { desiredGame, liveGame } from "../support/games.ts";
import { problems } from "./planning.ts";

const live = (custom_id: string, name: string) => liveGame({ rewards: [{ custom_id, name }] });
const desired = (custom_id: string, name: string) =>
  desiredGame({ rewards: [{ custom_id, name }] });
const found = (
  wanted: readonly [string, string],
  present: readonly [string, string],
  prune = false,
) =>
  problems(desired(...wanted), live(...present), { prune })
    .filter(({ code }) => code === "differs-only-in-case" || code === "looks-like-rename")
    .map(({ code, detail, help }) => [code, detail, ...help]);

it("are named before anything is written, with the entry that makes them one", () => {
  expect(found(["egg", "An egg"], ["Egg", "Egg of a dragon"])).toEqual([
    [
      "differs-only-in-case",
      'reward/egg would be created, and the live reward/Egg differs only in case, in accents or in the form of its characters: the id "Egg", not the id "egg". A service that takes both for the same refuses to create it.',
      {
        text: "if it is the same one, add to the manifests:",
        command: "moved: [{ kind: reward, from: Egg, to: egg }]",
      },
    ],
  ]);
});

it.each([
  ["names in capitals", ["a", "EGG"], ["b", "Egg"]],
  ["names in another form of Unicode", ["a", "Caf\u00e9"], ["b", "Cafe\u0301"]],
  ["names with other accents", ["a", "Café"], ["b", "Cafe"]],
  ["names with a no-break space", ["a", "An egg"], ["b", "An\u00a0egg"]],
  ["ids in capitals that are pruned", ["EGG", "A"], ["egg", "B"]],
] as const)("%s", (_, wanted, present) => {
  expect(found(wanted, present, true).map(([code]) => code)).toEqual(["differs-only-in-case"]);
});

it("shows what differs between names that print the same", () => {
  expect(String(found(["a", "Caf\u00e9"], ["b", "Cafe\u0301"])[0]?.[1])).toContain('"Cafe\\u0301"');
});

it("is no warning of other ids and names, of equal names, and of what is there already", () => {
  expect(found(["egg", "Egg"], ["nest", "Nest"])).toEqual([]);
  expect(found(["egg", "Egg"], ["egg", "EGG"])).toEqual([]);
  expect(found(["egg", "Egg"], ["Egg", "Egg"], true).map(([code]) => code)).toEqual([
    "looks-like-rename",
  ]);
});
