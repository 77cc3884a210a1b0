/** The checks of scripts complain about plans and applies that break the rules. */
import { expect, it } from "vitest";
import { inGame } from "./cli.ts";
import type { CliRun } from "./run-cli.ts";
import { complaintsAboutApply, complaintsAboutPlan } from "./script-checks.ts";
import type { SeenRequest } from "./service/service.ts";

const MANIFEST = "rewards: [{ custom_id: cup, name: Cup }, { custom_id: medal, name: Medal }]\n";

/** A plan as text and as JSON, and the requests of its apply. */
async function honestRuns() {
  const game = await inGame({
    manifests: { "a.yaml": MANIFEST },
    live: { rewards: [{ custom_id: "cup", name: "Mug" }] },
  });
  const planned = await game.run(["plan"]);
  const again = await game.run(["plan", "--format", "json"]);
  game.forget();
  await game.run(["apply", "--yes"]);
  return { planned, again, writes: game.writes() };
}

it("honest runs are not complained about, and have something that could be wrong", async () => {
  const { planned, again, writes } = await honestRuns();
  expect(planned.stdout).toMatch(/sha256:[0-9a-f]{64}/);
  expect(writes.length).toBe(2);
  expect(complaintsAboutPlan({ planned, again, writes: [] })).toEqual([]);
  expect(complaintsAboutApply(again, writes)).toEqual([]);
});

const withOther = (run: CliRun, from: string | RegExp, to: string): CliRun => ({
  ...run,
  stdout: run.stdout.replace(from, to),
});

it("each broken rule of a plan is named", async () => {
  const { planned, again, writes } = await honestRuns();
  const digest = `sha256:${"0".repeat(64)}`;
  expect([
    ...complaintsAboutPlan({ planned, again: withOther(again, '"steps"', '"stepz"'), writes: [] }),
    ...complaintsAboutPlan({
      planned,
      again: withOther(again, /sha256:[0-9a-f]{64}/, digest),
      writes: [],
    }),
    ...complaintsAboutPlan({ planned: { ...planned, exit: 2 }, again, writes: [] }),
    ...complaintsAboutPlan({ planned: undefined, again, writes: writes.slice(0, 1) }),
  ]).toEqual([
    expect.stringContaining("the JSON of the plan is invalid"),
    expect.stringMatching(/^a second plan does not have sha256:/),
    "a second plan exits with 0, not 2",
    expect.stringMatching(/^planning sent (?:PUT|POST) /),
  ]);
});

it.each<[string, RegExp, (writes: readonly SeenRequest[]) => readonly SeenRequest[]]>([
  ["a request that was not sent", /^not sent: /, (writes) => writes.slice(1)],
  [
    "a request that was sent twice",
    /^not planned: /,
    (writes) => [...writes, ...writes.slice(0, 1)],
  ],
  [
    "another method",
    /^not planned: \["DELETE"/,
    (writes) => writes.map((write) => ({ ...write, method: "DELETE" })),
  ],
  [
    "another path",
    /^not planned: .*rewards\/other/,
    (writes) => writes.map((write) => ({ ...write, path: "rewards/other" })),
  ],
  [
    "another body",
    /^not planned: .*"Bowl"/,
    (writes) => writes.map((write) => ({ ...write, body: { name: "Bowl" } })),
  ],
  [
    "no body",
    /^not planned: .*null/,
    (writes) => writes.map((write) => ({ ...write, body: null })),
  ],
])("%s of an apply is named", async (_, complaint, change) => {
  const { again, writes } = await honestRuns();
  expect(complaintsAboutApply(again, change(writes))).toContainEqual(
    expect.stringMatching(complaint),
  );
});
