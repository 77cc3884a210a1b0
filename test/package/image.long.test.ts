/** The container image, built from the packed file, works on a mounted folder. Needs docker, podman or buildah. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "../support/cli.ts";
import { commitAll, git } from "../workflow/drift/repository.ts";
import { containerTool, writeBase } from "./container.ts";
import { ROOT, readJson } from "./lock.ts";
import { type Ended, pack, temporaryFolder } from "./packed.ts";

const BASE = "localhost/laurel-test-base";
const IMAGE = "localhost/laurel-test";

const scratch = temporaryFolder();
const tool = containerTool(scratch);
const project = join(scratch, "project");

function laurel(...words: readonly string[]): Ended {
  return tool?.run(IMAGE, project, words) ?? expect.fail("no tool");
}

afterAll(() => {
  tool?.remove([IMAGE, BASE]);
  rmSync(scratch, { recursive: true, force: true });
});

const title = tool === undefined ? "the image (skipped: neither docker, podman nor buildah works here)" : "the image";
describe.skipIf(tool === undefined)(title, () => {
  beforeAll(async () => {
    const context = join(scratch, "context");
    mkdirSync(context);
    const { tarball } = pack(scratch);
    copyFileSync(tarball, join(context, basename(tarball)));
    for (const name of ["Dockerfile", ".dockerignore"]) copyFileSync(join(ROOT, name), join(context, name));
    await writeFiles(context, { ".env": "LAUREL_API_TOKEN=never-in-an-image\n" });
    writeBase(join(scratch, "base"));
    const base = tool?.build(join(scratch, "base"), BASE);
    expect(base?.exit, base?.stderr).toBe(0);
    const image = tool?.build(context, IMAGE, BASE);
    expect(image?.exit, image?.stderr).toBe(0);

    await writeFiles(project, {
      "laurel.yaml": `version: 1
games:
  garden:
    manifests: games/garden
    environments:
      local: { embedded: true }
`,
      "games/garden/rewards.yaml": "rewards:\n  - { custom_id: seed, name: Seed }\n",
      ".gitignore": ".laurel/\n",
    });
    commitAll(project);
    chmodSync(project, 0o777);
  });

  it("runs laurel", () => {
    const { version } = readJson<{ readonly version: string }>("package.json");
    expect(laurel("--version")).toMatchObject({ exit: 0, stdout: `${version}\n` });
  });

  it("is not root, and has no secret of the folder that it was built in", () => {
    const script = `console.log(process.getuid(), fs.readdirSync("/opt/laurel").join(), fs.existsSync("/.env"))`;
    expect(tool?.run(IMAGE, project, ["--eval", script], "node")).toMatchObject({
      exit: 0,
      stdout: "1000 bin,lib false\n",
    });
  });

  it("checks, plans and applies the project in the mounted folder", () => {
    expect(laurel("validate")).toMatchObject({ exit: 0, stdout: 'Valid: game "garden", 1 resource.\n' });
    expect(laurel("plan", "--detailed-exitcode").exit).toBe(2);
    const applied = laurel("apply", "--yes");
    expect(applied.exit, applied.stderr).toBe(0);
    expect(laurel("plan", "--detailed-exitcode").exit).toBe(0);
  });

  it("reads commits of the mounted repository, which belongs to another user", async () => {
    await writeFiles(project, { "games/garden/more.yaml": "rewards:\n  - { custom_id: tree, name: Tree }\n" });
    git(project, "add", ".");
    const { exit, stdout, stderr } = laurel("plan", "--base", "HEAD", "--format", "json");
    expect(exit, stderr).toBe(0);
    expect(stdout).toContain('"cause": "pending"');
  });
});

describe("the Dockerfile", () => {
  const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8").split("\n");
  const all = (word: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));

  it("takes the packed file and nothing else, from a base with a tag", () => {
    expect(all("COPY").filter((words) => !words.startsWith("--from="))).toEqual([
      "laurel-progression-laurel-*.tgz /tmp/laurel.tgz",
    ]);
    expect(all("ADD")).toEqual([]);
    expect(all("ARG")).toEqual([expect.stringMatching(/^BASE=[a-z]+:\d[\w.-]+$/)]);
  });

  it("runs as a user that is not root", () => {
    expect(all("USER")).toEqual(["1000:1000"]);
  });
});
