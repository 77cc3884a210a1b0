/** The data file: what one run writes the next one reads. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeState } from "../../src/emulator/state.ts";
import { scratchFolder } from "../support/cli.ts";
import { smallGame, startClient } from "./client.ts";

describe("the data file", () => {
  it("keeps everything from one run to the next, in a folder made for it", async () => {
    const dataFile = join(await scratchFolder(), "deep", "service.json");
    const first = await startClient({ dataFile });
    await first.service.seed("g", smallGame);
    await first("POST", "activities", {
      custom_player_id: "ada",
      custom_action_id: "slay-dragon",
      amount: 3,
    });
    const before = encodeState(first.service.state);
    await first.service.close();
    const second = await startClient({ dataFile });
    expect(encodeState(second.service.state)).toEqual(before);
    expect((await second("GET", "players/ada/badges")).body.data).toHaveLength(1);
    expect((await second("POST", "rewards", { custom_id: "new", name: "New" })).status).toBe(201);
  });

  it("holds a change when its answer arrives, whole at every moment, with nothing left beside it", async () => {
    const folder = await scratchFolder();
    const dataFile = join(folder, "service.json");
    const call = await startClient({ dataFile });
    const ids = Array.from({ length: 40 }, (_, index) => `r${index}`);
    await Promise.all(
      ids.map(async (id) => {
        await call("POST", "rewards", { custom_id: id, name: id });
        const { games } = JSON.parse(await readFile(dataFile, "utf8"));
        expect(games.g.records.reward).toContainEqual(
          expect.objectContaining({ fields: expect.objectContaining({ custom_id: id }) }),
        );
      }),
    );
    await call.service.close();
    expect(await readdir(folder)).toEqual(["service.json"]);
  });

  it("is not made by reading", async () => {
    const folder = await scratchFolder();
    const dataFile = join(folder, "service.json");
    const call = await startClient({ dataFile });
    await call("GET", "rewards");
    await call("POST", "rewards", {});
    await call.service.close();
    expect(await readdir(folder)).toEqual([]);
  });
});
