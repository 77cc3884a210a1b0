/**
 * Deletions and memberships that end, answered with 404 or 410 or not at all, while ids change in the same plan. `done` and
 * `failed` are what is true on the service.
 */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { GAME_ID, inGame } from "../support/cli.ts";
import type { Door } from "../support/service/service.ts";

const ACTIONS = [{ custom_id: "jump", name: "Jump" }];
const criterion = (custom_id: string, name: string) => ({ custom_id, name, custom_action_id: "jump" });
const group = (custom_id: string, name: string, criteria: readonly string[]) => ({ custom_id, name, criteria });
/** A swap of the ids `a` and `b`. */
const swapped = (kind: string, a: string, b: string) => [
  { kind, from: a, to: b },
  { kind, from: b, to: a },
];

/** What changes besides: X leaves the groups G, where Y stays, and H, where Y never was. The criterion Z is deleted. */
const RENAMES = {
  neither: { criteria: ["x", "y"], groups: ["g", "h"], moved: [] },
  "member renamed": {
    criteria: ["leap", "y"],
    groups: ["g", "h"],
    moved: [{ kind: "criterion", from: "x", to: "leap" }],
  },
  "member swapped": { criteria: ["y", "x"], groups: ["g", "h"], moved: swapped("criterion", "x", "y") },
  "holder renamed": {
    criteria: ["x", "y"],
    groups: ["great", "h"],
    moved: [{ kind: "criteria_group", from: "g", to: "great" }],
  },
  "holder swapped": { criteria: ["x", "y"], groups: ["h", "g"], moved: swapped("criteria_group", "g", "h") },
} as const;
type Rename = keyof typeof RENAMES;

const LIVE = {
  actions: ACTIONS,
  criteria: [criterion("w", "W"), criterion("x", "X"), criterion("y", "Y"), criterion("z", "Z")],
  criteria_groups: [group("g", "G", ["x", "y"]), group("h", "H", ["w", "x"])],
};

function wantedWith(rename: Rename): string {
  const { criteria, groups, moved } = RENAMES[rename];
  const [x, y] = criteria;
  const [g, h] = groups;
  return stringify({
    actions: ACTIONS,
    criteria: [criterion("w", "W"), criterion(x, "X"), criterion(y, "Y")],
    criteria_groups: [group(g, "G", [y]), group(h, "H", ["w"])],
    moved,
    removed: [{ kind: "criterion", custom_id: "z", reason: "It is over." }],
  });
}

/** What becomes of each DELETE: whether the service carries it out, and what comes back. */
const FATES = {
  "404, not executed": { isExecuted: false, answer: 404 },
  "410, not executed": { isExecuted: false, answer: 410 },
  "404, gone already": { isExecuted: true, answer: 404 },
  "410, gone already": { isExecuted: true, answer: 410 },
  "lost, executed": { isExecuted: true, answer: undefined },
  "lost, not executed": { isExecuted: false, answer: undefined },
  "502 and then 404, executed": { isExecuted: true, answer: 404, first: 502 },
  "502 and then 404, not executed": { isExecuted: false, answer: 404, first: 502 },
} as const;
type Fate = keyof typeof FATES;

const WORDS = "The route is closed today.";

function doorOf(fate: Fate): Door {
  const { isExecuted, answer, ...more } = FATES[fate];
  const asked = new Set<string>();
  return async (_, carryOut, request) => {
    if (request.method !== "DELETE") return carryOut();
    const isFirst = !asked.has(request.url);
    asked.add(request.url);
    if (isExecuted && isFirst) await carryOut();
    const status = isFirst && "first" in more ? more.first : answer;
    // A page is no answer of the service, so that nothing is known.
    return status === undefined
      ? new Response("<h1>One moment</h1>", { status: 200, headers: { "content-type": "text/html" } })
      : Response.json({ message: WORDS }, { status });
  };
}

interface Told {
  readonly id: string;
  readonly status: string;
  readonly diagnostic?: { readonly code: string; readonly detail: string };
}

async function applied(rename: Rename, fate: Fate) {
  const game = await inGame({
    live: LIVE,
    manifests: { "game.yaml": wantedWith(rename) },
    service: { door: doorOf(fate) },
  });
  const { stdout } = await game.run(["apply", "--yes", "--format", "json", "--allow", "breaks-earning"]);
  const steps: readonly Told[] = JSON.parse(stdout).results[0].steps;
  const { criteria = [], criteria_groups = [] } = game.service().contents(GAME_ID);
  const idOf = (name: string) => criteria.find((each) => each.name === name)?.custom_id;
  const holders = criteria_groups.filter((each) => (each.criteria as readonly unknown[]).includes(idOf("X")));
  return { steps, truth: { holders: holders.length, isThere: idOf("Z") !== undefined } };
}

describe.each(Object.keys(RENAMES) as Rename[])("%s", (rename) => {
  it.each(Object.keys(FATES) as Fate[])("%s", async (fate) => {
    const { steps, truth } = await applied(rename, fate);
    const ends = steps.filter(({ id }) => /^(detach|delete) /.test(id));
    expect(ends).toHaveLength(3);
    const { isExecuted, answer } = FATES[fate];
    expect(truth).toEqual({ holders: isExecuted ? 0 : 2, isThere: !isExecuted });
    // Steps of a kind whose ids are exchanged follow one another.
    const skipped = steps.filter(({ status }) => status === "skipped");
    for (const { id, status, diagnostic } of ends.filter((step) => !skipped.includes(step))) {
      expect(status, id).toBe(isExecuted ? "done" : "failed");
      if (isExecuted) continue;
      expect(diagnostic?.code).toBe(answer === undefined ? "step-unknown" : "step-failed");
      if (answer !== undefined) expect(diagnostic?.detail).toContain(WORDS);
    }
    expect(ends.filter((step) => skipped.includes(step)).length).toBeLessThan(isExecuted ? 1 : 2);
    // What comes after a step that is done is sent.
    if (isExecuted) expect(skipped).toEqual([]);
  });
});
