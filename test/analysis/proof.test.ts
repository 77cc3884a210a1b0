import { describe, expect, it } from "vitest";
import { proveGames } from "./proof.ts";

describe("what laurel says about players", () => {
  it("is the same everywhere, and as play shows it", { timeout: 600_000 }, () => {
    const { classes, certainties, found } = proveGames(300, 10);
    for (const name of ["cosmetic", "easier", "harder", "mixed"]) expect(classes.get(name)).toBeGreaterThan(3);
    for (const name of ["bound", "impossible"]) expect(certainties.get(name)).toBeGreaterThan(50);
    for (const code of ["always-met-criterion", "harder-worth-less"]) expect(found.get(code)).toBeGreaterThan(3);
  });
});
