/** The commands and flags of laurel, written out: what is added here is added to the product. */
import { expect, it } from "vitest";
import { GLOBAL_OPTIONS } from "../../src/cli/command/options.ts";
import { COMMANDS, COMPLETION, isPositional, nameOf } from "../../src/cli/commands/index.ts";

const modules = await Promise.all(COMMANDS.map(async (each) => ({ ...each, ...(await each.load()) })));

it("there are these commands", () => {
  expect([...COMMANDS.map(nameOf), COMPLETION.command].sort()).toEqual(
    [
      ...["apply", "changelog", "codegen", "completion", "graph", "init", "lint", "mv", "plan", "pull", "rankings"],
      ...["report", "schema", "serve", "test", "validate"],
    ].sort(),
  );
});

it("there are these flags, each with one type everywhere", () => {
  const types = new Map<string, string>();
  for (const { command, options } of modules) {
    for (const [name, { type, describe }] of Object.entries({ ...GLOBAL_OPTIONS, ...options })) {
      expect(describe).toMatch(/^[A-Z]/);
      if (isPositional(command, name)) continue;
      expect([command, name, type]).toEqual([command, name, types.get(name) ?? type]);
      types.set(name, String(type));
    }
  }
  expect([...types.keys()].sort()).toEqual(
    [
      ...["project", "game", "env", "format", "out", "verbose", "quiet", "no-color", "reveal-secrets"],
      ...["prune", "base", "changed", "target", "allow", "fail-on", "expect", "yes", "detailed-exitcode"],
      ...["prefer", "check", "ci", "from-live", "explain", "filter", "achievement", "moved", "language", "template"],
      ...["player", "query", "port", "data", "token"],
    ].sort(),
  );
});
