/** Problems beyond 200 are counted, in every form of output. */
import { expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";

const ERRORS = 1_000;

interface Validation {
  readonly exit: number;
  readonly stdout: string;
  /** Standard output and standard error. */
  readonly out: string;
}

async function validate(...words: readonly string[]): Promise<Validation> {
  const cwd = await scratchFolder();
  const errors = Array.from(
    { length: ERRORS },
    (_, index) => `  - { custom_id: r${index}, name: R ${index}, key-${index}: 1 }\n`,
  );
  await writeProject(cwd, { manifests: "game" });
  await writeFiles(cwd, { "game/game.yaml": `rewards:\n${errors.join("")}` });
  const run = await runCli(words, { cwd, env: {} });
  return { exit: run.exit, stdout: run.stdout, out: run.stdout + run.stderr };
}

it.each([
  ["validate", "--verbose"],
  ["validate", "--format", "json"],
  ["validate", "--format", "github"],
  ["validate", "--format", "sarif"],
  ["lint", "--format", "json"],
  // While manifests are invalid, pages leave out what may be secret.
  ["report", "--format", "html", "--reveal-secrets"],
  ["test", "--format", "junit"],
])("%s %s %s", async (...words) => {
  const { exit, out } = await validate(...words);
  expect(exit).toBe(3);
  expect(out, out.slice(-800)).toMatch(new RegExp(`${ERRORS - 200} more (?:errors|problems)`));
  const shown = new Set(out.match(/key-\d+/g));
  expect(shown.size).toBeLessThanOrEqual(200);
  expect(shown.size).toBeGreaterThanOrEqual(199);
});

it("a document says how many in a number, and the first are the same in each run", async () => {
  const [one, other] = [await validate("validate", "--format", "json"), await validate("validate", "--format", "json")];
  expect(one.out).toBe(other.out);
  const { diagnostics } = JSON.parse(one.stdout) as { diagnostics: { code: string; more?: number }[] };
  expect(diagnostics).toHaveLength(201);
  expect(diagnostics.at(-1)).toMatchObject({ code: "more-problems", more: ERRORS - 200 });
});
