/**
 * What a refusal of a hazard suggests works: each of its helps is followed, and the hazard is
 * refused no more.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as laurel from "../../../src/library.ts";
import { HAZARDS } from "../../../src/model/model.ts";
import { inGame, type TestGame } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";

interface Scene {
  readonly live: Contents;
  readonly manifest: string;
  readonly prune?: boolean;
  /** Refused hazards. */
  readonly names: readonly string[];
}

const BOARD = { custom_id: "races", name: "Races", type: "custom" };
const SMALLER = "{ custom_id: races, name: Races, type: custom, ordering: smaller-is-better }";
const ODD_IDS = [
  "yes",
  "1",
  "1e3",
  "null",
  "a#b",
  "a b",
  "a:b",
  "ä",
  'a"b',
  "a/b",
  "x".repeat(300),
  "~",
  "..",
];

const achievement = (custom_id: string) => ({
  custom_id,
  name: `Name of ${custom_id}`.slice(0, 200),
});

const SCENES: Readonly<Record<string, Scene>> = {
  "a deletion by pruning": {
    live: { achievements: ["a", "b"].map(achievement) },
    manifest: "achievements: [{ custom_id: a, name: Name of a }]\n",
    prune: true,
    names: ["deletes-player-data"],
  },
  "a deletion of everything": {
    live: { achievements: ["a", "b"].map(achievement) },
    manifest: "achievements: []\n",
    prune: true,
    names: ["deletes-player-data", "empties-kind"],
  },
  "a replacement": {
    live: { leaderboards: [BOARD] },
    manifest: `leaderboards: [${SMALLER}]\n`,
    names: ["replaces-player-data"],
  },
  "a replacement that is renamed": {
    live: { leaderboards: [BOARD] },
    manifest: `leaderboards: [${SMALLER.replace("races", "laps")}]\nmoved: [{ kind: leaderboard, from: races, to: laps, allow: breaks-clients }]\n`,
    names: ["replaces-player-data"],
  },
  "what an interrupted replacement left": {
    live: { leaderboards: [{ ...BOARD, custom_id: "races~laurel-old", name: "Races~laurel-old" }] },
    manifest: `leaderboards: [${SMALLER}]\n`,
    names: ["replaces-player-data"],
  },
  ...Object.fromEntries(
    ODD_IDS.map((id): [string, Scene] => [
      `a deletion of ${JSON.stringify(id.slice(0, 10))}`,
      {
        live: { achievements: [achievement("a"), achievement(id)] },
        manifest: "achievements: [{ custom_id: a, name: Name of a }]\n",
        prune: true,
        names: ["deletes-player-data"],
      },
    ]),
  ),
};

async function planned(game: TestGame, prune: boolean, allow: readonly laurel.HazardName[] = []) {
  const options = { project: join(game.folder, "laurel.yaml"), variables: game.env, prune, allow };
  const { diagnostics, games } = await laurel.plan(options);
  const all = [...diagnostics, ...games.flatMap(({ refusals }) => refusals)];
  return all.filter(({ severity }) => severity === "error");
}

for (const [name, { live, manifest, prune = false, names }] of Object.entries(SCENES)) {
  it(`works for ${name}`, async () => {
    const scene = () => inGame({ live, manifests: { "a.yaml": manifest } });
    const errors = await planned(await scene(), prune);
    expect(errors.map(({ code }) => code)).toEqual(names);
    for (const { code, help } of errors) {
      expect(help.length).toBeGreaterThan(0);
      for (const one of help) {
        if (typeof one === "string") throw new Error(`no command: ${one}`);
        const game = await scene();
        const flag = HAZARDS.find((hazard) => one.command === `--allow ${hazard}`);
        if (one.text.includes("manifests")) await game.write({ "more.yaml": `${one.command}\n` });
        else if (one.text.includes("laurel.yaml")) await addToProject(game, one.command);
        else expect(flag).toBeDefined();
        const after = await planned(game, prune, flag === undefined ? [] : [flag]);
        const rest = names.filter((other) => other !== code);
        expect([one.command, ...after.map((error) => error.code)]).toEqual([one.command, ...rest]);
      }
    }
  });
}

async function addToProject(game: TestGame, setting: string): Promise<void> {
  const file = join(game.folder, "laurel.yaml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("{ manifests:", `{ ${setting}, manifests:`));
}
