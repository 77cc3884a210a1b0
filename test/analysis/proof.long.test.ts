import { describe, expect, it } from "vitest";
import { proveGames } from "./proof.ts";

describe("what laurel says about players, in thousands of games", () => {
  it("is the same everywhere, and as play shows it", { timeout: 1_800_000 }, () => {
    const { classes, certainties, found } = proveGames(5_000, 160);
    for (const name of ["cosmetic", "easier", "harder", "mixed"]) expect(classes.get(name)).toBeGreaterThan(50);
    for (const name of ["bound", "impossible"]) expect(certainties.get(name)).toBeGreaterThan(1_000);
    for (const code of ["always-met-criterion", "harder-worth-less"]) expect(found.get(code)).toBeGreaterThan(100);
  });
});
