/** The commands and flags of laurel, written out: what is added here is added to the product. */
import { expect, it } from "vitest";
import { GLOBAL_OPTIONS } from "../../src/cli/command/options.ts";
import {
  COMMAND_NAMES,
  COMPLETION,
  isArgument,
  loadCommands,
} from "../../src/cli/commands/index.ts";

it("there are these commands", () => {
  expect([...COMMAND_NAMES, COMPLETION.command].sort()).toEqual(
    [
      ...[
        "apply",
        "changelog",
        "codegen",
        "completion",
        "graph",
        "init",
        "lint",
        "mv",
        "plan",
        "pull",
        "rankings",
      ],
      ...["report", "schema", "serve", "test", "validate"],
    ].sort(),
  );
});

it("there are these flags, each with one type everywhere", async () => {
  const types = new Map<string, string>();
  for (const command of await loadCommands()) {
    for (const [name, { type, describe }] of Object.entries({
      ...GLOBAL_OPTIONS,
      ...command.options,
    })) {
      expect(describe).toMatch(/^[A-Z]/);
      if (isArgument(command, name)) continue;
      expect([command.command, name, type]).toEqual([
        command.command,
        name,
        types.get(name) ?? type,
      ]);
      types.set(name, String(type));
    }
  }
  expect([...types.keys()].sort()).toEqual(
    [
      ...["project", "game", "env", "format", "out", "verbose", "quiet", "color", "reveal-secrets"],
      ...[
        "prune",
        "base",
        "changed",
        "target",
        "allow",
        "fail-on",
        "expect",
        "yes",
        "detailed-exitcode",
      ],
      ...[
        "prefer",
        "check",
        "ci",
        "from-live",
        "explain",
        "filter",
        "achievement",
        "language",
        "template",
      ],
      ...["player", "query", "port", "data", "token"],
    ].sort(),
  );
});
