/** A kind whose key is gone: a warning where the history is known, and a line in the plan otherwise. */
import { describe, expect, it } from "vitest";
import { branchWith, GIT_ENV } from "./repository.ts";

const BASE = `rewards:
  - { custom_id: egg, name: Egg }
  - { custom_id: nut, name: Nut }
leaderboards:
  - { custom_id: races, name: Races }
`;
const LIVE = {
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "nut", name: "Nut" },
  ],
  leaderboards: [{ custom_id: "races", name: "Races" }],
};
const WITHOUT = "leaderboards:\n  - { custom_id: races, name: Races }\n";

const IN_PLACE = `achievements:
  - custom_id: a
    name: A
    rewards: [{ custom_id: egg, name: Egg }, { custom_id: nut, name: Nut }]
`;

async function plan(desired: string, base: string, ...flags: readonly string[]) {
  const game = await branchWith({ base, live: LIVE, desired });
  return game.run(["plan", "--prune", ...flags], { env: { ...GIT_ENV, ...game.env } });
}

describe("a kind that the manifests no longer manage", () => {
  it("is a warning with --base, with its place at the commit and ways to go on", async () => {
    const { exit, stdout, stderr } = await plan(WITHOUT, BASE, "--base", "main");
    expect(exit, stderr).toBe(0);
    expect(stdout).toContain("No changes.");
    expect(stderr).toContain("warning[no-longer-managed]");
    expect(stderr).toMatch(/main:\S*game\.yaml:2:/);
    const text = stderr.replaceAll(/\s+/g, " ");
    expect(text).toMatch(/main manages rewards and declares 2 rewards/);
    expect(text).toContain("restore the key `rewards`");
    expect(text).toContain("write `rewards: []` and prune");
  });

  it("is in the JSON of the plan, which lists what is managed", async () => {
    const { stdout } = await plan(WITHOUT, BASE, "--base", "main", "--format", "json");
    const document = JSON.parse(stdout);
    expect(document.plans[0].managed).toEqual(["leaderboard"]);
    expect(document.diagnostics.map(({ code }: { code: string }) => code)).toEqual(["no-longer-managed"]);
  });

  it("is not known without --base: the plan names the kinds that it does not compare", async () => {
    const { stdout, stderr } = await plan(WITHOUT, BASE);
    expect(stderr).not.toContain("no-longer-managed");
    expect(stdout).toContain("Not managed, not compared: actions, criteria, criteria_groups, rewards, achievements.");
  });

  const entries = (more: string): string =>
    `removed:\n${["egg", "nut"].map((id) => `  - { kind: reward, custom_id: ${id}, reason: Over${more} }\n`).join("")}`;
  it.each([
    ["its key is there with an empty list", `${WITHOUT}rewards: []\n`, BASE],
    ["entries keep its resources", WITHOUT + entries(", keep: true"), BASE],
    ["entries delete its resources", WITHOUT + entries(""), BASE],
    ["its resources are defined in place", WITHOUT + IN_PLACE, BASE],
    ["the commit did not manage it either", WITHOUT, WITHOUT],
  ])("is no warning where %s", async (_, desired, base) => {
    const { stderr } = await plan(desired, base, "--base", "main");
    expect(stderr).not.toContain("no-longer-managed");
  });

  it.each([
    [
      "an entry is about one of two resources",
      WITHOUT + entries("").replace(/.*nut.*\n/, ""),
      BASE,
      "declares 1 reward",
    ],
    ["the commit managed it and declared none", WITHOUT, `${WITHOUT}rewards: []\n`, "declares none"],
  ])("is a warning where %s", async (_, desired, base, words) => {
    const { stderr } = await plan(desired, base, "--base", "main");
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(words);
  });
});
