/**
 * Services that answer otherwise than the interface says: pages, words, and nothing about pages.
 */
import { describe, expect, it } from "vitest";
import { inGame } from "../support/cli.ts";
import type { Door } from "../support/service/service.ts";
import { manyRewards, SMALL_GAME, SMALL_GAME_POSTS } from "./small-game.ts";

const PAGE = { effect: "html", status: 200 } as const;
const RENAMED = { rewards: [{ custom_id: "coin-0", name: "Old name" }] };

describe("a page that says 200 to a write", () => {
  // A resource, and a member of a link.
  it.each([1, SMALL_GAME_POSTS])(
    "Lost answers: is not taken for POST %i being done: what is there is read, and the step sent again",
    async (index) => {
      const faults = [{ ...PAGE, when: { method: "POST", from: index, to: index } }];
      const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
      const run = await game.run(["apply", "--yes"]);
      expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
      expect(game.writes()).toHaveLength(SMALL_GAME_POSTS + 1);
      game.forget();
      expect((await game.run(["apply", "--yes"])).exit).toBe(0);
      expect(game.writes()).toEqual([]);
    },
  );

  it.each(["POST", "PUT"])(
    "again and again to each %s fails the step, and nothing that needs it is sent",
    async (method) => {
      const manifests = method === "POST" ? SMALL_GAME : manyRewards(1);
      const live = method === "POST" ? {} : RENAMED;
      const game = await inGame({
        manifests,
        live,
        service: { faults: [{ ...PAGE, when: { method } }] },
      });
      const run = await game.run(["apply", "--yes", "--format", "json"]);
      expect(run.exit).toBe(1);
      const [{ steps, totals }] = JSON.parse(run.stdout).results;
      expect(totals.done).toBe(0);
      for (const { status, diagnostic } of steps) {
        if (status === "failed") expect(diagnostic).toMatchObject({ code: "step-unknown" });
        else expect(status).toBe("skipped");
      }
    },
  );
});

describe("a service that takes every word literally", () => {
  it("refuses query parameters, says nothing about pages, and is planned, applied and verified", async () => {
    const door: Door = async (_, carryOut, request) => {
      const { search } = new URL(request.url);
      if (search !== "")
        return Response.json({ message: "Unknown query parameter." }, { status: 400 });
      if (request.method !== "GET") return carryOut();
      const page = (number: number) =>
        new Request(`${request.url}?page[size]=100&page[number]=${number}`, request);
      const first = await carryOut(page(1));
      const second = await carryOut(page(2));
      const recordsOf = async (answer: Response) =>
        (await answer.json()) as { readonly data: readonly unknown[] };
      const { data } = await recordsOf(first);
      const { data: more } = await recordsOf(second);
      const body = Array.isArray(data)
        ? { data: [...data, ...more], links: {}, meta: {} }
        : { data };
      return Response.json(body, { status: first.status });
    };
    const game = await inGame({
      manifests: manyRewards(150),
      service: { profile: "documented", door },
    });
    const applied = await game.run(["apply", "--yes"]);
    expect(applied.exit, applied.stderr).toBe(0);
    expect(applied.stdout).toContain("150 steps done");
    expect((await game.run(["plan", "--detailed-exitcode", "--prune"])).exit).toBe(0);
  });
});
