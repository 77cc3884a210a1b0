/**
 * A whole trial notices what a service loses during an apply, and what a next run does not repair.
 */
import { describe, expect, it } from "vitest";
import { badge } from "../../../src/emulator/kinds.ts";
import { gameIn, recordsOf } from "../../../src/emulator/state.ts";
import { GAME_ID } from "../../support/cli.ts";
import type { TestService } from "../../support/service/service.ts";
import { CHANGING_GAME } from "./scenarios.ts";
import { type Stage, stageFor, tryAll, verdictOn } from "./trial.ts";

describe("an apply", () => {
  const stage = stageFor(CHANGING_GAME, { concurrency: 1 });

  /** Applies, and lets something happen to the service at the last request. */
  const verdictAfter = (happens: (service: TestService) => unknown): Promise<readonly string[]> => {
    let running: TestService | undefined;
    const door = async (index: number, carryOut: () => Promise<Response>): Promise<Response> => {
      if (index === stage().requests && running !== undefined) await happens(running);
      return carryOut();
    };
    return stage().on({ door }, async (service) => {
      running = service;
      const run = await stage().command(service, ["apply", "--yes"]);
      return verdictOn(stage(), run, stage().judge(run, service), service.snapshot());
    });
  };

  it("to which nothing happens gives no complaint", async () => {
    expect(await verdictAfter(() => undefined)).toEqual([]);
  });

  it.each<[string, string, (service: TestService) => unknown]>([
    ["badge", "was lost", ({ state }) => recordsOf(gameIn(state, GAME_ID), badge.name).clear()],
    [
      "changed resource",
      "another one",
      (service) => service.edit(GAME_ID, "reward", "cup", { description: "Other" }),
    ],
    [
      "new resource",
      "another one",
      (service) => service.seed(GAME_ID, { rewards: [{ custom_id: "stray", name: "Stray" }] }),
    ],
  ])("that a %s escapes is complained about: it %s", async (_, complaint, happens) => {
    expect(await verdictAfter(happens)).toContainEqual(expect.stringContaining(complaint));
  });

  it("that the next run does not repair is complained about", async () => {
    const left = await stage().on({}, async (service) => {
      await service.edit(GAME_ID, "action", "of-others", { name: "Renamed", custom_id: "renamed" });
      return service.snapshot();
    });
    expect(await stage().repaired(left)).not.toEqual([]);
  });

  it("with a problem, or that is never tried, fails the test", async () => {
    const ordeal = { name: "an ordeal", trial: async (_: Stage) => ["something was lost"] };
    await expect(tryAll(stage(), [ordeal])).rejects.toThrow();
    await expect(tryAll(stage(), [])).rejects.toThrow();
  });
});
