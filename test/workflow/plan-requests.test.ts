/**
 * The requests of a plan, by the kinds that the manifests manage, the change, and how the service
 * shows links. A list whose parameters are refused is requested several times.
 */
import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/ground/json.ts";
import { HAZARDS } from "../../src/model/model.ts";
import { inGame } from "../support/cli.ts";
import type { ServiceOptions } from "../support/service/service.ts";

type Game = Readonly<Record<string, readonly JsonObject[]>>;

const LIVE: Game = {
  actions: [
    { custom_id: "jump", name: "Jump", reactions: ["move"] },
    { custom_id: "move", name: "Move" },
  ],
  criteria: [
    { custom_id: "far", name: "Far", custom_action_id: "jump" },
    { custom_id: "high", name: "High", custom_action_id: "jump" },
  ],
  criteria_groups: [
    { custom_id: "all", name: "All", criteria: ["far", "high"] },
    { custom_id: "one", name: "One", criteria: ["far"], criteria_groups: ["all"] },
  ],
  rewards: [
    { custom_id: "cup", name: "Cup" },
    { custom_id: "medal", name: "Medal" },
  ],
  achievements: [
    { custom_id: "a", name: "A", custom_criteria_group_id: "all", rewards: ["cup"] },
    { custom_id: "b", name: "B", custom_criteria_group_id: "one", rewards: ["cup", "medal"] },
    { custom_id: "c", name: "C", custom_criteria_group_id: "one" },
  ],
  leaderboards: [{ custom_id: "points", name: "Points" }],
};

/** Changes one resource of a list. */
function withChange(game: Game, plural: string, change: (each: JsonObject) => JsonObject): Game {
  const [first, ...others] = game[plural] ?? [];
  return { ...game, [plural]: first === undefined ? [] : [change(first), ...others] };
}

/** The change that the manifests ask for. */
const CHANGES: Readonly<Record<string, (game: Game) => Game>> = {
  "nothing to do": (game) => game,
  "a text": (game) =>
    withChange(game, Object.keys(game)[0] ?? "", (each) => ({ ...each, description: "Changed" })),
  "a member": (game) =>
    withChange(game, "criteria_groups", (each) => ({ ...each, criteria: ["far"] })),
  "a reward": (game) =>
    withChange(game, "achievements", (each) => ({ ...each, rewards: ["medal"] })),
  "a rename": (game) => withChange(game, "achievements", (each) => ({ ...each, custom_id: "new" })),
  "a deletion": (game) => {
    const plural = Object.keys(game).at(-1) ?? "";
    return { ...game, [plural]: game[plural]?.slice(1) ?? [] };
  },
};

const MOVED = [{ kind: "achievement", from: "a", to: "new" }];

const SERVICES: Readonly<Record<string, ServiceOptions>> = {
  "embeds all links": {},
  "embeds the members of groups": { includes: "known" },
  "embeds nothing": { includes: "none" },
  "shows members in its records": { profile: "members" },
};

const EVERY_KIND = Object.keys(LIVE);

/**
 * Kinds that are managed, the change, and the requests on each service: for lists of kinds, and for
 * anything below a resource.
 */
const REQUESTS: readonly (readonly [
  managed: readonly string[],
  change: string,
  requests: readonly string[],
])[] = [
  [EVERY_KIND, "nothing to do", ["6 + 0", "10 + 5", "13 + 7", "6 + 3"]],
  [EVERY_KIND, "a text", ["6 + 0", "10 + 5", "13 + 7", "6 + 3"]],
  [EVERY_KIND, "a member", ["6 + 1", "10 + 6", "13 + 7", "6 + 6"]],
  [EVERY_KIND, "a reward", ["6 + 1", "10 + 5", "13 + 7", "6 + 8"]],
  [EVERY_KIND, "a rename", ["6 + 1", "10 + 5", "13 + 7", "6 + 8"]],
  [EVERY_KIND, "a deletion", ["6 + 0", "10 + 5", "13 + 7", "6 + 3"]],
  // Unmanaged kinds that refer to actions or rewards are read only if one of these may change.
  [["actions"], "nothing to do", ["1 + 0", "2 + 2", "2 + 2", "1 + 3"]],
  [["actions"], "a text", ["4 + 0", "8 + 2", "11 + 4", "4 + 3"]],
  [["rewards"], "nothing to do", ["1 + 0", "1 + 0", "1 + 0", "1 + 0"]],
  [["rewards"], "a deletion", ["3 + 0", "6 + 3", "6 + 3", "3 + 0"]],
];

/** The number of requests for lists of kinds, and for anything below a resource. */
async function requestsOf(
  service: ServiceOptions,
  managed: readonly string[],
  change: string,
): Promise<string> {
  const part = Object.fromEntries(
    Object.entries(LIVE).filter(([plural]) => managed.includes(plural)),
  );
  const wanted = { ...CHANGES[change]?.(part), ...(change === "a rename" ? { moved: MOVED } : {}) };
  const game = await inGame({ service, live: LIVE, manifests: { "game.yaml": stringify(wanted) } });
  const { exit, stderr } = await game.run([
    "plan",
    "--prune",
    ...HAZARDS.flatMap((name) => ["--allow", name]),
  ]);
  expect(exit, stderr).toBe(0);
  const lists = game.requests().filter(({ path }) => path.split("/").length === 5).length;
  return `${lists} + ${game.requests().length - lists}`;
}

it.each(REQUESTS)("of %j, with %s", async (managed, change, requests) => {
  const counts = Object.values(SERVICES).map((service) => requestsOf(service, managed, change));
  expect(await Promise.all(counts)).toEqual(requests);
});
