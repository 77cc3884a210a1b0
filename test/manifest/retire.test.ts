/** `retired: true` in manifests: what it makes of the resources, and when it is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import { reachable } from "../../src/model/graph.ts";
import type { DesiredGame } from "../../src/model/model.ts";
import { load } from "../support/load.ts";
import { runs } from "../support/runs.ts";

const GAME = `criteria_groups:
  - { custom_id: inner, name: Inner }
  - { custom_id: outer, name: Outer, criteria_groups: [inner] }
rewards:
  - { custom_id: cup, name: Cup }
  - { custom_id: egg, name: Egg }
achievements:
  - { custom_id: one, name: One, custom_criteria_group_id: outer, rewards: [cup, egg] }
  - { custom_id: two, name: Two, custom_criteria_group_id: inner, rewards: [cup] }
`;

function linksOf({ resources }: DesiredGame, address: `${string}/${string}`): unknown {
  return resources.get(address)?.links;
}

describe("retired", () => {
  it("changes nothing where it is false, null or left out", () => {
    const plain = load(GAME);
    for (const value of ["false", "null", ""]) {
      const { resources } = load(GAME.replace("group_id: outer,", `group_id: outer, retired: ${value},`));
      expect([...resources.values()].map(({ body, links }) => ({ body, links }))).toEqual(
        [...plain.resources.values()].map(({ body, links }) => ({ body, links })),
      );
      expect(resources.get("achievement/one")).not.toHaveProperty("retired");
    }
  });

  it("hides an achievement, empties its group, and keeps what the manifests give", () => {
    const game = load(GAME.replace("group_id: outer,", "group_id: outer, retired: true,"));
    expect(game.resources.get("achievement/one")).toMatchObject({
      retired: true,
      body: { is_secret: true, custom_criteria_group_id: "outer" },
      links: { rewards: ["cup", "egg"] },
      retirement: { by: ["achievement/one"], body: { is_secret: false }, links: {} },
    });
    expect(game.resources.get("criteria_group/outer")).toMatchObject({
      links: { criteria: [], criteria_groups: [] },
      retirement: { by: ["achievement/one"], body: {}, links: { criteria_groups: ["inner"] } },
    });
    // The inner group is another achievement's.
    for (const address of ["criteria_group/inner", "achievement/two"] as const) {
      expect(game.resources.get(address)).toEqual(load(GAME).resources.get(address));
    }
  });

  it("takes several rewards out of one achievement", () => {
    const game = load(GAME.replaceAll(/name: (Cup|Egg) /g, "name: $1, retired: true "));
    expect(linksOf(game, "achievement/one")).toEqual({ rewards: [] });
    expect(linksOf(game, "achievement/two")).toEqual({ rewards: [] });
    const { by, links } = game.resources.get("achievement/one")?.retirement ?? {};
    expect([by, links]).toEqual([["reward/cup", "reward/egg"], { rewards: ["cup", "egg"] }]);
  });

  it("is right for achievements without a group, of one group, and of a group inside the other's", () => {
    const alone = load("achievements: [{ custom_id: a, name: A, retired: true }]\n");
    expect(alone.resources.get("achievement/a")?.body.is_secret).toBe(true);
    const same = GAME.replace("group_id: inner", "group_id: outer");
    expect(
      linksOf(load(same.replaceAll("group_id: outer,", "group_id: outer, retired: true,")), "criteria_group/outer"),
    ).toEqual({ criteria: [], criteria_groups: [] });
    const both = GAME.replaceAll(/group_id: (\w+),/g, "group_id: $1, retired: true,");
    expect(load(both).resources.get("achievement/two")?.body.is_secret).toBe(true);
  });

  it("can be given by an override, which is shown as the origin, and taken back by one", () => {
    const override = { file: "o.yaml", text: "achievements:\n  - { custom_id: one, retired: true }\n" };
    const { value } = loadDesired([{ file: "game.yaml", text: GAME }], catalog, [override]);
    const origin = { file: "o.yaml", line: 2 };
    expect(value?.resources.get("achievement/one")).toMatchObject({ retired: true, overrides: { is_secret: origin } });
    expect(value?.resources.get("criteria_group/outer")?.overrides).toMatchObject({ criteria_groups: origin });
    const back = { ...override, text: "achievements:\n  - { custom_id: one, retired: false }\n" };
    const text = GAME.replace("group_id: outer,", "group_id: outer, retired: true,");
    const again = loadDesired([{ file: "game.yaml", text }], catalog, [back]);
    expect(again.value?.resources.get("achievement/one")?.body.is_secret).toBe(false);
  });
});

const SIZE = 5;
const ids = Array.from({ length: SIZE }, (_, index) => `g${index}`);

/** Groups that hold groups of a greater number, and an achievement for each of them. */
const nested = fc.record({
  inner: fc.array(fc.array(fc.boolean(), { minLength: SIZE, maxLength: SIZE }), { minLength: SIZE, maxLength: SIZE }),
  groups: fc.array(fc.nat(SIZE - 1), { minLength: SIZE, maxLength: SIZE }),
  retired: fc.array(fc.boolean(), { minLength: SIZE, maxLength: SIZE }),
});

describe("of any groups inside each other", () => {
  it("exactly those are refused that another achievement needs, and nothing else changes for the others", () => {
    fc.assert(
      fc.property(nested, ({ inner, groups, retired }) => {
        const within = (index: number): number[] =>
          inner[index]?.flatMap((isIn, other) => (isIn && other > index ? [other] : [])) ?? [];
        const manifest = (retires: boolean): string =>
          JSON.stringify({
            criteria_groups: ids.map((custom_id, index) => ({
              ...{ custom_id, name: custom_id, criteria: [`c${index}`] },
              criteria_groups: within(index).map((each) => ids[each]),
            })),
            achievements: groups.map((group, index) => ({
              ...{ custom_id: `a${index}`, name: `A${index}`, custom_criteria_group_id: ids[group] },
              retired: retires && retired[index],
            })),
          });
        const loaded = loadDesired([{ file: "game.json", text: manifest(true) }], catalog);
        const emptied = groups.filter((_, index) => retired[index]);
        const needed = reachable(
          groups.filter((_, index) => !retired[index]),
          within,
        );
        const refused = groups.flatMap((group, index) => (retired[index] && needed.has(group) ? [`a${index}`] : []));
        const codes = loaded.diagnostics.map(({ code, address }) => `${code} ${address}`);
        if (refused.length > 0) {
          // Where a group around it is emptied as well, that one is the cause.
          expect(codes.length).toBeGreaterThan(0);
          expect(refused.map((id) => `cannot-retire achievement/${id}`)).toEqual(expect.arrayContaining(codes));
          return;
        }
        expect(codes).toEqual([]);
        const plain = load(manifest(false));
        for (const [index, id] of ids.entries()) {
          const links = loaded.value?.resources.get(`criteria_group/${id}`)?.links;
          const expected = emptied.includes(index)
            ? { criteria: [], criteria_groups: [] }
            : plain.resources.get(`criteria_group/${id}`)?.links;
          expect(links).toEqual(expected);
        }
      }),
      runs(200),
    );
  });
});
