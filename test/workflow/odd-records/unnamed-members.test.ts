/**
 * Members of links that come without a `custom_id`: their link is not shown. It ends no command,
 * and nothing is lost by it.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/ground/json.ts";
import { inGame, type TestGame } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { Door } from "../../support/service/service.ts";

const LIVE: Contents = {
  actions: [
    { custom_id: "jump", name: "Jump" },
    { custom_id: "run", name: "Run", reactions: ["jump"] },
  ],
  rewards: [{ custom_id: "egg", name: "Egg" }],
  achievements: [{ custom_id: "hop", name: "Hop", rewards: ["egg"] }],
};
const ACTIONS =
  "actions: [{ custom_id: jump, name: Jump }, { custom_id: run, name: Run, reactions: [jump] }]\n";
const REWARDS = "rewards: [{ custom_id: egg, name: Egg }]\n";
const DECLARED = `${ACTIONS}${REWARDS}achievements: [{ custom_id: hop, name: Hop, rewards: [egg] }]\n`;

/** The forms of members that nobody can match with resources. */
const FORMS: readonly (readonly [string, (id: string) => Json])[] = [
  ["an id of the service and a name", (id) => ({ id: 7, name: id })],
  ["an id under another name", (id) => ({ action: id })],
  ["numbers", () => 7],
];

interface Unnamed {
  readonly form: (id: string) => Json;
  /** Whether the links' own lists have ids, are unreadable, too, or are missing. */
  readonly ownLists: "named" | "unnamed" | "missing";
}

/** Changes the members of every link that has any, in records and in the links' own lists. */
function unnamedMembers({ form, ownLists }: Unnamed): Door {
  const idOf = (member: Json): string => String((member as JsonObject).custom_id ?? member);
  const renamed = (record: JsonObject): JsonObject => {
    const links = Object.entries(record).filter(
      ([name]) => name === "reactions" || name === "rewards",
    );
    return {
      ...record,
      ...Object.fromEntries(links.map(([name, of]) => [name, (of as Json[]).map(idOf).map(form)])),
    };
  };
  return async (_, carryOut, request) => {
    const { pathname } = new URL(request.url);
    const isOwnList = /\/(?:actions|achievements)\/[^/]+\/(?:reactions|rewards)$/.test(pathname);
    if (request.method === "GET" && isOwnList && ownLists === "missing")
      return new Response(null, { status: 404 });
    const answer = await carryOut();
    if (request.method !== "GET" || !answer.ok || (isOwnList && ownLists === "named"))
      return answer;
    const body = (await answer.json()) as { data: JsonObject | JsonObject[] };
    const { data } = body;
    const change = isOwnList ? (record: JsonObject) => form(idOf(record)) : renamed;
    return Response.json({ ...body, data: Array.isArray(data) ? data.map(change) : change(data) });
  };
}

const gameOf = (unnamed: Unnamed, manifests: string, live: Contents = LIVE): Promise<TestGame> =>
  inGame({
    live,
    manifests: manifests === "" ? {} : { "game.yaml": manifests },
    service: { door: unnamedMembers(unnamed) },
  });

const UNSEEN = [
  { address: "action/run", fields: ["reactions"] },
  { address: "achievement/hop", fields: ["rewards"] },
];

