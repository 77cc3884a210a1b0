/**
 * Nothing is written through a link that leaves the repository, and a folder that cannot be made
 * ends with an error.
 */
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { contentsOf, MOST_TIME, measured, type Scene, scene } from "./scene.ts";

/** Links that a pull request may have put at or above the place of a file. */
const LINKS: Readonly<Record<string, (place: string, at: Scene) => Promise<unknown>>> = {
  "a link to a file outside": (place, { outside }) => symlink(join(outside, "file.yaml"), place),
  "a link to a new file outside": (place, { outside }) => symlink(join(outside, "new"), place),
  "a folder that is a link outside": (place, { outside }) => symlink(outside, dirname(place)),
  "a folder that is a link to a new one outside": (place, { outside }) =>
    symlink(join(outside, "new"), dirname(place)),
};

const MAKING = ["codegen", "--language", "typescript", "--out"];
const WAYS: Readonly<Record<string, { readonly place: string; readonly argv: readonly string[] }>> =
  {
    "--out": { place: "out/x.json", argv: ["validate", "--out", "out/x.json"] },
    "codegen --out": { place: "out/ids.ts", argv: [...MAKING, "out/ids.ts"] },
    init: { place: "new/games/new", argv: ["init", "new", "--yes"] },
    "data of the embedded service": { place: ".laurel/g@local.json", argv: ["apply", "--yes"] },
    "its lock": { place: ".laurel/g@local.json.lock", argv: ["apply", "--yes"] },
    "serve --data": { place: "out/data.json", argv: ["serve", "--data", "out/data.json"] },
  };

describe.skipIf(process.platform === "win32")(
  "writing (links as other systems than Windows have them)",
  () => {
    describe.each(Object.entries(WAYS))("%s", (_, { place, argv }) => {
      it.each(Object.keys(LINKS))("does not go through %s", async (link) => {
        const at = await scene();
        const path = join(at.folder, place);
        // A project is made only where none is above.
        if (argv[0] === "init") await rm(join(at.folder, "laurel.yaml"));
        if (!link.startsWith("a folder")) await mkdir(dirname(path), { recursive: true });
        else await mkdir(dirname(dirname(path)), { recursive: true });
        await LINKS[link]?.(path, at);
        const before = await contentsOf(at.outside);
        const { exit, stdout, stderr } = await runCli(argv, { cwd: at.folder });
        expect(await contentsOf(at.outside)).toEqual(before);
        expect([1, 3, 4, 64], stdout + stderr).toContain(exit);
        expect(stderr).not.toContain(" bug");
      });
    });

    it("goes to where a flag points directly, through links to folders of the repository, and through no other link", async () => {
      const at = await scene({ "old.json": "{}", "out/a": "" });
      await symlink("old.json", join(at.folder, "link.json"));
      await symlink("out", join(at.folder, "there"));
      const files = ["there/x.json", join(at.outside, "y.json")];
      const outputs = files.flatMap((file) => ["--out", `${file}`]);
      const run = await runCli(["validate", ...outputs], { cwd: at.folder });
      expect(run.exit, run.stderr).toBe(0);
      for (const file of ["out/x.json", "../outside/y.json"])
        expect(await readFile(join(at.folder, file), "utf8")).toContain('"diagnostics"');
      const refused = await runCli(["validate", "--out", "link.json"], { cwd: at.folder });
      expect([refused.exit, refused.stderr]).toEqual([
        64,
        expect.stringContaining("link.json is a link"),
      ]);
      expect(await readFile(join(at.folder, "old.json"), "utf8")).toBe("{}");
    });
  },
);

describe.skipIf(process.platform !== "linux")("a folder that cannot be made", () => {
  const below = ["/proc/none/deep/er", "laurel.yaml/below", "/dev/null/x"];
  it.each(below)(
    "%s ends with an error",
    async (folder) => {
      const at = await scene();
      const file = join(folder, "file.json");
      for (const argv of [
        ["init", folder, "--yes"],
        ["serve", "--data", file],
      ]) {
        const { exit, output } = await measured(argv, at.folder);
        expect([1, 4, 64], `${argv.join(" ")}: ${output}`).toContain(exit);
        expect(output).not.toContain(" bug");
      }
    },
    3 * MOST_TIME,
  );
});
