/** `laurel diff`: a game as it is live in two environments. */
import { describe, expect, it } from "vitest";
import type { Contents } from "../../../src/emulator/panel.ts";
import { diffSchema } from "../../../src/view/json/documents.ts";
import { TOKEN } from "../../support/cli.ts";
import { schemaProblems } from "../../support/schemas.ts";
import { onTwoServices, TESTERS } from "./support.ts";

const GAME: Contents = {
  actions: [{ custom_id: "slay", name: "Slay" }],
  criteria: [{ custom_id: "ten", name: "Ten", custom_action_id: "slay", rule: "gte:10" }],
  criteria_groups: [{ custom_id: "group", name: "Group", criteria: ["ten"] }],
  rewards: [{ custom_id: "egg", name: "Egg" }],
  achievements: [
    { custom_id: "slayer", name: "Slayer", points: 50, custom_criteria_group_id: "group", rewards: ["egg"] },
  ],
};
const EASY: Contents = {
  ...GAME,
  criteria: [{ custom_id: "ten", name: "Ten", custom_action_id: "slay", rule: "gte:1" }],
};
const BOTH = ["diff", "--from", "testers", "--to", "production"] as const;

/** Without what the ports of the moment change. */
function steady(text: string): string {
  return text.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
}

describe("two live games", () => {
  it("that are alike differ in nothing, and nothing is written", async () => {
    const { project, env, requests } = await onTwoServices({ testers: GAME, production: GAME });
    const run = await project.run([...BOTH, "--detailed-exitcode"], { env });
    expect(run).toMatchObject({ exit: 0, stderr: "" });
    expect(steady(run.stdout)).toBe(
      'Game "dungeon": changes that would make production match testers\n' +
        "  testers     at http://127.0.0.1:PORT, game id t-1\n" +
        "  production  at http://127.0.0.1:PORT, game id p-1\n\n" +
        "production matches testers. 5 identical.\n",
    );
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("that differ are told by what would make the one like the other", async () => {
    const testers = {
      ...EASY,
      rewards: [
        { custom_id: "egg", name: "Egg" },
        { custom_id: "cup", name: "Cup" },
      ],
      achievements: [{ custom_id: "slayer", name: "Slayer", points: 50, rewards: ["cup", "egg"] }],
    };
    const leaderboards = [{ custom_id: "old", name: "Old", type: "permanent" }];
    const { project, env } = await onTwoServices({ testers, production: { ...GAME, leaderboards } });
    const run = await project.run(BOTH, { env });
    expect(run).toMatchObject({ exit: 0, stderr: "" });
    await expect(steady(run.stdout)).toMatchFileSnapshot("expect/diff.txt");
    expect((await project.run([...BOTH, "--detailed-exitcode"], { env })).exit).toBe(2);
    const json = await project.run([...BOTH, "--format", "json"], { env });
    await expect(steady(json.stdout)).toMatchFileSnapshot("expect/diff-json.txt");
    expect(schemaProblems(diffSchema, json.stdout)).toEqual([]);
  });

  it("differ the other way round when they change places", async () => {
    const { project, env } = await onTwoServices({ testers: GAME, production: {} });
    const there = JSON.parse((await project.run([...BOTH, "--format", "json"], { env })).stdout);
    const back = ["diff", "--from", "production", "--to", "testers", "--format", "json"];
    const again = JSON.parse((await project.run(back, { env })).stdout);
    expect(there.diffs[0].summary).toEqual({ create: 5, update: 0, delete: 0, expected: 0, alike: 0 });
    expect(again.diffs[0].summary).toEqual({ create: 0, update: 0, delete: 5, expected: 0, alike: 0 });
  });

  it("are told apart by values only, not by how a service answers", async () => {
    const { project, env } = await onTwoServices(
      { testers: GAME, production: GAME },
      { testers: { scalars: "string", maxPageSize: 1 } },
    );
    expect((await project.run([...BOTH, "--detailed-exitcode"], { env })).exit).toBe(0);
  });

  it("that differ in links have them compared where both services show them, and it is said where not", async () => {
    const actions = [
      { custom_id: "slay", name: "Slay" },
      { custom_id: "slay-rat", name: "Slay a rat", reactions: ["slay"] },
    ];
    const without = [actions[0], { ...actions[1], reactions: [] }] as never;
    const { project, env } = await onTwoServices(
      { testers: { ...GAME, actions, achievements: [] }, production: { ...GAME, actions: without } },
      { production: { profile: "documented" } },
    );
    const run = await project.run([...BOTH, "--detailed-exitcode"], { env });
    expect(run.stdout).toContain("1 to delete. 5 identical.");
    expect(run.stdout).toContain("Not compared, because a service does not return it:");
    expect(run.stdout).toContain("action.reactions (2 resources, production)");
  });
});

describe("differences that overrides ask for", () => {
  it("are expected, and alone are no news", async () => {
    const { project, env } = await onTwoServices({ testers: EASY, production: GAME });
    await project.write({ "game/overrides/testers.yaml": TESTERS });
    const run = await project.run([...BOTH, "--detailed-exitcode"], { env });
    expect(run.exit).toBe(0);
    expect(run.stdout).toContain('rule  "gte:10" -> "gte:1"  (expected: overridden in testers)');
    expect(run.stdout).toContain("production matches testers except for 1 expected difference. 4 identical.");
  });

  it("are no excuse for another value than the one that is asked for, on either side", async () => {
    const far = { ...GAME, criteria: [{ ...GAME.criteria?.[0], rule: "gte:500" } as never] };
    for (const contents of [
      { testers: EASY, production: far },
      { testers: far, production: GAME },
    ]) {
      const { project, env } = await onTwoServices(contents);
      await project.write({ "game/overrides/testers.yaml": TESTERS });
      const run = await project.run([...BOTH, "--detailed-exitcode"], { env });
      expect(run.exit).toBe(2);
      expect(run.stdout).not.toContain("expected");
    }
  });

  it("do not hide what else differs in the same resource", async () => {
    const testers = { ...EASY, criteria: [{ ...EASY.criteria?.[0], description: "Changed." } as never] };
    const { project, env } = await onTwoServices({ testers, production: GAME });
    await project.write({ "game/overrides/testers.yaml": TESTERS });
    const run = await project.run([...BOTH, "--detailed-exitcode"], { env });
    expect(run.exit).toBe(2);
    expect(run.stdout).toContain("1 to update. 4 identical.");
  });

  it("are told of without manifests that are valid, and it is said that nothing can be expected", async () => {
    const { project, env } = await onTwoServices({ testers: EASY, production: GAME });
    await project.write({ "game/game.yaml": "criteria: [" });
    const run = await project.run([...BOTH, "--detailed-exitcode"], { env });
    expect(run.exit).toBe(2);
    expect(run.stdout).toContain('rule  "gte:10" -> "gte:1"');
    expect(run.stderr).toContain("warning[nothing-expected]");
  });
});

describe("what cannot be compared is refused", () => {
  it.each([
    [["--from", "testers"], "--to is required"],
    [["--from", "testers", "--to", "testers"], 'both name the environment "testers"'],
    [["--from", "tester", "--to", "production"], 'did you mean "testers"?'],
    [["--from", "testers", "--to", "production", "--game", "dungeons"], 'did you mean "dungeon"?'],
  ])("%s", async (flags, words) => {
    const { project, env } = await onTwoServices({});
    const run = await project.run(["diff", ...flags], { env });
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain(words);
  });

  it("for want of one of the two tokens, by the name of its variable", async () => {
    const { project } = await onTwoServices({ testers: GAME, production: GAME });
    const run = await project.run(BOTH, { env: { LAUREL_TESTERS_TOKEN: TOKEN } });
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("export LAUREL_PRODUCTION_TOKEN=");
    expect(run.stdout + run.stderr).not.toContain(TOKEN);
  });

  it("when one of the two cannot be read to its end", async () => {
    const { project, env } = await onTwoServices(
      { testers: GAME, production: GAME },
      { production: { faults: [{ effect: "error-before", status: 500, when: { path: "/rewards" } }] } },
    );
    const run = await project.run(BOTH, { env });
    expect(run.exit).toBe(1);
    expect(run.stdout).toBe("");
  });
});
