/**
 * `--fail-on too-large-to-review` refuses exactly the plans whose page does not show every change
 * in full.
 */
import { expect, it } from "vitest";
import { inGame } from "../support/cli.ts";

const FLAG = ["--fail-on", "too-large-to-review"];
const manifestWith = (text: string): string =>
  JSON.stringify({ rewards: [{ custom_id: "gold", name: "Gold", custom_data: { text } }] });

it.each([
  ["plan", [], 0],
  ["apply", ["--yes"], 0],
])("%s goes on where the page shows everything", async (command, more, exit) => {
  const game = await inGame({
    manifests: { "a.json": manifestWith("new") },
    live: { rewards: [{ custom_id: "gold", name: "Gold", custom_data: { text: "old" } }] },
  });
  const run = await game.run([command, ...more, ...FLAG]);
  expect(run).toMatchObject({ exit, stderr: "" });
});

it("refuses a plan with a change that no page shows whole, says so in every form, and applies nothing", async () => {
  const live = {
    rewards: [{ custom_id: "gold", name: "Gold", custom_data: { text: "a".repeat(9_000) } }],
  };
  const game = await inGame({ manifests: { "a.json": manifestWith("b") }, live });
  const says = "The page for reviewers does not show in full: 1 of 1 change (1 reward).";
  const plan = await game.run(["plan", ...FLAG]);
  expect(plan).toMatchObject({ exit: 4 });
  expect(plan.stderr).toContain("error[too-large-to-review]");
  expect(plan.stderr.replaceAll(/\s+/g, " ")).toContain(says);
  expect(plan.stderr).toContain("split the change");
  const page = await game.run(["plan", "--format", "markdown", ...FLAG]);
  expect(page.exit).toBe(4);
  expect(page.stdout.split("\n")[2]).toMatch(
    /^\*\*Not shown in full: 1 of 1 change \(1 reward\)\.\*\*/,
  );
  const { stdout } = await game.run(["plan", "--format", "json", ...FLAG]);
  expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code: "too-large-to-review" }]);
  const annotations = await game.run(["plan", "--format", "github", ...FLAG]);
  expect(annotations.stdout).toContain("[too-large-to-review]");
  const apply = await game.run(["apply", "--yes", ...FLAG]);
  expect(apply).toMatchObject({ exit: 4 });
  expect(apply.stderr).toContain("error[too-large-to-review]");
  expect(game.writes()).toEqual([]);
  expect(await game.run(["plan"])).toMatchObject({ exit: 0 });
});

it("refuses no creation that is only counted", async () => {
  const rewards = Array.from({ length: 800 }, (_, index) => ({
    custom_id: `r${index}`,
    name: `Reward ${index}`,
  }));
  const game = await inGame({ manifests: { "a.json": JSON.stringify({ rewards }) } });
  expect(await game.run(["plan", ...FLAG])).toMatchObject({ exit: 0 });
});
