/**
 * Deletions, and memberships that begin or end, answered with an error or not at all, while ids
 * change in the same plan. `done` and `failed` are what is true on the service.
 */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { GAME_ID, inGame } from "../support/cli.ts";
import type { Door } from "../support/service/service.ts";

const ACTIONS = [{ custom_id: "jump", name: "Jump" }];
const criterion = (custom_id: string, name: string) => ({
  custom_id,
  name,
  custom_action_id: "jump",
});
const group = (custom_id: string, name: string, criteria: readonly string[]) => ({
  custom_id,
  name,
  criteria,
});
/** A swap of the ids `a` and `b`. */
const swapped = (kind: string, a: string, b: string) => [
  { kind, from: a, to: b },
  { kind, from: b, to: a },
];

/**
 * What changes besides: X leaves the groups G, where Y stays, and H, where Y never was. W joins G,
 * and Y joins H. The criterion Z is deleted.
 */
const RENAMES = {
  neither: { criteria: ["x", "y"], groups: ["g", "h"], moved: [] },
  "member renamed": {
    criteria: ["leap", "y"],
    groups: ["g", "h"],
    moved: [{ kind: "criterion", from: "x", to: "leap" }],
  },
  "member swapped": {
    criteria: ["y", "x"],
    groups: ["g", "h"],
    moved: swapped("criterion", "x", "y"),
  },
  "holder renamed": {
    criteria: ["x", "y"],
    groups: ["great", "h"],
    moved: [{ kind: "criteria_group", from: "g", to: "great" }],
  },
  "holder swapped": {
    criteria: ["x", "y"],
    groups: ["h", "g"],
    moved: swapped("criteria_group", "g", "h"),
  },
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
    criteria_groups: [group(g, "G", [y, "w"]), group(h, "H", ["w", y])],
    moved,
    removed: [{ kind: "criterion", custom_id: "z", reason: "It is over." }],
  });
}

/** The end of each request of a method: whether the service carries it out, and what comes back. */
interface End {
  readonly isExecuted: boolean;
  /** A status. Undefined: a page that is no answer of the service. */
  readonly answer: number | undefined;
  /** The status of the first answer, where it is another one. */
  readonly first?: number;
}

const DELETIONS = {
  "404, not executed": { isExecuted: false, answer: 404 },
  "410, not executed": { isExecuted: false, answer: 410 },
  "404, gone already": { isExecuted: true, answer: 404 },
  "410, gone already": { isExecuted: true, answer: 410 },
  "lost, executed": { isExecuted: true, answer: undefined },
  "lost, not executed": { isExecuted: false, answer: undefined },
  "502 and then 404, executed": { isExecuted: true, answer: 404, first: 502 },
  "502 and then 404, not executed": { isExecuted: false, answer: 404, first: 502 },
} as const satisfies Readonly<Record<string, End>>;

const ATTACHMENTS = {
  "lost, executed": { isExecuted: true, answer: undefined },
  "lost, not executed": { isExecuted: false, answer: undefined },
  "422, there already": { isExecuted: true, answer: 422 },
  "422, not executed": { isExecuted: false, answer: 422 },
  "404, not executed": { isExecuted: false, answer: 404 },
  "502 and then 422, executed": { isExecuted: true, answer: 422, first: 502 },
} as const satisfies Readonly<Record<string, End>>;

const WORDS = "The route is closed today.";

function doorOf(method: string, { isExecuted, answer, first = answer }: End): Door {
  const asked = new Set<string>();
  return async (_, carryOut, request) => {
    if (request.method !== method) return carryOut();
    const name = `${request.url} ${await request.clone().text()}`;
    const isFirst = !asked.has(name);
    asked.add(name);
    if (isExecuted && isFirst) await carryOut();
    const status = isFirst ? first : answer;
    // A page is no answer of the service, so that nothing is known.
    return status === undefined
      ? new Response("<h1>One moment</h1>", {
          status: 200,
          headers: { "content-type": "text/html" },
        })
      : Response.json({ message: WORDS }, { status });
  };
}

interface Told {
  readonly id: string;
  readonly status: string;
  readonly diagnostic?: { readonly code: string; readonly detail: string };
}

async function applied(rename: Rename, method: string, end: End) {
  const game = await inGame({
    live: LIVE,
    manifests: { "game.yaml": wantedWith(rename) },
    service: { door: doorOf(method, end) },
  });
  const { stdout } = await game.run([
    "apply",
    "--yes",
    "--format",
    "json",
    "--allow",
    "breaks-earning",
  ]);
  const steps: readonly Told[] = JSON.parse(stdout).results[0].steps;
  const { criteria = [], criteria_groups = [] } = game.service().contents(GAME_ID);
  const idOf = (name: string) => criteria.find((each) => each.name === name)?.custom_id;
  const isMember = (group: string, criterion: string): boolean =>
    criteria_groups.some(
      ({ name, criteria }) =>
        name === group && (criteria as readonly unknown[]).includes(idOf(criterion)),
    );
  const holders = ["G", "H"].filter((name) => isMember(name, "X")).length;
  const joined = [isMember("G", "W"), isMember("H", "Y")];
  return { steps, truth: { holders, isThere: idOf("Z") !== undefined }, joined };
}

/** Expects a step that is done, or that failed with the words of the service. */
function expectEnd({ id, status, diagnostic }: Told, { isExecuted, answer }: End): void {
  expect(status, id).toBe(isExecuted ? "done" : "failed");
  if (isExecuted) return;
  expect(diagnostic?.code).toBe(answer === undefined ? "step-unknown" : "step-failed");
  if (answer !== undefined) expect(diagnostic?.detail).toContain(WORDS);
}

describe.each(Object.keys(RENAMES) as Rename[])("%s", (rename) => {
  it.each(Object.entries<End>(DELETIONS))("%s", async (_, end) => {
    const { steps, truth } = await applied(rename, "DELETE", end);
    const ends = steps.filter(({ id }) => /^(detach|delete) /.test(id));
    expect(ends).toHaveLength(3);
    const { isExecuted } = end;
    expect(truth).toEqual({ holders: isExecuted ? 0 : 2, isThere: !isExecuted });
    // Steps of a kind whose ids are exchanged follow one another.
    const skipped = steps.filter(({ status }) => status === "skipped");
    for (const step of ends.filter((each) => !skipped.includes(each))) expectEnd(step, end);
    expect(ends.filter((step) => skipped.includes(step)).length).toBeLessThan(isExecuted ? 1 : 2);
    // What comes after a step that is done is sent.
    if (isExecuted) expect(skipped).toEqual([]);
  });
});

describe.each(Object.keys(RENAMES) as Rename[])("members that join, %s", (rename) => {
  it.each(Object.entries<End>(ATTACHMENTS))("%s", async (_, end) => {
    const { steps, joined } = await applied(rename, "POST", end);
    const attached = steps.filter(({ id }) => id.startsWith("attach "));
    const { isExecuted } = end;
    expect(attached).toHaveLength(2);
    expect(joined).toEqual([isExecuted, isExecuted]);
    const sent = attached.filter(({ status }) => status !== "skipped");
    expect(sent.map(({ status }) => status)).toEqual(
      sent.map(() => (isExecuted ? "done" : "failed")),
    );
    expect(sent.length).toBeGreaterThan(isExecuted ? 1 : 0);
  });
});
