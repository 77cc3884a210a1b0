/**
 * The library returns what the commands print, and throws for nothing that a user or a service can
 * cause.
 */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as laurel from "../../src/library.ts";
import { inGame, runCli } from "../support/cli.ts";

const MANIFEST = `actions: [{ custom_id: jump, name: Jump }, { custom_id: nap, name: Nap }]
criteria: [{ custom_id: jumps, name: Jumps, custom_action_id: jump, rule: "gte:10" }]
criteria_groups: [{ custom_id: jumper, name: Jumper, criteria: [jumps] }]
achievements: [{ custom_id: jumper, name: Jumper, points: 30, custom_criteria_group_id: jumper }]
`;
const SCENARIOS = `scenarios: [{ name: Ten, steps: [{ do: jump, times: 10 }], expect: { earned: [jumper] } }]\n`;

async function inProject(manifest = MANIFEST) {
  const game = await inGame({ manifests: { "a.yaml": manifest, "a.test.yaml": SCENARIOS } });
  const options = { project: join(game.folder, "laurel.yaml"), variables: game.env };
  const printed = async (...argv: readonly string[]) => {
    const { stdout } = await runCli([...argv, "--format", "json"], {
      cwd: game.folder,
      env: game.env,
    });
    return JSON.parse(stdout);
  };
  return { game, options, printed };
}

const codes = (diagnostics: readonly laurel.Diagnostic[]) => diagnostics.map(({ code }) => code);

it("checks, plays and reports as the commands do", async () => {
  const { options, printed } = await inProject();
  const linted = codes((await laurel.lint(options)).diagnostics);
  expect(linted).toContain("unused-action");
  const { diagnostics } = await printed("lint");
  expect(linted.sort()).toEqual(codes(diagnostics).sort());
  expect((await laurel.test(options)).diagnostics).toEqual([]);
  expect(codes((await laurel.test({ ...options, filter: ["no such"] })).diagnostics)).toEqual([
    "usage",
  ]);
  expect((await laurel.report(options)).games[0]?.economy.totals.points).toBe(30);
  expect((await laurel.graph(options)).games[0]?.graph.nodes.length).toBe(
    (await printed("graph")).graphs[0].nodes.length,
  );
  expect((await laurel.load(options)).games[0]?.desired.resources.size).toBe(5);
});

it("plans, applies what is expected only, and verifies", async () => {
  const { game, options, printed } = await inProject();
  const planned = await laurel.plan(options);
  const [{ plan } = expect.fail()] = planned.games;
  expect(plan.digest).toBe((await printed("plan")).plans[0].digest);
  expect(laurel.renderPlan(planned)).toBe((await game.run(["plan"])).stdout);
  expect(laurel.renderPlanMarkdown(planned)).toContain("achievement/jumper");
  const other = await laurel.apply({ ...options, expect: [`sha256:${"0".repeat(64)}`] });
  expect([other.outcome, codes(other.plans.diagnostics)]).toEqual(["refused", ["other-digest"]]);
  expect(game.writes()).toEqual([]);
  const events: string[] = [];
  const applied = await laurel.apply({
    ...options,
    expect: [plan.digest],
    onEvent: ({ type }) => events.push(type),
  });
  expect(applied.results).toMatchObject([{ converged: true, outcome: "done" }]);
  expect(events.filter((type) => type === "done")).toHaveLength(plan.steps.length);
  expect((await laurel.pull(options)).games[0]?.files).toEqual([]);
});

it("masks secrets in rendered plans unless they are asked for", async () => {
  const { options } = await inProject(
    "achievements: [{ custom_id: hidden, name: The Butler, is_secret: true }]\n",
  );
  const planned = await laurel.plan(options);
  for (const render of [laurel.renderPlan, laurel.renderPlanMarkdown]) {
    expect(render(planned)).toMatch(/achievement\/hidden(?!.*Butler)/s);
    expect(render(planned, { revealSecrets: true })).toContain("Butler");
  }
});

type Online = (
  options: laurel.ApplyOptions,
) => Promise<{ readonly diagnostics: readonly laurel.Diagnostic[] }>;

const ONLINE: Readonly<Record<string, Online>> = {
  plan: (options) => laurel.plan(options),
  apply: async (options) => ({ diagnostics: (await laurel.apply(options)).plans.diagnostics }),
  pull: ({ allow: _, failOn: __, prune: ___, expect: ____, ...options }) => laurel.pull(options),
};

