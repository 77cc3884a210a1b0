import { expect, it } from "vitest";
import { proveGames } from "./proof.ts";

it("what laurel says about players, is the same everywhere, and as play shows it", {
  timeout: 1_800_000,
}, () => {
  const counts = proveGames(300, 10);
  for (const name of ["cosmetic", "easier", "harder", "mixed"])
    expect(counts.get(name)).toBeGreaterThan(3);
  for (const name of ["bound", "impossible"]) expect(counts.get(name)).toBeGreaterThan(50);
  for (const code of ["always-met-criterion", "harder-worth-less"])
    expect(counts.get(code)).toBeGreaterThan(3);
});
