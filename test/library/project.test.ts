/** Games of a project: applies under its settings, and what is wrong with them. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as laurel from "../../src/library.ts";
import { writeFiles } from "../support/cli.ts";
import { GAME, load, open, PROJECT, planned, project } from "./support.ts";

describe("an apply", () => {
  const applyAll = async (name: string, change?: string) => {
    if (change !== undefined) await writeFiles(project.folder, { "game/game.yaml": change });
    const game = await load(name);
    const connection = await open(game);
    const { live, plan } = await planned(game, connection);
    return { game, connection, live, plan };
  };
  const codes = ({ diagnostics }: { readonly diagnostics: readonly laurel.Diagnostic[] }) =>
    diagnostics.map(({ code }) => code);

  it("applies the expected plan only", async () => {
    const { connection, plan } = await applyAll("production");
    const other = await laurel.apply(connection, plan, { expect: [`sha256:${"0".repeat(64)}`] });
    expect(codes(other)).toEqual(["other-digest"]);
    expect(other.totals.done).toBe(0);
    const approved = await laurel.apply(connection, plan, { expect: [plan.digest] });
    expect(approved).toMatchObject({ diagnostics: [], totals: { done: plan.steps.length } });
    expect(codes(await laurel.apply(connection, plan, { expect: [plan.digest] }))).toEqual(["stale-plan"]);
  });

  it("allows the hazards that the project or the call allows, and no others", async () => {
    const without = GAME.replace(/achievements:\n.*\n/, "achievements: []\n");
    for (const name of ["staging", "production"]) {
      const first = await applyAll(name, GAME);
      await laurel.apply(first.connection, first.plan, { expect: [first.plan.digest] });
      const { connection, plan } = await applyAll(name, without);
      const expectation = { expect: [plan.digest] };
      if (name === "production") expect(plan.steps).toEqual([]);
      else expect(laurel.refusals(plan).map(({ code }) => code)).toContain("deletes-player-data");
      const { settings } = connection;
      const refused = laurel.refusals(plan, { allow: settings.allow }).map(({ code }) => code);
      const applied = await laurel.apply(connection, plan, expectation);
      expect(codes(applied)).toEqual(refused);
    }
  });

  it("is refused for classes of impact", async () => {
    const first = await applyAll("staging");
    await laurel.apply(first.connection, first.plan);
    await writeFiles(project.folder, {
      "game/overrides/staging.yaml": "criteria: [{ custom_id: jumps, rule: gte:20 }]\n",
    });
    const { game, connection, live, plan } = await applyAll("staging");
    const impact = laurel.impact(game, live, plan);
    expect(impact.map((each) => each.class)).toEqual(["harder"]);
    expect(codes(await laurel.apply(connection, plan, { failOn: ["harder"], impact }))).toEqual(["impact-refused"]);
    await expect(laurel.apply(connection, plan, { failOn: ["harder"] })).rejects.toThrow(
      "needs the impact of the plan",
    );
    const applied = await laurel.apply(connection, plan, { failOn: ["destructive"], impact });
    expect(applied).toMatchObject({ diagnostics: [], totals: { failed: 0 } });
  });
});

describe("what a user can cause", () => {
  const file = () => join(project.folder, "laurel.yaml");

  it("is a diagnostic with the game's name, and leaves the other games", async () => {
    const two = PROJECT.replace(
      "games:\n",
      "games:\n  cellar: { manifests: cellar, environments: { production: { game_id: c } } }\n",
    );
    await writeFiles(project.folder, { "laurel.yaml": two, "cellar/a.yaml": "rewards: [{ name: A }]\n" });
    const { value, diagnostics } = await laurel.loadProject(file());
    expect(value?.map(({ name }) => name)).toEqual(["garden"]);
    expect(diagnostics).toMatchObject([{ game: "cellar", severity: "error" }]);
    expect(laurel.renderDiagnostics(diagnostics, project.folder)).toContain("cellar/a.yaml:1");
    expect(laurel.renderDiagnostics(diagnostics, project.folder)).toContain("rewards: [{ name: A }]");
    expect((await laurel.loadProject(file(), { games: ["garden"] })).diagnostics).toEqual([]);
  });

  it.each([
    ["no project file", "nowhere.yaml", {}, "unreadable-file"],
    ["an unknown game", "laurel.yaml", { games: ["gardn"] }, "unknown-game"],
    ["an unknown environment", "laurel.yaml", { environment: "test" }, "unknown-environment"],
  ])("is a diagnostic where there is %s", async (_, name, options, code) => {
    const { value = [], diagnostics } = await laurel.loadProject(join(project.folder, name), options);
    expect(value).toEqual([]);
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it("is a diagnostic where a token is missing, or CI does not list the origin", async () => {
    const game = await load("staging");
    const untold = await laurel.connectGame(game, { variables: { LAUREL_BASE_URL: project.service.url } });
    expect(untold.diagnostics.map(({ code }) => code)).toEqual(["missing-token"]);
    const variables = { ...project.env, CI: "true", LAUREL_BASE_URL: "https://api.example.com" };
    const check = await laurel.connectGame(game, { variables });
    expect(check.value).toBeUndefined();
    expect(check.diagnostics.map(({ code }) => code)).toEqual(["origin-not-allowed"]);
  });
});

describe("a mistake of the program", () => {
  it("is thrown", async () => {
    const game = await load();
    await expect(laurel.connectGame(game, { variables: project.env })).rejects.toThrow(
      "loadProject(file, { environment })",
    );
    expect(() => laurel.report({ ...game })).toThrow("a game is made by");
    const connection = await open(await load("staging"));
    const { plan } = await planned(game, connection);
    const elsewhere = { ...plan, game_id: "another" };
    await expect(laurel.apply(connection, elsewhere)).rejects.toThrow("the plan is for another game");
  });
});
