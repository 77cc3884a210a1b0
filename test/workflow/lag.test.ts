/** Services whose reads lag behind their writes: read again for up to ten seconds before anything is called not kept. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { inGame, movingClock } from "../support/cli.ts";
import type { Door } from "../support/service/service.ts";

const LIVE = {
  actions: [
    { custom_id: "jump", name: "Jump" },
    { custom_id: "run", name: "Run" },
  ],
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "nest", name: "Nest" },
  ],
  achievements: [{ custom_id: "hop", name: "Hop", points: 5, rewards: ["egg"] }],
  leaderboards: [{ custom_id: "races", name: "Races", type: "custom", ordering: "smaller-is-better" }],
};

const ALLOWED = ["deletes-player-data", "replaces-player-data", "mass-change", "empties-kind", "deletes-unknown"];

/** Manifests that change one thing each. */
const CHANGES: Readonly<Record<string, string>> = {
  "a creation": "actions: [{ custom_id: jump, name: Jump }, { custom_id: new, name: New, reactions: [jump] }]",
  "a field": "achievements: [{ custom_id: hop, name: Hop, points: 30, rewards: [egg] }]",
  "members of a link": "achievements: [{ custom_id: hop, name: Hop, points: 5, rewards: [nest] }]",
  "what only a replacement changes":
    "actions: [{ custom_id: jump, name: Jump }, { custom_id: run, name: Run, reactions: [jump] }]",
  "an ordering": "leaderboards: [{ custom_id: races, name: Races, type: custom, ordering: larger-is-better }]",
  "another id": `rewards: [{ custom_id: shell, name: Egg }]\nmoved: [{ kind: reward, from: egg, to: shell }]`,
  "a swap of names": "rewards: [{ custom_id: egg, name: Nest }, { custom_id: nest, name: Egg }]",
  "a deletion": "actions: []\nremoved: [{ kind: action, custom_id: run, reason: Nobody runs }]",
};

async function apply(lag: number, manifest: string, dropFields: readonly string[] = []) {
  const clock = movingClock();
  const service = { lag, dropFields, clock: { now: clock.now, wait: (ms: number) => clock.sleep(ms) } };
  const game = await inGame({ service, live: LIVE, manifests: { "game.yaml": `${manifest}\n` } });
  const begun = clock.now();
  const flags = ["--yes", "--format", "json", ...ALLOWED.flatMap((name) => ["--allow", name])];
  const { exit, stdout, stderr } = await game.run(["apply", ...flags], { clock });
  const [result] = JSON.parse(stdout).results;
  const codes = result.diagnostics.map(({ code }: { code: string }) => code);
  return { exit, converged: result.converged, codes, seconds: (clock.now() - begun) / 1000, output: stdout + stderr };
}

describe.each(Object.entries(CHANGES))("%s", (_, manifest) => {
  it("is seen as soon as reads show it", async () => {
    const ended = await apply(2_000, manifest);
    expect(ended, ended.output).toMatchObject({ exit: 0, converged: true, codes: [] });
    expect(ended.seconds).toBeGreaterThanOrEqual(2);
    expect(ended.seconds).toBeLessThan(10);
  });
});

it("is not waited for where the first reading shows it", async () => {
  expect(await apply(0, CHANGES["a field"] as string)).toMatchObject({ exit: 0, converged: true, seconds: 0 });
});

it.each([
  ["that lags a minute behind", 60_000, []],
  ["that ignores the field", 0, ["points"]],
])("a service %s has not kept it after ten seconds", async (_, lag, dropped) => {
  const ended = await apply(lag, CHANGES["a field"] as string, dropped);
  expect(ended).toMatchObject({ exit: 1, converged: false, codes: ["not-kept"], seconds: 10 });
});

describe("members that only include shows, and only PUT may change", () => {
  const door: Door = async (_, carryOut, { url }) => {
    const answer = await carryOut();
    const isIncluded = new URL(url).searchParams.get("include")?.includes("rewards") === true;
    if (!answer.ok) return answer;
    const { data, ...rest } = (await answer.json()) as { data: JsonObject | readonly JsonObject[] };
    const shown = ({ rewards, ...others }: JsonObject): JsonObject =>
      isIncluded && Array.isArray(rewards)
        ? { ...others, rewards: rewards.map((custom_id) => ({ custom_id })) }
        : (others as JsonObject);
    return Response.json({ ...rest, data: Array.isArray(data) ? data.map(shown) : shown(data as JsonObject) });
  };

  it.each([
    ["are read back until they show", 2_000, [], { exit: 0, converged: true, totals: { done: 1 } }],
    ["fail their step where they never do", 0, ["rewards"], { exit: 1, totals: { failed: 1 }, code: "not-kept" }],
  ])("%s", async (_, lag, dropFields, end) => {
    const clock = movingClock();
    const own = { profile: "members", lag, dropFields, door } as const;
    const service = { ...own, clock: { now: clock.now, wait: (ms: number) => clock.sleep(ms) } };
    const game = await inGame({ service, live: LIVE, manifests: { "game.yaml": `${CHANGES["members of a link"]}\n` } });
    const { exit, stdout } = await game.run(["apply", "--yes", "--format", "json"], { clock });
    const { converged, steps, totals } = JSON.parse(stdout).results[0];
    expect({ exit, converged, totals, code: steps[0].diagnostic?.code }).toMatchObject(end);
  });
});
