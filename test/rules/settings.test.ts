/** Where the settings of `semantics` come from, and where they apply. */
import { describe, expect, it } from "vitest";
import { DEFAULT_SEMANTICS, semanticsOf, semanticsOfGame } from "../../src/project/rules-settings.ts";
import { assumptionsUnder } from "../../src/rules/assumptions.ts";
import { startClient } from "../emulator/client.ts";
import { runCli, scratchFolder, writeFiles } from "../support/cli.ts";

describe("the settings of semantics", () => {
  it("of a game go before those of the project, one by one", () => {
    const settings = {
      semantics: { xor: "parity", reactions: "every-path" },
      games: { dungeon: { semantics: { xor: "exactly-one" } }, arena: {} },
    };
    expect(semanticsOfGame(settings, "dungeon")).toEqual({ ...DEFAULT_SEMANTICS, reactions: "every-path" });
    expect(semanticsOfGame(settings, "arena")).toMatchObject({ xor: "parity", reactions: "every-path" });
    expect(semanticsOfGame({}, "arena")).toEqual(DEFAULT_SEMANTICS);
  });

  it("are said as the sentences of the values in force", () => {
    const found = assumptionsUnder(semanticsOf({ xor: "parity" })).find(({ name }) => name === "xor");
    expect(found).toMatchObject({ value: "parity", sentence: expect.stringContaining("odd number") });
  });

  it("are checked where they are written", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, {
      "laurel.yaml": `version: 1
semantics: { xor: party }
games:
  garden:
    manifests: game
    semantics: { streak: anywhere }
    environments: { local: { embedded: true } }
`,
      "game/rewards.yaml": "rewards: [{ custom_id: seed, name: Seed }]\n",
    });
    const { exit, stderr } = await runCli(["validate"], { cwd });
    expect(exit).toBe(3);
    expect(stderr).toContain('did you mean "parity"?');
    expect(stderr).toContain('there is no key "streak" here');
  });

  it("hold in the embedded service", async () => {
    const earnedUnder = async (xor: string): Promise<number> => {
      const call = await startClient({ semantics: semanticsOf({ xor }) });
      const make = (path: string, body: object) => call("POST", path, { name: JSON.stringify(body), ...body });
      await make("actions", { custom_id: "slay" });
      for (const custom_id of ["one", "two", "three"])
        await make("criteria/", { custom_id, custom_action_id: "slay", name: custom_id });
      await make("criteria-groups", { custom_id: "odd", operator: "xor", criteria: ["one", "two", "three"] });
      await make("achievements", { custom_id: "odd", custom_criteria_group_id: "odd" });
      await call("POST", "activities", { custom_player_id: "ada", custom_action_id: "slay" });
      return (await call("GET", "players/ada/badges")).body.data.length;
    };
    expect([await earnedUnder("exactly-one"), await earnedUnder("parity")]).toEqual([0, 1]);
  });
});
