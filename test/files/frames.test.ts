/**
 * Frames show lines of a file as they were read: of a file that is refused, none, whatever was read
 * there before.
 */
import { rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { CANARY, type Scene, scene } from "./scene.ts";

const EARLIER = "text-of-an-earlier-run";

/** How a file becomes one that is refused, and the code of its problem. */
const REFUSALS: Readonly<
  Record<string, readonly [string, (path: string, at: Scene) => Promise<unknown>]>
> = {
  "bytes that are not UTF-8": [
    "invalid-utf8",
    (path) => writeFile(path, Buffer.from(`${CANARY}: \xff\n`, "latin1")),
  ],
  "more bytes than the limit": ["file-too-large", (path) => truncate(path, 300 * 1024 ** 3)],
  "a link": [
    "unreadable-file",
    async (path, { outside }) => {
      await rm(path);
      await symlink(join(outside, "file.yaml"), path);
    },
  ],
};

const PLACES = ["game/b.yaml", "game/s.test.yaml", "game/overrides/local.yaml", "laurel.yaml"];
const TRIALS = Object.keys(REFUSALS).flatMap((kind) =>
  PLACES.map((place) => [kind, place] as const),
);

it.skipIf(process.platform === "win32").each(TRIALS)(
  "%s in the place of %s: no frame quotes them or what was there",
  async (kind, place) => {
    const at = await scene({ [place]: `${EARLIER}: [\n` });
    const check = async () => {
      const { exit, stdout, stderr } = await runCli([place.includes(".test.") ? "test" : "plan"], {
        cwd: at.folder,
      });
      return { exit, text: stdout + stderr };
    };
    const before = await check();
    expect(before.exit).toBe(3);
    expect(before.text).toContain(`1 | ${EARLIER}`);
    const [code, refuse] = REFUSALS[kind] ?? ["", () => Promise.reject(new Error(kind))];
    await refuse(join(at.folder, place), at);
    const { exit, text } = await check();
    expect(exit, text).toBe(3);
    expect(text).toContain(code);
    expect(text).toContain(place);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(EARLIER);
  },
);
