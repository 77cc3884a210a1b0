/** Edits that people make, each of every criterion and group of the example: what is said of them is known and shown. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { activitiesOf } from "../../../src/analysis/design/ways.ts";
import { impactBetween } from "../../../src/analysis/impact/game-impact.ts";
import { sideOf } from "../../../src/analysis/impact/sides.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import type { Address, Desired } from "../../../src/model/model.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import { earnedIn } from "../random-games.ts";

const folder = fileURLToPath(new URL("../../../examples/dungeon/game", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ya?ml|json)$/.test(file) && !file.endsWith(".test.yaml"))
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
const game = loadDesired(files, catalog).value;

type Edit = Partial<Pick<Desired, "body" | "links">>;

const FILTERS = ["month:12", "betweenHours:20,6", "activityData:class,eq,mage"].map((each) => ({
  groups: [{ conditions: [each] }],
}));

function editsOf({ kind, body, links }: Desired, criteria: readonly string[]): readonly Edit[] {
  if (kind === "action") return links.reactions?.length ? [{ links: { reactions: [] } }] : [];
  if (kind === "criteria_group") {
    const members = links.criteria ?? [];
    const others = criteria.filter((id) => !members.includes(id)).slice(0, 1);
    return [
      ...["and", "or", "xor"].map((operator) => ({ body: { operator } })),
      ...(members.length > 0 ? [{ links: { criteria: members.slice(1) } }] : []),
      { links: { criteria: [...members, ...others] } },
      ...FILTERS.slice(0, 1).map((conditions) => ({ body: { conditions } })),
    ];
  }
  if (kind !== "criterion") return [];
  const [operator, number] = String(body.rule).split(":");
  const half = Math.max(1, Math.floor(Number(number) / 2));
  return [
    ...[`${operator}:${Number(number) * 2}`, `${operator}:${half}`, `lte:${number}`, `eq:${number}`].map((rule) => ({
      body: { rule },
    })),
    ...["sum", "amount", "average"].map((type) => ({ body: { type } })),
    ...[null, "days:3", "days:7", "hours:2"].map((streak) => ({ body: { streak } })),
    ...[null, ...FILTERS].map((conditions) => ({ body: { conditions } })),
  ];
}

it("what edits of the example mean is known of most of them, and shown where it goes both ways", () => {
  if (game === undefined) throw new Error("the example cannot be read");
  const known = new Set(catalog.map(({ name }) => name));
  const before = sideOf(game.resources, known, DEFAULT_PLAY);
  const criteria = [...before.design.criteria.keys()];
  const counts = new Map<string, number>();
  for (const [address, resource] of game.resources) {
    for (const { body, links } of editsOf(resource, criteria)) {
      const edited = { ...resource, body: { ...resource.body, ...body }, links: { ...resource.links, ...links } };
      const after = sideOf(new Map<Address, Desired>([...game.resources, [address, edited]]), known, DEFAULT_PLAY);
      for (const { topic, class: name, address: about, witnesses = {} } of impactBetween(before, after)) {
        if (topic !== "earning") continue;
        counts.set(name, (counts.get(name) ?? 0) + 1);
        const { easier, harder } = witnesses;
        const id = about.slice("achievement/".length);
        for (const [witness, earned, missed] of [
          [easier, after, before],
          [harder, before, after],
        ] as const) {
          if (witness === undefined) continue;
          const isEarned = ({ design }: typeof before): boolean =>
            earnedIn(design, { time_zone: "UTC", custom_data: witness.player }, activitiesOf(witness)).has(id);
          expect([address, body, links, isEarned(earned), isEarned(missed)]).toEqual([
            address,
            body,
            links,
            true,
            false,
          ]);
        }
      }
    }
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(1_000);
  expect((counts.get("unknown") ?? 0) / total).toBeLessThanOrEqual(0.12);
});
