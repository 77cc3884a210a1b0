/** The files that fixes change, and fixes as editors and programs take them. */
import { chmod, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as laurel from "../../../src/library.ts";
import { applyEdits } from "../../../src/model/edits.ts";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { sarifProblems } from "../../view/findings/sarif-schema.ts";

const game = (name: string) => `{ manifests: ${name}, environments: { local: { embedded: true } } }`;
const PROJECT = `version: 1\ngames:\n  arena: ${game("arena")}\n`;
const SLIP = "actions:\n  - custom_id: run # é 🐉\n    nmae: Run\n";

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": PROJECT, ...files });
  return cwd;
}

describe("the file of a fix", () => {
  it("keeps its line breaks, its byte order mark and its permissions", async () => {
    const text = `\ufeff${SLIP.replaceAll("\n", "\r\n")}`;
    const cwd = await folderWith({ "arena/a.yaml": text });
    const path = join(cwd, "arena/a.yaml");
    await chmod(path, 0o640);
    expect(await runCli(["validate", "--fix"], { cwd })).toMatchObject({ exit: 0 });
    expect(await readFile(path, "utf8")).toBe(text.replace("nmae", "name"));
    if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  it("is written once where two games have it, and stays a link", async () => {
    const cwd = await folderWith({
      "laurel.yaml": `${PROJECT}  dungeon: ${game("arena")}\n  forest: ${game("forest")}\n`,
      "arena/a.yaml": SLIP,
      "forest/b.yaml": "rewards: []\n",
    });
    await symlink(join(cwd, "arena/a.yaml"), join(cwd, "forest/c.yaml"));
    const { exit, stderr } = await runCli(["validate", "--fix", "--game", "arena", "--game", "dungeon"], { cwd });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "fixed 1 problem in arena/a.yaml\n" });
    const again = await runCli(["validate", "--fix"], { cwd });
    expect(again).toMatchObject({ exit: 0, stderr: "" });
    expect(await readFile(join(cwd, "forest/c.yaml"), "utf8")).toBe(SLIP.replace("nmae", "name"));
  });

  it.each(["validate", "lint"])("is not touched by %s --fix without a problem, nor with --check", async (command) => {
    const cwd = await folderWith({ "arena/a.yaml": SLIP });
    const before = await stat(join(cwd, "arena/a.yaml"));
    expect((await runCli([command, "--unsafe-fixes", "--check"], { cwd })).exit).toBe(2);
    expect((await stat(join(cwd, "arena/a.yaml"))).mtimeMs).toBe(before.mtimeMs);
    await writeFiles(cwd, { "arena/a.yaml": SLIP.replace("nmae", "name") });
    const clean = await stat(join(cwd, "arena/a.yaml"));
    expect((await runCli([command, "--fix"], { cwd })).exit).toBe(0);
    expect((await stat(join(cwd, "arena/a.yaml"))).mtimeMs).toBe(clean.mtimeMs);
  });

  it("is left alone where one of the files of the run leads out of the repository", async () => {
    const elsewhere = await folderWith({ "arena/a.yaml": SLIP });
    const cwd = await folderWith({ "arena/b.yaml": SLIP.replace("run", "jump") });
    await symlink(join(elsewhere, "arena/a.yaml"), join(cwd, "arena/a.yaml"));
    expect((await runCli(["validate", "--fix"], { cwd })).exit).toBe(3);
    expect(await readFile(join(elsewhere, "arena/a.yaml"), "utf8")).toBe(SLIP);
  });
});

describe("fixes as other programs take them", () => {
  const slips = fc.subarray(["nmae", "custom_dat", "reations"], { minLength: 1 });
  const textOf = (keys: readonly string[]): string =>
    `actions:\n  # 🐉 é\n${keys.map((key, index) => `  - { custom_id: a${index}, "${key}": x }\r\n`).join("")}`;

  it("give with SARIF and with JSON the text that --fix gives", async () => {
    await fc.assert(
      fc.asyncProperty(slips, async (keys) => {
        const text = textOf(keys);
        const cwd = await folderWith({ "arena/a.yaml": text });
        const sarif: Sarif = JSON.parse((await runCli(["validate", "--format", "sarif"], { cwd })).stdout);
        expect(sarifProblems(sarif)).toEqual([]);
        const replacements = sarif.runs[0].results.flatMap(({ fixes = [] }) =>
          fixes.slice(0, 1).flatMap((fix) => fix.artifactChanges.flatMap((change) => change.replacements)),
        );
        const ofSarif = replacements.map(({ deletedRegion: region, insertedContent }) => ({
          start: offsetOf(text, region.startLine, region.startColumn),
          end: offsetOf(text, region.endLine, region.endColumn),
          text: insertedContent?.text ?? "",
        }));
        const json: laurel.DiagnosticsDocument = JSON.parse(
          (await runCli(["validate", "--format", "json"], { cwd })).stdout,
        );
        const ofJson = json.diagnostics.flatMap(({ fixes = [] }) =>
          fixes.slice(0, 1).flatMap(({ edits }) =>
            edits.map((edit) => ({
              start: offsetOf(text, edit.line, edit.column),
              end: offsetOf(text, edit.end_line, edit.end_column),
              text: edit.text,
            })),
          ),
        );
        expect(ofJson).toEqual(ofSarif);
        const fixed = applyEdits(text, ofJson);
        expect(fixed).not.toBe(text);
        const files = [{ file: "arena/a.yaml", text }];
        const check = (each: readonly laurel.ManifestText[]) => laurel.validate(each).diagnostics;
        const { files: after } = laurel.applyFixes(files, check);
        // What makes another error is not applied by laurel itself.
        const misspelt = keys.filter((key) => key === "nmae").length;
        if (misspelt === keys.length) expect(after[0]?.text).toBe(fixed);
      }),
      { numRuns: 7 },
    );
  });
});

interface SarifRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface Sarif {
  readonly runs: readonly [
    {
      readonly results: readonly {
        readonly fixes?: readonly {
          readonly artifactChanges: readonly {
            readonly replacements: readonly {
              readonly deletedRegion: SarifRegion;
              readonly insertedContent?: { readonly text: string };
            }[];
          }[];
        }[];
      }[];
    },
  ];
}

/** Lines end with LF; what is before it counts. */
function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}
