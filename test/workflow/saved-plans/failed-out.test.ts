/** `plan --out FILE` that comes to nothing: no older plan is left there to be taken for the new one. */
import { lstat, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MANIFESTS, PLAN_FILE, type Scene, savedScene, scene } from "./scene.ts";

function there(game: Scene, file = PLAN_FILE): Promise<boolean> {
  return lstat(join(game.folder, file)).then(
    () => true,
    () => false,
  );
}

describe("the older plan of one that cannot be made", () => {
  it("does not stay behind", async () => {
    const game = await savedScene();
    await game.write({ "game.yaml": "rewards: [" });
    expect((await game.save()).exit).toBe(3);
    expect(await there(game)).toBe(false);
    await game.write(MANIFESTS);
    await game.save();
    await game.save("--shard", "3/2");
    expect(await there(game)).toBe(false);
    const applied = await game.apply();
    expect(applied.exit).toBe(3);
    expect(game.writes()).toEqual([]);
  });

  it("is all that is taken away, and a link stays one", async () => {
    const game = await scene();
    await writeFile(join(game.folder, "notes.txt"), "mine");
    await game.write({ "game.yaml": "rewards: [" });
    await game.run(["plan", "--out", "notes.txt"]);
    expect(await readFile(join(game.folder, "notes.txt"), "utf8")).toBe("mine");
    await game.write(MANIFESTS);
    await game.save();
    await symlink(PLAN_FILE, join(game.folder, "link.json"));
    await game.write({ "game.yaml": "rewards: [" });
    await game.run(["plan", "--out", "link.json"]);
    // What the link leads to is what `apply link.json` would have taken.
    expect(await readFile(join(game.folder, PLAN_FILE), "utf8")).toBe("");
    await game.write(MANIFESTS);
    const saved = await game.run(["plan", "--out", "link.json"]);
    expect(saved.exit, saved.stderr).toBe(0);
    expect(await readlink(join(game.folder, "link.json"))).toBe(PLAN_FILE);
    expect((await game.document()).plans).toHaveLength(1);
  });

  it("is replaced as before when it can be made", async () => {
    const game = await savedScene();
    const again = await game.save();
    expect(again.exit, again.stderr).toBe(0);
    expect(again.stderr).toContain("The plan was saved in");
  });
});