describe.each(Object.keys(ONLINE))("%s", (name) => {
  const call = ONLINE[name] ?? expect.fail();

  it("reads nothing with a signal that is aborted already, and returns why", async () => {
    const { game, options } = await inProject();
    const { diagnostics } = await call({ ...options, signal: AbortSignal.abort() });
    expect(codes(diagnostics)).toEqual(["interrupted"]);
    expect(game.requests()).toEqual([]);
  });

  it("writes nothing when it is aborted between any two reads, and returns why", async () => {
    for (let reads = 1, isDone = false; !isDone; reads += 1) {
      const stop = new AbortController();
      let seen = 0;
      const onRequest = (): void => {
        seen += 1;
        if (seen === reads) stop.abort();
      };
      const game = await inGame({ manifests: { "a.yaml": MANIFEST }, onRequest });
      const options = {
        project: join(game.folder, "laurel.yaml"),
        variables: game.env,
        signal: stop.signal,
      };
      const { diagnostics } = await call(options);
      const writes = game.writes().length;
      isDone = !stop.signal.aborted || writes > 0;
      if (!isDone) expect([reads, codes(diagnostics)]).toEqual([reads, ["interrupted"]]);
      if (stop.signal.aborted && writes > 0)
        expect(game.requests()[reads - 1]?.method).toBe("POST");
    }
  });

  it.each<[string, Partial<laurel.ApplyOptions>]>([
    ["game: []", { game: [] }],
    ['game: [""]', { game: [""] }],
    ["target: []", { target: [] }],
    ['target: [""]', { target: [""] }],
    ['target: ["rewards"]', { target: ["rewards"] }],
    ['env: ""', { env: "" }],
    ['base: ""', { base: "" }],
    ['project: ""', { project: "" }],
  ])("refuses what selects nothing, before any request: %s", async (_, selection) => {
    const { game, options } = await inProject();
    const { diagnostics } = await call({ ...options, ...selection });
    expect(laurel.hasErrors(diagnostics)).toBe(true);
    expect(diagnostics).toHaveLength(1);
    expect(game.requests()).toEqual([]);
  });

  it("takes options that are undefined as absent", async () => {
    const { options } = await inProject();
    const absent = {
      game: undefined,
      env: undefined,
      target: undefined,
      base: undefined,
      signal: undefined,
    };
    // The game is live as the manifests and their scenarios say.
    await laurel.apply(options);
    const { diagnostics } = await call({
      ...options,
      ...absent,
      expect: undefined,
      allow: undefined,
      prune: undefined,
    });
    expect(diagnostics).toEqual([]);
  });
});

it("refuses empty filters of checks", async () => {
  const { options } = await inProject();
  expect(codes((await laurel.test({ ...options, filter: [] })).diagnostics)).toEqual(["usage"]);
  expect(codes((await laurel.graph({ ...options, achievement: [] })).diagnostics)).toEqual([
    "usage",
  ]);
  expect(codes((await laurel.load({ ...options, game: [] })).diagnostics)).toEqual(["usage"]);
});

it("applies no steps when no plan is expected", async () => {
  const { game, options } = await inProject();
  const refused = await laurel.apply({ ...options, expect: [] });
  expect([refused.outcome, codes(refused.plans.diagnostics)]).toEqual([
    "refused",
    ["other-digest"],
  ]);
  expect(game.writes()).toEqual([]);
  await laurel.apply(options);
  game.forget();
  const idle = await laurel.apply({ ...options, expect: [] });
  expect([idle.outcome, idle.plans.diagnostics]).toEqual(["done", []]);
  expect(game.writes()).toEqual([]);
});

describe("plans that a program has looked at", () => {
  it("are applied, with their events", async () => {
    const { options } = await inProject();
    const events: string[] = [];
    const plans = await laurel.plan(options);
    const onEvent = ({ type }: laurel.ApplyEvent) => events.push(type);
    const applied = await laurel.applyPlanned(plans, { ...options, onEvent });
    expect([applied.outcome, applied.results[0]?.converged]).toEqual(["done", true]);
    expect(events.at(-1)).toBe("finished");
  });

  it("are not applied unless they are held to their digests", async () => {
    const { game, options } = await inProject();
    const plans = await laurel.plan(options);
    for (const digests of [[], ["no digest"], [`sha256:${"0".repeat(64)}`]]) {
      const held = laurel.holdTo(plans, digests);
      const applied = await laurel.applyPlanned(held, options);
      expect([applied.outcome, game.writes()]).toEqual(["refused", []]);
    }
    const held = laurel.holdTo(plans, laurel.holdTo(plans, undefined).games.map(digestOf));
    expect((await laurel.applyPlanned(held, options)).outcome).toBe("done");
  });

  it("are refused once their game has changed", async () => {
    const { game, options } = await inProject();
    const plans = await laurel.plan(options);
    await laurel.applyPlanned(plans, options);
    game.forget();
    const again = await laurel.applyPlanned(plans, options);
    expect([again.outcome, codes(again.results[0]?.diagnostics ?? [])]).toEqual([
      "refused",
      ["stale-plan"],
    ]);
    expect(game.writes()).toEqual([]);
  });
});

const digestOf = ({ plan }: laurel.PlannedGame): laurel.Digest => plan.digest;

it("stops when it is aborted, and sends nothing more", async () => {
  const { game, options } = await inProject();
  const stop = new AbortController();
  const onEvent = () => stop.abort();
  const applied = await laurel.apply({ ...options, signal: stop.signal, onEvent });
  expect(applied.results[0]?.converged).toBe(false);
  expect(game.writes().length).toBeLessThan(5);
});

it("returns what a user can cause as diagnostics", async () => {
  const { options } = await inProject("rewards: [{ name: A }]\n");
  const invalid = await laurel.plan(options);
  expect(codes(invalid.diagnostics)).toEqual(["missing-field"]);
  expect(laurel.renderDiagnostics(invalid.diagnostics)).toContain("rewards: [{ name: A }]");
  const { options: valid } = await inProject();
  expect(codes((await laurel.plan({ ...valid, project: "nowhere.yaml" })).diagnostics)).toEqual([
    "unreadable-file",
  ]);
  expect(codes((await laurel.plan({ ...valid, game: ["x"] })).diagnostics)).toEqual([
    "unknown-game",
  ]);
  expect(codes((await laurel.plan({ ...valid, variables: {} })).diagnostics)).toEqual([
    "missing-token",
  ]);
  expect(codes(laurel.validate([{ file: "a.yaml", text: "[" }]).diagnostics)).toEqual([
    "syntax-error",
  ]);
});
