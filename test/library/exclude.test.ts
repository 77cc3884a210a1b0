/** Plans without some resources, and freezes, for programs. */
import { describe, expect, it } from "vitest";
import * as laurel from "../../src/library.ts";
import { writeFiles } from "../support/cli.ts";
import { load, open, PROJECT, project } from "./support.ts";

const codes = ({ diagnostics }: { readonly diagnostics: readonly laurel.Diagnostic[] }) =>
  diagnostics.map(({ code }) => code);

async function readAll(name: string) {
  const game = await load(name);
  const connection = await open(game);
  const { value: live } = await laurel.readLive(connection, game);
  if (live === undefined) throw new Error("nothing was read");
  return { game, connection, live };
}

describe("plan({ exclude })", () => {
  it("leaves out resources and what needs them, applies and verifies the rest", async () => {
    const { game, connection, live } = await readAll("staging");
    const options = { exclude: ["criterion/jumps"] } as const;
    const { value: plan } = laurel.plan(connection, game, live, options);
    if (plan === undefined) throw new Error("no plan");
    expect(plan.steps.map(({ address }) => address)).toEqual(["action/jump", "action/nap", "reward/boots"]);
    expect(plan.excluded).toEqual(["criterion/jumps"]);
    const applied = await laurel.apply(connection, plan);
    expect(await laurel.verify(connection, game, plan, applied, options)).toEqual({ converged: true, diagnostics: [] });
    expect((await laurel.verify(connection, game, plan, applied)).converged).toBe(false);
  });

  it("reports an address that is nowhere, and one that is targeted, too", async () => {
    const { game, connection, live } = await readAll("staging");
    expect(codes(laurel.plan(connection, game, live, { exclude: ["reward/boot"] }))).toEqual(["unknown-target"]);
    const both = { targets: ["reward/boots"], exclude: ["reward/boots"] } as const;
    expect(codes(laurel.plan(connection, game, live, both))).toEqual(["usage"]);
  });
});

describe("a freeze of the project", () => {
  it("is in the settings of a connection, and refuses applies with impact on players", async () => {
    const frozen = PROJECT.replace("prune: true,", "prune: true, freeze: { until: 2999-12-31 },");
    await writeFiles(project.folder, { "laurel.yaml": frozen });
    const { game, connection, live } = await readAll("staging");
    expect(connection.settings.freeze).toEqual({ until: "2999-12-31", except: [] });
    const { value: plan } = laurel.plan(connection, game, live);
    if (plan === undefined) throw new Error("no plan");
    const impact = laurel.impact(game, live, plan);
    for (const options of [{ impact }]) {
      const refused = await laurel.apply(connection, plan, options);
      expect(codes(refused)).toEqual(["freeze"]);
      expect(refused.totals.done).toBe(0);
    }
    const { freeze } = connection.settings;
    const refusals = (now: number) =>
      codes({ diagnostics: laurel.refusals(plan, { ...(freeze && { freeze }), now, impact }) });
    expect(refusals(Date.UTC(2999, 11, 31))).toEqual(["freeze"]);
    expect(refusals(Date.UTC(3000, 0, 1))).toEqual([]);
    const applied = await laurel.apply(connection, plan, { allow: ["freeze"] });
    expect(applied).toMatchObject({ diagnostics: [], totals: { failed: 0 } });
  });
});
