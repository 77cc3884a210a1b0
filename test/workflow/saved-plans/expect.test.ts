/** `--expect` and the digest: the same plan has the same name everywhere. */
import { describe, expect, it } from "vitest";
import { inGame, runCli, scratchFolder, TOKEN, testService, writeFiles } from "../../support/cli.ts";
import { flat, LIVE, MANIFESTS, PLAN_FILE, type PlanDocument, savedScene, scene } from "./scene.ts";

async function digestsIn(folder: string, argv: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const run = await runCli(["plan", "--format", "json", ...argv], { cwd: folder, env });
  const document = JSON.parse(run.stdout) as PlanDocument;
  return document.plans.map(({ digest }) => digest);
}

describe("apply --expect", () => {
  it.each([
    ["all of it", 71],
    ["all of it without its prefix", 64],
    ["its first twelve digits", 12],
  ] as const)("carries out the plan with that digest, given as %s", async (_, length) => {
    const game = await savedScene();
    const digest = (await game.document()).plans[0]?.digest ?? "";
    expect(flat(await game.run(["plan", "--prune"]))).toContain(digest);
    const given = length === 71 ? digest : digest.slice("sha256:".length).slice(0, length);
    const run = await game.run(["apply", "--prune", "--yes", "--expect", given]);
    expect(run.exit, flat(run)).toBe(0);
  });

  it("refuses another plan, tells both digests, and writes nothing", async () => {
    const game = await savedScene();
    const digest = (await game.document()).plans[0]?.digest ?? "";
    await game.write({ "more.yaml": "rewards:\n  - { custom_id: late, name: Late }\n" });
    game.forget();
    for (const format of ["text", "json"]) {
      const run = await game.run(["apply", "--prune", "--yes", "--format", format, "--expect", digest]);
      expect(run.exit).toBe(4);
      expect(flat(run)).toContain(`--expect ${digest} is the digest of none of the plans`);
      expect(flat(run)).toMatch(/The plan for the game "manifests" \(default\) is sha256:[0-9a-f]{64}/);
    }
    expect(game.writes()).toEqual([]);
  });

  it("refuses when nothing is left to do, because that is not what was approved", async () => {
    const game = await savedScene();
    const digest = (await game.document()).plans[0]?.digest ?? "";
    await game.run(["apply", "--prune", "--yes"]);
    const run = await game.run(["apply", "--prune", "--yes", "--expect", digest]);
    expect(run.exit).toBe(4);
    expect(flat(run)).toContain("there is nothing to do");
  });

  it.each(["abc", "sha256:", "3F1C0A9BE27D3F1C", "zzzzzzzzzzzzzz"])("takes no %j for a digest", async (given) => {
    const game = await scene();
    game.forget();
    expect((await game.run(["apply", "--yes", "--expect", given])).exit).toBe(64);
    expect(game.requests()).toEqual([]);
  });

  it("is asked of a saved plan, too", async () => {
    const game = await savedScene();
    expect((await game.apply(["--expect", "0123456789ab"])).exit).toBe(4);
    const digest = (await game.document()).plans[0]?.digest ?? "";
    expect((await game.apply(["--expect", digest])).exit).toBe(0);
  });

  it("must be given once for each game that changes", async () => {
    const game = await inGame();
    await writeFiles(game.folder, {
      "laurel.yaml": `version: 1
service: { base_url: "${game.service().url}" }
games:
  one: { manifests: one, environments: { test: { game_id: g1 } } }
  two: { manifests: two, environments: { test: { game_id: g2 } } }
`,
      "one/a.yaml": "rewards:\n  - { custom_id: a, name: A }\n",
      "two/b.yaml": "rewards:\n  - { custom_id: b, name: B }\n",
    });
    const [one = "", two = ""] = await digestsIn(game.folder, [], { LAUREL_API_TOKEN: TOKEN });
    expect(one).not.toBe(two);
    const options = { cwd: game.folder, env: game.env };
    const neither = ["apply", "--yes", "--expect", "0123456789ab", "--expect", "ba9876543210"];
    expect((await runCli(neither, options)).exit).toBe(4);
    expect(game.writes()).toEqual([]);
    const partly = await runCli(["apply", "--yes", "--expect", one, "--expect", one], options);
    expect(partly.exit).toBe(4);
    expect(flat(partly)).toContain(`The plan for the game "two" (test) is ${two}, which is not expected`);
    expect(flat(partly)).toContain('1 done, 1 refused ("two")');
    expect(game.writes().map(({ path }) => path)).toEqual(["/v1/games/g1/rewards"]);
    expect((await runCli(["apply", "--yes", "--expect", two], options)).exit).toBe(0);
    const late = await runCli(["apply", "--yes", "--expect", two], options);
    expect(late.exit, "what was approved is not there any more").toBe(4);
  });
});

describe("the digest", () => {
  const laurel = (manifests: string): string => `version: 1
games:
  dungeon: { manifests: ${manifests}, prune: true, environments: { local: { embedded: true } } }
`;

  it("is the same for other folders, other files, another order in them, and another port", async () => {
    const text = MANIFESTS["game.yaml"] ?? "";
    const pieces = text.split(/^(?=\w)/m);
    expect(pieces.length).toBeGreaterThan(4);
    const [one, two] = [await scratchFolder(), await scratchFolder()];
    await writeFiles(one, { "laurel.yaml": laurel("game"), "game/all.yaml": text });
    const shuffled = pieces.map((piece, index): [string, string] => {
      const [key = "", ...resources] = piece.trimEnd().split("\n");
      return [`deep/down/${9 - index}.yaml`, `\n\n${[key, ...resources.reverse()].join("\n")}\n`];
    });
    await writeFiles(two, { "laurel.yaml": laurel("deep"), ...Object.fromEntries(shuffled) });
    expect(await digestsIn(one, [])).toEqual(await digestsIn(two, []));
    expect(await digestsIn(one, [])).toEqual(await digestsIn(one, []));
  });

  it("does not depend on what the plan does not touch, and does on what it touches", async () => {
    const folder = await scratchFolder();
    await writeFiles(folder, { "manifests/game.yaml": MANIFESTS["game.yaml"] ?? "" });
    const service = await testService();
    const flags = ["--manifests", "manifests", "--base-url", service.url, "--game-id", "g", "--prune"];
    const digest = (): Promise<string[]> => digestsIn(folder, flags, { LAUREL_API_TOKEN: TOKEN });
    await service.seed("g", LIVE);
    const before = await digest();
    await service.seed("g", { leaderboards: [{ custom_id: "board", name: "Board" }] });
    expect(await digest()).toEqual(before);
    await service.edit("g", "action", "slay", { description: "Theirs" });
    expect(await digest()).not.toEqual(before);
  });

  it("is that of the plan in the file", async () => {
    const game = await scene();
    const run = await game.save("--format", "json");
    expect((await game.document()).plans[0]?.digest).toBe(JSON.parse(run.stdout).plans[0].digest);
    expect(PLAN_FILE).toBe("plan.json");
  });
});
