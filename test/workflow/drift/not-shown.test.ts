/**
 * With a base, changed declarations of values that records do not show are sent; where everything
 * is shown, a base changes no plan.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { compareGames } from "../../../src/plan/changes.ts";
import { findDeclaredChanges } from "../../../src/plan/declared-changes.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { arbitraryGame, arbitraryManifests } from "../../support/arbitrary-game.ts";
import { inGame } from "../../support/cli.ts";
import { desiredGame, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import type { ServiceOptions } from "../../support/service/service.ts";
import { commitAll, GIT_ENV } from "./repository.ts";

it("a base changes neither steps nor digest of a game whose records show everything", () => {
  const game = arbitraryGame({ allKinds: true });
  let changed = 0;
  fc.assert(
    fc.property(
      game,
      arbitraryManifests({ allKinds: true }),
      game,
      fc.boolean(),
      (then, now, written, prune) => {
        const desired = desiredGame(now.resources, now.entries);
        const live = liveGame(written);
        const declaredChanges = findDeclaredChanges(desiredGame(then), desired, catalog);
        changed += declaredChanges.size;
        const planFrom = (options: object) => {
          const compared = compareGames(desired, live, { catalog, prune, ...options });
          const input = { target: TARGET, desired, live, catalog, hash: shortHash, compared };
          return makePlan(input, { prune, dialect: DEFAULT_DIALECT });
        };
        const without = planFrom({});
        const withBase = planFrom({ declaredChanges });
        expect(withBase.value?.plan).toEqual(without.value?.plan);
        expect(withBase.diagnostics).toEqual(without.diagnostics);
      },
    ),
    runs(100, 30),
  );
  expect(changed).toBeGreaterThan(0);
});

const LIVE = { achievements: [{ custom_id: "hop", name: "Hop", points: 10 }] };
const manifest = (points: number, more = "") => ({
  "game.yaml": `achievements: [{ custom_id: hop, name: Hop, points: ${points}${more} }]\n`,
});

/** A game at a commit with 10 points, and today's manifests. */
async function since(
  today: Readonly<Record<string, string>>,
  service: ServiceOptions = {},
  base = manifest(10),
) {
  const game = await inGame({
    service: { hides: ["points"], ...service },
    live: LIVE,
    manifests: base,
  });
  commitAll(game.folder);
  await game.write(today);
  const run = (...argv: readonly string[]) => game.run(argv, { env: { ...game.env, ...GIT_ENV } });
  return { game, run };
}

const APPLY = ["apply", "--yes", "--base", "main", "--format", "json"];

describe("a changed declaration that the record does not show", () => {
  it("is sent by each apply with that base, is not verified, and fails nothing", async () => {
    const { game, run } = await since(manifest(30));
    for (const _ of [1, 2]) {
      game.forget();
      const { exit, stdout } = await run(...APPLY);
      const [{ converged, steps, diagnostics }] = JSON.parse(stdout).results;
      expect({ exit, converged, diagnostics }).toEqual({
        exit: 0,
        converged: true,
        diagnostics: [],
      });
      expect(steps).toMatchObject([{ id: "update achievement/hop", status: "not-verified" }]);
      expect(game.writes()).toMatchObject([{ method: "PUT", body: { points: 30 } }]);
    }
    expect((await run("plan", "--base", "main")).exit).toBe(0);
    expect((await run("plan", "--base", "main", "--detailed-exitcode")).exit).toBe(2);
    expect((await run("plan", "--detailed-exitcode")).exit).toBe(0);
  });

  it("fails if the request is answered with an error", async () => {
    const { run } = await since(manifest(30), {
      door: async (_, carryOut, { method }) =>
        method === "PUT" ? Response.json({ message: "out of order" }, { status: 500 }) : carryOut(),
    });
    const { exit, stdout } = await run(...APPLY);
    const [{ steps }] = JSON.parse(stdout).results;
    expect(exit).toBe(1);
    expect(steps).toMatchObject([{ status: "failed", diagnostic: { code: "step-failed" } }]);
    expect(steps[0].diagnostic.detail).toContain('was answered 500: "out of order".');
  });

  it("is covered by the digest, which only plans with the base have", async () => {
    const { game, run } = await since(manifest(30));
    const digestOf = async (...flags: readonly string[]): Promise<string> => {
      return JSON.parse((await run("plan", "--format", "json", ...flags)).stdout).plans[0].digest;
    };
    const digest = await digestOf("--base", "main");
    expect(await digestOf()).not.toBe(digest);
    game.forget();
    expect((await run("apply", "--yes", "--expect", digest)).exit).toBe(4);
    expect(game.writes()).toEqual([]);
    expect((await run("apply", "--yes", "--base", "main", "--expect", digest)).exit).toBe(0);
    expect(game.writes()).toHaveLength(1);
  });

  it.each([
    ["is the same", manifest(10), manifest(10)],
    ["is ignored today", manifest(10), manifest(30, ", ignore: [points]")],
    ["was ignored at the base", manifest(10, ", ignore: [points]"), manifest(30)],
    ["is of a resource that is only created", manifest(10), manifest(30, ", create_only: true")],
    [
      "is of a resource that the base does not declare",
      { "game.yaml": "achievements: []\n" },
      manifest(30),
    ],
  ])("is not sent if it %s", async (_, base, today) => {
    const { game, run } = await since(today, {}, base);
    const { exit, stdout } = await run(...APPLY);
    expect(exit).toBe(0);
    expect([JSON.parse(stdout).results[0].steps, game.writes()]).toEqual([[], []]);
  });

  it("may reveal a secret, which is refused", async () => {
    const secret = {
      "game.yaml": "achievements: [{ custom_id: hop, name: Hop, is_secret: true }]\n",
    };
    const { game, run } = await since(manifest(10), { hides: ["is_secret"] }, secret);
    const { exit, stderr, stdout } = await run(...APPLY);
    expect([exit, game.writes()]).toEqual([4, []]);
    expect(stdout + stderr).toContain("reveals-secret");
  });
});
