/** The built program from nothing to an applied game, as a newcomer types it. `npm run build` makes it. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLaurel } from "../../support/child.ts";
import { scratchFolder } from "../../support/cli.ts";

describe("the first minutes of a newcomer", () => {
  it("go from init to a game that is applied, in a folder with a blank in its name", async () => {
    const cwd = await scratchFolder();
    const made = await startLaurel(["init", "my game", "--ci", "github"], { cwd }).ended;
    expect(made, made.stderr).toMatchObject({ exit: 0, stderr: "" });
    const project = join(cwd, "my game");
    const commands = ["validate", "lint", "test", "plan", "apply --yes", "plan --detailed-exitcode"];
    const outputs: string[] = [];
    for (const command of commands) {
      const run = await startLaurel(command.split(" "), { cwd: project }).ended;
      expect(run.exit, `${command}\n${run.stdout}${run.stderr}`).toBe(0);
      outputs.push(run.stdout);
    }
    const [valid, , , plan, apply, again] = outputs;
    expect(valid).toBe("Valid: game my-game, 14 resources.\n");
    expect(plan).toContain("14 to create");
    expect(apply).toContain("Converged: a new plan has no changes.");
    expect(again).toContain("No changes.");
  });

  it("can begin with a mistake, which says what to do", async () => {
    const cwd = await scratchFolder();
    await startLaurel(["init", "--yes"], { cwd }).ended;
    const again = await startLaurel(["init", "--yes"], { cwd }).ended;
    expect(again.exit).toBe(4);
    expect(again.stderr).toContain("there is a project already: laurel.yaml");
    const unknown = await startLaurel(["init", "--form-live"], { cwd }).ended;
    expect(unknown.exit).toBe(64);
    expect(unknown.stderr).toContain("Unknown arguments: form-live");
  });
});
