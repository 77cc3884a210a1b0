/** Removals and hazards: refused with the exact words to add, and allowed by each place that can say them. */
import { describe, expect, it } from "vitest";
import { callService } from "../support/call-service.ts";
import { GAME_ID, inGame, runCli, type TestGame, writeFiles } from "../support/cli.ts";

const BOARD = { custom_id: "races", name: "Races", type: "custom" };
const REPLACED = "leaderboards:\n  - { custom_id: races, name: Races, type: custom, ordering: smaller-is-better }\n";
const REVEALED = "achievements:\n  - { custom_id: egg, name: Egg }\n";
const FLAG = "--allow";

async function expectDone(game: TestGame, argv: readonly string[]): Promise<void> {
  const run = await game.run(argv);
  expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
}

async function score(game: TestGame, players: readonly string[]): Promise<void> {
  for (const custom_player_id of players)
    await callService(game, "scores", { custom_player_id, custom_leaderboard_id: "races", score: 7 });
  game.forget();
}

describe("a removed entry", () => {
  const text = "removed:\n  - { kind: leaderboard, custom_id: races, reason: The races are over. }\n";

  it("deletes that resource and no other, without prune and without a question about its scores", async () => {
    const other = { custom_id: "fights", name: "Fights", type: "custom" };
    const game = await inGame({ live: { leaderboards: [BOARD, other] }, manifests: { "a.yaml": text } });
    await score(game, ["ada"]);
    await expectDone(game, ["apply", "--yes"]);
    expect(game.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE /v1/games/${GAME_ID}/leaderboards/races`,
    ]);
    expect(game.service().contents(GAME_ID).leaderboards).toMatchObject([other]);
    game.forget();
    await expectDone(game, ["plan", "--detailed-exitcode"]);
    await expectDone(game, ["apply", "--yes"]);
    expect(game.writes()).toEqual([]);
  });

  it("is refused while a resource that a policy leaves as it is refers to what it names", async () => {
    const live = {
      actions: [{ custom_id: "slay", name: "Slay" }],
      criteria: [{ custom_id: "slain", name: "Slain", custom_action_id: "slay" }],
    };
    const manifest = `removed: [{ kind: action, custom_id: slay, reason: It is over. }]
actions: [{ custom_id: tame, name: Tame }]
criteria: [{ custom_id: slain, name: Slain, custom_action_id: tame, create_only: true }]
`;
    const game = await inGame({ live, manifests: { "a.yaml": manifest } });
    const run = await game.run(["apply", "--yes", FLAG, "breaks-earning", FLAG, "empties-kind"]);
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain("it is still used by criterion/slain");
    expect(game.writes()).toEqual([]);
  });
});

describe("a hazard", () => {
  const cases = [
    ["replaces-player-data", { leaderboards: [BOARD] }, REPLACED],
    ["reveals-secret", { achievements: [{ custom_id: "egg", name: "Egg", is_secret: true }] }, REVEALED],
  ] as const;

  it.each(cases)(
    "%s is refused with the words to add, and allowed by each place that takes them",
    async (name, live, manifest) => {
      const refused = await inGame({ live, manifests: { "a.yaml": manifest } });
      const run = await refused.run(["apply", "--yes"]);
      expect(run.exit).toBe(4);
      expect(run.stdout).toContain(`--allow ${name}\n`);
      expect(refused.writes()).toEqual([]);
      await expectDone(refused, ["apply", "--yes", FLAG, name]);

      for (const place of ["game", "environment"]) {
        const game = await inGame({ live, manifests: { "a.yaml": manifest } });
        const allow = (here: string): string => (here === place ? `, allow: [${name}]` : "");
        const project = `version: 1
service: { base_url: "${game.service().url}" }
games:
  demo: { manifests: manifests, environments: { test: { game_id: ${GAME_ID}${allow("environment")} } }${allow("game")} }
`;
        await writeFiles(game.folder, { "laurel.yaml": project });
        const allowed = await runCli(["apply", "--yes"], { cwd: game.folder, env: game.env });
        expect(allowed.exit, `${place}\n${allowed.stdout}${allowed.stderr}`).toBe(0);
      }
    },
  );
});

describe("the refusal to lose scores", () => {
  it("says that any scores are lost, in any format", async () => {
    const game = await inGame({ live: { leaderboards: [BOARD] }, manifests: { "a.yaml": REPLACED } });
    for (const format of ["text", "markdown", "html"]) {
      const { exit, stdout } = await game.run(["plan", "--verbose", "--format", format]);
      const words = stdout.replaceAll(/\s+/g, " ");
      expect([format, exit]).toEqual([format, 4]);
      expect(words).toContain("any scores of players, which cannot be brought back");
      expect(words).toContain("any scores in it are lost");
      expect(words).not.toMatch(/\b(?:its|all|the) scores\b/);
    }
  });

  it("has the same digest whoever has scores, and reads no rankings", async () => {
    const game = await inGame({ live: { leaderboards: [BOARD] }, manifests: { "a.yaml": REPLACED } });
    const digest = async () => /Digest (\S+)/.exec((await game.run(["plan"])).stdout)?.[1];
    const before = await digest();
    await score(game, ["ada"]);
    expect(await digest()).toBe(before);
    game.forget();
    expect((await game.run(["plan", FLAG, "replaces-player-data"])).exit).toBe(0);
    expect(game.requests().filter(({ path }) => path.includes("rankings"))).toEqual([]);
  });
});
