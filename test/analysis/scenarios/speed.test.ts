/** 10,000 activities in a scenario over the example game are played in less than a second. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { designOf } from "../../../src/analysis/design/design.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import { DEFAULT_PLAY } from "../../../src/project/action-settings.ts";
import { playAll } from "./play.ts";

const FOLDER = join(import.meta.dirname, "../../../examples/dungeon/game");

function example() {
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const manifests = names.filter((name) => /\.(yaml|json)$/.test(name) && !name.endsWith(".test.yaml"));
  const files = manifests.map((name) => ({ file: name, text: readFileSync(join(FOLDER, name), "utf8") }));
  const { value } = loadDesired(files, catalog);
  if (value === undefined) throw new Error("the example game is valid");
  return designOf(value.resources.values(), value.managed, DEFAULT_PLAY);
}

const SCENARIO = `
scenarios:
  - name: many activities
    players: { lea: { time_zone: Europe/Vienna, custom_data: { guild: lanterns } } }
    steps:
      - { do: slay-fire-dragon, times: 2000, every: 7m }
      - { do: enter-floor, times: 2000, every: 7m, custom_data: { depth: 7, region: crypt } }
      - { do: walk, amount: 400, times: 2000, every: 7m }
      - { do: finish-guild-quest, times: 2000, every: 7m, custom_data: { guild: hammers } }
      - { do: float-lantern, times: 2000, every: 7m }
    expect: { earned: [one-hero-army], not_earned: [cat-person, pillar-of-the-guild] }
`;

// The time of the processor counts, because the tests beside this one use it, too.
it("plays 10,000 activities in less than a second", { retry: 2 }, () => {
  const design = example();
  const before = process.cpuUsage();
  const [played] = playAll(SCENARIO, design);
  const { user, system } = process.cpuUsage(before);
  expect(played?.passed).toBe(true);
  expect(played?.recorded).toBe(18_000);
  expect((user + system) / 1e6).toBeLessThan(1);
});
