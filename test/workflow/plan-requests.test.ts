/** What a plan costs in requests, by how much of a game the manifests manage, what changes, and how the service shows links. */
import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/model/json.ts";
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

const described = (each: JsonObject): JsonObject => ({ ...each, description: "Changed" });

/** What the manifests want instead of what is live. */
const CHANGES: Readonly<Record<string, (game: Game) => Game>> = {
  "nothing to do": (game) => game,
  "a text": (game) => withChange(game, Object.keys(game)[0] ?? "", described),
  "a member of a group": (game) => withChange(game, "criteria_groups", (each) => ({ ...each, criteria: ["far"] })),
  "a reward of an achievement": (game) => withChange(game, "achievements", (each) => ({ ...each, rewards: ["medal"] })),
  "a deletion": (game) => {
    const plural = Object.keys(game)[0] ?? "";
    return { ...game, [plural]: game[plural]?.slice(1) ?? [] };
  },
};

const MANAGED: Readonly<Record<string, readonly string[]>> = {
  "every kind": ["actions", "criteria", "criteria_groups", "rewards", "achievements", "leaderboards"],
  actions: ["actions"],
  rewards: ["rewards"],
  "groups and achievements": ["criteria_groups", "achievements"],
};

const SERVICES: Readonly<Record<string, ServiceOptions>> = {
  "embeds all links": {},
  "embeds the members of groups": { includes: "known" },
  "embeds nothing": { includes: "none" },
  "shows members in its records": { profile: "members" },
};

async function requestsOf(service: ServiceOptions, managed: readonly string[], change: (game: Game) => Game) {
  const part = Object.fromEntries(Object.entries(LIVE).filter(([plural]) => managed.includes(plural)));
  const game = await inGame({ service, live: LIVE, manifests: { "game.yaml": stringify(change(part)) } });
  const { exit, stderr } = await game.run(["plan", "--prune", "--allow", "breaks-earning"]);
  const bad = exit === 0 ? "" : ` ${exit} ${stderr.split("\n")[0]}`;
  const lists = game.requests().filter(({ path }) => path.split("/").length === 5).length;
  return `${lists}+${game.requests().length - lists}${bad}`;
}

it("x", async () => {
  const lines: string[] = [];
  for (const [what, managed] of Object.entries(MANAGED))
    for (const [change, of] of Object.entries(CHANGES)) {
      const row: string[] = [];
      for (const service of Object.values(SERVICES)) row.push(await requestsOf(service, managed, of));
      lines.push(`${what} | ${change} | ${row.join(" | ")}`);
    }
  console.log(lines.join("\n"));
  expect(1).toBe(1);
});
