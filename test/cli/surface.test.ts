/** The commands and flags of laurel, written out: what is added here is added to the product. */
import { expect, it } from "vitest";
import { GLOBAL_FLAGS, nameOf } from "../../src/cli/args/command.ts";
import { COMMANDS } from "../../src/cli/commands/table.ts";

it("there are these commands", () => {
  expect(COMMANDS.map(nameOf).sort()).toEqual(
    [
      ...["apply", "changelog", "codegen", "completion", "graph", "init", "lint", "mv", "plan", "pull", "rankings"],
      ...["report", "schema", "serve", "test", "validate"],
    ].sort(),
  );
});

it("there are these flags, each with one name everywhere", () => {
  const names = new Set([...Object.keys(GLOBAL_FLAGS), ...COMMANDS.flatMap(({ flags }) => Object.keys(flags))]);
  expect([...names].sort()).toEqual(
    [
      ...["project", "game", "env", "format", "out", "verbose", "quiet", "no-color", "reveal-secrets"],
      ...["prune", "base", "changed", "target", "allow", "fail-on", "expect", "yes", "detailed-exitcode"],
      ...["prefer", "check", "ci", "from-live", "explain", "filter", "achievement", "moved", "language", "template"],
      ...["player", "query", "port", "data", "token"],
    ].sort(),
  );
});
