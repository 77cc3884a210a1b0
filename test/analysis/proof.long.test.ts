import { expect, it } from "vitest";
import { proveGames } from "./proof.ts";

it("what laurel says about players, in thousands of games, is the same everywhere, and as play shows it", {
  timeout: 1_800_000,
}, () => {
  const counts = proveGames(5_000, 100);
  for (const name of ["cosmetic", "easier", "harder", "mixed"])
    expect(counts.get(name)).toBeGreaterThan(50);
  for (const name of ["bound", "impossible"]) expect(counts.get(name)).toBeGreaterThan(1_000);
  for (const code of ["always-met-criterion", "harder-worth-less"])
    expect(counts.get(code)).toBeGreaterThan(100);
});
