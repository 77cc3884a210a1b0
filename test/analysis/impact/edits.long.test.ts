/**
 * Edits that people make, each of every criterion and group of the example: what is said of most of
 * them is known.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findImpact } from "../../../src/analysis/impact/game-impact.ts";
import { buildSide } from "../../../src/analysis/impact/sides.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { Address, Desired } from "../../../src/model/model.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import { loadAll } from "../../support/load.ts";

const folder = join(import.meta.dirname, "../../../examples/dungeon/game");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ya?ml|json)$/.test(file) && !file.endsWith(".test.yaml"))
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
const game = loadAll(files);

type Edit = Partial<Pick<Desired, "body" | "links">>;

const FILTERS = ["month:12", "activityData:class,eq,mage"].map((condition) => ({
  groups: [{ conditions: [condition] }],
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
      { body: { conditions: FILTERS[0] ?? null } },
    ];
  }
  if (kind !== "criterion") return [];
  const [operator, number] = String(body.rule).split(":");
  const half = Math.max(1, Math.floor(Number(number) / 2));
  return [
    ...[`${operator}:${half}`, `lte:${number}`, `eq:${number}`].map((rule) => ({ body: { rule } })),
    ...["amount", "average"].map((type) => ({ body: { type } })),
    ...[null, "days:3"].map((streak) => ({ body: { streak } })),
    ...FILTERS.map((conditions) => ({ body: { conditions } })),
  ];
}

it("what edits of the example mean is known of most of them", () => {
  const known = new Set(catalog.map(({ name }) => name));
  const before = buildSide(game.resources, known, DEFAULT_PLAY);
  const criteria = [...before.design.criteria.keys()];
  const classes: string[] = [];
  for (const [address, resource] of game.resources) {
    for (const { body, links } of editsOf(resource, criteria)) {
      const edited = {
        ...resource,
        body: { ...resource.body, ...body },
        links: { ...resource.links, ...links },
      };
      const after = buildSide(
        new Map<Address, Desired>([...game.resources, [address, edited]]),
        known,
        DEFAULT_PLAY,
      );
      const findings = findImpact(before, after).filter(({ topic }) => topic === "earning");
      classes.push(...findings.map((finding) => finding.class));
    }
  }
  expect(classes.length).toBeGreaterThan(600);
  expect(classes.filter((name) => name === "unknown").length / classes.length).toBeLessThanOrEqual(
    0.12,
  );
});
