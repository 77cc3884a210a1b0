/** Impact in what `plan` and `apply` print, save and refuse. */
import { describe, expect, it } from "vitest";
import type { Impact } from "../../../src/analysis/impact/impacts.ts";
import { inGame } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";

const LIVE: Contents = {
  actions: [{ custom_id: "match", name: "Finish a match" }],
  criteria: [{ custom_id: "matches", name: "Matches", custom_action_id: "match", rule: "gte:50" }],
  criteria_groups: [{ custom_id: "matches", name: "Matches", criteria: ["matches"] }],
  achievements: [
    { custom_id: "veteran", name: "Veteran", points: 10, custom_criteria_group_id: "matches" },
    { custom_id: "hidden", name: "Hidden veteran", is_secret: true, custom_criteria_group_id: "matches" },
  ],
};

function manifests(rule: string, more = ""): Readonly<Record<string, string>> {
  return {
    "game.yaml": `actions: [{ custom_id: match, name: Finish a match${more} }]
criteria: [{ custom_id: matches, name: Matches, custom_action_id: match, rule: "${rule}" }]
criteria_groups: [{ custom_id: matches, name: Matches, criteria: [matches] }]
achievements:
  - { custom_id: veteran, name: Veteran, points: 10, custom_criteria_group_id: matches }
  - { custom_id: hidden, name: Hidden veteran, is_secret: true, custom_criteria_group_id: matches }
`,
  };
}

const HARDER = '"Veteran" now needs 500 of "Finish a match" instead of 50.';

describe("the impact in a plan", () => {
  it("is beside the change that leads to it, a line for each achievement", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:500") });
    const { stdout } = await game.run(["plan"]);
    expect(stdout).toContain("\nWhat this means for players: 2 harder\n");
    expect(stdout).toContain(`\n  harder: ${HARDER}\n`);
  });

  it("is one line where it is harmless, and all of it with --verbose", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:50", ", description: Any") });
    expect((await game.run(["plan"])).stdout).toContain(
      "\nWhat this means for players: 1 cosmetic\n\n1 to update. 4 unchanged.\n",
    );
    expect((await game.run(["plan", "--verbose"])).stdout).toContain(
      '\n  cosmetic: The action "Finish a match" has another description.\n',
    );
  });

  it("is left out where nothing changes", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:50") });
    expect((await game.run(["plan"])).stdout).not.toContain("What this means");
  });

  it("leaves the names of secrets out of Markdown", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:500") });
    const { stdout } = await game.run(["plan", "--format", "markdown"]);
    expect(stdout).toContain(`- **harder**: ${HARDER}`);
    expect(stdout).toContain("- **harder**: `achievement/hidden` (secret).");
    expect(stdout).not.toContain("Hidden veteran");
    const revealed = await game.run(["plan", "--format", "markdown", "--reveal-secrets"]);
    expect(revealed.stdout).toContain('- **harder**: "Hidden veteran" now needs');
  });

  it("is in JSON, with the steps", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:500") });
    const { plans } = JSON.parse((await game.run(["plan", "--format", "json"])).stdout) as {
      plans: { impact: Impact[] }[];
    };
    expect(plans[0]?.impact[1]).toEqual({
      class: "harder",
      address: "achievement/veteran",
      sentence: HARDER,
      because: ["criterion/matches"],
      steps: ["update criterion/matches"],
    });
  });
});

describe("--fail-on", () => {
  it("refuses a plan of that class with its sentences, and nothing is written", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:500") });
    const planned = await game.run(["plan", "--fail-on", "harder", "--fail-on", "destructive"]);
    expect(planned.exit).toBe(4);
    expect(planned.stderr).toContain("impact-refused");
    expect(planned.stderr).toContain(`harder: ${HARDER}`);
    const applied = await game.run(["apply", "--yes", "--fail-on", "harder"]);
    expect(applied.exit).toBe(4);
    expect(game.writes()).toEqual([]);
  });

  it("lets others pass", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:5") });
    const { exit, stdout } = await game.run(["apply", "--yes", "--fail-on", "harder", "--fail-on", "destructive"]);
    expect(exit).toBe(0);
    expect(stdout).toContain('easier: "Veteran" now needs 5 of "Finish a match" instead of 50.');
  });

  it("masks the sentences where a page is public", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:500") });
    const { stdout } = await game.run(["plan", "--format", "markdown", "--fail-on", "harder"]);
    expect(stdout).toContain("impact-refused");
    expect(stdout).not.toContain("Hidden veteran");
  });

  it("knows its classes", async () => {
    const game = await inGame({ live: LIVE, manifests: manifests("gte:500") });
    const { exit, stderr } = await game.run(["plan", "--fail-on", "hader"]);
    expect(exit).toBe(64);
    expect(stderr).toContain("harder");
  });
});
