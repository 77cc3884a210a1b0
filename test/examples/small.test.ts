/** The smallest example is the one that the README quotes, and it plans. */
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli, scratchFolder } from "../support/cli.ts";

const ROOT = join(import.meta.dirname, "../..");

it("is quoted in the README, and plans and applies on the embedded service", async () => {
  const manifest = await readFile(join(ROOT, "examples/small/game/dragons.yaml"), "utf8");
  expect(await readFile(join(ROOT, "README.md"), "utf8")).toContain(
    `\`\`\`yaml\n${manifest}\`\`\``,
  );
  const cwd = await scratchFolder();
  await cp(join(ROOT, "examples/small"), cwd, { recursive: true });
  const plan = await runCli(["plan", "--detailed-exitcode"], { cwd });
  expect([plan.exit, plan.stderr]).toEqual([2, ""]);
  expect(plan.stdout).toContain("4 to create");
  expect((await runCli(["apply", "--yes"], { cwd })).exit).toBe(0);
  expect((await runCli(["plan", "--detailed-exitcode"], { cwd })).exit).toBe(0);
});
