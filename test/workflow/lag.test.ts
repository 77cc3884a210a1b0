/**
 * Services whose reads lag behind their writes: read again for up to ten seconds before anything is
 * called not kept.
 */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/ground/json.ts";
import { HAZARDS } from "../../src/model/model.ts";
import { inGame, movingClock } from "../support/cli.ts";
import type { Door, ServiceOptions } from "../support/service/service.ts";

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
  leaderboards: [
    { custom_id: "races", name: "Races", type: "custom", ordering: "smaller-is-better" },
  ],
};

const NOT_KEPT = { exit: 1, converged: false, codes: ["not-kept"] };
const ALLOWED = HAZARDS.filter((name) => !["breaks-earning", "reveals-secret"].includes(name));

/** Manifests that change one thing each. */
const CHANGES: Readonly<Record<string, string>> = {
  "a creation":
    "actions: [{ custom_id: jump, name: Jump }, { custom_id: new, name: New, reactions: [jump] }]",
  "a field": "achievements: [{ custom_id: hop, name: Hop, points: 30, rewards: [egg] }]",
  "members of a link": "achievements: [{ custom_id: hop, name: Hop, points: 5, rewards: [nest] }]",
  "what only a replacement changes":
    "actions: [{ custom_id: jump, name: Jump }, { custom_id: run, name: Run, reactions: [jump] }]",
  "an ordering":
    "leaderboards: [{ custom_id: races, name: Races, type: custom, ordering: larger-is-better }]",
  "another id": `rewards: [{ custom_id: shell, name: Egg }]\nmoved: [{ kind: reward, from: egg, to: shell }]`,
  "a swap of names": "rewards: [{ custom_id: egg, name: Nest }, { custom_id: nest, name: Egg }]",
  "a deletion": "actions: []\nremoved: [{ kind: action, custom_id: run, reason: Nobody runs }]",
};

/** Applies one of the changes. `options`: of the service, such as by how much its reads lag. */
async function apply(manifest: string | undefined, options: ServiceOptions) {
  const clock = movingClock();
  const service = { ...options, clock: { now: clock.now, wait: (ms: number) => clock.sleep(ms) } };
  const game = await inGame({ service, live: LIVE, manifests: { "game.yaml": `${manifest}\n` } });
  const begun = clock.now();
  const flags = ["--yes", "--format", "json", ...ALLOWED.flatMap((name) => ["--allow", name])];
  const { exit, stdout } = await game.run(["apply", ...flags], { clock });
  const [{ converged, diagnostics, steps }] = JSON.parse(stdout).results;
  const failures = steps.flatMap(
    ({ diagnostic }: { diagnostic?: { code: string } }) => diagnostic ?? [],
  );
  const codes = [...diagnostics, ...failures].map(({ code }) => code);
  return { exit, converged, codes, seconds: (clock.now() - begun) / 1000 };
}

it.each(Object.entries(CHANGES))("%s is seen as soon as reads show it", async (_, manifest) => {
  const { seconds, ...end } = await apply(manifest, { lag: 2_000 });
  expect(end).toEqual({ exit: 0, converged: true, codes: [] });
  expect(seconds).toBeGreaterThanOrEqual(2);
  expect(seconds).toBeLessThan(10);
});

it.each<[string, ServiceOptions, object]>([
  ["that shows it at once is not waited for", {}, { exit: 0, converged: true, seconds: 0 }],
  [
    "that lags a minute behind has not kept it after ten seconds for the step and for the game",
    { lag: 60_000 },
    { ...NOT_KEPT, seconds: 20 },
  ],
  [
    "that ignores the field has not kept it after as long",
    { dropFields: ["points"] },
    { ...NOT_KEPT, seconds: 20 },
  ],
])("a service %s", async (_, options, end) => {
  expect(await apply(CHANGES["a field"], options)).toMatchObject(end);
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
    return Response.json({
      ...rest,
      data: Array.isArray(data) ? data.map(shown) : shown(data as JsonObject),
    });
  };

  it.each<[string, ServiceOptions, object]>([
    ["are read back until they show", { lag: 2_000 }, { exit: 0, converged: true, codes: [] }],
    ["fail their step where they never do", { dropFields: ["rewards"] }, NOT_KEPT],
  ])("%s", async (_, options, end) => {
    expect(
      await apply(CHANGES["members of a link"], { profile: "members", door, ...options }),
    ).toMatchObject(end);
  });
});

describe("the check after the question", () => {
  /** Shows another name of the reward from the second reading of the list to the last one given. */
  const showingOther = (last: number): Door => {
    let readings = 0;
    return async (_, carryOut, { method, url }) => {
      const answer = await carryOut();
      if (method !== "GET" || !new URL(url).pathname.endsWith("/rewards")) return answer;
      readings += 1;
      if (readings < 2 || readings > last) return answer;
      return new Response((await answer.text()).replace('"name":"Egg"', '"name":"Older"'), answer);
    };
  };

  it.each([
    ["is repeated while a reading shows an older state than the plan's", 3, 0, ""],
    ["refuses a game that stays different", Number.POSITIVE_INFINITY, 4, "stale-plan"],
  ])("%s", async (_, last, exit, code) => {
    const clock = movingClock();
    const game = await inGame({
      live: { rewards: [{ custom_id: "egg", name: "Egg" }] },
      manifests: { "game.yaml": "rewards: [{ custom_id: egg, name: Golden egg }]\n" },
      service: { door: showingOther(last) },
    });
    const begun = clock.now();
    const run = await game.run(["apply"], { answers: ["yes"], isTerminal: true, clock });
    expect([run.exit, run.stdout + run.stderr]).toEqual([exit, expect.stringContaining(code)]);
    expect(clock.now() - begun).toBeLessThanOrEqual(10_000);
  });
});