async function planOf(game: TestGame, ...more: readonly string[]): Promise<JsonObject> {
  const { exit, stdout, stderr } = await game.run(["plan", "--format", "json", ...more]);
  expect([exit, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout).plans[0];
}

const idsOf = (steps: unknown): readonly string[] =>
  (steps as JsonObject[]).map(({ id }) => String(id));

describe.each(FORMS)("members that come as %s", (_, form) => {
  it.each(["unnamed", "missing"] as const)(
    "are not verified where the links' own lists are %s",
    async (ownLists) => {
      const game = await gameOf({ form, ownLists }, DECLARED);
      expect(await planOf(game, "--prune")).toMatchObject({ steps: [], not_verified: UNSEEN });
      const { exit, stdout } = await game.run(["apply", "--yes", "--prune"]);
      expect([exit, stdout]).toEqual([
        0,
        expect.stringContaining("action.reactions of 1 resource"),
      ]);
      expect(game.writes()).toEqual([]);
    },
  );

  it("are read from the links' own lists where these have ids", async () => {
    const game = await gameOf({ form, ownLists: "named" }, DECLARED);
    expect(await planOf(game)).toMatchObject({ steps: [], not_verified: [] });
    await game.write({ "game.yaml": DECLARED.replace("rewards: [egg]", "rewards: []") });
    expect(idsOf((await planOf(game)).steps)).toEqual(["detach achievement/hop rewards egg"]);
  });
});

const UNNAMED: Unnamed = { form: (id) => ({ id: 7, name: id }), ownLists: "unnamed" };

it("members that are not shown are neither detached nor sent when other fields change", async () => {
  const game = await gameOf(
    UNNAMED,
    DECLARED.replace("Run", "Sprint").replace("Hop", "Leap").replace("[jump]", "[]"),
  );
  const { exit, stdout, stderr } = await game.run(["apply", "--yes", "--format", "json"]);
  expect(exit, stdout + stderr).toBe(0);
  const [result] = JSON.parse(stdout).results;
  expect(idsOf(result.steps)).toEqual(["update action/run", "update achievement/hop"]);
  expect(result).toMatchObject({ converged: true, not_verified: UNSEEN });
  for (const { body } of game.writes())
    expect(Object.keys(body as JsonObject)).not.toContain("reactions");
});

it("an attached member that cannot be read back is sent and not verified", async () => {
  const game = await gameOf(UNNAMED, DECLARED, { ...LIVE, achievements: [] });
  const { exit, stdout, stderr } = await game.run(["apply", "--yes", "--format", "json"]);
  expect(exit, stdout + stderr).toBe(0);
  const steps = JSON.parse(stdout).results[0].steps.map(({ id, status }: JsonObject) => [
    id,
    status,
  ]);
  expect(steps).toEqual([
    ["create achievement/hop", "done"],
    ["attach achievement/hop rewards egg", "not-verified"],
  ]);
});

it("an attachment without an answer fails: nothing shows whether it was executed", async () => {
  const unnamed = unnamedMembers(UNNAMED);
  const door: Door = async (index, carryOut, request) => {
    const answer = await unnamed(index, carryOut, request);
    return request.method === "POST" &&
      request.url.endsWith("/rewards") &&
      request.url.includes("hop")
      ? "cut"
      : answer;
  };
  const live = { ...LIVE, achievements: [] };
  const game = await inGame({ live, manifests: { "game.yaml": DECLARED }, service: { door } });
  const { exit, stdout } = await game.run(["apply", "--yes", "--format", "json"]);
  const [result] = JSON.parse(stdout).results;
  expect([exit, result.outcome, result.converged]).toEqual([1, "failed", false]);
  const [, attachment] = result.steps;
  expect(attachment).toMatchObject({ id: "attach achievement/hop rewards egg", status: "failed" });
  expect(game.writes().filter(({ path }) => path.endsWith("/hop/rewards"))).toHaveLength(1);
});

describe("with pruning, an undeclared reward stays", () => {
  it.each([
    ["if an achievement that no manifest declares may have it", "rewards: []\n"],
    [
      "if an achievement may have it whose rewards are left to the panel",
      "rewards: []\nachievements: [{ custom_id: hop, name: Hop, ignore: [rewards] }]\n",
    ],
    [
      "if an achievement may have it that is only created",
      "rewards: []\nachievements: [{ custom_id: hop, name: Hop, create_only: true }]\n",
    ],
  ])("%s", async (_, manifests) => {
    const game = await gameOf(UNNAMED, manifests);
    const { steps, kept } = await planOf(game, "--prune");
    expect(steps).toEqual([]);
    expect(kept).toContainEqual({ address: "reward/egg", reason: "unseen-referrers" });
  });
});

it("a pull keeps the declared members, and names them as not verified", async () => {
  const game = await gameOf(UNNAMED, DECLARED.replace("name: Egg", "name: Old egg"));
  const { exit, stdout, stderr } = await game.run(["pull", "--yes"]);
  expect(exit, stderr).toBe(0);
  expect(stdout).toContain("achievement.rewards of 1 resource");
  expect(await readFile(join(game.folder, "manifests", "game.yaml"), "utf8")).toBe(DECLARED);
});

it("init --from-live writes the resource without the members, and names them as not verified", async () => {
  const game = await gameOf(UNNAMED, "");
  const { exit, stdout, stderr } = await game.run(["init", "--from-live"]);
  expect(exit, stderr).toBe(0);
  expect(stdout).toContain("achievement.rewards of 1 resource");
  const plan = await planOf(game);
  expect(plan).toMatchObject({ steps: [], not_verified: UNSEEN });
});
