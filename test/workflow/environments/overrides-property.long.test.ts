/** Overriding gives what editing the manifests would give, for any two games with the same resources. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { DesiredGame } from "../../../src/model/model.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import type { GameText } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";

/** The resources of `wanted` with the values that `other` has for them, and what to override so that they are as wanted. */
function taken(wanted: GameText, other: GameText): { readonly manifests: GameText; readonly overrides: GameText } {
  const manifests: [string, readonly JsonObject[]][] = [];
  const overrides: [string, readonly JsonObject[]][] = [];
  for (const [plural, resources] of Object.entries(wanted)) {
    const pairs = resources.map((resource) => {
      const twin = other[plural]?.find(({ custom_id }) => custom_id === resource.custom_id);
      return [resource, twin ?? required(plural, resource)] as const;
    });
    manifests.push([plural, pairs.map(([, declared]) => declared)]);
    overrides.push([plural, pairs.flatMap(([resource, declared]) => override(resource, declared))]);
  }
  return { manifests: Object.fromEntries(manifests), overrides: Object.fromEntries(overrides) };
}

/** What a declaration has to give itself, whatever is overridden. */
function required(plural: string, resource: JsonObject): JsonObject {
  const kind = catalog.find((each) => each.plural === plural);
  const names = kind?.fields.flatMap((field) => (field.required === true ? [field.name] : [])) ?? [];
  return Object.fromEntries(names.map((name) => [name, resource[name] ?? null]));
}

function override(wanted: JsonObject, declared: JsonObject): readonly JsonObject[] {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(declared)])];
  const different = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(declared[name]));
  if (different.length === 0) return [];
  const members = different.map((name): [string, Json] => [name, wanted[name] ?? null]);
  return [{ custom_id: wanted.custom_id ?? null, ...Object.fromEntries(members) }];
}

/** Without where everything is written. */
function plain(game: DesiredGame | undefined) {
  const resources = [...(game?.resources.values() ?? [])].map(({ origin: _, overrides: __, ...rest }) => rest);
  return { resources, managed: [...(game?.managed ?? [])].sort() };
}

const file = (name: string, game: GameText) => ({ file: name, text: JSON.stringify(game) });

describe("random overrides", () => {
  it("make of any manifests what editing these would make", () => {
    const games = fc.tuple(arbitraryGame({ allKinds: true }), arbitraryGame({ allKinds: true }));
    fc.assert(
      fc.property(games, ([wanted, other]) => {
        const { manifests, overrides } = taken(wanted, other);
        const overridden = loadDesired([file("game.json", manifests)], catalog, [file("overrides.json", overrides)]);
        const edited = loadDesired([file("game.json", wanted)], catalog);
        const errors = overridden.diagnostics.filter(({ severity }) => severity === "error");
        expect(errors).toEqual([]);
        expect(plain(overridden.value)).toEqual(plain(edited.value));
      }),
      runs(300),
    );
  });

  it("know where each value comes from: the override where there is one, else the manifest", () => {
    const games = fc.tuple(arbitraryGame({ allKinds: true }), arbitraryGame({ allKinds: true }));
    fc.assert(
      fc.property(games, ([wanted, other]) => {
        const { manifests, overrides } = taken(wanted, other);
        const files = [file("overrides.json", overrides)];
        const { value } = loadDesired([file("game.json", manifests)], catalog, files);
        for (const kind of catalog) {
          for (const part of overrides[kind.plural] ?? []) {
            const address = `${kind.name}/${part.custom_id}` as const;
            const names = Object.keys(part).filter((name) => name !== "custom_id");
            expect(Object.keys(value?.resources.get(address)?.overrides ?? {}).sort()).toEqual(names.sort());
            for (const name of names) {
              const span = value?.sources.get(address)?.locate(`/${name}`, "key");
              expect(span?.file).toBe("overrides.json");
              expect(files[0]?.text.slice(span?.start.offset, span?.end.offset)).toBe(JSON.stringify(name));
            }
          }
        }
      }),
      runs(100),
    );
  });
});
