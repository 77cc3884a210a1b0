/** Apply, then revert, is nothing at all: on random games, with whatever dangers allowed, over real HTTP. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { inGame, type TestGame } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";
import type { Fault } from "../../support/service/service.ts";
import { apply, contentsOf, EVERYTHING, revert } from "./support.ts";

const situation = fc.record({
  live: arbitraryGame({ allKinds: true }),
  manifests: arbitraryGame({ allKinds: false }),
  prune: fc.boolean(),
  profile: fc.constantFrom("extended", "documented"),
} as const);

/** Writes that are refused, some before they have worked and some after. */
function failures(seed: number): readonly Fault[] {
  const effects = [
    { effect: "error-before", status: 422 },
    { effect: "error-after", status: 422 },
    { effect: "drop-after" },
  ] as const;
  return effects.flatMap((effect, index) =>
    ["POST", "PUT", "DELETE"].map((method) => ({
      ...effect,
      when: { method, probability: 0.12, seed: seed + index },
    })),
  );
}

/** What is replaced and something new that holds it by a link that cannot be changed can need each other: refused. */
function isKnownLimit({ exit, stderr }: { readonly exit: number; readonly stderr: string }): boolean {
  const isReplaced = stderr.includes("(replaced)") || stderr.includes("was broken off");
  return exit === 4 && stderr.includes("order-cycle") && isReplaced;
}

describe("the way back", () => {
  it("restores every field and every link", async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(situation, async ({ live, manifests, prune, profile }) => {
        const game: TestGame = await inGame({
          service: { profile },
          live,
          manifests: { "game.json": JSON.stringify(manifests) },
        });
        // docs/service.md#endpoints shows no way to read reactions, so what is created again cannot have them again.
        const unseen = profile === "documented" ? ["reactions"] : [];
        const before = contentsOf(game, unseen);
        const applied = await apply(game, ...(prune ? ["--prune"] : []), ...EVERYTHING);
        // Refused, because a name is taken by something that stays, say: then there is nothing to undo.
        if (applied.exit !== 0) return;
        done += 1;
        const back = await revert(game, ["--yes", ...EVERYTHING]);
        if (isKnownLimit(back)) return;
        expect(back, back.stdout + back.stderr).toMatchObject({ exit: 0 });
        expect(contentsOf(game, unseen)).toEqual(before);
      }),
      runs(40),
    );
    expect(done).toBeGreaterThan(15);
  });

  it("restores them after an apply of which some requests failed, before or after they had worked", async () => {
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(situation, fc.nat(1000), async ({ live, manifests }, seed) => {
        const game = await inGame({ live, manifests: { "game.json": JSON.stringify(manifests) } });
        const before = contentsOf(game);
        await game.restart({ faults: failures(seed) });
        const sickly = game.service().url;
        const applied = await apply(game, "--prune", ...EVERYTHING);
        if (applied.exit > 1) return;
        failed += applied.exit;
        await game.restart();
        const report = join(game.folder, "report.jsonl");
        // The healthy service listens on another port.
        await writeFile(report, (await readFile(report, "utf8")).replaceAll(sickly, game.service().url));
        const back = await revert(game, ["--yes", ...EVERYTHING]);
        if (isKnownLimit(back)) return;
        expect(back, back.stdout + back.stderr).toMatchObject({ exit: 0 });
        expect(contentsOf(game)).toEqual(before);
      }),
      runs(25),
    );
    expect(failed).toBeGreaterThan(5);
  });
});
